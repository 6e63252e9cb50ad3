"""`dojo progress`: the timeline of a practice, check by check, or one of its steps, for a terminal."""

import json
import os
import textwrap
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import click
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.lines import diff_lines, show
from dojo.commands.options import as_json_instead_of, page_option, practice_here
from dojo.commands.timeline_rows import charts, table
from dojo.commands.waiting import Waiting
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import find_workspace
from dojo.pages import refuse_page, write_page
from dojo.practice.create import read_choices
from dojo.practice.model import HOME, status_in_words, workspace_of
from dojo.practice.rooms import shown_url
from dojo.practice.snapshots import Repository
from dojo.practice.story import Entry, Story, Swap, read_story
from dojo.progress.differences import diff_of, diffs_of
from dojo.progress.metrics import MEASURES, Measures, changes
from dojo.progress.page import page_of
from dojo.progress.steps import Step, steps_of
from dojo.progress.timeline import DATE_AND_TIME, TIME, Timeline, summary, timeline_of
from dojo.room.pairs import opened
from dojo.text import STATUS_STYLES, WIDTH, counted

NO_EARLIER = "There is no check before this practice."
NO_CHECK = "No check yet: run `dojo check`, and look here again."
MANY_CHECKS = 50  # to read and measure so many takes seconds
COMMAND = "dojo progress"


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
    of partners, and rounds: a new one begins after ten minutes without a check. Below, a chart.

    \b
    dojo progress            the timeline
    dojo progress 12         step 12: what failed, and what changed
    dojo progress PATH       that of another practice
    dojo progress 12 PATH    a step of it
    dojo progress --earlier  before this practice, in a room; given twice, before that

    PATH: a practice that was put aside, a clone, a bundle, or a room, with --name whose. What others made is
    fetched into .dojo-rooms/ and read there; nothing of it is run. What nobody has looked at for a month goes.

    `dojo compare --help` says what the measures are. With --json, a program gets all that is known of each step.
    """
    number, place = _read(which)
    if number is not None and (file or every):
        raise WrongUsageError("STEP does not go together with --html or --all: choose one.")
    if name and place is None:
        raise WrongUsageError("--name goes with the PATH of a room.")
    repository, story = _read_story(place, name)
    for _ in range(earlier):
        story = _story_before(repository, story)
    if not story.checks:
        missing = NO_CHECK if place is None else f"{shown_url(place)} has no check."
        raise WorkspaceError(NO_EARLIER if earlier else missing)
    if number is not None:
        _show_step(repository, story, number, as_json=as_json)
    else:
        _show_all(repository, story, file, every=every, as_json=as_json)
    if not as_json and number is None and place is None:
        next_step.tell(next_step.AFTER["progress"])


def _read(which: tuple[str, ...]) -> tuple[int | None, str | None]:
    """Return which step is meant, and where the practice is, as far as that was said; WrongUsageError where not."""
    numbers = [word for word in which if word.isdecimal()]
    places = [word for word in which if not word.isdecimal()]
    if len(numbers) > 1 or len(places) > 1:
        raise WrongUsageError("One step and one practice at most: `dojo progress 12 PATH`.")
    number = int(numbers[0]) if numbers else None
    place = places[0] if places else None
    return number, place


def _story_before(repository: Repository, story: Story) -> Story:
    """Return the story of the practice before, as far as that was checked."""
    before = read_story(repository, story.earlier)
    if before.checks or not before.earlier:
        return before
    return _story_before(repository, before)


def _read_story(place: str | None, name: str) -> tuple[Repository, Story]:
    """Return the story of the practice here, of another one of the workspace, or of one from elsewhere."""
    workspace = find_workspace()
    folder = practice_here().folder if place is None else Path(os.path.realpath(place))
    is_of_this_workspace = workspace_of(folder) == workspace and (folder / HOME).is_dir()
    if place is None or is_of_this_workspace:
        repository = Repository(folder)
        read_choices(folder)  # which says so, where the repository is gone
        return repository, read_story(repository)
    with Waiting() as waiting:
        waiting.tell(f"fetching the story of {shown_url(name or place)}")
        return opened(workspace, place, name)


def _show_all(repository: Repository, story: Story, file: Path | None, *, every: bool, as_json: bool) -> None:
    """Print the timeline, and write its page, if there is to be one."""
    if file is not None:
        refuse_page(file, COMMAND)
    checks = len(story.checks)
    with Waiting() if checks > MANY_CHECKS else nullcontext() as waiting:
        if waiting:
            waiting.tell(f"reading {checks:,} checks, and measuring the code")
        timeline = timeline_of(steps_of(repository, story), story.swaps)
    lead = summary(story)
    if file is not None:
        diffs = diffs_of(repository, timeline.steps)
        write_page(file, page_of(lead, timeline, diffs, story.name), COMMAND)
    if as_json:
        click.echo(json.dumps(_timeline_as_json(story, timeline)))
        return
    lines = [Text(line, "bold") for line in textwrap.wrap(lead, WIDTH)]
    lines.append(Text())
    lines += table(timeline, every=every)
    lines += charts(timeline)
    lines.append(Text())
    show(lines, paged=every)
    if file is not None:
        click.echo(f"The same as a page: {file}")


def _show_step(repository: Repository, story: Story, number: int, *, as_json: bool) -> None:
    """Print a step, and what differs from the files that it counts from."""
    checks = story.checks
    if not 1 <= number <= len(checks):
        raise WrongUsageError(f"There is no step {number}: {counted(len(checks), 'check')} so far.")
    before = _last_green_before(checks, number)
    steps = steps_of(repository, story, {before, number})
    step, entry = steps[number - 1], checks[number - 1]
    diff = diff_of(repository, entry.base, entry.tree) if entry.tree else ""
    if as_json:
        about = _steps_as_json(timeline_of(steps, story.swaps))[number - 1]
        about["diff"] = diff
        click.echo(json.dumps(about))
        return
    measures_before = None if before == number else steps[before - 1].measures
    lines = _described(step, measures_before, len(steps))
    lines.append(Text())
    lines += diff_lines(diff) or [Text(_without_diff(step))]
    lines.append(Text())
    show(lines)


def _last_green_before(checks: Sequence[Entry], number: int) -> int:
    """Return the number of the last green check before one; its own where there is none."""
    for before in range(number - 1, 0, -1):
        if checks[before - 1].green:
            return before
    return number


def _described(step: Step, before: Measures | None, last: int) -> list[Text]:
    """Return what is known of a step: when, how it went, what it is called, what failed, and what changed."""
    entry = step.entry
    guard = ", ".join(filter(None, [f"level {entry.level}", "blind" * entry.blind, step.who]))
    head = f"Step {step.number} of {last}, {step.start:{DATE_AND_TIME}}, {guard}: "
    status = (status_in_words(entry.status, entry.approved), f"bold {STATUS_STYLES[entry.status]}")
    lines = [Text.assemble(head, status, f", {entry.seconds:.1f} s")]
    lines += [Text(line, "bold") for line in textwrap.wrap(step.name, WIDTH)]
    more = f" (and {entry.findings - 1:,} more)" if entry.findings > 1 else ""
    reverted = f"TCR reverted it at {step.reverted:{TIME}}." if step.reverted else ""
    killed = [f"mutants killed {step.percent}"] if step.percent else []
    news = [*killed, *map(str, changes(MEASURES, before, step.measures))]
    for words in (entry.message + more, reverted, ", ".join(news)):
        lines += [Text(line) for line in textwrap.wrap(words, WIDTH)]
    return lines


def _without_diff(step: Step) -> str:
    """Say why there is no diff."""
    tree = step.entry.tree
    if tree is None:
        return "No files were kept."
    return step.without_diff if tree == step.entry.base else "The files are lost."


def _timeline_as_json(story: Story, timeline: Timeline) -> dict[str, object]:
    """Return all that is known of a practice."""
    guard = story.guard or story.checks[-1]
    return {
        "level": guard.level,
        "blind": guard.blind,
        "name": story.name or None,
        "steps": _steps_as_json(timeline),
    }


def _steps_as_json(timeline: Timeline) -> list[dict[str, object]]:
    rounds = zip(timeline.steps, timeline.rounds, strict=True)
    return [_step_as_json(step, place, timeline.swaps) for step, place in rounds]


def _step_as_json(step: Step, place: int, swaps: Sequence[Swap]) -> dict[str, object]:
    """Return what a program may want to know of a step: the last swap before it, if there was one, and its round."""
    entry = step.entry
    swaps_before = [swap for swap in swaps if swap.after < step.number]
    return {
        "number": step.number,
        "moment": entry.moment.isoformat(),
        "status": entry.status,
        "approved": entry.approved._asdict(),
        "who": entry.who or None,
        "name": step.name,
        "seconds": entry.seconds,
        "findings": entry.findings,
        "message": entry.message,
        "measures": _measures_as_json(step.measures) if step.measures else None,
        "killed": step.score,
        "reverted": step.reverted and step.reverted.isoformat(),
        "round": place,
        "swap": _swap_as_json(swaps_before[-1]) if swaps_before else None,
        "snapshot": entry.snapshot,
    }


def _measures_as_json(measures: Measures) -> dict[str, float]:
    return {each.name.replace(" ", "_"): each.value(measures) for each in MEASURES}


def _swap_as_json(swap: Swap) -> dict[str, str]:
    return {"moment": swap.moment.isoformat(), "name": swap.name}
