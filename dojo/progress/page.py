"""The timeline as a page for a browser. It has no script; a click on a step opens its diff."""

from collections.abc import Iterable, Mapping

from dojo.diffs import FileChange, file_change
from dojo.pages import render
from dojo.practice.snapshots import Repository
from dojo.progress.chart import chart_of
from dojo.progress.steps import MeasuredStep
from dojo.progress.timeline import Timeline


def page_of(lead: str, timeline: Timeline, diffs: Mapping[int, list["FileChange"]], name: str = "") -> str:
    """Return the timeline as HTML: the lead below its title, and the diff of each step by number.

    `name`: of the pair, if it is known.
    """
    title = name or "The timeline so far"
    return render(
        "progress.html",
        title=title,
        lead=lead,
        chart=chart_of(timeline),
        timeline=timeline,
        diffs=diffs,
    )


def diffs_of(repository: Repository, steps: Iterable[MeasuredStep]) -> dict[int, list[FileChange]]:
    """Return the diff of each step by number."""
    patches = {step.number: repository.patches(step.base, step.tree, renames=True) for step in steps}
    return {number: list(map(file_change, of_step)) for number, of_step in patches.items()}
