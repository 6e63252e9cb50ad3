"""News of the room in `dojo watch`: the time that is left, a bell, and checks that were pushed."""

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from dojo.cli import ERASE_LINE
from dojo.commands import watch
from dojo.commands.watch import ALL_PUSHED, QUESTION, Watcher
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.reverting import RedLimit
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.membership import Membership, read_membership, write_membership
from dojo.room.remote import Round
from tests.dojo.practising import checked

NOW = 4_000_000_000  # after the start of the practice
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
    assert ["Half of the time is over." in each for each in shown] == [False, True, False]


def test_the_end_of_the_round_rings_once(tick: Tick):
    shown = [tick(seconds) for seconds in (599, 600, 601)]
    assert ["\a" in each for each in shown] == [False, True, False]
    assert "The round ended" in shown[1]


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
    assert "The round ended" in printed.out


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


def test_a_watch_says_once_that_the_room_has_all_checks(practice: Practice, tick: Tick):
    membership = read_membership(practice.folder)
    assert membership is not None
    repository = Repository(practice.folder)
    start = repository.find_commit(CHECKS) or ""
    end = checked(practice, GREEN).commit
    write_membership(replace(membership, last_pushed_commit=start, failure="no route"))
    shown = [tick(1), tick(2)]
    write_membership(replace(membership, last_pushed_commit=end))
    shown += [tick(3), tick(4)]
    assert ["Not pushed: 1 check" in each for each in shown] == [True, False, False, False]
    assert [ALL_PUSHED in each for each in shown] == [False, False, True, False]


def test_after_a_room_was_closed_a_watch_does_not_say_that_it_has_all_checks(
    practice: Practice, tick: Tick
):
    membership = read_membership(practice.folder)
    assert membership is not None
    write_membership(replace(membership, is_closed=True))
    assert "was closed" in tick(1)
    assert ALL_PUSHED not in tick(2)
