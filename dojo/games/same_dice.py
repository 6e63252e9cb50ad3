"""The same dice for all players of a tournament.

turn: players take theirs round by round, and rounds are counted through all games. throw: the first of a turn, or one
of the two after it.
"""

from random import Random

from refactored import Event, RoundBegun, RuleBroken, Taken, Thrown


class SameDice:
    """Five dice lie ready for each throw of each turn, the same for all players; who throws fewer takes the first.

    So nobody's dice depend on what another does, and each player's are as fair as any.
    """

    def __init__(self, seed: int) -> None:
        """Begin before the first round; a seed brings the same dice again."""
        self._seed = seed
        self._turn, self._throw = -1, 0

    def throw(self, count: int) -> list[int]:
        """Throw so many dice, for whoever's turn it is."""
        random = Random(f"{self._seed} {self._turn} {self._throw}")
        return [random.randint(1, 6) for _ in range(count)]

    def hear(self, event: Event) -> None:
        """Follow the game, to know which throw is next."""
        match event:
            case RoundBegun():
                self._turn += 1
            case Thrown():
                self._throw = event.stage + 1
            case Taken() | RuleBroken():
                self._throw = 0
