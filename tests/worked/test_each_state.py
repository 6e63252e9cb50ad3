"""Test that states are imported as their files would be, and that first calls are noted."""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import pytest

if sys.platform == "win32":
    pytest.skip("there is no limit to what a state computes", allow_module_level=True)

from tests.worked import each_state
from tests.worked.each_state import Modules, note_first_calls, told_of_run

STATE = {
    "a_state/__init__.py": "from .rules import add, Card, KEEP\n",
    "a_state/rules.py": """
def add(first, second=2, *, third=3):
    return first + second + third

def count(most):
    yield from range(most)

KEEP = lambda dice: dice

class Card:
    def __init__(self):
        self.points = 1

    @property
    def total(self):
        return self.points

    @staticmethod
    def faces():
        return list(count(3))
""",
}
RULES = "a_state/rules.py"


@pytest.fixture
def modules() -> Modules:
    return Modules(STATE)


@pytest.fixture
def state(modules: Modules, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Import the state."""
    monkeypatch.setattr(sys, "meta_path", [modules, *sys.meta_path])
    yield import_module("a_state")
    for name in ("a_state", "a_state.rules"):
        sys.modules.pop(name)


def test_what_is_called_is_noted(state: ModuleType, modules: Modules) -> None:
    called: set[str] = set()
    note_first_calls(modules, called)
    assert state.Card().total == 1
    assert called == {f"{RULES}:Card.__init__", f"{RULES}:Card.total"}


def test_what_calls_another_is_noted_with_it(state: ModuleType, modules: Modules) -> None:
    called: set[str] = set()
    note_first_calls(modules, called)
    assert state.Card.faces() == [0, 1, 2]
    assert called == {f"{RULES}:Card.faces", f"{RULES}:count"}


def test_nothing_is_noted_twice(state: ModuleType, modules: Modules) -> None:
    called: set[str] = set()
    own = state.add.__code__
    note_first_calls(modules, called)
    assert [state.add(1), state.add(1, 1, third=0)] == [6, 2]
    assert state.add.__code__ is own


def test_a_function_without_a_name_is_noted(state: ModuleType, modules: Modules) -> None:
    called: set[str] = set()
    note_first_calls(modules, called)
    assert state.KEEP(5) == 5
    assert called == {f"{RULES}:<lambda>"}


def test_a_state_that_python_does_not_understand_cannot_be_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "meta_path", [Modules({"a_state.py": "def"}), *sys.meta_path])
    with pytest.raises(SyntaxError):
        import_module("a_state")


def test_a_run_that_does_not_end_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(each_state, "SECONDS", 0.01)
    [how] = told_of_run([], Modules({"yatzy.py": "while True:\n    pass\n"}))[0].values()
    assert how == "TimeoutError: It did not end: an endless loop?"
