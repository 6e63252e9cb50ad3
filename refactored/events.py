"""What happens in games and tournaments, told to whoever listens.

event: one thing that happened, with all that there is to know of it. Rounds and rolls are counted from 1.
tell: a listener; it is handed each event when it has happened.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


class Event:
    """Something that happened."""


Tell = Callable[[Event], object]


# In a game.


@dataclass(frozen=True)
class GameBegun(Event):
    """Players sat down to a game."""

    game: str
    names: Sequence[str]


@dataclass(frozen=True)
class RoundBegun(Event):
    """Everybody has a turn once more."""

    number: int


@dataclass(frozen=True)
class Thrown(Event):
    """A player threw dice, after 0, 1 or 2 re-rolls in this turn; so they lie."""

    name: str
    dice: Sequence[int]
    stage: int


@dataclass(frozen=True)
class Kept(Event):
    """A player kept these of the dice, left to right, to throw the others again."""

    name: str
    dice: Sequence[int]


@dataclass(frozen=True)
class Taken(Event):
    """A player took a category with the dice, for so many points and a bonus, which makes a new total."""

    name: str
    category: str
    points: int
    bonus: int
    total: int


@dataclass(frozen=True)
class RuleBroken(Event):
    """A player made an illegal move, and left the game."""

    name: str
    round: int
    roll: int
    reason: str


@dataclass(frozen=True)
class GameOver(Event):
    """All cards are full; the highest total won."""

    totals: Mapping[str, int]
    winners: Sequence[str]


# In a tournament.


@dataclass(frozen=True)
class TournamentBegun(Event):
    """So many games were announced."""

    game: str
    games: int
    names: Sequence[str]


@dataclass(frozen=True)
class Tied(Event):
    """Several led, so they play one more game."""

    names: Sequence[str]


@dataclass(frozen=True)
class Disqualified(Event):
    """Who broke a rule in a game that is over now is out of the tournament."""

    name: str
    game: int


@dataclass(frozen=True)
class PointGiven(Event):
    """A game brought these totals, and a point for everybody with the highest."""

    game: int
    totals: Mapping[str, int]
    winners: Sequence[str]


@dataclass(frozen=True)
class TournamentOver(Event):
    """These are the points, most first, of those who are left."""

    standings: Mapping[str, int]
