"""A tournament: its numbers, its end, and how it is shown."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from dojo.games.players import GreedyPlayer
from dojo.games.tournament import Contest
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan, Results, estimate
from refactored.rulesets import game_named

PLAN, SAME_DICE = Plan("yacht", games=2, seed=1), Plan("yacht", games=2, seed=1, same_dice=True)
LONG = "A name [bold] that goes on and on 王小明"


class Breaks:
    """A player that raises something in its turn."""

    def __init__(self, name: str, error: BaseException) -> None:
        """Take the error."""
        self.name, self._error = name, error

    def turn(self, *_: object) -> str:
        """Raise it."""
        raise self._error


def greedy(*names: str) -> list[Any]:
    return [GreedyPlayer(name, game_named("yacht")) for name in names]


def ticking(seconds: float) -> Iterator[float]:
    return (seconds * number for number in count())


def test_a_margin_holds_the_true_mean_in_19_of_20_cases() -> None:
    random = Random(1)
    samples = [estimate([random.randint(0, 300) for _ in range(100)]) for _ in range(2000)]
    held = [abs(each.mean - 150) <= (each.margin or 0) for each in samples]
    assert sum(held) / len(held) == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(
    ("games", "minutes", "played", "cut_short"), [(100, 0.5, 3, OUT_OF_TIME), (3, 0.5, 3, ""), (4, None, 4, "")]
)
def test_a_tournament_ends_with_the_game_in_which_its_time_is_up(
    games: int, minutes: float | None, played: int, cut_short: str
) -> None:
    plan = Plan("yacht", games=games, seed=1, minutes=minutes)
    results = Contest(plan, greedy("Ann"), clock=ticking(10).__next__).play()
    assert (results.games, results.cut_short, results.points["Ann"]) == (played, cut_short, played)


def test_with_the_same_dice_equal_players_share_the_lead_instead_of_playing_for_ever() -> None:
    results = Contest(Plan("yacht", games=3, seed=1, same_dice=True), greedy("Ann", "Bob")).play()
    assert (results.games, results.points) == (3, {"Ann": 3, "Bob": 3})
    assert results.totals["Ann"] == results.totals["Bob"]


def test_an_interrupted_tournament_has_results_all_the_same() -> None:
    results = Contest(Plan("yacht", games=3, seed=1), [Breaks("Ann", KeyboardInterrupt())]).play()
    assert (results.cut_short, results.points, results.games) == (INTERRUPTED, {"Ann": 0}, 0)


def test_who_breaks_a_rule_is_out_and_the_others_play_on() -> None:
    results = Contest(Plan("yacht", games=2, seed=1), [*greedy("Ann"), Breaks("Eve", ValueError())]).play()
    assert list(results.disqualified) == ["Eve"]
    assert results.points == {"Ann": 2}


def test_when_all_are_disqualified_the_tournament_is_over_and_no_time_is_to_blame() -> None:
    players = [Breaks(name, ValueError()) for name in ("Ann", "Bob")]
    results = Contest(Plan("yacht", games=2, seed=1, minutes=1), players, clock=ticking(3600).__next__).play()
    assert (results.games, results.points, results.cut_short) == (0, {}, "")


def test_with_equal_points_the_better_mean_comes_first_and_then_the_first_seat() -> None:
    points = {"Ann": 1, "Bob": 1, "Cy": 1, "Di": 2}
    totals = {"Ann": [5, 7], "Bob": [9, 8], "Cy": [8, 9], "Di": [1, 2]}
    results = Results(Plan("yacht", games=2, seed=1), points, {}, totals)
    assert [each.name for each in results.standings()] == ["Di", "Bob", "Cy", "Ann"]
