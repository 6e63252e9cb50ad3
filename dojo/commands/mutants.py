"""`dojo mutants`: grade what guards a practice, mark an equivalent mutant, open the page of the last run."""

import json
import webbrowser
from pathlib import Path

import click

from dojo import next_step
from dojo.checking import runner
from dojo.cli import LIMIT, REPORT, as_json_instead_of, fail, notice, practice_here, waiting
from dojo.commands.check import render as render_check
from dojo.errors import UngradedError, WrongUsageError
from dojo.mutation.equivalent import OF_A_PRACTICE as MARKS
from dojo.mutation.equivalent import mark as mark_equivalent
from dojo.mutation.grade import Grade, as_json, grade_mutants, last_grade
from dojo.mutation.grade_text import grade_lines
from dojo.mutation.report import report_of_grade
from dojo.mutation.report_files import refuse_reports, write_report
from dojo.practice.events import Scored
from dojo.practice.files import own_tests
from dojo.practice.history import Step, read_history
from dojo.practice.locks import MUTANTS, lock
from dojo.practice.model import GREEN, NAME, Practice
from dojo.practice.recording import record
from dojo.practice.snapshots import Repository
from dojo.room.sharing import share

FEWEST_WORDS = 3  # of a reason
PAGE = "mutants.html"  # of the last run, in the state directory; once opened, each run brings it up to date


@click.command()
@click.option("--open", "opening", is_flag=True, help="Open a page of the last run in a browser.")
@click.option("--all", "every", is_flag=True, help="Show all survivors, not three of each method.")
@click.option("--no-cache", is_flag=True, help="Test every mutant again, also those with a result.")
@LIMIT
@as_json_instead_of("list")
@REPORT
@click.option(
    "--equivalent",
    type=(click.IntRange(min=1), str),
    metavar="NUMBER WHY",
    help=f"Say that no test can kill survivor NUMBER, and WHY; it is kept in {NAME}/{MARKS}.",
)
def mutants(  # noqa: PLR0913 - each is an option
    limit: float | None,
    *,
    opening: bool,
    every: bool,
    no_cache: bool,
    as_json: bool,
    report: tuple[Path, ...],
    equivalent: tuple[int, str] | None,
) -> None:
    """Use mutants to grade the tests that guard practice/.

    It checks practice/ first. If practice/ is green, mutmut makes mutants: copies of your code with one small change
    each. The golden master of your level must notice each of them; after a blind start, your own tests must. The list
    of survivors is ordered by method. The next run tests what changed, and keeps the other results.

    The score does not count equivalent mutants: no test can kill them, for a reason that somebody wrote down.

    \b
    dojo mutants --equivalent 3 "The list is never empty here."
    dojo mutants --open     a page with the result of each, in your code

    Exit codes: 0 all killed, 1 some survived, 2 wrong usage, 3 nothing graded, for example because practice/ is red. If
    you interrupt it, the next run goes on from there. It needs Linux, macOS, or WSL on Windows.
    """
    if opening + (as_json or bool(report)) + (equivalent is not None) > 1:
        raise WrongUsageError(
            "--open shows the last run, --json and --report are of a new one, --equivalent marks one: choose one."
        )
    refuse_reports(report, "dojo mutants")
    practice = practice_here()
    with lock(practice.folder, MUTANTS, patience_seconds=0):
        if opening:
            open_page(practice)
        elif equivalent is not None:
            mark(practice, *equivalent)
        else:
            grade(practice, limit, use_cache=not no_cache, every=every, for_program=as_json, report=report)


def grade(  # noqa: PLR0913 - each is an option
    practice: Practice,
    limit: float | None,
    *,
    use_cache: bool,
    every: bool,
    for_program: bool,
    report: tuple[Path, ...],
) -> None:
    """Test the practice's mutants, and say what survives; UngradedError when mutmut gives up, or makes none."""
    checked = _green_last_time(practice) or _check(practice, limit, for_program=for_program)
    with waiting("mutants") as count:
        graded = grade_mutants(practice, count, use_cache=use_cache)
    account = graded.account
    scored = Scored(
        score=account["score"],
        of=checked.commit,
        mutants=account["made"],
        killed=account["killed"],
        equivalent=account["equivalent"],
    )
    record(Repository(practice.folder), f"mutants: {scored.score:.1f} % killed", scored)
    share(practice.folder)
    _write_reports(practice, graded, report)
    if for_program:
        click.echo(json.dumps({"status": GREEN, **as_json(graded)}, indent=2))
    else:
        marks = practice.display_path(practice.folder / MARKS)
        # They know no wish of a customer, and no other code.
        slips = any(own_tests(practice)) and not practice.own_documents.is_dir() and not practice.is_own_code
        click.echo("\n".join(grade_lines(graded, marks, every=every, slips=slips)))
        missing = "survivors" if graded.open else "undecided"
        next_step.tell(next_step.AFTER[missing] if graded.fails else next_step.at_full_score(practice))
    if graded.fails:
        fail()


def _write_reports(practice: Practice, graded: Grade, paths: tuple[Path, ...]) -> None:
    """Write the reports, and the page of the last run if it was opened before."""
    page = practice.state_directory / PAGE
    if not paths and not page.exists():
        return
    report = report_of_grade(practice, graded)
    for path in paths:
        write_report(path, report)
        click.echo(f"The report: {path}", err=True)
    if page.exists():
        write_report(page, report)


def _green_last_time(practice: Practice) -> Step | None:
    """Return the last check, if it saw these very files and what guards them now, and was green."""
    repository = Repository(practice.folder)
    last = read_history(repository).last
    if last is None or not last.is_green or last.is_blind != practice.choices.blind:
        return None
    return last if last.tree == repository.tree() else None


def _check(practice: Practice, limit: float | None, *, for_program: bool) -> Step:
    """Check the practice; the command ends when it is not green."""
    report = runner.check(practice, limit, notice)
    if not report.outcome.green:
        status = report.outcome.status
        message = f"No mutants were made, because the check is {status}."
        if for_program:
            found = {"status": status, "error": message, "findings": report.outcome.findings}
            click.echo(json.dumps(found, indent=2))
        else:
            click.echo("\n".join([message, *render_check(practice, report)]))
            next_step.tell(next_step.after_check(practice, report.outcome))
        fail(UngradedError.exit_code)
    return report.step


def mark(practice: Practice, number: int, why: str) -> None:
    """Write down that a survivor of the last run is equivalent, and why."""
    survivors = {each.number: each for each in last_grade(practice).survivors}
    if number not in survivors:
        raise WrongUsageError(f"There is no survivor {number}: `dojo mutants` shows the numbers.")
    if survivors[number].reason:
        raise WrongUsageError(f"Survivor {number} is known to be equivalent: {survivors[number].reason}")
    words = why.split()
    if len(words) < FEWEST_WORDS:
        raise WrongUsageError('Say in a few words why no test can kill it: dojo mutants --equivalent NUMBER "why"')
    click.echo(f"{mark_equivalent(practice, survivors[number], ' '.join(words))}\n")
    click.echo(f"This is in {practice.display_path(practice.folder / MARKS)} now; delete it there if it is wrong.")


def open_page(practice: Practice) -> None:
    """Open a page of the mutants that were tested last; without a browser, say where it is."""
    page = practice.state_directory / PAGE
    write_report(page, report_of_grade(practice, last_grade(practice)))
    is_open = webbrowser.open(page.resolve().as_uri())
    what = "Opened in your browser" if is_open else "No browser was found. Open it yourself"
    click.echo(f"{what}: {practice.display_path(page)}")
