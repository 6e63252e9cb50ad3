"""The order of a mutant's tests: the killer of the function's last mutant, then the quickest."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from mutmut.state import MutmutState

TESTS = ["test_slow", "test_quick", "test_between"]
SECONDS = {"test_slow": 3.0, "test_quick": 1.0, "test_between": 2.0}


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Give the plugin, in the folder that mutmut works in, while it tests the fifth mutant of a function."""
    monkeypatch.setattr(pytest, "main", pytest.main)  # which the plugin replaces
    from dojo.mutation import session  # noqa: PLC0415 - as said

    state = MutmutState()
    state.duration_by_test.update(SECONDS)
    monkeypatch.setattr(session, "_mutmut", lambda: state)
    monkeypatch.setenv("MUTANT_UNDER_TEST", "yatzy.x_pair__mutmut_5")
    monkeypatch.chdir(tmp_path)
    return session


def killed(session: ModuleType, *lines: str) -> None:
    session.KILLERS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_without_a_killer_the_quickest_is_the_first(session: ModuleType) -> None:
    assert session.Tester().in_order(TESTS) == ["test_quick", "test_between", "test_slow"]


def test_the_last_killer_of_the_same_function_is_before_the_quickest(session: ModuleType) -> None:
    killed(
        session,
        "yatzy.x_pair__mutmut_3\ttest_quick",
        "yatzy.x_pair__mutmut_4\ttest_slow",
        "yatzy.x_pairs__mutmut_1\ttest_between",
        "yatzy.x_ones__mutmut_1\ttest_quick",
    )
    assert session.Tester().in_order(TESTS) == ["test_slow", "test_quick", "test_between"]


def test_a_rehearsal_has_an_order_of_its_own_and_the_same_one_each_time(
    session: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [f"test_{number}" for number in range(50)]
    monkeypatch.setenv("MUTANT_UNDER_TEST", "rehearsal0")
    first, again = (session.Tester().in_order(many) for _ in range(2))
    assert first == again != many
    assert sorted(first) == sorted(many)
