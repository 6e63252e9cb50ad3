"""The round of a session in `dojo watch`: the time that is left, and a bell."""

import sys
from collections.abc import Callable

import pytest

from dojo.cli import ERASE_LINE
from dojo.commands import watch
from dojo.commands.watch import QUESTION, RedLimit, Watcher
from dojo.practice.model import GREEN, RED, Practice
from dojo.room.membership import Membership, write_membership
from dojo.room.round import Round
from tests.dojo.practising import checked

NOW = 1_000_000
Tick = Callable[[float], str]


@pytest.fixture
def watcher(practice: Practice) -> Watcher:
    """Return a watch in a round of ten minutes."""
    round_of_ten = Round(NOW, NOW, NOW + 600)
    folder = str(practice.folder)
    write_membership(Membership("room.git", "Panda", folder, round=round_of_ten))
    return Watcher(practice, None, is_asking=False, has_bell=True)


@pytest.fixture
def tick(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tick:
    """Return a function that shows a moment of the round at a terminal."""

    def show(seconds: float) -> str:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        monkeypatch.setattr("time.time", lambda: NOW + seconds)
        watcher.tick()
        printed = capsys.readouterr()
        return printed.out + printed.err

    return show


def test_the_last_line_has_the_rest_of_the_round(tick: Tick):
    assert tick(75).endswith("\x1b[Kround: 8:45 left")


def test_half_of_the_round_is_said_once(tick: Tick):
    shown = [tick(seconds) for seconds in (299, 300, 301)]
    assert ["Half of the round is over." in each for each in shown] == [False, True, False]


def test_the_end_of_the_round_rings_once(tick: Tick):
    shown = [tick(seconds) for seconds in (599, 600, 601)]
    assert ["\a" in each for each in shown] == [False, True, False]
    assert "Time is up" in shown[1]


def test_a_round_that_was_over_before_does_not_ring(tick: Tick):
    assert "\a" not in tick(700)


def test_the_round_ends_while_a_watch_asks(
    watcher: Watcher,
    tick: Tick,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    keys = ["", "", "g"]

    def press(_: float) -> str:
        monkeypatch.setattr("time.time", lambda: NOW + 603 - len(keys))
        return keys.pop(0)

    tick(599)
    monkeypatch.setattr(watch, "read_key", press)
    assert watcher.ask() == GREEN
    printed = capsys.readouterr()
    assert printed.err.startswith(f"{ERASE_LINE}round: 0:01 left  {QUESTION}")
    assert printed.err.count("\a") == 1
    assert printed.err.endswith(QUESTION)
    assert "Time is up" in printed.out


def test_the_limit_for_red_is_told_on_a_line_of_its_own(
    watcher: Watcher, practice: Practice, tick: Tick, capsys: pytest.CaptureFixture[str]
):
    watcher.red_limit = RedLimit(practice, 2)
    checked(practice, RED)
    watcher.red_limit.note_check()
    tick(75)
    watcher.tell_if_late()
    printed = capsys.readouterr()
    assert printed.out.startswith("RED for more than 2 min")
    assert printed.err == ERASE_LINE
