"""Three dice games: the published interface, and the names that other packages may import.

Where to change something:
- dice and holds: `dice`
- patterns and points: `scoring`; categories, bonuses, whole games: `games`
- a player's card: `scorecard`; the score sheet: `sheet`
- players and their views: `players`; moves, legal and illegal: `moves`
- another kind of decision: `moves`, `match` and `evening`
- turns, rounds and winners: `match`; tie-breaks: `tournament`
- the text of a game: `events`, `transcript`; the form of errors: `refusals`
- the words of an error: the check that raises it
- the program: `evening`, `hall_of_fame`
- the published interface itself: `yatzy`
"""

from .dice import Roll
from .events import GameEvent
from .games import Game, game_named, games
from .match import Match
from .moves import Decision, Question, decide
from .players import Move, View
from .refusals import short_repr
from .scorecard import Scorecard, Sums
from .scoring import Category, Rule
from .sheet import Row, rows
from .transcript import game_line
from .yatzy import Yatzy
