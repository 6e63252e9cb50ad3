"""Three dice games: the published interface, and the names that other packages may import.

Glossary:
- throw: the first, second or third time that dice are thrown in a turn (1-3)
- roll: five dice in ascending order; hold: the dice that are kept for the next throw
- category: a line of the score sheet, with a rule: a pattern that a roll fits, and what it pays
- placement: the result of placing dice in a category of a player's card
- game: categories and bonuses; match: a game that is played, in rounds of one turn each player

Where to change something:
- a category, such as another straight: its pattern in `scoring`, its line in `games`
- a bonus, jokers, a whole game: `games`; what they do to a player's card: `scorecard`
- the number of players: nothing; what a player may see: `players`
- who wins or shares a win, rounds, turns: `match`; ties in a tournament: `tournament`
- another kind of move: `moves`, then `match`; how a person types it: `evening`
- the text of a refusal: the check that raises it, such as that of a die in `dice`
- the text of a game: `events`, `transcript`; the score sheet: `sheet`
- the program: `evening`, `hall_of_fame`; the published interface: `yatzy`
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
