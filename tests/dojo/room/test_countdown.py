"""The time of a round, counted down."""

from dojo.room.countdown import Countdown

ROUND = Countdown(start=1000, seconds=25 * 60)


def test_a_round_counts_down_to_nothing() -> None:
    assert [ROUND.shown(1000 + after) for after in (0, 1, 61, 1499, 1500)] == [
        "25:00",
        "24:59",
        "23:59",
        "0:01",
        "0:00",
    ]


def test_a_round_that_is_over_counts_on() -> None:
    assert ROUND.shown(2500 + 72) == "+1:12"


def test_a_round_is_over_when_nothing_is_left() -> None:
    assert [ROUND.is_over(moment) for moment in (2499, 2500, 9999)] == [False, True, True]


def test_a_round_can_be_longer_and_shorter() -> None:
    assert [ROUND.longer(minutes, 1060).shown(1060) for minutes in (5, -5)] == ["29:00", "19:00"]


def test_a_round_cannot_be_shorter_than_nothing() -> None:
    assert ROUND.longer(-5, 2400).shown(2400) == "0:00"


def test_a_round_that_is_over_can_go_on() -> None:
    assert ROUND.longer(5, 9000).shown(9000) == "5:00"
