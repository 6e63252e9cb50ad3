"""The timeline as a page for a browser: it has no script, and a click on a step opens what changed in it."""

from collections.abc import Mapping

from dojo.kata import LEVELS
from dojo.pages import render
from dojo.progress.differences import FileChange
from dojo.progress.timeline import DATE_AND_TIME, TIME, Timeline
from dojo.progress.timeline_chart import timeline_chart

UNNAMED = "The timeline so far"


def page_of(lead: str, timeline: Timeline, diffs: Mapping[int, list[FileChange]], name: str = "") -> str:
    """Return the timeline as HTML, `lead` below its title, and what changed in each step, by its number.

    `name`: who practises, where that is known. No file is changed where none changed, and there is nothing where that
    cannot be had.
    """
    days = {step.start.date() for step in timeline.steps}
    return render(
        "progress.html",
        title=f"{name or UNNAMED}: {level_of(timeline)}",
        name=name or UNNAMED,
        lead=lead,
        chart=timeline_chart(timeline),
        timeline=timeline,
        clock=DATE_AND_TIME if len(days) > 1 else TIME,
        has_scores=any(step.percent for step in timeline.steps),
        diffs=diffs,
    )


def level_of(timeline: Timeline) -> str:
    """Return what was practised last."""
    level = timeline.steps[-1].entry.level
    is_blind = any(step.entry.blind for step in timeline.steps)  # a single check may go by the golden master
    return f"level {level}, {LEVELS[level].title}{', blind' if is_blind else ''}"
