"""Test that a trail changes if, and only if, code changes that the run may execute."""

import pytest

from tests.worked.trail import State, remains, trail_of

GAME = """
from dice import sort

LIMIT = 5

def score(dice):
    if not dice:
        return refuse(dice)
    return total(sort(dice), LIMIT)

def total(dice, most):
    return sum(dice[:most])

def refuse(dice):
    return 0

def card():
    return Card()

class Card:
    points = 0

    def place(self, dice):
        return total(dice, 1)

    def __len__(self):
        return 1
"""
DICE = """
def sort(dice):
    return sorted(dice)
"""
STATE = {"game.py": GAME, "dice.py": DICE}
CALLED = frozenset({"game.py:score", "game.py:total", "dice.py:sort"})
USED = frozenset({"score"})


def changed(file: str, old: str, new: str) -> State:
    assert old in STATE[file]
    return {**STATE, file: STATE[file].replace(old, new)}


@pytest.mark.parametrize(
    "state",
    [
        changed("game.py", "sum(dice[:most])", "sum(dice[1:most])"),
        changed("dice.py", "sorted(dice)", "list(dice)"),
        changed("game.py", "LIMIT = 5", "LIMIT = 6"),
        changed("game.py", "from dice import sort", "from dice import sort as sort"),
        changed("game.py", "def total(dice, most):", "def total(dice, most=5):"),
        changed("game.py", "def refuse(dice):", "def refuse(*dice):"),
        changed("game.py", "LIMIT = 5", "LIMIT = 5\nsort = list"),
        changed("game.py", "LIMIT = 5", "LIMIT = 5\nsum = max"),
        changed("game.py", "LIMIT = 5", "LIMIT = 5\nprint(LIMIT)"),
        changed("game.py", "LIMIT = 5", "LIMIT = 5\nif LIMIT:\n    LIMIT = 4"),
        changed("game.py", "def card():", "@register\ndef card():"),
        changed("game.py", "def card():", "def card(at=print()):"),
        changed("game.py", "def card():", "def card():\n    globals().clear()"),
        changed("game.py", "class Card:", "class Card(metaclass=Kind):"),
        {**STATE, "dice/__init__.py": DICE},
        {"rules/game.py": GAME, "rules/dice.py": DICE},
        changed("game.py", "def card():", "def card(:"),
    ],
    ids=[
        *(
            "a function that was called",
            "one of another file",
            "a value",
            "an import",
            "parameters of one that was called",
        ),
        *("parameters of one that was not", "another of that name", "a name of Python's own"),
        *(
            "a call beside",
            "a condition beside",
            "a decorator that does anything",
            "a default that does anything",
        ),
        *(
            "another way to look up",
            "a class of another kind",
            "a package in front of a file",
            "other files",
        ),
        "what is no Python",
    ],
)
def test_what_a_run_may_come_to_changes_its_trail(state: State) -> None:
    assert not remains(trail_of(STATE, USED, CALLED), state)


@pytest.mark.parametrize(
    "state",
    [
        changed("game.py", "return 0", "return 1"),
        changed("game.py", "total(dice, 1)", "total(dice, 2)"),
        changed("game.py", "points = 0", "points = 1"),
        changed("game.py", "def card():", "def table():\n    return 7\n\ndef card():"),
        changed(
            "game.py",
            "def __len__(self):\n        return 1",
            "def __len__(self):\n        return 2",
        ),
        changed("dice.py", "def sort", "from random import randint\n\ndef sort"),
        changed(
            "game.py",
            "def total(dice, most):",
            'def total(dice, most):\n    """Add up."""\n    # the first ones',
        ),
        {**STATE, "sheet.py": "TITLE = 'Yatzy'\n\ndef sheet():\n    return TITLE\n"},
    ],
    ids=[
        *(
            "a function that was not called",
            "a method that was not",
            "a class that nobody looks up",
            "a new function",
        ),
        *(
            "a special method of such a class",
            "an import that nobody looks up",
            "a docstring and a comment",
            "a new file",
        ),
    ],
)
def test_what_a_run_cannot_come_to_leaves_its_trail(state: State) -> None:
    assert remains(trail_of(STATE, USED, CALLED), state)


def test_a_class_that_is_looked_up_brings_its_special_methods_and_its_values() -> None:
    called = CALLED | {"game.py:card"}
    used = USED | {"card"}
    for old in ("points = 0", "__len__(self)"):
        state = changed("game.py", old, old.replace("0", "1").replace("self", "self, /"))
        assert not remains(trail_of(STATE, used, called), state)


@pytest.mark.parametrize("who", ["Card", "card"])
def test_a_method_is_found_by_its_name_where_its_class_is_looked_up(who: str) -> None:
    state = changed("game.py", "total(dice, 1)", "total(dice, 2)")
    used, called = USED | {"place"}, CALLED | {"game.py:Card.place", "game.py:card"}
    assert remains(trail_of(STATE, used, called), state)
    assert not remains(trail_of(STATE, used | {who}, called), state)
