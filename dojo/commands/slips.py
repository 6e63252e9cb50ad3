"""`dojo slips`: the second grade of a person's tests, and the stories of the slips they miss."""

from pathlib import Path

import click

from dojo import next_step
from dojo.checking.outcome import no_tests
from dojo.cli import fail, json_option, kata_practice, print_json, progress_bar
from dojo.commands.slips_from_room import defend
from dojo.commands.slips_send import send_change
from dojo.errors import UngradedError, WrongUsageError
from dojo.practice.code import own_tests
from dojo.practice.events import SlipsGraded
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.pushing import share
from dojo.slips.grade import (
    SlipsReport,
    all_noticed,
    grade_with_slips,
    report_without_tests,
    slips_lines,
)
from dojo.slips.patches import read_slips

NO_SLIPS = """\
This kata has no slips of {level.heading}: they are patches, {kata.slips}/level1/*.patch."""


@click.command()
@click.option(
    "--show",
    is_flag=True,
    help="Show the changes of the missed slips, too, not only their stories.",
)
@click.option(
    "--all", "every", is_flag=True, help="Show all missed slips, not only ten of each level."
)
@click.option(
    "--without",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Skip these tests.",
)
@click.option(
    "--send",
    "story",
    metavar="WHY",
    help="Send the change since your last green check to the room, as a slip for other pairs.",
)
@click.option(
    "--from-room",
    is_flag=True,
    help="Run your tests on slips that other pairs sent. Asks before it runs their code.",
)
@json_option("list")
def slips(  # noqa: PLR0913 - each is an option
    *,
    show: bool,
    every: bool,
    without: tuple[Path, ...],
    story: str | None,
    from_room: bool,
    as_json: bool,
) -> None:
    """Grade your own tests with slips: typical refactoring mistakes.

    A slip is a mistake that people make while they refactor, and that mutmut does not make: a
    forgotten copy, a check that runs too late, a list that two calls share. Your tests in
    practice/tests run on the original tangle with one slip at a time. They notice the slip by an
    assertion, notice it only because the code crashed, or miss it.

    \b
    dojo slips                                     describe the missed slips
    dojo slips --show                              show their changes, too
    dojo slips --without practice/tests/test_x.py  skip these tests

    If you have no tests of your own, nothing runs: the golden master notices all slips.

    In a room, pairs attack and defend:

    \b
    dojo slips --send "a face counted twice"       send your mistake to the room
    dojo slips --from-room                         try to notice those of others

    To attack, make one small mistake in your code, save it, and send it before you check. The line
    says why somebody could make it. To defend, --from-room shows the slips of other pairs one by
    one, and asks whether to run their code. Your tests, and the golden master if you have it, run
    on the sender's code, first without the slip. A slip counts if your tests pass then.

    Exit codes: 0 all noticed; 1 some missed; 3 your tests could not be graded.
    """
    if [story is not None, from_room, as_json].count(True) > 1:
        raise WrongUsageError("Use only one of --send, --from-room and --json.")
    practice = kata_practice("slips")
    if not from_room and story is None and not read_slips(practice.workspace, practice.level):
        raise WrongUsageError(NO_SLIPS.format(kata=practice.kata, level=practice.level))
    if story is not None:
        send_change(practice, story)
        return
    if from_room:
        defend(practice, without)
        return
    if _has_tests_left(practice, without):
        with progress_bar("slips") as count:
            report = grade_with_slips(practice, without, count)
        if not without:
            _record_grade(practice, report)
        lines = slips_lines(report, practice.kata, show=show, every=every)
        advice = next_step.after_slips(practice, are_missed=bool(report.missed))
    else:
        if not practice.guard.runs_golden_master:
            raise UngradedError(no_tests(practice))
        report = report_without_tests(practice)
        lines = [all_noticed(report, practice)]
        advice = ""
    if as_json:
        print_json(report)
    else:
        click.echo("\n".join(lines))
        next_step.tell(advice)
    if report.missed:
        fail()


def _has_tests_left(practice: Practice, without: tuple[Path, ...]) -> bool:
    skipped = [path.resolve() for path in without]
    for file in own_tests(practice):
        if not any(file.resolve().is_relative_to(path) for path in skipped):
            return True
    return False


def _record_grade(practice: Practice, report: SlipsReport) -> None:
    event = SlipsGraded(slips=round(100 * report.noticed / report.slips, 1))
    Repository(practice.folder).record(f"slips: {report.noticed} of {report.slips} noticed", event)
    share(practice.folder)
