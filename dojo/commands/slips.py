"""`dojo slips`: the second grade of a person's tests, and the stories of the slips they miss."""

import json
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import click

from dojo import next_step
from dojo.checking.outcome import no_tests
from dojo.cli import fail, is_at_terminal, json_option, kata_practice, progress_bar, show_waiting
from dojo.diffs import paint_diff, paint_lines
from dojo.errors import UngradedError, WrongUsageError
from dojo.kata.description import Level
from dojo.mutation.slips import (
    ASSERTION,
    CRASH,
    MISSED,
    UNCOUNTED,
    Slip,
    SlipGrades,
    grade_sent_slip,
    grade_with_slips,
    read_slips,
)
from dojo.practice.code import own_tests
from dojo.practice.events import Event, SlipSent, SlipsGraded, SlipsTried
from dojo.practice.model import Practice
from dojo.practice.recording import record
from dojo.practice.snapshots import Repository
from dojo.room.pushing import share
from dojo.room.sent_slips import fetch_slips, send_slip
from dojo.text import INDENT, fill, printable_lines, quantity

ALL_NOTICED = """\
{name}/tests has no tests of your own to grade with the {slips} of {level}.
To write the tests yourself, start without the golden master:
dojo start --again --blind
"""
NO_SLIPS = """\
This kata has no slips of {level.heading}: they are patches, {kata.slips}/level1/*.patch."""
CRASHED = "Noticed only because the code crashed. An assertion on the result would be better:"
NOT_NOTICED = "Missed. Each is a mistake that people make while they refactor:"
UPPER_BOUND = """\
Slips are a second grade, because a mutation score is an upper bound: mutmut makes one small change
at a time, but people make other mistakes, too. Tests with the same score may notice different
slips.
"""
RUN_THEIR_CODE = """
Your tests would run this, and the rest of their code, with your rights.
Run it (q quits)?"""
IN_WORDS = {
    ASSERTION: "Noticed by an assertion.",
    CRASH: "Noticed only because the code crashed.",
    MISSED: "Missed.",
    UNCOUNTED: "Not counted, because your tests fail on their code even without the slip:",
}
MAX_STORIES = 10
FILE_HEADERS = ("diff ", "--- ", "+++ ")


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
    send: str | None,
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
    if [send is not None, from_room, as_json].count(True) > 1:
        raise WrongUsageError("Use only one of --send, --from-room and --json.")
    practice = kata_practice("slips")
    if not from_room and send is None and not read_slips(practice.workspace, practice.level):
        raise WrongUsageError(NO_SLIPS.format(kata=practice.kata, level=practice.level))
    if send is not None:
        diff, check = send_slip(practice, send)
        _record_and_share(practice, f"slip: {send}", SlipSent(slip_sent=send))
        click.echo(f"{paint_diff(diff)}\n")
        click.echo("Sent to the room. Other pairs run `dojo slips --from-room`.")
        next_step.tell(next_step.AFTER["sent slip"].format(check=check))
        return
    if from_room:
        _defend(practice, without)
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
        if missed:
            next_step.tell(next_step.AFTER["missed slips"])
        else:
            next_step.tell(next_step.after_all_slips(practice))
    if missed:
        fail()


def _defend(practice: Practice, without: tuple[Path, ...]) -> None:
    """Show the slips of other pairs, and run the tests on the ones that the person chooses."""
    if not is_at_terminal():
        raise WrongUsageError("--from-room asks before it runs code, so it needs a terminal.")
    share(practice.folder)
    sent = list(fetch_slips(practice))
    if not sent:
        raise UngradedError("No other pair has sent a slip to the room yet.")
    grades: list[str] = []
    for number, slip in enumerate(sent, start=1):
        click.secho(f"Slip {number} of {len(sent)}, from {slip.sender}: {slip.story}", bold=True)
        click.echo(paint_diff(slip.diff))
        answer = click.prompt(RUN_THEIR_CODE, type=click.Choice(["y", "n", "q"]), default="n")
        if answer == "q":
            break
        if answer == "y":
            outcome, finding = grade_sent_slip(practice, slip, without, show_waiting)
            click.secho(f"{IN_WORDS[outcome]}\n{printable_lines(finding)}", bold=True)
            grades.append(outcome)
    counted = [grade for grade in grades if grade != UNCOUNTED]
    noticed = len(counted) - counted.count(MISSED)
    if not counted:
        raise UngradedError(f"None of {quantity(len(sent), 'slip')} was counted.")
    tried = SlipsTried(tried=len(counted), noticed=noticed)
    _record_and_share(practice, f"slips of others: {noticed} of {len(counted)} noticed", tried)
    line = f"Noticed {noticed} of {quantity(len(counted), 'slip')}."
    if len(counted) < len(sent):
        line += f" {len(sent) - len(counted)} more of {len(sent)} did not count, or was not run."
    click.echo(line)
    if MISSED in counted:
        next_step.tell(next_step.AFTER["missed slips"])
        fail()


def _record_and_share(practice: Practice, subject: str, event: Event) -> None:
    record(Repository(practice.folder), subject, event)
    share(practice.folder)


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
    _record_and_share(practice, f"slips: {noticed} of {slips} noticed", event)


def slips_lines(grades: SlipGrades, level: Level, *, show: bool, every: bool) -> list[str]:
    """Return the report: how many slips the tests noticed, and the stories of the others.

    `show`: also what these slips change. `every`: all of them, not ten of each level.
    """
    slips = quantity(len(grades.outcomes), "slip")
    tests = quantity(grades.tests, "test")
    crashed = grades.with_outcome(CRASH)
    missed = grades.with_outcome(MISSED)
    noticed = len(grades.outcomes) - len(missed)
    levels = f"levels 1 to {level.number}" if level.number > 1 else level.name
    headline = f"{tests} of your own noticed {noticed} of {slips} of {levels}."
    lines = [
        click.style(headline, bold=True),
        f"{noticed - len(crashed):4} noticed by an assertion",
        f"{len(crashed):4} noticed only because the code crashed",
        f"{len(missed):4} missed",
    ]
    if crashed:
        lines += ["", CRASHED, *_stories(crashed, show=show, every=every)]
    if missed:
        lines += ["", NOT_NOTICED, *_stories(missed, show=show, every=every)]
        if not show:
            lines += ["", "--show shows the changes. Each is a patch in the kata."]
    return [*lines, "", fill(UPPER_BOUND)]


def _stories(slips: list[Slip], *, show: bool, every: bool) -> list[str]:
    lines: list[str] = []
    for level, group in groupby(slips, key=attrgetter("level")):
        of_level = list(group)
        lines += ["", f"{level.heading}: {quantity(len(of_level), 'slip')}"]
        shown = of_level if every else of_level[:MAX_STORIES]
        for slip in shown:
            lines.append(fill(slip.story, "  - ", INDENT))
            if show:
                lines += [f"{INDENT}{slip.path}", *_painted_change(slip), ""]
        if len(shown) < len(of_level):
            lines.append(f"  ... and {len(of_level) - len(shown)} more; --all shows them")
    return lines


def _painted_change(slip: Slip) -> list[str]:
    changed = [line for line in slip.change.splitlines() if not line.startswith(FILE_HEADERS)]
    return paint_lines(changed, INDENT)


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
