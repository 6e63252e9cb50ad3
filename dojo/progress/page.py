"""The timeline as a page for a browser: one file that needs nothing else, for a projector, a phone and paper.

The page has no script, and forbids all: whatever stands in a story, nothing of it can run. A click on a step opens what
changed in it; browsers do that by themselves.
"""

from collections.abc import Mapping

from dojo.kata import LEVELS
from dojo.pages import render
from dojo.progress.figures import table
from dojo.progress.metrics import worth_showing
from dojo.progress.step_list import listed
from dojo.progress.timeline import Timeline
from dojo.progress.timeline_chart import timeline_chart

UNNAMED = "The timeline so far"


def page_of(lead: str, timeline: Timeline, diffs: Mapping[int, str], name: str = "") -> str:
    """Return the timeline as HTML, `lead` below its title, and what changed in each step, a diff by its number.

    `name`: who practises, where that is known. A diff is empty where no file changed, and is not there where it cannot
    be had. No text is taken for HTML.
    """
    measures = worth_showing([step.measures for step in timeline.steps if step.measures])
    return render(
        "progress.html",
        title=f"{name or UNNAMED}: {level_of(timeline)}",
        name=name or UNNAMED,
        lead=lead,
        chart=timeline_chart(timeline, measures),
        table=table(timeline, measures),
        steps=listed(timeline, measures, diffs),
    )


def level_of(timeline: Timeline) -> str:
    """Return what was practised last."""
    level = timeline.steps[-1].entry.level
    is_blind = any(step.entry.blind for step in timeline.steps)  # a single check may go by the golden master
    return f"level {level}, {LEVELS[level].title}{', blind' if is_blind else ''}"
