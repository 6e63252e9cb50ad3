"""The same dice for all players of a game."""

from itertools import count
from typing import Any

import pytest

from dojo.games.tournament import SameDice
from refactored.rulesets import game_named
from refactored.tournament import Tournament


class Follower:
    """A player that keeps as many dice as it is told, or breaks a rule, and notes what falls."""

    def __init__(self, name: str, *holds: int, breaks: dict[int, object] | None = None) -> None:
        """Say how many dice it keeps after each throw, and what it breaks the rules with, in which of its turns."""
        self.name = name
        self.found: dict[tuple[int, int], list[int]] = {}
        self._holds, self._breaks = holds, breaks or {}
        self._turns = count()
        self._turn = 0

    def turn(self, dice: list[int], stage: int, view: Any) -> object:
        """Keep the first dice, or take the first free category."""
        self._turn = next(self._turns) if stage == 0 else self._turn
        kept = self._holds[stage - 1] if stage else 0
        self.found[self._turn, stage] = dice[kept:]
        if self._turn in self._breaks:
            return self._breaks[self._turn] or 1 / 0
        return list(range(self._holds[stage])) if stage < len(self._holds) else view.free()[0]


def played(*players: Follower, games: int = 2, seed: int = 1) -> None:
    dice = SameDice(seed)
    seated = {player.name: player for player in players}
    tournament = Tournament(game_named("yacht"), seated, games, dice.throw, dice.hear)
    for _ in range(games):
        tournament.play_game()


def differing(one: Follower, other: Follower) -> list[tuple[int, int]]:
    """Return the throws, of those that both made, in which not even the dice that both threw are the same."""
    return [
        throw
        for throw in one.found.keys() & other.found.keys()
        if any(a != b for a, b in zip(one.found[throw], other.found[throw], strict=False))
    ]


def test_every_throw_of_every_turn_is_the_same_for_all() -> None:
    ann, bob, cy = Follower("Ann", 3, 3), Follower("Bob", 1, 4), Follower("Cy")
    played(ann, bob, cy)
    assert [differing(ann, bob), differing(ann, cy), differing(bob, cy)] == [[]] * 3
    assert (len(ann.found), len(bob.found), len(cy.found)) == (72, 72, 24)


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
    played(ann, games=2, seed=1)
    played(bob, games=2, seed=2)
    throws = [tuple(dice) for dice in [*ann.found.values(), *bob.found.values()]]
    assert len(set(throws)) > len(throws) - 5  # 144 throws of 7,776: now and then two are alike
