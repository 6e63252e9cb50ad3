"""Practices in a small kata, for the tests of the commands around them."""

from dojo.practice import Choices, Entry, Practice, find_practice, start
from tests.dojo.small_kata import SmallKata

YATZY = "practice/yatzy.py"
TEST = """from yatzy import Yatzy


def test_a_pair_of_sixes():
    assert Yatzy.pair(6, 6) == 12
"""


def started(kata: SmallKata, *, level: int = 1, blind: bool = False, again: bool = False) -> Practice:
    """Start a practice and return it."""
    start(kata.folder, Choices(level, blind), again=again)
    return find_practice(kata.folder)


def entry(status: str, snapshot: str | None, when: str = "2026-01-02T10:00:00+00:00") -> Entry:
    """Return an entry of the log."""
    return Entry(
        when, 1, blind=False, status=status, seconds=0.5, findings=0, message="", changed={}, snapshot=snapshot
    )
