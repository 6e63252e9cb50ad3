"""The round of a session in `dojo watch`: the time that is left, and a bell."""

import sys
from collections.abc import Callable

import pytest

from dojo.commands.watch import Watcher
from dojo.practice.model import Practice
from dojo.room.membership import Membership, write_membership
from dojo.room.round import Round

NOW = 1_000_000
Tick = Callable[[float], str]


@pytest.fixture
def tick(
    practice: Practice, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tick:
    """Return a function that shows a moment of a round of ten minutes at a terminal."""
    round_of_ten = Round(NOW, NOW, NOW + 600)
    folder = str(practice.folder)
    write_membership(Membership("room.git", "Panda", folder, round=round_of_ten))
    watcher = Watcher(practice, None, is_asking=False, has_bell=True)

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
