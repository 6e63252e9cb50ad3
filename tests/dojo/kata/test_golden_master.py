"""Test the runs of the golden master: received files, and runs that are cut short."""

import sys

import pytest

from dojo.errors import WorkspaceError
from dojo.kata import golden_master
from dojo.kata.golden_master import run_golden_master
from tests.dojo.small_kata import SmallKata

DOCUMENT = "approved_files/pairs.approved.txt"
RETURN = "        return first + second"


def test_a_missing_approved_file_stays_missing(kata: SmallKata):
    (kata.folder / DOCUMENT).unlink()
    [result] = run_golden_master(kata.folder, ("legacy",))
    assert f"{DOCUMENT} is missing" in result.report
    assert not (kata.folder / DOCUMENT).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a test has no limit of processor time there")
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("while True: pass", r'endless loop\?\nFile ".*legacy/yatzy.py", line 12 in pair$'),
        ("__import__('os')._exit(9)", "^pytest ended before the tests did, with exit code 9:"),
    ],
)
def test_a_run_that_is_cut_short_says_why(
    line: str, problem: str, kata: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(golden_master, "TEST_TIMEOUT", 0.2)
    kata.change("legacy/yatzy.py", RETURN, f"        {line}")
    with pytest.raises(WorkspaceError, match=problem):
        run_golden_master(kata.folder, ("legacy",))


def test_a_scenario_that_does_not_load_is_named(kata: SmallKata):
    kata.write("tests/golden_master/test_scores.py", "raise ImportError('\\x1b]0;forged')\n")
    with pytest.raises(WorkspaceError, match=r"Output of pytest:\nE   ImportError: .*0;forged"):
        run_golden_master(kata.folder, ("legacy",))
