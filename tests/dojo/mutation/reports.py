"""A small report with a mutant of each status, for the tests of its forms."""

from dataclasses import replace

from dojo.mutation.report import DELETE_OR_MARK, Config, Report, report_of
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Counted, Mutant, Survivor
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
TESTS = ("tests/test_a.py::test_a[1]", "tests/test_a.py::test_a[2]", f"tests/test_b.py::test_b[{RUDE}]")
MANY_TESTS = tuple(f"tests/test_c.py::test_{letter}" for letter in "abcdef")
REASON = "They are never equal, nor <i>alike</i>."


def mutant(line: int, removed: str, added: str, outcome: str, function: str = "Yatzy.pair") -> Mutant:
    """Return a mutant of the small source."""
    margin = SOURCE.split("\n")[line - 1].partition(removed)[0]
    return Mutant(
        PATH,
        function,
        line,
        (removed,),
        (added,),
        outcome,
        0.25,
        tests=TESTS,
        name=f"yatzy.{function}__mutmut_{line}{added}",
        written=(margin + added,),
    )


ALIVE = mutant(6, "if first < second:", "if first <= second:", SURVIVED)
UNREACHED = replace(mutant(12, "return 1", "return 2", SURVIVED, "Yatzy.other"), reached=False, tests=())
SAME = mutant(7, "return 0", "return 1", SURVIVED)
LATE = mutant(8, "while first:", "while not first:", TIMED_OUT)
DEAD = replace(mutant(9, "return first + second", "return first - second", KILLED), killer=TESTS[1])
CRASHED = replace(mutant(9, "return first + second", "return first - None", KILLED), killer=TESTS[2], crashed=True)
WORST = [
    replace(mutant(15, "pays = 1", each, SURVIVED, "Yatzy.worst"), tests=MANY_TESTS, early=True)
    for each in ("pays = 2", "pays = None", "pays = 1.0", "pays = -1")
]
OPEN_END = mutant(6, "if first < second:", "if first < None:", UNDECIDED)
MUTANTS = [ALIVE, OPEN_END, SAME, LATE, DEAD, CRASHED, UNREACHED, *WORST]
SURVIVORS = [
    Survivor(number, mutant, REASON if mutant == SAME else "")
    for number, mutant in enumerate((ALIVE, SAME, UNREACHED, *WORST), start=1)
]
NEVER = [
    Statement(PATH, 1, "(module)", "PAYS = 50", plain=False),
    Statement(PATH, 16, "Yatzy.worst", "return pays", plain=True),
]


def report(mutants: list[Mutant] | None = None, survivors: list[Survivor] | None = None) -> Report:
    """Return a report of all these mutants, or of some."""
    found = Counted(MUTANTS if mutants is None else mutants, SURVIVORS if survivors is None else survivors)
    config = Config(f"Mutants of {RUDE}", "write a test that", DELETE_OR_MARK, NEVER)
    return report_of("dojo mutants", config, found, {PATH: SOURCE})
