"""A tournament: what its transcript says of it, its numbers, and its end."""

from collections.abc import Callable
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from dojo.games import tournament
from dojo.games.tournament import INTERRUPTED, OUT_OF_TIME, Contest

TWO_GAMES = ("yacht, 3 games: A and B", "game 1: A 9, B 7; a point for A", "game 2: A 8, B 8; a point for A and B")
OUT = ("B is disqualified in game 1, round 2, roll 3: it is late",)


def contest_of(*names: str, games: int = 3, minutes: float | None = None) -> Contest:
    return Contest("yacht", [SimpleNamespace(name=name) for name in names], games, minutes)


def says(*lines: str, end: BaseException | None = None) -> Callable[..., None]:
    """Hold a tournament with such a transcript."""

    def lock(*arguments: Any) -> None:
        for line in lines:
            arguments[-1](line)
        if end:
            raise end

    return lock


@pytest.mark.parametrize(
    ("lines", "minutes", "points", "cut_short"),
    [
        (TWO_GAMES, None, {"A": 2, "B": 1}, ""),
        (TWO_GAMES, 1.5, {"A": 2, "B": 1}, OUT_OF_TIME),
        (TWO_GAMES, 1, {"A": 1, "B": 0}, OUT_OF_TIME),
        ((*TWO_GAMES, "game 3: A 1, B 2; a point for B"), 2.5, {"A": 2, "B": 2}, ""),
        (OUT, None, {"A": 0}, ""),
    ],
)
def test_what_a_transcript_says_is_what_came_of_a_tournament(
    lines: tuple[str, ...],
    minutes: float | None,
    points: dict[str, int],
    cut_short: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tournament, "monotonic", count(step=60).__next__)
    contest = contest_of("A", "B", minutes=minutes)
    contest.play(says(*lines), seed=1)
    assert (contest.points, contest.cut_short) == (points, cut_short)
    assert contest.disqualified == ({} if "B" in points else {"B": "game 1, round 2, roll 3: it is late"})


def test_an_interrupted_tournament_has_results_all_the_same() -> None:
    contest = contest_of("A", "B")
    contest.play(says(*TWO_GAMES, end=KeyboardInterrupt()), seed=1)
    assert (contest.cut_short, contest.points, contest.over) == (INTERRUPTED, {"A": 2, "B": 1}, 2)


def test_a_margin_holds_the_true_mean_in_19_of_20_cases() -> None:
    random = Random(1)
    contest = contest_of(*map(str, range(2000)))
    contest.totals = {name: [random.randint(0, 300) for _ in range(100)] for name in contest.totals}
    inside = [abs(row["mean"] - 150) <= row["mean_margin"] for row in contest.standings()]
    assert sum(inside) / len(inside) == pytest.approx(0.95, abs=0.01)


def test_with_equal_points_the_better_mean_comes_first_and_then_the_first_seat() -> None:
    contest = contest_of("Ann", "Bob", "Cy", "Di", "Eve")
    contest.points |= {"Ann": 1, "Bob": 1, "Cy": 1, "Di": 2}
    contest.totals |= {"Ann": [5, 7], "Bob": [9, 8], "Cy": [8, 9], "Di": [1, 2]}
    assert [row["name"] for row in contest.standings()] == ["Di", "Bob", "Cy", "Ann"]
