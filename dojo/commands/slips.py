"""`dojo slips`: the second grade of a person's tests, and the stories of the slips they miss."""

import json
from pathlib import Path

import click

from dojo import next_step
from dojo.checking.outcome import no_tests
from dojo.cli import fail, json_option, kata_practice, progress_bar
from dojo.commands.slips_from_room import defend
from dojo.commands.slips_send import send
from dojo.errors import UngradedError, WrongUsageError
from dojo.kata.description import Level
from dojo.practice.code import own_tests
from dojo.practice.events import SlipsGraded
from dojo.practice.model import Practice
from dojo.practice.recording import record
from dojo.practice.snapshots import Repository
from dojo.room.pushing import share
from dojo.slips.grade import ASSERTION, CRASH, MISSED, SlipGrades, grade_with_slips
from dojo.slips.patches import Slip, read_slips
from dojo.slips.text import slips_lines
from dojo.text import quantity

ALL_NOTICED = """\
{name}/tests has no tests of your own to grade with the {slips} of {level}.
To write the tests yourself, start without the golden master:
dojo start --again --blind
"""
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
        send(practice, story)
        return
    if from_room:
        defend(practice, without)
        return
    if not any(own_tests(practice)):
        _report_no_own_tests(practice, as_json=as_json)
        return
    with progress_bar("slips") as count:
        grades = grade_with_slips(practice, without, count)
    missed = grades.with_outcome(MISSED)
    if not without:
        _record_grade(practice, grades)
    if as_json:
        click.echo(json.dumps(_for_program(grades, practice.level), indent=2))
    else:
        click.echo("\n".join(slips_lines(grades, practice.level, show=show, every=every)))
        next_step.tell(next_step.after_slips(practice, are_missed=bool(missed)))
    if missed:
        fail()


def _report_no_own_tests(practice: Practice, *, as_json: bool) -> None:
    """Say that the golden master notices all slips.

    Raises UngradedError after a blind start, when there is no golden master either.
    """
    if not practice.guard.scenarios:
        raise UngradedError(no_tests(practice))
    level = practice.level
    slips = len(read_slips(practice.workspace, level))
    if as_json:
        found = {"level": level.number, "guard": "golden master", "slips": slips, "missed": []}
        click.echo(json.dumps(found, indent=2))
    else:
        number = quantity(slips, "slip")
        text = ALL_NOTICED.format(name=practice.title, slips=number, level=level.name)
        click.echo(text, nl=False)


def _record_grade(practice: Practice, grades: SlipGrades) -> None:
    slips = len(grades.outcomes)
    noticed = slips - len(grades.with_outcome(MISSED))
    event = SlipsGraded(slips=round(100 * noticed / slips, 1))
    record(Repository(practice.folder), f"slips: {noticed} of {slips} noticed", event)
    share(practice.folder)


def _for_program(grades: SlipGrades, level: Level) -> dict[str, object]:
    return {
        "level": level.number,
        "guard": "your tests",
        "tests": grades.tests,
        "slips": len(grades.outcomes),
        "noticed_by_assertion": len(grades.with_outcome(ASSERTION)),
        "noticed_by_crash": [_slip_for_program(slip) for slip in grades.with_outcome(CRASH)],
        "missed": [_slip_for_program(slip) for slip in grades.with_outcome(MISSED)],
    }


def _slip_for_program(slip: Slip) -> dict[str, str]:
    return {"slip": slip.name, "story": slip.story, "change": slip.change}
