"""`dojo slips`: the second grade of a person's tests, and the stories of what they miss."""

import json
import textwrap
from itertools import groupby
from pathlib import Path

import click

from dojo.checking.runner import no_tests, own_tests
from dojo.commands import next_step
from dojo.commands.options import as_json_instead_of, fail, practice_here
from dojo.commands.waiting import Waiting
from dojo.errors import UngradedError
from dojo.kata.workspace import LEVELS
from dojo.mutation.slips import ASSERTION, CRASH, FOLDER, MISSED, Graded, Slip, grade_with_slips, slips_of
from dojo.practice.model import Practice
from dojo.text import DIFF_COLOURS, WIDTH, counted

SHOWN_OF_A_LEVEL = 10
WHY = (
    "A mutation score is an upper bound: mutmut changes one small thing at a time, and people make other mistakes. "
    "Tests with the same score may notice quite different slips. Hence this second grade."
)
NO_TESTS = """\
{name}/tests has no test of yours to grade. The golden master guards you, and
notices all {slips} of level {level}: tests/dojo/mutation/test_slips_noticed.py shows it.
`dojo start --again --blind` starts without it; the tests are yours to write.
"""
OUTCOMES = {ASSERTION: "noticed by an assertion", CRASH: "noticed only because it crashed", MISSED: "missed"}
SECTIONS = {
    CRASH: "Noticed only because it crashed. A test that says what should come is surer:",
    MISSED: "Missed. Each is a mistake that somebody makes while refactoring:",
}


@click.command()
@click.option("--show", is_flag=True, help="Show what the missed slips change, not only their stories.")
@click.option("--all", "every", is_flag=True, help="Show all that were missed, not ten of each level.")
@click.option("--without", multiple=True, type=click.Path(exists=True, path_type=Path), help="Leave these tests out.")
@as_json_instead_of("list")
def slips(*, show: bool, every: bool, without: tuple[Path, ...], as_json: bool) -> None:
    """Grade your own tests a second time, with slips.

    A slip is a mistake that people make while refactoring, and that mutmut does not make: a forgotten copy, a check
    that comes too late, a list that two calls share. Your tests in practice/tests are run on the original tangle with
    one slip at a time; each is noticed by an assertion, noticed only because it crashed, or missed.

    \b
    dojo slips                                     the stories of what you miss
    dojo slips --show                              the changes, too
    dojo slips --without practice/tests/test_x.py  not these tests

    Without tests of your own, it says that the golden master notices all. Exit codes: 0 all noticed, 1 some missed, 3
    your tests could not be graded.
    """
    practice = practice_here()
    if not any(own_tests(practice)):
        _say_what_guards(practice, as_json=as_json)
        return
    with Waiting("slips") as waiting:
        waiting.tell("first without a slip")
        graded = grade_with_slips(practice, without, waiting.count)
    missed = graded.those(MISSED)
    if as_json:
        content = _as_json(graded, show=show)
        click.echo(json.dumps(content, indent=2))
    else:
        lines = render(graded, show=show, every=every)
        click.echo("\n".join(lines))
        next_step.tell(next_step.AFTER["missed slips"] if missed else next_step.at_full_score(practice))
    if missed:
        fail()


def _say_what_guards(practice: Practice, *, as_json: bool) -> None:
    """Say that there is nothing to grade; UngradedError when there is no golden master to notice slips, either."""
    if practice.choices.blind:
        raise UngradedError(no_tests(practice))
    level = practice.level.number
    slips = len(slips_of(practice.workspace, practice.level))
    if as_json:
        guarded = {"level": level, "guard": "golden master", "slips": slips, "missed": []}
        click.echo(json.dumps(guarded, indent=2))
    else:
        message = NO_TESTS.format(name=practice.name, slips=counted(slips, "slip"), level=level)
        click.echo(message, nl=False)


def _as_json(graded: Graded, *, show: bool) -> dict[str, object]:
    def described(slip: Slip) -> dict[str, str]:
        description = {"slip": slip.name, "story": slip.story}
        if show:
            description["change"] = slip.change
        return description

    return {
        "level": graded.level,
        "guard": "your tests",
        "tests": graded.tests,
        "slips": len(graded.outcomes),
        "noticed_by_assertion": len(graded.those(ASSERTION)),
        "noticed_by_crash": [*map(described, graded.those(CRASH))],
        "missed": [*map(described, graded.those(MISSED))],
    }


def render(graded: Graded, *, show: bool, every: bool) -> list[str]:
    """Say how many slips were noticed, and how; then the stories of the others, ten of a level or `every` one."""
    lines = [_headline(graded)]
    for outcome, how in OUTCOMES.items():
        number = len(graded.those(outcome))
        lines.append(f"{number:>4} {how}")
    for outcome, heading in SECTIONS.items():
        found = graded.those(outcome)
        if found:
            lines += ["", *textwrap.wrap(heading, WIDTH)]
        for level, slips in groupby(found, key=lambda slip: slip.level):
            lines += ["", *_of_a_level(level, list(slips), show=show, every=every)]
    if graded.those(MISSED) and not show:
        lines += ["", f"--show shows the changes; they are in {FOLDER}/."]
    return [*lines, "", *textwrap.wrap(WHY, WIDTH)]


def _headline(graded: Graded) -> str:
    noticed = len(graded.outcomes) - len(graded.those(MISSED))
    tests, slips = counted(graded.tests, "test"), counted(len(graded.outcomes), "slip")
    levels = "level 1" if graded.level == 1 else f"levels 1 to {graded.level}"
    return click.style(f"{tests} of yours noticed {noticed} of {slips} of {levels}.", bold=True)


def _of_a_level(level: int, slips: list[Slip], *, show: bool, every: bool) -> list[str]:
    lines = [f"level {level}, {LEVELS[level].title}: {counted(len(slips), 'slip')}"]
    shown = slips if every else slips[:SHOWN_OF_A_LEVEL]
    for slip in shown:
        lines += textwrap.wrap(slip.story, WIDTH, initial_indent="  - ", subsequent_indent="    ")
        if show:
            lines += [f"    {FOLDER}/{slip.name}.patch", *_change(slip), ""]
    more = len(slips) - len(shown)
    if more:
        lines.append(f"  ... and {more} more; --all shows them")
    return lines


def _change(slip: Slip) -> list[str]:
    """Return the lines that a slip takes away and adds, and where, in a diff's colours."""
    shown = []
    for line in slip.change.splitlines():
        if not line.startswith(("diff ", "--- ", "+++ ")):
            colour = DIFF_COLOURS.get(line[:1])
            shown.append(click.style(f"    {line}", fg=colour))
    return shown
