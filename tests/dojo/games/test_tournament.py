"""A tournament: what its transcript says of it, its numbers, and its end."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from dojo.games.tournament import Contest

TWO_GAMES = ("yacht, 3 games: A and B", "game 1: A 9, B 7; a point for A", "game 2: A 8, B 8; a point for A and B")
OUT = ("B is disqualified in game 1, round 2, roll 3: it is late",)


def contest_of(*names: str) -> Contest:
    return Contest("yacht", [SimpleNamespace(name=name) for name in names], 3)


def says(*lines: str, end: BaseException | None = None) -> Callable[..., None]:
    """Hold a tournament with such a transcript."""

    def lock(*arguments: Any) -> None:
        for line in lines:
            arguments[-1](line)
        if end:
            raise end

    return lock


@pytest.mark.parametrize(("lines", "points"), [(TWO_GAMES, {"A": 2, "B": 1}), (OUT, {"A": 0})])
def test_what_a_transcript_says_is_what_came_of_a_tournament(lines: tuple[str, ...], points: dict[str, int]) -> None:
    contest = contest_of("A", "B")
    contest.play(says(*lines), seed=1)
    assert (contest.points, contest.is_interrupted) == (points, False)
    assert contest.disqualified == ({} if "B" in points else {"B": "game 1, round 2, roll 3: it is late"})


def test_an_interrupted_tournament_has_results_all_the_same() -> None:
    contest = contest_of("A", "B")
    contest.play(says(*TWO_GAMES, end=KeyboardInterrupt()), seed=1)
    assert (contest.is_interrupted, contest.points, contest.over) == (True, {"A": 2, "B": 1}, 2)


def test_with_equal_points_the_better_mean_comes_first_and_then_the_first_seat() -> None:
    contest = contest_of("Ann", "Bob", "Cy", "Di", "Eve")
    contest.points |= {"Ann": 1, "Bob": 1, "Cy": 1, "Di": 2}
    contest.totals |= {"Ann": [5, 7], "Bob": [9, 8], "Cy": [8, 9], "Di": [1, 2]}
    assert [row["name"] for row in contest.standings()] == ["Di", "Bob", "Cy", "Ann"]
