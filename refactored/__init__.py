"""The kata, clean: the same published interface as `legacy`, over modules of one subject each, and what others use."""

from refactored.dice import roll_of
from refactored.events import Disqualified, Event, PointGiven, RoundBegun, RuleBroken, Taken, Thrown
from refactored.game import Match, Question, decide
from refactored.players import Move, View, checked_names
from refactored.refusals import shown
from refactored.rulesets import Game, game_named, games
from refactored.scorecard import Scorecard, Sums
from refactored.scoring import Category, Rule
from refactored.sheet import Row, UpperScore, rows
from refactored.tournament import Tournament
from refactored.transcript import GameTranscript, listed
from refactored.yatzy import Yatzy
