"""The grade with slips as lines for a terminal."""

from itertools import groupby
from operator import attrgetter

import click

from dojo.diffs import paint_lines
from dojo.kata.description import Kata, level_name
from dojo.practice.model import Practice
from dojo.slips.grade import SlipsReport
from dojo.slips.patches import Slip
from dojo.text import INDENT, fill, quantity

CRASHED = "Noticed only because the code crashed. An assertion on the result would be better:"
NOT_NOTICED = "Missed. Each is a mistake that people make while they refactor:"
UPPER_BOUND = """\
Slips are a second grade, because a mutation score is an upper bound: mutmut makes one small change
at a time, but people make other mistakes, too. Tests with the same score may notice different
slips.
"""
ALL_NOTICED = """\
{name}/tests has no tests of your own to grade with the {slips} of {level.name}.
To write the tests yourself, start without the golden master:
dojo start --again --blind --level {level.option}"""
MAX_STORIES = 10
FILE_HEADERS = ("diff ", "--- ", "+++ ")


def slips_lines(report: SlipsReport, kata: Kata, *, show: bool, every: bool) -> list[str]:
    """Return how many slips the tests noticed, and the stories of the others.

    `show`: also what these slips change. `every`: all of them, not ten of each level.
    """
    slips = quantity(report.slips, "slip")
    tests = quantity(report.tests, "test")
    crashed = report.noticed_by_crash
    missed = report.missed
    levels = level_name(report.level)
    if report.level > 1:
        levels = f"levels 1 to {report.level}"
    headline = f"{tests} of your own noticed {report.noticed} of {slips} of {levels}."
    lines = [
        click.style(headline, bold=True),
        f"{report.noticed_by_assertion:4} noticed by an assertion",
        f"{len(crashed):4} noticed only because the code crashed",
        f"{len(missed):4} missed",
    ]
    if crashed:
        lines += ["", CRASHED, *_stories(crashed, kata, show=show, every=every)]
    if missed:
        lines += ["", NOT_NOTICED, *_stories(missed, kata, show=show, every=every)]
        if not show:
            lines += ["", "--show shows the changes. Each is a patch in the kata."]
    return [*lines, "", fill(UPPER_BOUND)]


def all_noticed(report: SlipsReport, practice: Practice) -> str:
    """Say that the golden master notices all slips."""
    slips = quantity(report.slips, "slip")
    return ALL_NOTICED.format(name=practice.title, slips=slips, level=practice.level)


def _stories(slips: list[Slip], kata: Kata, *, show: bool, every: bool) -> list[str]:
    lines: list[str] = []
    for number, group in groupby(slips, key=attrgetter("level")):
        of_level = list(group)
        level = kata.level(number)
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
