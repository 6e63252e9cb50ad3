"""What happens in games and tournaments, told to whoever listens.

event: one thing that happened, with all that there is to know of it. Rounds and rolls are counted from 1.
tell: a listener; it is handed each event when it has happened.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

# In a game.


class GameBegun(NamedTuple):
    """Players sat down to a game."""

    game: str
    names: Sequence[str]


class RoundBegun(NamedTuple):
    """Everybody has a turn once more."""

    number: int


class Thrown(NamedTuple):
    """A player threw dice, after 0, 1 or 2 re-rolls in this turn; so they lie."""

    name: str
    dice: Sequence[int]
    stage: int


class Kept(NamedTuple):
    """A player kept some of the dice, left to right, to throw the others again."""

    name: str
    dice: Sequence[int]
    kept: Sequence[int]


class Taken(NamedTuple):
    """A player took a category with the dice, for so many points and a bonus, which makes a new total."""

    name: str
    dice: Sequence[int]
    category: str
    points: int
    bonus: int
    total: int


class RuleBroken(NamedTuple):
    """A player made an illegal move, and left the game."""

    name: str
    round: int
    roll: int
    reason: str


class GameOver(NamedTuple):
    """All cards are full; the highest total won."""

    totals: Mapping[str, int]
    winners: Sequence[str]


# In a tournament.


class TournamentBegun(NamedTuple):
    """So many games were announced."""

    game: str
    games: int
    names: Sequence[str]


class Tied(NamedTuple):
    """Several led, so they play one more game."""

    names: Sequence[str]


class Disqualified(NamedTuple):
    """Who broke a rule in a game that is over now is out of the tournament."""

    game_number: int
    offence: RuleBroken


class PointGiven(NamedTuple):
    """A game brought these totals, and a point for everybody with the highest."""

    game_number: int
    totals: Mapping[str, int]
    winners: Sequence[str]


class TournamentOver(NamedTuple):
    """These are the points, most first, of those who are left."""

    standings: Mapping[str, int]


GameEvent = GameBegun | RoundBegun | Thrown | Kept | Taken | RuleBroken | GameOver
Event = GameEvent | TournamentBegun | Tied | Disqualified | PointGiven | TournamentOver
Tell = Callable[[Event], object]
