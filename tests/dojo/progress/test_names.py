"""What a step is called: after the functions, classes and files that it changed."""

import pytest

from dojo.progress.names import name_of

PAIR = '''"""Dice."""

import sys


class Yatzy:
    faces = 6

    @staticmethod
    def pair(
        first,
        second,
    ) -> int:
        """Score.

class Text:
        """
        # two alike
        def alike():
            return first == second

        return 2 * first if alike() else 0

    # ---- totals

    async def total(self):
        return 0

    alias = pair


def roll():
    return (
        1
    )


if __name__ == "__main__":
    roll()
'''


def named(before: dict[str, str], after: dict[str, str]) -> str:
    """Return the name of the step between two states, whose blobs are the texts themselves."""
    return name_of(before, after, {text: text for state in (before, after) for text in state.values()})


def changed(old: str, new: str) -> str:
    assert old in PAIR
    return named({"yatzy.py": PAIR}, {"yatzy.py": PAIR.replace(old, new)})


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("2 * first", "first + second", "~ Yatzy.pair"),
        ("@staticmethod", "@classmethod", "~ Yatzy.pair"),
        ("        second,\n", "        second, third,\n", "~ Yatzy.pair"),
        ("class Text:", "class Other:", "~ Yatzy.pair"),
        ("# two alike", "# both alike", "~ Yatzy.pair"),
        ("return first == second", "return first is second", "~ Yatzy.pair"),
        ("faces = 6", "faces = 8", "~ Yatzy"),
        ("alias = pair", "alias = None", "~ Yatzy"),
        ("# ---- totals", "# ---- all of it", "~ yatzy.py"),
        ("        return 0", "        return 1", "~ Yatzy.total"),
        ("        1\n", "        2\n", "~ roll"),
        ("import sys", "import os", "~ yatzy.py"),
        ("    roll()\n", "    print(roll())\n", "~ yatzy.py"),
        ("def roll", "def throw", "+ throw, - roll"),
        ("def roll():\n", "def throw():\n    pass\n\n\ndef roll():\n", "+ throw"),
        ("class Yatzy", "class Game", "+ Game, - Yatzy"),
    ],
)
def test_a_step_is_called_after_what_it_changed(old: str, new: str, name: str) -> None:
    assert changed(old, new) == name


def test_what_came_is_named_first_and_what_went_last() -> None:
    before = "def one(): 1\ndef two(): 2\n"
    assert named({"a.py": before}, {"a.py": "def two(): 3\ndef three(): 3\n"}) == "+ three, ~ two, - one"


def test_of_many_names_three_are_shown() -> None:
    after = {"a.py": "".join(f"def f{number}(): 1\n" for number in range(7))}
    assert named({"a.py": ""}, after) == "+ f0, + f1, + f2 and 4 more"


def test_a_function_that_moves_to_another_file_is_as_it_was() -> None:
    assert named({"yatzy.py": PAIR}, {"yatzy/yatzy.py": PAIR}) == "+ yatzy/yatzy.py, - yatzy.py"


def test_what_comes_with_its_class_is_not_named() -> None:
    assert named({"a.py": ""}, {"a.py": "class Roll:\n    def of(self):\n        return 1\n"}) == "+ Roll"


def test_tests_and_documents_are_named_as_files() -> None:
    after = {"tests/test_a.py": "def test_a(): 1\n", "approved_files/a.approved.txt": "1"}
    assert named({"tests/test_a.py": ""}, after) == "+ approved_files/a.approved.txt, ~ tests/test_a.py"


def test_code_that_does_not_parse_is_named_as_a_file() -> None:
    assert changed("    return (\n", "    return ((\n") == "~ yatzy.py"


def test_a_file_without_a_text_is_named_as_a_file() -> None:
    assert name_of({"a.py": "one"}, {"a.py": "two"}, {}) == "~ a.py"


def test_a_name_that_a_terminal_would_obey_is_an_escape() -> None:
    assert named({}, {"\x1b[2J.txt": "1"}) == r"+ \x1b[2J.txt"
