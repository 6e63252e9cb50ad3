"""The time of a round."""

from dojo.room.countdown import Countdown, large
from tests.dojo.room.pairs import MINUTE, NOON


def test_a_round_is_counted_down_and_on() -> None:
    countdown = Countdown(NOON, 25 * MINUTE)
    assert [countdown.shown(NOON + seconds) for seconds in (0, 61, 1500, 1565)] == ["25:00", "23:59", "0:00", "+1:05"]


def test_a_round_can_be_longer_or_shorter_but_not_less_than_over() -> None:
    countdown = Countdown(NOON, 6 * MINUTE)
    assert [countdown.longer(by, NOON + 60).left(NOON + 60) for by in (5, -3, -9)] == [600, 120, 0]


def test_a_round_that_is_over_has_more_minutes_from_now_on() -> None:
    assert Countdown(NOON, MINUTE).longer(5, NOON + 600).shown(NOON + 600) == "5:00"


def test_large_letters_are_made_of_blocks() -> None:
    assert large("1:")[0] == "  ██      "
    assert len({len(line) for line in large("TIME IS UP")}) == 1
