"""What the golden master tells a person."""

from subprocess import CompletedProcess

import pytest

from dojo.kata.golden_master import ALL_PASSED, NO_TESTS, SOME_FAILED
from tests.dojo.small_kata import APPROVED, SmallKata


@pytest.fixture(scope="module")
def slipped(tmp_path_factory: pytest.TempPathFactory) -> tuple[SmallKata, CompletedProcess[str]]:
    """Give a kata whose clean code has a slip, and what the golden master says."""
    kata = SmallKata(tmp_path_factory.mktemp("kata"))
    kata.change("refactored/yatzy.py", "first + second", "first + 1")
    return kata, kata.pytest("tests")


def test_both_implementations_pass_and_leave_no_received_file(kata: SmallKata) -> None:
    assert "2 passed" in kata.pytest("tests").stdout
    assert not list(kata.folder.glob("approved_files/*.received.*"))


def test_a_mismatch_says_which_call_what_was_expected_and_what_came(
    slipped: tuple[SmallKata, CompletedProcess[str]],
) -> None:
    shown = slipped[1].stdout
    assert "refactored differs from approved_files/pairs.approved.txt in 2 places:" in shown
    assert "Yatzy.pair(6, 6)\n    expected 12\n    got      7\n" in shown


def test_a_mismatch_keeps_what_was_received(slipped: tuple[SmallKata, CompletedProcess[str]]) -> None:
    assert slipped[0].read("approved_files/pairs.refactored.received.txt") == APPROVED_WITH_A_SLIP


APPROVED_WITH_A_SLIP = """What pairs pay.


Pairs
-----

Yatzy.pair(1, 1) -> 2
Yatzy.pair(2, 2) -> 3
Yatzy.pair(6, 6) -> 7
Yatzy.pair(1, 2) -> 0
"""


def test_a_missing_approved_file_fails_and_stays_missing(kata: SmallKata) -> None:
    (kata.folder / "approved_files/pairs.approved.txt").unlink()
    done = kata.pytest("tests")
    assert "approved_files/pairs.approved.txt is missing" in done.stdout
    assert done.returncode == 1
    assert not (kata.folder / "approved_files/pairs.approved.txt").exists()


def test_the_exit_codes_of_pytest_are_its_own() -> None:
    codes = [pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED]
    assert codes == [ALL_PASSED, SOME_FAILED, NO_TESTS]


def test_a_last_line_without_an_end_is_a_difference_in_that_line(kata: SmallKata) -> None:
    kata.write("approved_files/pairs.approved.txt", APPROVED.rstrip("\n"))
    shown = kata.pytest("tests", "-k", "legacy").stdout
    assert (
        "in 1 place:\nline 10\n    expected 'Yatzy.pair(1, 2) -> 0'\n    got      'Yatzy.pair(1, 2) -> 0\\n'\n" in shown
    )


@pytest.mark.parametrize("command", ["verify", "approve"])
def test_code_that_does_not_parse_is_told_with_its_place(command: str, kata: SmallKata) -> None:
    kata.write("legacy/yatzy.py", "def (\n")
    done = kata.dojo(command)
    told = done.stdout + done.stderr
    assert ('legacy/yatzy.py", line 1\n' in told, "SyntaxError: invalid syntax\n" in told) == (True, True)


def test_what_a_terminal_would_obey_is_an_escape_in_what_pytest_says(kata: SmallKata) -> None:
    kata.write("tests/conftest.py", "raise ValueError('\\x1b]0;forged\\x07')\n")
    assert r"\x1b]0;forged\x07" in kata.dojo("verify").stderr
