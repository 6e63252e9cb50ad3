"""Three dice games: the published interface, and the names that other packages may import."""

from .dice import roll_of
from .events import Disqualified, Event, PointGiven, RoundBegun, RuleBroken, Taken, Thrown
from .game import Match, Question, decide
from .players import Move, View, checked_names
from .refusals import shown
from .rulesets import Game, game_named, games
from .scorecard import Scorecard, Sums
from .scoring import Category, Rule
from .sheet import Row, UpperScore, rows
from .tournament import Tournament
from .transcript import GameTranscript, listed
from .yatzy import Yatzy
