"""Events of games and tournaments, for listeners.

listener: a function that is called with each event, after it has happened. Rounds and games are
counted from 1.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from .moves import Offence
from .scorecard import Placement

# In a game.


class GameBegun(NamedTuple):
    game: str
    names: Sequence[str]


class RoundBegun(NamedTuple):
    number: int


class Kept(NamedTuple):
    """A player kept some of its dice, and throws the others again."""

    name: str
    dice: Sequence[int]
    kept: Sequence[int]


class Taken(NamedTuple):
    """A player placed its dice in a category."""

    name: str
    dice: Sequence[int]
    placement: Placement


class GameOver(NamedTuple):
    totals: Mapping[str, int]
    winners: Sequence[str]


# In a tournament.


class TournamentBegun(NamedTuple):
    game: str
    games: int
    names: Sequence[str]


class Tied(NamedTuple):
    """Several players lead after the last game, and play one more."""

    names: Sequence[str]


class Disqualified(NamedTuple):
    """A player made an illegal move in a game that is over now, and left the tournament."""

    game_number: int
    offence: Offence


class PointGiven(NamedTuple):
    """A game is over. Each winner gets a point."""

    game_number: int
    totals: Mapping[str, int]
    winners: Sequence[str]


class TournamentOver(NamedTuple):
    """A tournament is over. `standings` has the points by name, most first."""

    standings: Mapping[str, int]


GameEvent = GameBegun | RoundBegun | Kept | Taken | GameOver
TournamentEvent = TournamentBegun | Tied | Disqualified | PointGiven | TournamentOver
GameListener = Callable[[GameEvent], object]
TournamentListener = Callable[[TournamentEvent], object]


def ignore(_: GameEvent) -> None:
    """Do nothing."""
