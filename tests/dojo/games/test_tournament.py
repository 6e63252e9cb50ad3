"""A tournament: its numbers, its end, the same dice for all, and one that somebody else's code holds."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from dojo.games.players import GreedyPlayer
from dojo.games.tournament import INTERRUPTED, OUT_OF_TIME, Contest, Hold, Plan, Results, SameDice, estimate
from refactored.rulesets import game_named
from refactored.tournament import Tournament


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
    held = [abs(mean - 150) <= (margin or 0) for mean, margin in samples]
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


@pytest.mark.parametrize(("others", "points"), [(["Ann"], {"Ann": 2}), ([], {})])
def test_who_breaks_a_rule_is_out_and_the_others_play_on(others: list[str], points: dict[str, int]) -> None:
    plan = Plan("yacht", games=2, seed=1, minutes=100)
    results = Contest(plan, [*greedy(*others), Breaks("Eve", ValueError())], clock=ticking(1).__next__).play()
    assert (list(results.disqualified), results.points, results.cut_short) == (["Eve"], points, "")


def test_with_equal_points_the_better_mean_comes_first_and_then_the_first_seat() -> None:
    points = {"Ann": 1, "Bob": 1, "Cy": 1, "Di": 2}
    totals = {"Ann": [5, 7], "Bob": [9, 8], "Cy": [8, 9], "Di": [1, 2]}
    results = Results(Plan("yacht", games=2, seed=1), points, {}, totals)
    assert [each.name for each in results.standings()] == ["Di", "Bob", "Cy", "Ann"]


# Held by somebody else's code.


def says(*lines: str) -> Hold:
    """Hold a tournament with such a transcript."""

    def hold(*arguments: Any) -> None:
        for line in lines:
            arguments[-1](line)

    return hold


TWO_GAMES = says("yacht, 3 games: A and B", "game 1: A 9, B 7; a point for A", "game 2: A 8, B 8; a point for A and B")
OUT = says("B is disqualified in game 1, round 2, roll 3: it is late")


@pytest.mark.parametrize(
    ("hold", "minutes", "points", "cut_short"),
    [(TWO_GAMES, None, {"A": 2, "B": 1}, ""), (TWO_GAMES, 1, {"A": 1, "B": 0}, OUT_OF_TIME), (OUT, None, {"A": 0}, "")],
)
def test_what_a_transcript_says_is_what_came_of_a_tournament(
    hold: Hold, minutes: float | None, points: dict[str, int], cut_short: str
) -> None:
    plan = Plan("yacht", 3, seed=1, minutes=minutes)
    results = Contest(plan, greedy("A", "B"), hold, ticking(60).__next__).play()
    assert (results.points, results.cut_short) == (points, cut_short)
    assert results.disqualified == ({} if "B" in points else {"B": "game 1, round 2, roll 3: it is late"})


# The same dice.


class Follower:
    """A player that keeps as many dice as it is told, or breaks a rule, and notes what falls."""

    def __init__(self, name: str, *holds: int, breaks: dict[int, object] | None = None) -> None:
        """Say how many dice it keeps after each throw, and what it breaks the rules with, in which of its turns."""
        self.name, self._holds, self._breaks = name, holds, breaks or {}
        self.found: dict[tuple[int, int], list[int]] = {}
        self._turn = -1

    def turn(self, dice: list[int], stage: int, view: Any) -> object:
        """Keep the first dice, or take the first free category."""
        self._turn += stage == 0
        self.found[self._turn, stage] = dice[self._holds[stage - 1] if stage else 0 :]
        if self._turn in self._breaks:
            return self._breaks[self._turn] or 1 / 0
        return list(range(self._holds[stage])) if stage < len(self._holds) else view.free()[0]


def played(*players: Follower, seed: int = 1) -> None:
    dice = SameDice(seed)
    tournament = Tournament(game_named("yacht"), {each.name: each for each in players}, 2, dice.throw, dice.hear)
    for _ in range(2):
        tournament.play_game()


def differing(one: Follower, other: Follower) -> list[tuple[int, int]]:
    """Return the throws, of those that both made, in which not even the dice that both threw are the same."""
    both = one.found.keys() & other.found.keys()
    pairs = {throw: zip(one.found[throw], other.found[throw], strict=False) for throw in both}
    return [throw for throw, dice in pairs.items() if any(a != b for a, b in dice)]


def test_every_throw_of_every_turn_is_the_same_for_all() -> None:
    ann, bob, cy = Follower("Ann", 3, 3), Follower("Bob", 1, 4), Follower("Cy")
    played(ann, bob, cy)
    assert [differing(ann, bob), differing(ann, cy), differing(bob, cy)] == [[]] * 3
    turns = 2 * len(game_named("yacht").categories)  # in two games
    assert (len(ann.found), len(bob.found), len(cy.found)) == (3 * turns, 3 * turns, turns)


@pytest.mark.parametrize("leaver", [0, 2])
@pytest.mark.parametrize("breaks", [{0: [7]}, {12: None}, {14: "yatzy"}])
def test_who_is_disqualified_changes_nobodys_dice(leaver: int, breaks: dict[int, object]) -> None:
    players = [Follower("Ann", 2, 2), Follower("Bob", 1, 1)]
    undisturbed = [Follower("Ann", 2, 2), Follower("Bob", 1, 1)]
    played(*undisturbed)
    played(*players[:leaver], Follower("Eve", breaks=breaks), *players[leaver:])
    assert [each.found for each in players] == [each.found for each in undisturbed]


def test_another_throw_round_game_or_seed_brings_other_dice() -> None:
    ann, bob = Follower("Ann", 0, 0), Follower("Ann", 0, 0)
    played(ann, seed=1)
    played(bob, seed=2)
    throws = [tuple(dice) for dice in [*ann.found.values(), *bob.found.values()]]
    assert len(set(throws)) > len(throws) - 5  # some 150 throws of 7,776: now and then two are alike
