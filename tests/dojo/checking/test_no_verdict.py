"""Where nothing can be said of the code, nothing is: endless loops, full disks, interruptions."""

import pytest

from dojo.errors import WorkspaceError
from dojo.kata import golden_master
from dojo.kata.golden_master import run_golden_master
from tests.dojo.small_kata import SmallKata

SCENARIO = "tests/golden_master/test_scores.py"


def test_an_endless_loop_is_ended_and_its_place_is_named(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_master, "TEST_SECONDS", 2)
    kata.change(
        "legacy/yatzy.py", "if first != second:\n            return 0", "while first != second:\n            pass"
    )
    with pytest.raises(WorkspaceError, match=r"^The tests were stopped at legacy/yatzy.py:1[01], in pair: an endless"):
        run_golden_master(kata.folder, ("legacy",))


@pytest.mark.parametrize("code", [9, 1])
def test_tests_that_end_early_are_no_endless_loop_and_no_failure(code: int, kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", "class Yatzy", f"import os\n\nos._exit({code})\n\n\nclass Yatzy")
    with pytest.raises(WorkspaceError, match=rf"^The tests were not run to their end: exit code {code}\."):
        run_golden_master(kata.folder, ("legacy",))


def test_a_scenario_that_cannot_be_imported_is_told_without_a_traceback(kata: SmallKata) -> None:
    kata.change(SCENARIO, "on_class, outcomes", "on_class, outc")
    with pytest.raises(WorkspaceError, match="pytest said:\nE   ImportError: cannot import name 'outc'") as told:
        run_golden_master(kata.folder, ("legacy",))
    assert "Traceback" not in str(told.value)


@pytest.mark.parametrize("command", ["approve", "approve table", "verify"])
def test_tests_that_are_gone_can_be_had_again(command: str, kata: SmallKata) -> None:
    (kata.folder / SCENARIO).unlink()
    words = kata.dojo(*command.split()).stderr
    assert words.endswith("\n`git checkout -- tests` brings back what was committed.\n")
