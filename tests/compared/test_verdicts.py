"""Test which verdicts of a tool count as wrong."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compared.mutants import KILLED, SURVIVED, TIMED_OUT, Mutant, Span
from tests.compared.verdicts import FAILS, PASSES, Checked, check, choose

SOURCE = "PAY = 1\n"


def check_one(folder: Path, mutant: Mutant, runs: Iterator[str]) -> Checked:
    (folder / "pay.py").write_text(SOURCE)
    return check([mutant], lambda each: each, "pay.py", lambda: next(runs), folder)


def mutant_with(status: str, text: str = "2", file: str = "pay.py") -> Mutant:
    return Mutant("m", file, status, Span(1, 7, 1, 8, text))


@pytest.mark.parametrize(
    ("status", "runs", "expected"),
    [
        (SURVIVED, [PASSES], Checked(right=1)),
        (KILLED, [FAILS], Checked(right=1)),
        (SURVIVED, [FAILS, FAILS], Checked(wrong=["m (survived; pytest fails)"])),
        (KILLED, [PASSES, PASSES], Checked(wrong=["m (killed; pytest passes)"])),
        (SURVIVED, [FAILS, PASSES], Checked(by_chance=1)),
        (KILLED, [PASSES, FAILS], Checked(by_chance=1)),
    ],
)
def test_a_verdict_is_wrong_if_two_runs_contradict_it(
    tmp_path: Path, status: str, runs: list[str], expected: Checked
):
    assert check_one(tmp_path, mutant_with(status), iter(runs)) == expected


def test_the_tests_run_with_the_mutant_in_its_file(tmp_path: Path):
    (tmp_path / "pay.py").write_text(SOURCE)
    seen: list[str] = []

    def run() -> str:
        seen.append((tmp_path / "pay.py").read_text())
        return FAILS

    check([mutant_with(KILLED)], lambda each: each, "pay.py", run, tmp_path)
    assert seen == ["PAY = 2\n"]


def test_the_file_is_as_before_afterwards(tmp_path: Path):
    check_one(tmp_path, mutant_with(KILLED), iter([FAILS]))
    assert (tmp_path / "pay.py").read_text() == SOURCE


@pytest.mark.parametrize(
    ("mutant", "reason"),
    [
        (Mutant("m", "pay.py", KILLED), "its report tells no change"),
        (mutant_with(KILLED, file="tax.py"), "it is in tax.py"),
        (mutant_with(KILLED, text="1"), "its change changes nothing"),
    ],
)
def test_a_mutant_that_cannot_be_written_is_told(tmp_path: Path, mutant: Mutant, reason: str):
    assert check_one(tmp_path, mutant, iter([])).unwritable == [f"m: {reason}"]


def test_the_same_mutants_are_chosen_in_any_order():
    mutants = [Mutant(f"m{number}", "pay.py", SURVIVED) for number in range(40)]
    assert choose(mutants) == choose(mutants[::-1])


def test_ten_survivors_and_five_killed_ones_are_chosen():
    mutants: list[Mutant] = []
    for status in (SURVIVED, KILLED, TIMED_OUT):
        mutants += [Mutant(f"{status} {number}", "pay.py", status) for number in range(40)]
    statuses = [mutant.status for mutant in choose(mutants)]
    assert statuses == [SURVIVED] * 10 + [KILLED] * 5
