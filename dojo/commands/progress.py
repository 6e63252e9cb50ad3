"""`dojo progress`: the timeline of a practice, check by check, or one of its steps, for a terminal.

chart: a measure over the checks, from the first to the last. column: the checks that stand at one character; a check
fills several where there are few, and many share one. mark: an x below a column in which a check was red, a ? where
amber.
"""

import json
import os
import textwrap
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import click
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.cli import as_json_instead_of, diff_lines, page_option, practice_here, show, waiting
from dojo.kata.workspace import find_workspace
from dojo.pages import refuse_page, write_page
from dojo.practice.create import read_choices
from dojo.practice.model import HOME, status_in_words, workspace_of
from dojo.practice.rooms import shown_url
from dojo.practice.snapshots import Repository
from dojo.practice.story import Story, read_story
from dojo.progress.differences import diff_of, diffs_of
from dojo.progress.measures import MEASURES, Measure, changes
from dojo.progress.page import page_of
from dojo.progress.steps import Step, steps_of
from dojo.progress.timeline import DATE_AND_TIME, TIME, Row, Timeline, summary, timeline_of
from dojo.room.pairs import opened
from dojo.text import BLOCKS, STATUS_MARKS, STATUS_STYLES, WIDTH, WorkspaceError, WrongUsageError, counted, shortened

NO_CHECK = "No check yet: run `dojo check`, and look here again."
COMMAND = "dojo progress"
SHOWN_FIRST, SHOWN_LAST, SHOWN = 4, 12, 20  # rows
WIDEST_FAILURE = 100  # characters
MARGIN = 7  # of what stands to the left of a chart
WIDEST = 4  # characters for a check
HEIGHT = 5  # lines
CHARTS = 2
UNBROKEN = "\xa0"  # a space at which no line ends


@click.command()
@click.argument("which", metavar="[STEP] [PATH]", nargs=-1)
@click.option("--name", default="", help="Whose, where PATH is a room with several.")
@page_option("Write a page for a projector, too.")
@click.option("--earlier", count=True, help="The practice that this one goes on with in a room.")
@click.option("--all", "every", is_flag=True, help="Show every row, however many.")
@as_json_instead_of("timeline")
def progress(  # noqa: PLR0913 - each is an option
    which: tuple[str, ...], name: str, file: Path | None, earlier: int, *, every: bool, as_json: bool
) -> None:
    """Show the timeline of practice/, check by check.

    A row for each green check that changed the code: its number, when, what it is called, and what became of the
    measures that changed. A step is called as your own commit of these files, else after what changed: + what came, ~
    what is another now, - what went. Red streaks stand between them, with what was tried and what failed; so do swaps
    of partners, and rounds: a new one begins after ten minutes without a check. A streak was reverted where TCR put the
    files back, and taken back where a person did. Below, a chart.

    \b
    dojo progress            the timeline
    dojo progress 12         step 12: what failed, and what changed
    dojo progress PATH       that of another practice
    dojo progress 12 PATH    a step of it
    dojo progress --earlier  before this practice, in a room; given twice, before that

    PATH: a practice that was put aside, a bundle, or a room, with --name whose. What others made is fetched into
    .dojo-rooms/ and read there; nothing of it is run. You may delete that folder.

    `dojo compare --help` says what the measures are. With --json, a program gets all that is known of each step.
    """
    numbers = [word for word in which if word.isdecimal()]
    places = [word for word in which if not word.isdecimal()]
    if len(numbers) > 1 or len(places) > 1:
        raise WrongUsageError("One step and one practice at most: `dojo progress 12 PATH`.")
    if numbers and (file or every):
        raise WrongUsageError("STEP does not go together with --html or --all: choose one.")
    if name and not places:
        raise WrongUsageError("--name goes with the PATH of a room.")
    repository, story = _read_story(places[0], name) if places else _read_own_story()
    for _ in range(earlier):
        story = _story_before(repository, story)
    if not story.checks:
        missing = f"{shown_url(places[0])} has no check." if places else NO_CHECK
        raise WorkspaceError("There is no check before this practice." if earlier else missing)
    if numbers:
        _show_step(repository, story, int(numbers[0]), as_json=as_json)
    else:
        _show_all(repository, story, file, every=every, as_json=as_json)
    if not as_json and not which:
        next_step.tell(next_step.AFTER["progress"])


def _read_own_story(folder: Path | None = None) -> tuple[Repository, Story]:
    """Return the story of the practice here, or of one in another folder of the workspace."""
    folder = folder or practice_here().folder
    repository = Repository(folder)
    read_choices(folder)  # which says so, where the repository is gone
    return repository, read_story(repository)


def _read_story(place: str, name: str) -> tuple[Repository, Story]:
    """Return the story of another practice of the workspace, or of one from elsewhere."""
    workspace = find_workspace()
    folder = Path(os.path.realpath(place))
    if workspace_of(folder) == workspace and (folder / HOME).is_dir():
        return _read_own_story(folder)
    with waiting(f"fetching the story of {shown_url(name or place)}"):
        return opened(workspace, place, name)


def _story_before(repository: Repository, story: Story) -> Story:
    """Return the story of the practice before, as far as that was checked."""
    before = read_story(repository, story.earlier)
    if before.checks or not before.earlier:
        return before
    return _story_before(repository, before)


def _show_all(repository: Repository, story: Story, file: Path | None, *, every: bool, as_json: bool) -> None:
    """Print the timeline, and write its page, if there is to be one."""
    if file is not None:
        refuse_page(file, COMMAND)
    with waiting(f"reading {counted(len(story.checks), 'check')}, and measuring the code"):
        timeline = timeline_of(steps_of(repository, story), story.swaps)
    lead = summary(story)
    if file is not None:
        diffs = diffs_of(repository, timeline.steps)
        write_page(file, page_of(lead, timeline, diffs, story.name), COMMAND)
    if as_json:
        guard = story.guard or story.checks[-1]
        about = {"level": guard.level or None, "blind": guard.blind, "name": story.name or None}
        steps = [_as_json(step, story) for step in timeline.steps]
        click.echo(json.dumps({**about, "steps": steps}, default=datetime.isoformat))
        return
    title = [Text(line, "bold") for line in textwrap.wrap(lead, WIDTH)]
    notes = [line for note in timeline.notes for line in _wrapped(note, "dim")]
    show([*title, Text(), *table(timeline, every=every), Text(), *notes, *charts(timeline), Text()])
    if file is not None:
        click.echo(f"The same as a page: {file}")


def _show_step(repository: Repository, story: Story, number: int, *, as_json: bool) -> None:
    """Print a step, and what differs from the files that it counts from."""
    checks = story.checks
    if not 1 <= number <= len(checks):
        raise WrongUsageError(f"There is no step {number}: {counted(len(checks), 'check')} so far.")
    greens = [before for before, entry in enumerate(checks[: number - 1], start=1) if entry.green]
    steps = steps_of(repository, story, {*greens[-1:], number})
    step, entry = steps[number - 1], checks[number - 1]
    diff = diff_of(repository, entry.base, entry.tree or "")
    if as_json:
        click.echo(json.dumps({**_as_json(step, story), "diff": diff}, default=datetime.isoformat))
        return
    before = steps[greens[-1] - 1].measures if greens else None
    news = [f"mutants killed {step.percent}"] if step.percent else []
    news += map(str, changes(MEASURES, before, step.measures))
    lines = [*_described(step, len(steps)), *_wrapped(", ".join(news)), Text()]
    lines += diff_lines(diff) or [Text(step.without_diff)]
    show([*lines, Text()])


def _described(step: Step, last: int) -> Iterator[Text]:
    """Yield what is known of a step: when, how it went, what it is called, and what failed."""
    entry = step.entry
    guard = ", ".join(filter(None, [entry.guard, "blind" * (entry.blind and entry.level > 0), step.who]))
    head = f"Step {step.number} of {last}, {step.start:{DATE_AND_TIME}}, {guard}: "
    status = (status_in_words(entry.status, entry.approved), f"bold {STATUS_STYLES[entry.status]}")
    yield Text.assemble(head, status, f", {entry.seconds:.1f} s")
    yield from _wrapped(step.name, "bold")
    more = f" (and {entry.findings - 1:,} more)" if entry.findings > 1 else ""
    yield from _wrapped(entry.message + more)
    if step.reverted:
        yield Text(f"TCR reverted it at {step.reverted:{TIME}}.")


def _wrapped(words: str, style: str = "") -> list[Text]:
    return [Text(line, style) for line in textwrap.wrap(words, WIDTH)]


def _as_json(step: Step, story: Story) -> dict[str, object]:
    """Return what a program may want to know of a step: the last swap before it, if there was one, and its round."""
    entry = step.entry
    swaps = [{"moment": swap.moment, "name": swap.name} for swap in story.swaps if swap.after < step.number]
    measures = step.measures and {each.name.replace(" ", "_"): each.value(step.measures) for each in MEASURES}
    return {
        "number": step.number,
        "moment": entry.moment,
        "status": entry.status,
        "approved": entry.approved._asdict(),
        "who": entry.who or None,
        "name": step.name,
        "seconds": entry.seconds,
        "findings": entry.findings,
        "message": entry.message,
        "measures": measures,
        "killed": step.score,
        "reverted": step.reverted,
        "round": step.round,
        "swap": swaps[-1] if swaps else None,
        "snapshot": entry.snapshot,
    }


def table(timeline: Timeline, *, every: bool) -> list[Text]:
    """Return the rows as lines; of many, without those in the middle, unless `every` row is wanted."""
    rows = timeline.rows
    hidden = 0 if every or len(rows) <= SHOWN else len(rows) - SHOWN_FIRST - SHOWN_LAST
    width = max(len(row.numbers) for row in rows)
    first = next((row for row in rows if row.changes), None)
    lines: list[Text] = []
    day = rows[0].start.date()
    for place, row in enumerate(rows):
        if hidden and place == SHOWN_FIRST:
            lines.append(Text(f"... {hidden} more rows (--all shows them)", "dim"))
        if SHOWN_FIRST <= place < SHOWN_FIRST + hidden:
            continue
        if row.start.date() != day:
            day = row.start.date()
            lines.append(Text(f"{day}", "bold"))
        lines += _row(row, width, is_first=row is first)
    return lines


def _row(row: Row, width: int, *, is_first: bool) -> list[Text]:
    """Return a row as lines: its title, and below it what came of it."""
    head = f"{row.numbers:>{width}}  {row.start:{TIME}}  "
    if not row.steps:
        return [_line(" " * (width + 2), f"--- {row.title} ---", "bold")]
    if row.is_green:
        words = ", ".join(str(change).replace(" ", UNBROKEN) for change in row.changes)
        news = [
            line.replace(UNBROKEN, " ").rstrip(",") for line in textwrap.wrap(words, WIDTH - len(head) - len(" ..."))
        ]
        if not is_first and len(news) > 1:
            news = [f"{news[0]}, ..."]
        return [_line(head, row.words), *(_line(" " * len(head), line, "dim") for line in news)]
    style = STATUS_STYLES[row.kind]
    failed = textwrap.wrap(shortened("".join(row.failed[:1]), WIDEST_FAILURE), WIDTH - len(head))
    title = _line(head, f"{STATUS_MARKS[row.kind]} {row.words}", style)
    return [title, *(_line(" " * len(head), line, style) for line in failed)]


def _line(head: str, words: str, style: str = "") -> Text:
    text = Text(head + words, style)
    text.truncate(WIDTH, overflow="ellipsis")
    return text


def charts(timeline: Timeline) -> list[Text]:
    """Return the measures that improve most over the checks, and below them where it was red."""
    steps = timeline.steps
    if sum(step.measures is not None for step in steps) < 2:
        return []
    columns = columns_of(steps)
    lines: list[Text] = []
    for measure in timeline.measures[:CHARTS]:
        lines += chart(measure, columns)
    for status, mark in STATUS_MARKS.items():
        marks = [mark if any(step.entry.status == status for step in column) else " " for column in columns]
        if mark in marks:
            lines.append(_chart_line(status, marks, f"bold {STATUS_STYLES[status]}"))
    total = counted(len(steps), "check").rjust(len(columns))
    return [*lines, Text(" " * MARGIN + total, "dim")]


def _chart_line(label: str, characters: Iterable[str], style: str) -> Text:
    """Return a line of a chart, with a label in the margin."""
    drawn = "".join(characters).rstrip()
    return Text.assemble(label.rjust(MARGIN - 1), " ", (drawn, style))


def columns_of(steps: list[Step]) -> list[list[Step]]:
    """Return the checks that stand in each column: one in several columns, or several in one."""
    checks, most = len(steps), WIDTH - MARGIN - 1
    width = checks * min(WIDEST, most // checks) or most
    starts = [checks * column // width for column in range(width + 1)]
    return [steps[start : max(end, start + 1)] for start, end in pairwise(starts)]


def chart(measure: Measure, columns: list[list[Step]]) -> list[Text]:
    """Draw a measure as columns on a scale from 0; nothing stands where nothing is known."""
    measured = [[step.measures for step in column if step.measures] for column in columns]
    known = [each for column in measured for each in column]
    top = max(known, key=measure.value)
    full = len(BLOCKS) - 1
    eighths = HEIGHT * full / max(measure.value(top), 1)
    heights = [round(measure.value(column[-1]) * eighths) if column else 0 for column in measured]
    lines = [Text(), Text(f"{measure.name}: {measure.show(known[0])} at first, {measure.show(known[-1])} now", "bold")]
    labels = {HEIGHT - 1: measure.show(top), 0: "0"}
    for row in reversed(range(HEIGHT)):
        filled = [min(max(height - row * full, 0), full) for height in heights]
        lines.append(_chart_line(labels.get(row, ""), [BLOCKS[number] for number in filled], "cyan"))
    return lines
