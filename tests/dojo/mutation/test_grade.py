"""The grade of a practice: it adds up, and what is shown says so, in 80 columns."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click
import pytest

from dojo.mutation.cache import Kept
from dojo.mutation.equivalent import Explanation
from dojo.mutation.grade import Grade, as_json
from dojo.mutation.grade_text import render
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Mutant, Survivor
from dojo.mutation.unmutated import Statement
from dojo.practice.model import Choices, Practice

MOMENT = datetime(2026, 1, 2, 21, 40, tzinfo=UTC)
NOTHING = Kept()
LONG = "It is the same number again, for the best of the dice was found already a few lines above, and never changes."
KILL = Mutant("practice/yatzy.py", "Yatzy.pair", 5, ("a = 1",), ("a = 2",), KILLED, 0.1)
CRASH = replace(KILL, crashed=True)
LATE = replace(KILL, outcome=TIMED_OUT)
ALIVE = replace(KILL, outcome=SURVIVED, tests=("tests/test_a.py::test_one[1-2]", "tests/test_a.py::test_one[2-1]"))
UNSEEN = replace(KILL, outcome=SURVIVED, reached=False, function="Yatzy.chance", line=9)
OPEN = replace(KILL, outcome=UNDECIDED)


def grade(*mutants: Mutant, why: tuple[str, ...] = (), kept: Kept = NOTHING) -> Grade:
    """Return the grade of these mutants; of the survivors, the first are equivalent, for these reasons."""
    alive = [mutant for mutant in mutants if mutant.outcome == SURVIVED]
    reasons = (*why, *[""] * len(alive))
    survivors = [Survivor(number + 1, mutant, reasons[number]) for number, mutant in enumerate(alive)]
    return Grade(list(mutants), survivors, kept, [], [], [])


MIXED = grade(KILL, KILL, KILL, CRASH, LATE, ALIVE, ALIVE, ALIVE, UNSEEN, OPEN, why=(LONG,), kept=Kept(4, MOMENT))


@pytest.fixture
def show(tmp_path: Path) -> Callable[..., list[str]]:
    """Return how a grade is shown."""

    def shown(graded: Grade, *, every: bool = False, slips: bool = False) -> list[str]:
        practice = Practice(tmp_path, Choices(1, blind=False))
        return [click.unstyle(line) for line in render(practice, graded, every=every, slips=slips)]

    return shown


def test_the_numbers_for_a_program_add_up() -> None:
    found: dict[str, int] = {key: value for key, value in as_json(MIXED).items() if isinstance(value, int)}
    assert (
        found["made"] == found["killed"] + found["survived"] + found["undecided"] == found["cached"] + found["tested"]
    )
    assert found["killed"] == found["killed_by_assertion"] + found["killed_by_crash"] + found["timed_out"]
    assert (found["survived"], found["equivalent"], found["unreached"]) == (4, 1, 1)


def test_the_rows_of_the_account_add_up(show: Callable[..., list[str]]) -> None:
    account = show(MIXED)[2:]
    rows = [int(line[:6]) for line in account[: account.index("")] if line[:6].strip()]
    assert rows[0] == sum(rows[1:]) == 10


def test_equivalent_mutants_are_not_in_the_score() -> None:
    graded = grade(KILL, ALIVE, why=(LONG,))
    assert (graded.score, graded.score_of_all, graded.fails) == (100.0, 50.0, False)
    assert grade(KILL, ALIVE, ALIVE, why=(LONG,)).score == 50.0


def test_only_a_full_score_is_shown_as_one() -> None:
    assert grade(*[KILL] * 5000, ALIVE).score == 99.9


def test_a_survivor_keeps_its_number_when_another_is_marked(show: Callable[..., list[str]]) -> None:
    other = replace(ALIVE, line=7)
    assert "  2. practice/yatzy.py:7" in show(grade(ALIVE, other))
    assert "  2. practice/yatzy.py:7" in show(grade(ALIVE, other, why=("It is the same.",)))


@pytest.mark.parametrize(
    ("tests", "told"),
    [
        (["test_a"], "  reached by test_a"),
        (["test_a", "test_b", "test_c"], "  reached by test_a, test_b and test_c"),
        (["test_a[1]", "test_a[2]", "TestB::test_b"], "  reached by test_a and TestB.test_b"),
        (["test_a", "test_b", "test_c", "test_d"], "  reached by test_a, test_b and 2 more tests"),
    ],
)
def test_the_tests_that_reach_a_survivor_are_named_a_few_of_them(
    tests: list[str], told: str, show: Callable[..., list[str]]
) -> None:
    alive = replace(ALIVE, tests=tuple(f"tests/test_a.py::{test}" for test in tests))
    assert told in show(grade(alive))


def test_some_survivors_of_a_method_are_shown_unless_all_are_asked_for(show: Callable[..., list[str]]) -> None:
    assert "  ... and 2 more; --all shows them" in show(grade(*[ALIVE] * 5))
    assert "  5. practice/yatzy.py:5" in show(grade(*[ALIVE] * 5), every=True)


def test_what_mutmut_never_changes_is_counted(show: Callable[..., list[str]]) -> None:
    missed = [Statement("practice/rules.py", line, "(module)", "A = 1", plain=False) for line in (1, 2, 3, 7)]
    missed += [Statement("practice/yatzy.py", 9, "Yatzy.pair", "return a", plain=True)]
    lines = show(replace(grade(KILL), unmutated=missed))
    assert "mutmut never changes 5 statements, so no score tells of a slip there:" in lines
    assert "     1  in plain functions, such as a bare loop or return" in lines


def test_a_stale_mark_is_told(show: Callable[..., list[str]]) -> None:
    entry = ("practice/yatzy.py Yatzy.pair", "- a = 1", "+ a = 3")
    lines = show(replace(grade(KILL), stale=[Explanation(entry, "It is the same.")]))
    at = lines.index("Stale in practice/equivalent.txt: no mutant survives that is like it.")
    assert [line.strip() for line in lines[at + 1 : at + 4]] == list(entry)


def test_a_mark_without_a_reason_is_told(show: Callable[..., list[str]]) -> None:
    bare = [Explanation(("practice/yatzy.py Yatzy.pair", "- a = 1", "+ a = 3"), "")]
    lines = show(replace(grade(KILL), without_reason=bare))
    assert "Without a reason in practice/equivalent.txt, so it counts for nothing:" in lines


def test_at_the_full_score_it_says_so(show: Callable[..., list[str]]) -> None:
    assert "Every mutant that a test can kill is killed." in show(grade(KILL))


def test_what_is_kept_is_counted_and_a_full_score_that_rests_on_it_says_so(show: Callable[..., list[str]]) -> None:
    lines = show(grade(KILL, KILL, kept=Kept(1, MOMENT, estimate=True)))
    assert "     2  made: 1 tested, 1 kept from 21:40; --no-cache tests all" in lines
    assert "Every mutant that a test can kill is killed, by an estimate: 1 result kept from" in lines
    assert "     1  made: 1 tested now: Python changed" in show(grade(KILL, kept=Kept(0, MOMENT, why="Python changed")))


def test_all_of_it_fits_in_80_columns(show: Callable[..., list[str]]) -> None:
    tests = tuple(f"tests/test_a.py::test_{'a_rule_with_quite_a_long_name' * 2}{number}" for number in range(9))
    places = [Statement(f"practice/src/{name}.py", 9, "A", "x", plain=False) for name in ("cards", "rules", "games")]
    many = grade(
        KILL,
        *[replace(ALIVE, tests=tests)] * 30,
        UNSEEN,
        LATE,
        OPEN,
        why=(LONG,) * 9,
        kept=Kept(12, MOMENT, estimate=True),
    )
    assert max(map(len, show(replace(many, unmutated=places * 30), every=True))) <= 80
