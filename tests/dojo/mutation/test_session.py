"""The order of a mutant's tests: the killer of the function's last mutant, then the quickest."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

SECONDS = {"test_slow": 3.0, "test_quick": 1.0, "test_between": 2.0}
KILLERS = """\
yatzy.x_pair__mutmut_3	test_quick
yatzy.x_pair__mutmut_4	test_slow
yatzy.x_pairs__mutmut_1	test_between
yatzy.x_ones__mutmut_1	test_quick
"""


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Give the plugin, in the folder that mutmut works in, while it tests the fifth mutant of a function."""
    monkeypatch.setattr(pytest, "main", pytest.main)  # which the plugin replaces
    from dojo.mutation import session  # noqa: PLC0415 - as said

    monkeypatch.setattr(session, "mutmut_state", lambda: SimpleNamespace(duration_by_test=SECONDS))
    monkeypatch.setenv("MUTANT_UNDER_TEST", "yatzy.x_pair__mutmut_5")
    monkeypatch.chdir(tmp_path)
    return session


def test_the_last_killer_of_the_same_function_is_before_the_quickest(session: ModuleType) -> None:
    assert session.in_order(list(SECONDS)) == ["test_quick", "test_between", "test_slow"]
    session.KILLERS.write_text(KILLERS, encoding="utf-8")
    assert session.in_order(list(SECONDS)) == ["test_slow", "test_quick", "test_between"]


def test_a_rehearsal_has_an_order_of_its_own_and_the_same_one_each_time(
    session: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [f"test_{number}" for number in range(50)]
    monkeypatch.setenv("MUTANT_UNDER_TEST", "rehearsal0")
    first, again = (session.in_order(many) for _ in range(2))
    assert first == again != many
    assert sorted(first) == sorted(many)
