"""Three dice games: the published interface, and the names that other packages may import."""

from .dice import Roll
from .game import Match
from .moves import Question, decide
from .players import Move, View
from .refusals import short_repr
from .rulesets import Game, game_named, games
from .scorecard import Scorecard, Sums
from .scoring import Category, Rule
from .sheet import Row, rows
from .transcript import GameTranscript
from .yatzy import Yatzy
