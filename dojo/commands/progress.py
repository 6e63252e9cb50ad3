"""`dojo progress`: the timeline of a practice, or one of its steps."""

import time
from pathlib import Path

import click
from rich.text import Text

from dojo import next_step
from dojo.cli import html_option, json_option, practice_here, print_json, print_lines, progress_bar
from dojo.diffs import unified_diff
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.pages import refuse_foreign_file, write_page
from dojo.practice.history import History, read_earlier, read_history
from dojo.practice.snapshots import Repository
from dojo.progress.chart import chart_lines, chart_of
from dojo.progress.page import diffs_of, page_of
from dojo.progress.steps import measured_steps, report_steps
from dojo.progress.timeline import step_lines, summary, timeline_lines, timeline_of
from dojo.room.git import display_url
from dojo.room.membership import current_round
from dojo.room.pairs import open_history
from dojo.text import quantity
from dojo.times import clock_time


@click.command()
@click.argument("which", metavar="[STEP] [PATH]", nargs=-1)
@click.option("--name", default="", help="The pair to show, if PATH is a room with several.")
@html_option("Write the timeline to a page, too, for example for a projector.")
@click.option(
    "--earlier",
    count=True,
    help="Show the practice before this one, in a room; repeat it for older ones.",
)
@click.option("--all", "every", is_flag=True, help="Show all rows.")
@json_option("timeline")
def progress(  # noqa: PLR0913 - each is an option
    which: tuple[str, ...],
    name: str,
    file: Path | None,
    earlier: int,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """Show the timeline of practice/: its steps and measures.

    Each green check with new code has a row: its number, its time, its name, and the measures that
    changed. The name is the subject of your commit. If you did not commit, it lists what changed:
    + new, ~ changed, - deleted. The red checks between two green ones share a row, which shows what
    you tried, what failed, and how it ended: reverted (by TCR or `dojo restore`), undone by hand,
    approved, or still red. It says so if a check was not as expected (`dojo check --expect`). A
    repeated check has no row: its files were those of the check before. A swap of partners has a
    row, and so has a new round, which begins after ten minutes without a check. A chart shows the
    measures over time.

    \b
    dojo progress            the timeline
    dojo progress 12         step 12: what failed, and the diff
    dojo progress PATH       the timeline of another practice
    dojo progress 12 PATH    step 12 of that practice
    dojo progress --earlier  the practice before this one, in a room

    PATH is an old practice in practices/, a bundle, or a room. If a room has several pairs, choose
    one with --name. Practices of others are fetched into the cache of your account, which you may
    delete. The dojo reads their files there, but never runs them.

    `dojo compare --help` explains the measures. --json prints all details of each step.
    """
    numbers = [word for word in which if word.isdecimal()]
    places = [word for word in which if not word.isdecimal()]
    is_for_timeline = file is not None or every
    if (
        len(numbers) > 1
        or len(places) > 1
        or (numbers and is_for_timeline)
        or (name and not places)
    ):
        raise WrongUsageError(
            "Give at most one STEP and one PATH. --name needs a PATH; "
            "--html and --all do not work with a STEP."
        )
    if file is not None:
        refuse_foreign_file(file)
    repository, history = _find_history(places, name)
    for _ in range(earlier):
        history = read_earlier(repository, history)
    if earlier and history.started is None:
        raise WorkspaceError("The history has no practice before this one.")
    if not history.steps:
        raise WorkspaceError("There are no checks yet. `dojo check` runs the first one.")
    if numbers:
        _show_step(repository, history, int(numbers[0]), as_json=as_json)
    else:
        _show_timeline(repository, history, file, every=every, as_json=as_json)
    if not as_json and not which:
        next_step.tell(next_step.after_progress())


def _find_history(places: list[str], name: str) -> tuple[Repository, History]:
    """Return the history at a place, or that of the practice here."""
    if not places:
        repository = Repository(practice_here().folder)
        return repository, read_history(repository)
    with progress_bar(f"fetching the history of {display_url(name or places[0])}"):
        return open_history(places[0], name)


def _show_timeline(
    repository: Repository, history: History, file: Path | None, *, every: bool, as_json: bool
) -> None:
    """Print the timeline and its chart, or JSON. With a `file`, also write the page.

    The page alone says when the round of the room ends. `every`: show all rows.
    """
    checks = quantity(len(history.steps), "check")
    with progress_bar(f"reading {checks}, and measuring the code"):
        timeline = timeline_of(measured_steps(repository, history), history)
    lead = summary(history)
    if file is not None:
        diffs = diffs_of(repository, timeline.steps)
        current = current_round(repository.folder, time.time())
        page_lead = lead
        if current is not None:
            page_lead += f". The {current.title} ends at {clock_time(current.end)}."
        write_page(file, page_of(page_lead, timeline, diffs, history.name))
    if as_json:
        print_json(report_steps(timeline.steps, history))
        return
    print_lines(
        [*timeline_lines(timeline, lead, every=every), *chart_lines(chart_of(timeline)), Text()]
    )
    if file is not None:
        click.echo(f"Page written: {file}")


def _show_step(repository: Repository, history: History, number: int, *, as_json: bool) -> None:
    """Print a step, and the diff to the files that its changes count from."""
    if not 1 <= number <= len(history.steps):
        checks = quantity(len(history.steps), "check")
        raise WrongUsageError(f"There is no step {number}. The practice has {checks} so far.")
    greens = [step.number for step in history.steps[: number - 1] if step.is_green]
    steps = measured_steps(repository, history, only={*greens[-1:], number})
    step = steps[number - 1]
    report = step.report
    report.diff = unified_diff(repository.patches(step.base, step.tree, renames=True))
    if as_json:
        print_json(report)
        return
    measures_before = steps[greens[-1] - 1].measures if greens else None
    click.echo("\n".join(step_lines(step, report, len(steps), measures_before)))
