"""A small report with a mutant of each status, for the tests of its forms."""

import re
from dataclasses import replace

from dojo.mutation.grade import Grade
from dojo.mutation.report import DELETE_OR_MARK, MutationReport, Wording, report_of
from dojo.mutation.results import Mutant
from dojo.mutation.unmutated import Statement

RUDE = "</script><b>&amp;"
PATH = "practice/yatzy.py"
SOURCE = f"""PAYS = 50  # {RUDE}


class Yatzy:
    def pair(self, first, second):
        if first < second:
            return 0
        while first:
            return first + second

    def other(self):
        return 1

    def worst(self):
        pays = 1
        return pays
"""
TESTS = (
    "tests/test_a.py::test_a[1]",
    "tests/test_a.py::test_a[2]",
    f"tests/test_b.py::test_b[{RUDE}]",
)
MANY_TESTS = tuple(f"tests/test_c.py::test_{letter}" for letter in "abcdef")
REASON = "They are never equal, nor <i>alike</i>."


# The line of each mutant, its change, its number in the report, its function and its status.
TABLE = """
6   if first < second:    if first <= second:    1  Yatzy.pair   Survived
12  return 1              return 2               3  Yatzy.other  NoCoverage
7   return 0              return 1               2  Yatzy.pair   Ignored
8   while first:          while not first:       0  Yatzy.pair   Timeout
9   return first + second  return first - second  0  Yatzy.pair   Killed
9   return first + second  return first - None    0  Yatzy.pair   Killed
6   if first < second:    if first < None:       0  Yatzy.pair   Pending
15  pays = 1              pays = 2               4  Yatzy.worst  Survived
15  pays = 1              pays = None            5  Yatzy.worst  Survived
15  pays = 1              pays = 1.0             6  Yatzy.worst  Survived
15  pays = 1              pays = -1              7  Yatzy.worst  Survived
"""


def rows(table: str) -> list[list[str]]:
    """Return the rows of a table, in which two or more spaces separate the cells."""
    return [re.split(r"\s{2,}", line.strip()) for line in table.strip().splitlines()]


def mutant(row: list[str]) -> Mutant:
    """Return a mutant of the small source."""
    line, removed, added, number, function, status = row
    margin = SOURCE.split("\n")[int(line) - 1].partition(removed)[0]
    name = f"yatzy.{function}__mutmut_{line}{added}"
    change = (margin + removed,), (margin + added,)
    tests = MANY_TESTS if function == "Yatzy.worst" else TESTS
    place = PATH, function, int(line)
    return Mutant(name, *place, *change, status, 0.25, tests, number=int(number))


ALIVE, NEVER_RUN, SAME, LATE, DEAD, CRASHED, OPEN_END, *WORST = map(mutant, rows(TABLE))
NEVER_RUN = replace(NEVER_RUN, tests=())
SAME = replace(SAME, reason=REASON)
DEAD = replace(DEAD, killer=TESTS[1])
CRASHED = replace(CRASHED, killer=TESTS[2], crashed=True)
MUTANTS = [ALIVE, OPEN_END, SAME, LATE, DEAD, CRASHED, NEVER_RUN, *WORST]
NEVER = [
    Statement(PATH, 1, "(module)", "PAYS = 50"),
    Statement(PATH, 16, "Yatzy.worst", "return pays"),
]


GRADE = Grade(mutants=MUTANTS, sources={PATH: SOURCE}, unmutated=NEVER)


def report(*mutants: Mutant) -> MutationReport:
    """Return a report of some of these mutants, or of all."""
    wording = Wording(f"Mutants of {RUDE}", "write a test that", DELETE_OR_MARK)
    grade = replace(GRADE, mutants=mutants or MUTANTS)
    return report_of("dojo mutants", wording, [grade])
