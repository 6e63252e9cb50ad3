"""A tournament: its numbers, its end, and how it is shown."""

from collections.abc import Iterator
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from dojo.games import scoreboard
from dojo.games.players import GreedyPlayer
from dojo.games.scoreboard import remarks, wrapped_error
from dojo.games.tournament import Contest
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan, Results, as_data, estimate
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


def shown(renderable: object) -> str:
    console = Console(width=80, file=StringIO(), highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def test_a_margin_holds_the_true_mean_in_19_of_20_cases() -> None:
    random = Random(1)
    samples = [estimate([random.randint(0, 300) for _ in range(100)]) for _ in range(2000)]
    held = [abs(each.mean - 150) <= (each.margin or 0) for each in samples]
    assert sum(held) / len(held) == pytest.approx(0.95, abs=0.01)


def test_a_program_gets_margins_too() -> None:
    results = Results({"Ann": 2, "Bob": 0}, {"Ann": [9, 9] * 20, "Bob": [7, 8] * 20})
    ann, bob = as_data(SAME_DICE, results)["standings"]
    assert (ann["to_leader"], ann["mean_margin"]) == (None, 0.0)
    assert (bob["to_leader"], bob["to_leader_margin"], bob["mean_margin"]) == (-1.5, 0.2, 0.2)


@pytest.mark.parametrize(
    ("games", "minutes", "played", "cut_short"), [(100, 0.5, 3, OUT_OF_TIME), (3, 0.5, 3, ""), (4, None, 4, "")]
)
def test_a_tournament_ends_with_the_game_in_which_its_time_is_up(
    games: int, minutes: float | None, played: int, cut_short: str
) -> None:
    clock = ticking(10)
    plan = Plan("yacht", games=games, seed=1, minutes=minutes)
    results = Contest(plan, greedy("Ann"), clock=lambda: next(clock)).play()
    assert (results.games, results.cut_short, results.points["Ann"]) == (played, cut_short, played)


def test_with_the_same_dice_equal_players_share_the_lead_instead_of_playing_for_ever() -> None:
    results = Contest(Plan("yacht", games=3, seed=1, same_dice=True), greedy("Ann", "Bob")).play()
    assert (results.games, results.leaders()) == (3, ["Ann", "Bob"])
    assert results.totals["Ann"] == results.totals["Bob"]


def test_an_interrupted_tournament_has_results_all_the_same() -> None:
    results = Contest(Plan("yacht", games=3, seed=1), [Breaks("Ann", KeyboardInterrupt())]).play()
    assert (results.cut_short, results.points, results.games) == (INTERRUPTED, {"Ann": 0}, 0)


def test_who_breaks_a_rule_is_out_and_the_others_play_on() -> None:
    results = Contest(Plan("yacht", games=2, seed=1), [*greedy("Ann"), Breaks("Eve", ValueError())]).play()
    assert list(results.disqualified) == ["Eve"]
    assert results.points == {"Ann": 2}


def test_when_all_are_disqualified_the_tournament_is_over_and_no_time_is_to_blame() -> None:
    clock = ticking(3600)
    plan = Plan("yacht", games=2, seed=1, minutes=1)
    results = Contest(
        plan, [Breaks("Ann", ValueError()), Breaks("Bob", ValueError())], clock=lambda: next(clock)
    ).play()
    assert remarks(plan, results)[2:] == ["Nobody is left.", f"0 games in {results.seconds:.1f} s"]


@pytest.mark.parametrize(
    ("games", "seconds", "minutes", "left"),
    [(0, 5.0, None, None), (10, 5.0, None, 45.0), (10, 5.0, 0.5, 25.0), (100, 50.0, None, 0.0), (101, 50.5, 1.0, 0.0)],
)
def test_the_time_left_is_that_of_the_games_or_of_the_limit(
    games: int, seconds: float, minutes: float | None, left: float | None
) -> None:
    assert Plan("yacht", games=100, seed=1, minutes=minutes).left(games, seconds) == left


def test_everything_shown_fits_eighty_columns() -> None:
    totals = [-(number % 2) or 1575 for number in range(1000)]
    results = Results({LONG: 1_000_000, "B": 0}, {LONG: totals, "B": totals[::-1]}, games=1_000_000, seconds=1e5)
    results.disqualified = {LONG: f"game 1,000, round 1, roll 1: it raised {'E ' * 100}"}
    results.outputs = {LONG: Path(__file__)}
    results.cut_short = OUT_OF_TIME
    plan = Plan("yahtzee", games=10_000_000, seed=1, same_dice=True)
    lines = [
        *shown(scoreboard.report(plan, results)).splitlines(),
        *shown(scoreboard.board(plan, results)).splitlines(),
    ]
    assert max(map(cell_len, lines)) <= 80


def test_brackets_in_a_name_are_shown_as_they_are() -> None:
    results = Results({"[red]": 1}, {"[red]": [9]}, {"[b]": "game 1"})
    assert shown(scoreboard.report(SAME_DICE, results)).count("[red]") == 2


def test_how_it_stands_is_shown_while_it_runs() -> None:
    results = Results({"Ann": 3}, {"Ann": [100, 102]}, games=2, seconds=0.5)
    text = shown(scoreboard.board(Plan("yacht", games=1000, seed=1), results))
    assert " ".join(text.split()) == "yacht points mean Ann 3 101.0 game 2 of 1,000, 4 games a second, 4 min left"


@pytest.mark.parametrize(
    ("cut_short", "words"),
    [
        ("", "1 game in 2.0 s, 0.5 games a second"),
        (INTERRUPTED, "stopped after 1 game in 2.0 s, 0.5 games a second"),
        (OUT_OF_TIME, "The time is up, before all 1,000 games: 1 game in 2.0 s, 0.5 games a second"),
    ],
)
def test_the_last_line_says_why_a_tournament_ended(cut_short: str, words: str) -> None:
    results = Results({"Ann": 1}, games=1, seconds=2.0, cut_short=cut_short)
    assert remarks(Plan("yacht", games=1000, seed=1), results)[-1] == words


def test_an_error_fits_the_screen_line_by_line() -> None:
    lines = wrapped_error(f"Me={'x' * 80} cannot play: {'why ' * 40}\nIt printed 3 bytes: a file").splitlines()
    assert (lines[0], lines[-1]) == (f"Me={'x' * 80}", "It printed 3 bytes: a file")
    assert max(map(len, lines[1:])) <= 79
    assert max(len(f"Error: {line}") for line in wrapped_error("ab " * 30).splitlines()[:1]) <= 80


def test_totals_that_there_are_not_are_shown_as_none() -> None:
    results = Results({"Ann": 0}, seconds=2.0, cut_short=INTERRUPTED)
    _, ann, *_, ending = shown(scoreboard.report(SAME_DICE, results)).splitlines()
    assert (ann.split(), ending) == (["Ann", "0", "-", "-", "-", "-"], "stopped after 0 games in 2.0 s")
    assert " ".join(shown(scoreboard.board(PLAN, results)).split()).endswith("Ann 0 - game 0 of 2")


@pytest.mark.parametrize(
    ("games", "seconds", "speed"),
    [(0, 60, 0), (1, 3000, 0.000333), (3, 61.3, 0.0489), (1, 1, 1.0), (123456, 1000, 123.5)],
)
def test_a_slow_tournament_has_a_speed(games: int, seconds: float, speed: float) -> None:
    assert as_data(PLAN, Results({}, games=games, seconds=seconds))["games_per_second"] == speed


EQUAL = Results(
    {"Ann": 1, "Bob": 1, "Cy": 1, "Di": 2}, {"Ann": [5, 7], "Bob": [9, 8], "Cy": [8, 9], "Di": [1, 2]}, games=2
)


def test_with_equal_points_the_better_mean_comes_first_and_then_the_first_seat() -> None:
    assert EQUAL.standings() == ["Di", "Bob", "Cy", "Ann"]
    assert [each["name"] for each in as_data(PLAN, EQUAL)["standings"]] == EQUAL.standings()
    lines = shown(scoreboard.report(SAME_DICE, EQUAL)).splitlines()
    assert [line.split()[0] for line in lines[1:5]] == EQUAL.standings()
