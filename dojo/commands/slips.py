"""`dojo slips`: the second grade of a person's tests, and the stories of what they miss."""

import json
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import click

from dojo import next_step
from dojo.checking.check import NO_TESTS
from dojo.cli import as_json_instead_of, fail, kata_practice, waiting
from dojo.diffs import paint_lines
from dojo.errors import UngradedError
from dojo.kata.workspace import LEVELS, Level
from dojo.mutation.slips import (
    ASSERTION,
    CRASH,
    MISSED,
    Slip,
    SlipGrades,
    grade_with_slips,
    read_slips,
)
from dojo.practice.events import SlipsGraded
from dojo.practice.files import own_tests
from dojo.practice.model import Practice
from dojo.practice.recording import record
from dojo.practice.snapshots import Repository
from dojo.room.sharing import share
from dojo.text import INDENT, fill, quantity

ALL_NOTICED = """\
{name}/tests has no test of yours to grade. The golden master guards you, and
notices all {slips} of level {level}: tests/dojo/mutation/test_slips_noticed.py shows it.
`dojo start --again --blind` starts without it; the tests are yours to write.
"""
CRASHED = "Noticed only because the code crashed. A test that says what should come is better:"
NOT_NOTICED = "Missed. Each is a mistake that people make while they refactor:"
MAX_STORIES = 10  # of each level
GIT_HEADERS = ("diff ", "--- ", "+++ ")
UPPER_BOUND = (
    "A mutation score is an upper bound: mutmut changes one small thing at a time, and people make other mistakes."
    " Tests with the same score may notice different slips. So there is this second grade."
)


@click.command()
@click.option("--show", is_flag=True, help="Show what the missed slips change, not only their stories.")
@click.option("--all", "every", is_flag=True, help="Show all missed slips, not ten of each level.")
@click.option("--without", multiple=True, type=click.Path(exists=True, path_type=Path), help="Leave these tests out.")
@as_json_instead_of("list")
def slips(*, show: bool, every: bool, without: tuple[Path, ...], as_json: bool) -> None:
    """Grade your own tests a second time, with slips.

    A slip is a mistake that people make while they refactor, and that mutmut does not make: a forgotten copy, a check
    that comes too late, a list that two calls share. Your tests in practice/tests run on the original tangle with one
    slip at a time. They notice it by an assertion, notice it only because the code crashed, or miss it.

    \b
    dojo slips                                     the stories of what you miss
    dojo slips --show                              the changes, too
    dojo slips --without practice/tests/test_x.py  leave these tests out

    If you have no tests of your own, it says that the golden master notices all slips. Exit codes: 0 all noticed, 1
    some missed, 3 your tests could not be graded.
    """
    practice = kata_practice("slips")
    if not any(own_tests(practice)):
        _report_no_own_tests(practice, as_json=as_json)
        return
    with waiting("slips") as count:
        graded = grade_with_slips(practice, without, count)
    missed, slips = graded.with_outcome(MISSED), len(graded.outcomes)
    if not without:
        noticed = slips - len(missed)
        graded_slips = SlipsGraded(slips=round(100 * noticed / slips, 1))
        record(Repository(practice.folder), f"slips: {noticed} of {slips} noticed", graded_slips)
        share(practice.folder)
    if as_json:
        click.echo(json.dumps(_as_json(graded, practice.level), indent=2))
    else:
        click.echo("\n".join(slips_lines(graded, practice.level, show=show, every=every)))
        next_step.tell(next_step.AFTER["missed slips"] if missed else next_step.at_full_score(practice))
    if missed:
        fail()


def _report_no_own_tests(practice: Practice, *, as_json: bool) -> None:
    """Say that there is nothing to grade; UngradedError when there is no golden master to notice slips, either."""
    if practice.choices.blind:
        raise UngradedError(NO_TESTS.format(name=practice.name))
    level = practice.level.number
    slips = len(read_slips(practice.workspace, practice.level))
    if as_json:
        guarded = {"level": level, "guard": "golden master", "slips": slips, "missed": []}
        click.echo(json.dumps(guarded, indent=2))
    else:
        click.echo(ALL_NOTICED.format(name=practice.name, slips=quantity(slips, "slip"), level=level), nl=False)


def slips_lines(graded: SlipGrades, level: Level, *, show: bool, every: bool) -> list[str]:
    """Return how many slips the tests noticed, and the stories of the others.

    `show`: what these slips change, too. `every`: all of them, not ten of each level.
    """
    tests = quantity(graded.tests, "test")
    slips = len(graded.outcomes)
    crashes = graded.those(CRASH)
    missed = graded.those(MISSED)
    levels = "level 1" if level.number == 1 else f"levels 1 to {level.number}"
    headline = f"{tests} of yours noticed {slips - len(missed)} of {quantity(slips, 'slip')} of {levels}."
    lines = [
        click.style(headline, bold=True),
        f"{len(graded.those(ASSERTION)):4} noticed by an assertion",
        f"{len(crashes):4} noticed only because the code crashed",
        f"{len(missed):4} missed",
    ]
    if crashes:
        lines += ["", CRASHED, *_stories(crashes, show=show, every=every)]
    if missed:
        lines += ["", NOT_NOTICED, *_stories(missed, show=show, every=every)]
    if missed and not show:
        lines += ["", "--show shows the changes; they are in tests/slips/."]
    return [*lines, "", fill(UPPER_BOUND)]


def _stories(slips: list[Slip], *, show: bool, every: bool) -> list[str]:
    lines: list[str] = []
    for level, group in groupby(slips, key=attrgetter("level")):
        of_level = list(group)
        lines += ["", f"level {level}, {LEVELS[level].title}: {quantity(len(of_level), 'slip')}"]
        shown = of_level if every else of_level[:MAX_STORIES]
        for slip in shown:
            lines.append(fill(slip.story, "  - ", INDENT))
            if show:
                lines += [f"{INDENT}tests/slips/{slip.name}.patch", *_painted_change(slip), ""]
        if len(shown) < len(of_level):
            lines.append(f"  ... and {len(of_level) - len(shown)} more; --all shows them")
    return lines


def _painted_change(slip: Slip) -> list[str]:
    changed = [line for line in slip.change.splitlines() if not line.startswith(GIT_HEADERS)]
    return paint_lines(changed, INDENT)


def _as_json(graded: SlipGrades, level: Level) -> dict[str, object]:
    return {
        "level": level.number,
        "guard": "your tests",
        "tests": graded.tests,
        "slips": len(graded.outcomes),
        "noticed_by_assertion": len(graded.with_outcome(ASSERTION)),
        "noticed_by_crash": [_slip_as_json(slip) for slip in graded.with_outcome(CRASH)],
        "missed": [_slip_as_json(slip) for slip in graded.with_outcome(MISSED)],
    }


def _slip_as_json(slip: Slip) -> dict[str, str]:
    return {"slip": slip.name, "story": slip.story, "change": slip.change}
