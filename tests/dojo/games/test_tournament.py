"""A tournament: reading its transcript, its results, and interrupting it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from dojo.games.tournament import Contest

TWO_GAMES = (
    "yacht, 3 games: A and B",
    "game 1: A 9, B 7; a point for A",
    "game 2: A 8, B 8; a point for A and B",
)
LATE = "game 1, round 2, roll 3: it is late"


def contest_of(*names: str) -> Contest:
    return Contest("yacht", [SimpleNamespace(name=name) for name in names], 3)


def hold_with(*lines: str, end: BaseException | None = None) -> Callable[..., None]:
    """Return the method of an implementation that writes this transcript, and may raise."""

    def hold(*arguments: Any) -> None:
        write = arguments[-1]
        for line in lines:
            write(line)
        if end:
            raise end

    return hold


def test_points_are_read_from_the_transcript() -> None:
    contest = contest_of("A", "B")
    contest.play(hold_with(*TWO_GAMES), seed=1)
    assert contest.points == {"A": 2, "B": 1}
    assert contest.disqualified == {}
    assert not contest.is_interrupted


def test_disqualifications_are_read_from_the_transcript() -> None:
    contest = contest_of("A", "B")
    contest.play(hold_with(f"B is disqualified in {LATE}"), seed=1)
    assert contest.points == {"A": 0}
    assert contest.disqualified == {"B": LATE}


def test_an_interrupted_tournament_keeps_its_results() -> None:
    contest = contest_of("A", "B")
    contest.play(hold_with(*TWO_GAMES, end=KeyboardInterrupt()), seed=1)
    assert contest.is_interrupted
    assert contest.points == {"A": 2, "B": 1}
    assert contest.finished_games == 2


def test_equal_points_are_ordered_by_mean_and_then_by_seat() -> None:
    contest = contest_of("Ann", "Bob", "Cy", "Di", "Eve")
    contest.points |= {"Ann": 1, "Bob": 1, "Cy": 1, "Di": 2}
    contest.totals |= {"Ann": [5, 7], "Bob": [9, 8], "Cy": [8, 9], "Di": [1, 2]}
    assert [standing.name for standing in contest.standings()] == ["Di", "Bob", "Cy", "Ann"]
