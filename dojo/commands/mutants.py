"""`dojo mutants`: grade the tests of a practice, mark an equivalent mutant, open a page."""

import json
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click
import msgspec
from msgspec import structs

from dojo import next_step
from dojo.checking import runner
from dojo.checking.display import check_lines
from dojo.checking.runner import RecordedCheck
from dojo.cli import (
    fail,
    json_option,
    limit_option,
    merge_option,
    options_for_shards,
    practice_here,
    progress_bar,
    report_option,
    shard_option,
    show_waiting,
    tell_shard,
    workers_option,
)
from dojo.errors import INTERRUPTED_EXIT_CODE, UngradedError, WrongUsageError
from dojo.mutation.equivalent import PRACTICE_DOCUMENT, mark_equivalent
from dojo.mutation.grade import Grade, grade_mutants, grade_so_far, last_grade
from dojo.mutation.report import report_of_grade
from dojo.mutation.report_files import refuse_reports, write_report, write_reports
from dojo.mutation.results import ALL, Mutant, Selection
from dojo.mutation.run import InterruptedEarly, MutantOptions
from dojo.mutation.selection import select_changed, select_named
from dojo.mutation.text import grade_lines, interrupted_lines
from dojo.mutation.unmutated import Statement
from dojo.practice.code import own_tests
from dojo.practice.events import Scored
from dojo.practice.history import Step, read_history
from dojo.practice.model import GREEN, MUTANTS, NAME, Practice, lock
from dojo.practice.recording import record
from dojo.practice.snapshots import Repository
from dojo.room.pushing import share

MIN_WORDS = 3
MARKS = f"{NAME}/{PRACTICE_DOCUMENT}"
# In the state directory. Once it was opened, each run brings it up to date.
PAGE = "mutants.html"
SEVERAL_TASKS = """\
--open shows the last run, --json and --report start a new one, and \
--equivalent marks a mutant.
Use them in separate commands."""
CHANGED_MEANWHILE = """\
Files in practice/ changed while the mutants were tested; the score is for the old files.
Run `dojo mutants` again to grade the current ones."""


@click.command()
@click.argument("names", nargs=-1, metavar="[PATH | NAME | REPORT...]")
@click.option(
    "--since",
    metavar="REF",
    help="Test the functions that changed since a commit; `start` is how the practice started.",
)
@workers_option
@shard_option
@merge_option
@click.option("--open", "opening", is_flag=True, help="Open the last results in a browser.")
@click.option("--all", "every", is_flag=True, help="Show all survivors, not three of each method.")
@click.option("--no-cache", is_flag=True, help="Test all mutants again, and use no old results.")
@limit_option
@json_option("list")
@report_option
@click.option(
    "--equivalent",
    type=(click.IntRange(min=1), str),
    metavar="NUMBER WHY",
    help=f"Mark survivor NUMBER as equivalent, and say WHY no test can kill it; stored in {MARKS}.",
)
def mutants(  # noqa: PLR0913 - each is an option
    names: tuple[str, ...],
    limit: float | None,
    since: str | None,
    workers: int | None,
    shard: tuple[int, int] | None,
    *,
    merging: bool,
    opening: bool,
    every: bool,
    no_cache: bool,
    as_json: bool,
    report: tuple[Path, ...],
    equivalent: tuple[int, str] | None,
) -> None:
    """Grade the tests of practice/ with mutants: small code changes.

    The command runs a check first. If it is green, it makes mutants: your code with one small
    change each, by the operators of mutmut. A mutant is killed if a test fails on it: a scenario of
    the golden master, or a test of your own. After a blind start, only your own tests run. The
    survivors that most probably need a test come first. The next run tests only what changed, and
    keeps the other results.

    Equivalent mutants do not count in the score. They need no test, for a reason that somebody
    wrote down.

    \b
    dojo mutants practice/invoice.py     only this file
    dojo mutants invoice.total           only this function, or class
    dojo mutants --since start           only the functions that you changed
    dojo mutants --equivalent 3 "The list is never empty here."
    dojo mutants --open                  a page with the result of each mutant in your code

    Exit codes: 0 all killed; 1 some survived; 2 wrong usage; 3 nothing was graded, for example
    because practice/ is red; 130 interrupted: it shows the score so far, and the next run continues
    from there. Mutants need Linux, macOS, or WSL on Windows.
    """
    chosen = bool(names) or since is not None or shard is not None
    tasks = [opening, as_json or bool(report) or chosen, equivalent is not None]
    if tasks.count(True) > 1:
        raise WrongUsageError(SEVERAL_TASKS)
    refuse_reports(report)
    options = options_for_shards(shard, names, workers, merging=merging)
    practice = practice_here()
    with lock(practice.folder, MUTANTS, patience_seconds=0):
        if opening:
            _open_page(practice)
        elif equivalent is not None:
            _mark(practice, *equivalent)
        else:
            part = _select(practice, () if merging else names, since, options.selection)
            if part.regions == frozenset():
                click.echo(f"Nothing changed since {since}.")
                return
            step = _last_green_step(practice) or _check(practice, limit, as_json=as_json)
            options = replace(options, selection=part, use_cache=not no_cache)
            grade = _grade(practice, options)
            _warn_of_changes(practice, step)
            if shard:
                tell_shard("dojo mutants", shard, grade.counts.made)
                return
            if not grade.part:
                _record_score(practice, step, grade)
                share(practice.folder)
            _write_reports(practice, grade, report)
            _show(practice, grade, every=every, as_json=as_json)
            if grade.fails:
                fail()


def _select(
    practice: Practice, names: tuple[str, ...], since: str | None, shard: Selection
) -> Selection:
    """Return the mutants of the named or changed functions that are in a shard.

    Raises WrongUsageError.
    """
    if names and since:
        raise WrongUsageError("Name files and functions, or use --since, in separate commands.")
    part = ALL
    if names:
        part = select_named(practice, names)
    elif since:
        part = select_changed(practice, since)
    return structs.replace(part, shard=shard.shard, shards=shard.shards)


def _open_page(practice: Practice) -> None:
    """Open a page of the last run. Without a browser, say where it is."""
    page = practice.state_directory / PAGE
    write_report(page, report_of_grade(practice, last_grade(practice)))
    is_open = webbrowser.open(page.resolve().as_uri())
    what = "Opened in your browser" if is_open else "No browser was found. Open this file yourself"
    click.echo(f"{what}: {practice.display_path(page)}")


def _mark(practice: Practice, number: int, why: str) -> None:
    """Mark a survivor of the last run as equivalent."""
    survivors = {each.number: each for each in last_grade(practice).survivors}
    if number not in survivors:
        raise WrongUsageError(f"There is no survivor {number}. `dojo mutants` lists the numbers.")
    survivor = survivors[number]
    if survivor.reason:
        raise WrongUsageError(f"Survivor {number} is already equivalent: {survivor.reason}")
    words = why.split()
    if len(words) < MIN_WORDS:
        example = 'dojo mutants --equivalent NUMBER "why"'
        reason = f"why no test can kill it, in at least {MIN_WORDS} words"
        raise WrongUsageError(f"Say {reason}: {example}")
    entry = mark_equivalent(practice, survivor, " ".join(words))
    document = practice.display_path(practice.folder / PRACTICE_DOCUMENT)
    click.echo(f"{entry}\n\nAdded to {document}. If it is wrong, delete it there.")


def _last_green_step(practice: Practice) -> Step | None:
    """Return the last check if it was green, and would be the same now."""
    repository = Repository(practice.folder)
    last = read_history(repository).last
    if last is None or not last.is_green or last.guard != practice.choices.guard:
        return None
    if last.tree != repository.tree():
        return None
    return last


def _check(practice: Practice, limit: float | None, *, as_json: bool) -> Step:
    """Check the practice. The command ends if it is not green."""
    recorded = runner.run_check(practice, limit, show_waiting)
    share(practice.folder)
    if not recorded.outcome.is_green:
        _refuse(practice, recorded, as_json=as_json)
    return recorded.step


def _refuse(practice: Practice, recorded: RecordedCheck, *, as_json: bool) -> NoReturn:
    """Say why no mutants were made, and end the command."""
    outcome = recorded.outcome
    message = f"No mutants were made, because the check is {outcome.status}."
    if as_json:
        found = {"status": outcome.status, "error": message, "findings": outcome.texts}
        click.echo(json.dumps(found, indent=2))
    else:
        click.echo("\n".join([message, *check_lines(practice, recorded)]))
        next_step.tell(next_step.after_check(practice, outcome))
    fail(UngradedError.exit_code)


def _grade(practice: Practice, options: MutantOptions) -> Grade:
    """Grade the practice. If it is interrupted, the command shows the score so far, and ends."""
    try:
        with progress_bar("mutants") as count:
            return grade_mutants(practice, count, options)
    except InterruptedEarly:
        _show_interrupted(None)
    except KeyboardInterrupt:
        _show_interrupted(grade_so_far(practice))


def _show_interrupted(grade: Grade | None) -> NoReturn:
    click.echo("\n".join(["", *interrupted_lines(grade)]), err=True)
    fail(INTERRUPTED_EXIT_CODE)


def _warn_of_changes(practice: Practice, step: Step) -> None:
    if Repository(practice.folder).tree() != step.tree:
        click.echo(CHANGED_MEANWHILE, err=True)


def _record_score(practice: Practice, step: Step, grade: Grade) -> None:
    counts = grade.counts
    scored = Scored(
        score=counts.score,
        of=step.commit,
        mutants=counts.made,
        killed=counts.killed,
        equivalent=counts.equivalent,
    )
    subject = f"mutants: {counts.score:.1f} % killed"
    record(Repository(practice.folder), subject, scored)


def _write_reports(practice: Practice, grade: Grade, paths: tuple[Path, ...]) -> None:
    """Write the reports, and the page if it was opened before."""
    page = practice.state_directory / PAGE
    if not paths and not page.exists():
        return
    report = report_of_grade(practice, grade)
    write_reports(paths, report)
    if page.exists():
        write_report(page, report)


def _show(practice: Practice, grade: Grade, *, every: bool, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_for_program(grade), indent=2))
        return
    document = practice.display_path(practice.folder / PRACTICE_DOCUMENT)
    # Slips know no wish of a customer, and no other code.
    has_slips = practice.kata.slips and not practice.own_documents.is_dir()
    slips = bool(has_slips) and any(own_tests(practice))
    click.echo("\n".join(grade_lines(grade, document, every=every, slips=slips)))
    if grade.unexplained:
        next_step.tell(next_step.after_survivors(practice))
    elif grade.fails:
        next_step.tell(next_step.AFTER["undecided"])
    else:
        next_step.tell(next_step.at_full_score(practice))


def _for_program(grade: Grade) -> dict[str, object]:
    return {
        "status": GREEN,
        "part": grade.part or None,
        **msgspec.to_builtins(grade.counts),
        "survivors": [_survivor_for_program(survivor) for survivor in grade.survivors],
        "stale": ["\n".join(entry) for entry in grade.stale],
        "unmutated": [_statement_for_program(statement) for statement in grade.unmutated],
    }


def _statement_for_program(statement: Statement) -> dict[str, object]:
    return {"path": statement.path, "line": statement.line, "text": statement.text}


def _survivor_for_program(mutant: Mutant) -> dict[str, object]:
    return {
        "number": mutant.number,
        "path": mutant.path,
        "line": mutant.line,
        "method": mutant.function,
        "removed": [line.strip() for line in mutant.removed],
        "added": [line.strip() for line in mutant.added],
        "reached": bool(mutant.tests),
        "tests": mutant.tests,
        "equivalent": bool(mutant.reason),
        "reason": mutant.reason or None,
        "marked": mutant.marked,
    }
