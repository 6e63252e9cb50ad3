"""The timeline as a page for a browser, its chart, and what changed from one state to another.

The page has no script; a click on a step opens what changed in it. The chart shows what was measured over the minutes,
when it was red or amber, and for whom. A terminal draws the same chart.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pygit2

from dojo.pages import highlight, render
from dojo.practice.model import AMBER, RED
from dojo.practice.snapshots import Repository
from dojo.progress.steps import PAUSE_SECONDS, Step
from dojo.progress.timeline import SWAP_MARK, Timeline
from dojo.text import printable

AXIS = f"minutes, where a pause counts as {PAUSE_SECONDS // 60}; {SWAP_MARK} a swap"
KINDS = {"A": "new", "D": "removed"}  # of changes, by the letter that git has for them
ELEMENTS = {"-": "del", "+": "ins"}  # of a page, by what a line begins with

Line = tuple[str, str]  # the element that a page has for a line of a diff, and its text


class Curve(NamedTuple):
    """A measure: what it is called, and its values by minute or by step, each of which stays until the next."""

    title: str
    points: Sequence[tuple[float, float]]

    @property
    def top(self) -> float:
        return max(1, *(value for _, value in self.points))

    @property
    def ticks(self) -> list[int]:
        return ticks(self.top)


class Band(NamedTuple):
    """From which minute to which it was red, or amber."""

    start: float
    end: float
    status: str = RED


class Chart(NamedTuple):
    """Curves, each before the same bands, up to the minute where all end; and marks above them, at some minutes."""

    curves: list[Curve]
    bands: list[Band]
    end: float
    axis: str
    marks: dict[float, str]
    marks_name: str = ""

    @property
    def ticks(self) -> list[int]:
        return ticks(self.end)


def ticks(top: float) -> list[int]:
    """Return a few round numbers from 0 up to `top`, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    spaces = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
    space = next(space for space in spaces if top / space <= 5)
    return list(range(0, int(top) + 1, space))


def chart_of(timeline: Timeline) -> Chart:
    """Return the chart of the first two measures, of a minute at least; it has no curve where nothing was measured."""
    known = [(step.minute, step.measures) for step in timeline.steps if step.measures]
    curves: list[Curve] = []
    for measure in timeline.measures[:2] if known else []:
        points = [(minute, round(measure.value(found), measure.digits)) for minute, found in known]
        curves.append(Curve(measure.name, points))
    end = timeline.steps[-1].minute
    minutes = [*(step.minute for step in timeline.steps), end]
    bands: list[Band] = []
    marks = {0.0: "1"}
    for row in timeline.rows:
        if row.kind in {RED, AMBER}:
            start, after = row.steps[0].minute, minutes[row.steps[-1].number]
            bands.append(Band(start, min(start + row.seconds / 60, after), row.kind))
        elif row.mark:
            minute = next((step.minute for step in timeline.steps if step.start >= row.start), end)
            marks[minute] = f"{marks.get(minute, '')} {row.mark}".strip()
    if len(marks) == 1:
        return Chart(curves, bands, max(1, end), "minutes", {})
    return Chart(curves, bands, max(1, end), AXIS, marks, "round")


def page_of(lead: str, timeline: Timeline, diffs: Mapping[int, list["FileChange"]], name: str = "") -> str:
    """Return the timeline as HTML, `lead` below its title, and what changed in each step, by its number.

    `name`: who practises, where that is known.
    """
    title = name or "The timeline so far"
    return render("progress.html", title=title, lead=lead, chart=chart_of(timeline), timeline=timeline, diffs=diffs)


class FileChange(NamedTuple):
    """What becomes of one file: its name, and whether it is new or removed; and the lines of its diff."""

    heading: str
    lines: list[Line]


def diff_of(repository: Repository, before: str | None, after: str) -> str:
    """Return what differs from a state, or from none, to another, each a tree or a commit, as git writes it."""
    patches = repository.patches(before, after, renames=True)
    lines = [line for patch in patches for line in patch.data.decode(errors="replace").split("\n")[:-1]]
    return "\n".join(printable(line.expandtabs()) for line in lines if not line.startswith("index "))


def diffs_of(repository: Repository, steps: Iterable[Step]) -> dict[int, list[FileChange]]:
    """Return what each step changed, by its number."""
    patches = {step.number: repository.patches(step.check.base, step.check.tree, renames=True) for step in steps}
    return {number: list(map(change_of, of_step)) for number, of_step in patches.items()}


def change_of(patch: pygit2.Patch) -> FileChange:
    """Return what a patch changes."""
    old, new = patch.delta.old_file.path, patch.delta.new_file.path
    kinds = [KINDS.get(patch.delta.status_char(), ""), "binary" if patch.delta.is_binary else ""]
    heading = ", ".join(filter(None, [old if old == new else f"{old} → {new}", *kinds]))
    return FileChange(heading, [line for hunk in patch.hunks for line in _lines(hunk, is_code=new.endswith(".py"))])


def _lines(hunk: pygit2.DiffHunk, *, is_code: bool) -> Iterator[Line]:
    """Yield the lines of a hunk; a word of code is marked by what it is before, and after."""
    old, new = (iter(_marked(hunk, origins, is_code=is_code)) for origins in (" -", " +"))
    yield "b", hunk.header.rstrip("\n")
    for line in hunk.lines:
        text = line.content.strip("\n")
        if line.origin in " -":
            text = line.origin + next(old)
        if line.origin in " +":
            text = line.origin + next(new)
        yield ELEMENTS.get(line.origin, "span"), text


def _marked(hunk: pygit2.DiffHunk, origins: str, *, is_code: bool) -> list[str]:
    """Return those lines of a hunk that have one of these origins."""
    text = "".join(line.content for line in hunk.lines if line.origin in origins)
    return list(highlight(text)) if is_code else text.split("\n")
