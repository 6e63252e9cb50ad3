"""`dojo progress`: the timeline of a practice, check by check, for a terminal; and each step of it."""

import json
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import click
from rich.cells import cell_len
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.lines import diff_lines, show
from dojo.commands.options import as_json_instead_of, fail, practice_here
from dojo.commands.waiting import Waiting
from dojo.errors import WrongUsageError
from dojo.kata import find_workspace, write_page
from dojo.practice import HOME, Repository, Story, Swap, read_story
from dojo.progress import (
    DATE_AND_TIME,
    MEASURES,
    TIME,
    Break,
    Measure,
    Measures,
    Step,
    Streak,
    Timeline,
    charts,
    diff_of,
    diffs_of,
    page_of,
    rounds_of,
    steps_of,
    summary,
    timeline_of,
    worth_showing,
)
from dojo.text import STATUS_MARKS, STATUS_STYLES, WIDTH, counted

SHOWN_FIRST, SHOWN_LAST, SHOWN = 4, 12, 20  # rows
MANY = 100  # checks, for which it takes seconds
AT_FIRST, AS_BEFORE = "as at the start", "as before"
ROOM = 64  # characters of what changed, in a line
HARD = "\N{NO-BREAK SPACE}"  # where no line is broken

Row = Step | Streak | Break


class Told(NamedTuple):
    """A practice that is told of: its repository, and its story."""

    repository: Repository
    story: Story


@click.command()
@click.argument("which", metavar="[STEP] [PATH]", nargs=-1)
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page for a projector, too.")
@click.option("--all", "every", is_flag=True, help="Show every row, however many.")
@as_json_instead_of("timeline")
def progress(which: tuple[str, ...], html: Path | None, *, every: bool, as_json: bool) -> None:
    """Show the timeline of practice/, check by check.

    A row for each green check that changed the code: its number, when, what it is called, and what became of the
    measures that changed. A step is called as your own commit of these files, else after what changed: + what came, ~
    what is another now, - what went. Red streaks stand between them, with what was tried and what failed; so do swaps
    of partners, and rounds: a new one begins after ten minutes without a check. Below, a chart.

    \b
    dojo progress            the timeline
    dojo progress 12         step 12: what failed, and what changed
    dojo progress practice-2026-11-22-193000
                             that of a practice that was put aside
    dojo progress 12 PATH    a step of it

    `dojo compare --help` says what the measures are. With --json, a program gets all that is known of each step.
    """
    number, path = _read(which)
    told = _told(path)
    if not told.story.checks:
        click.echo("No check yet: run `dojo check`, and look here again.")
        fail()
    if number is not None:
        _show_step(told, number, as_json=as_json)
        return
    with Waiting() if len(told.story.checks) > MANY else nullcontext() as waiting:
        if waiting:
            waiting.tell(f"measuring the code after each of {len(told.story.checks):,} checks")
        steps = steps_of(told.repository, told.story)
    if as_json:
        click.echo(json.dumps(_as_json(told, steps)))
        return
    timeline = timeline_of(steps, told.story.swaps)
    lead = summary(told.story)
    if html is not None:
        write_page(html, page_of(lead, timeline, diffs_of(told.repository, steps)), "dojo progress")
    show([Text(lead, "bold"), Text(), *table(timeline, every=every), *charts(steps), Text()])
    if html is not None:
        click.echo(f"The same as a page: {html}")
    next_step.tell(next_step.AFTER_PROGRESS)


def _read(which: tuple[str, ...]) -> tuple[int | None, str | None]:
    """Return which step is meant, and where the practice is, as far as that was said; WrongUsageError where not."""
    numbers = [word for word in which if word.isdecimal()]
    places = [word for word in which if not word.isdecimal()]
    if len(numbers) > 1 or len(places) > 1:
        raise WrongUsageError("One step and one practice at most: `dojo progress 12 PATH`.")
    return int(numbers[0]) if numbers else None, places[0] if places else None


def _told(place: str | None) -> Told:
    """Return what is told of the practice here, or in another folder of the workspace."""
    workspace = find_workspace()
    folder = practice_here().folder if place is None else Path(place).resolve()
    if folder.parent != workspace or not (folder / HOME).is_dir():
        raise WrongUsageError(f"{place} is no practice of this workspace.")
    repository = Repository(folder)
    return Told(repository, read_story(repository))


def table(timeline: Timeline, *, every: bool) -> list[Text]:
    """Return the timeline as lines; a long one without its middle, unless `every` row is wanted."""
    rows = timeline.rows
    hidden = 0 if every or len(rows) <= SHOWN else len(rows) - SHOWN_FIRST - SHOWN_LAST
    drawn = _drawn(rows)
    lines: list[Text] = []
    day = timeline.steps[0].start.date()
    for number, row in enumerate(rows):
        if hidden and number == SHOWN_FIRST:
            lines.append(Text(f"... {hidden} more rows (--all shows them)", "dim"))
        if SHOWN_FIRST <= number < SHOWN_FIRST + hidden:
            continue
        if row.start.date() != day:
            day = row.start.date()
            lines.append(Text(f"{day}", "bold"))
        lines += drawn[number]
    return lines


def _drawn(rows: list[Row]) -> list[list[Text]]:
    """Return each row as lines: what it is, and below it what changed, or what failed."""
    changes = _changes([row for row in rows if isinstance(row, Step)])
    width = max(len(_numbers(row)) for row in rows)
    found = []
    for row in rows:
        head = f"{_numbers(row):>{width}}  {row.start:{TIME}}  "
        if isinstance(row, Step):
            name = row.name or (AT_FIRST if row.number == 1 else AS_BEFORE)
            found.append(_lines(head, name, "", next(changes), "dim"))
        elif isinstance(row, Streak):
            tried = f": {row.tried}" if row.tried else ""
            style = STATUS_STYLES[row.status]
            found.append(_lines(head, f"{STATUS_MARKS[row.status]} {row}{tried}", style, [row.failed], style))
        else:
            found.append(_lines(" " * (width + 2), f"--- {row} ---", "bold", [], ""))
    return found


def _lines(head: str, words: str, style: str, below: list[str], style_below: str) -> list[Text]:
    """Return a row that begins with a head; what is too long is cut."""
    room = WIDTH - cell_len(head)
    indented = [Text(" " * len(head) + _cut(line, room), style_below) for line in below if line]
    return [Text(head + _cut(words, room), style), *indented]


def _cut(words: str, room: int) -> str:
    text = Text(words)
    text.truncate(room, overflow="ellipsis")
    return text.plain


def _numbers(row: Row) -> str:
    """Return the numbers of the steps that a row is about."""
    if isinstance(row, Step):
        return str(row.number)
    if isinstance(row, Streak):
        return str(row.first) if row.checks == 1 else f"{row.first}-{row.first + row.checks - 1}"
    return ""


def _changes(steps: list[Step]) -> Iterator[list[str]]:
    """Return for each green step what it began with, or what changed since the one before, in lines."""
    known = [step.measures for step in steps if step.measures]
    order = worth_showing(known) if known else []
    before, score = None, None
    for step in steps:
        words = [] if step.score in (None, score) else [f"mutants killed {100 * (step.score or 0):.1f} %"]
        words += changes_of(order, before, step.measures)
        lines = textwrap.wrap("  ".join(word.replace(" ", HARD) for word in words), ROOM, break_long_words=False)
        lines = [line.replace(HARD, " ").replace("  ", ", ") for line in lines]
        yield lines if before is None else [f"{line}, ..." if lines[1:] else line for line in lines[:1]]
        before = step.measures or before
        score = score if step.score is None else step.score


def changes_of(order: Sequence[Measure], before: Measures | None, after: Measures | None) -> list[str]:
    """Say in a few words each what became of measures; nothing of one that stayed the same."""
    if after is None:
        return []
    if before is None:
        return [f"{measure.name} {measure.show(after)}" for measure in order]
    pairs = [(measure.name, measure.show(before), measure.show(after)) for measure in order]
    return [f"{name} {old} → {new}" for name, old, new in pairs if old != new]


def _show_step(told: Told, number: int, *, as_json: bool) -> None:
    """Print a step, and what differs from the files that it counts from."""
    checks = told.story.checks
    if not 1 <= number <= len(checks):
        raise WrongUsageError(f"There is no step {number}: {counted(len(checks), 'check')} so far.")
    earlier = [place for place, entry in enumerate(checks[: number - 1], start=1) if entry.green]
    steps = steps_of(told.repository, told.story, {number, *earlier[-1:]})
    step, before = steps[number - 1], steps[earlier[-1] - 1] if earlier else None
    entry = step.entry
    diff = diff_of(told.repository, entry.base, entry.tree) if entry.tree else ""
    if as_json:
        about = _step_as_json(step, rounds_of(steps)[number - 1], told.story.swaps)
        click.echo(json.dumps(about | {"diff": diff}))
        return
    show([*described(step, before, len(steps)), Text(), *(diff_lines(diff) or [Text(_without_diff(step))])])


def described(step: Step, before: Step | None, last: int) -> list[Text]:
    """Return what is known of a step: when, how it went, what it is called, what failed, and what changed."""
    entry = step.entry
    guard = f"level {entry.level}{', blind' if entry.blind else ''}"
    lines = [
        Text.assemble(
            f"Step {step.number} of {last}, {step.start:{DATE_AND_TIME}}, {guard}: ",
            (entry.status, f"bold {STATUS_STYLES[entry.status]}"),
            f", {entry.seconds:.1f} s",
        )
    ]
    lines += [Text(line, "bold") for line in textwrap.wrap(step.name, WIDTH)]
    if entry.message:
        more = f" (and {entry.findings - 1:,} more)" if entry.findings > 1 else ""
        lines += [Text(line) for line in textwrap.wrap(entry.message + more, WIDTH)]
    if step.reverted:
        lines.append(Text(f"TCR reverted it at {step.reverted:{TIME}}."))
    words = changes_of(MEASURES, before.measures if before else None, step.measures)
    if step.score is not None:
        words.append(f"mutants killed {100 * step.score:.1f} %")
    return lines + [Text(line) for line in textwrap.wrap(", ".join(words), WIDTH)]


def _without_diff(step: Step) -> str:
    """Say why there is no diff."""
    if step.entry.tree is None:
        return "No files were kept."
    return "No file changed." if step.entry.tree == step.entry.base else "The files are lost."


def _as_json(told: Told, steps: list[Step]) -> dict[str, object]:
    """Return all that is known of a practice."""
    story = told.story
    last = story.checks[-1]
    return {
        "level": last.level,
        "blind": last.blind,
        "name": story.name or None,
        "steps": [_step_as_json(step, place, story.swaps) for step, place in zip(steps, rounds_of(steps), strict=True)],
    }


def _step_as_json(step: Step, place: int, swaps: Sequence[Swap]) -> dict[str, object]:
    """Return what a program may want to know of a step: the last swap before it, if there was one, and its round."""
    entry = step.entry
    swap = next((swap for swap in reversed(swaps) if swap.after < step.number), None)
    return {
        "number": step.number,
        "moment": entry.moment.isoformat(),
        "status": entry.status,
        "name": step.name,
        "seconds": entry.seconds,
        "findings": entry.findings,
        "message": entry.message,
        "measures": step.measures and {each.name: each.value(step.measures) for each in MEASURES},
        "killed": step.score,
        "reverted": step.reverted and step.reverted.isoformat(),
        "round": place,
        "swap": swap and {"moment": swap.moment.isoformat(), "name": swap.name},
        "snapshot": entry.snapshot,
    }
