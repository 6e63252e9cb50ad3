"""A small report with a mutant of each status, for the tests of its forms."""

import re
from dataclasses import replace

from dojo.mutation.grade import Grade
from dojo.mutation.report import DELETE_OR_MARK, MutationReport, Wording, report_of
from dojo.mutation.results import (
    EQUIVALENT,
    KILLED,
    NOT_COVERED,
    PENDING,
    SURVIVED,
    TIMED_OUT,
    Mutant,
)
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


def mutant(
    line: int, removed: str, added: str, status: str, function: str = "Yatzy.pair"
) -> Mutant:
    """Return a mutant of the small source."""
    margin = SOURCE.split("\n")[line - 1].partition(removed)[0]
    name = f"yatzy.{function}__mutmut_{line}{added}"
    change = (margin + removed,), (margin + added,)
    return Mutant(name, PATH, function, line, *change, status, 0.25, TESTS)


ALIVE = replace(mutant(6, "if first < second:", "if first <= second:", SURVIVED), number=1)
NEVER_RUN = replace(
    mutant(12, "return 1", "return 2", NOT_COVERED, "Yatzy.other"), tests=(), number=3
)
SAME = replace(mutant(7, "return 0", "return 1", EQUIVALENT), reason=REASON, number=2)
LATE = mutant(8, "while first:", "while not first:", TIMED_OUT)
DEAD = replace(mutant(9, "return first + second", "return first - second", KILLED), killer=TESTS[1])
CRASHED = replace(
    mutant(9, "return first + second", "return first - None", KILLED), killer=TESTS[2], crashed=True
)
WORST = [
    replace(mutant(15, "pays = 1", each, SURVIVED, "Yatzy.worst"), tests=MANY_TESTS, number=number)
    for number, each in enumerate(("pays = 2", "pays = None", "pays = 1.0", "pays = -1"), start=4)
]
OPEN_END = mutant(6, "if first < second:", "if first < None:", PENDING)
MUTANTS = [ALIVE, OPEN_END, SAME, LATE, DEAD, CRASHED, NEVER_RUN, *WORST]
NEVER = [
    Statement(PATH, 1, "(module)", "PAYS = 50"),
    Statement(PATH, 16, "Yatzy.worst", "return pays"),
]


def report(*mutants: Mutant) -> MutationReport:
    """Return a report of some of these mutants, or of all."""
    wording = Wording(f"Mutants of {RUDE}", "write a test that", DELETE_OR_MARK)
    grade = Grade(mutants=mutants or MUTANTS, sources={PATH: SOURCE}, unmutated=NEVER)
    return report_of("dojo mutants", wording, [grade])


def rows(table: str) -> list[list[str]]:
    """Return the rows of a table, in which two or more spaces separate the cells."""
    return [re.split(r"\s{2,}", line.strip()) for line in table.strip().splitlines()]
