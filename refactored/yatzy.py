"""The published interface: class Yatzy, a facade of all that stands below.

Part 1 is the kata as it was first published, in its own spelling; part 2 scores all three games by name; part 3 keeps
cards, plays whole games and holds tournaments.
dice: five whole numbers from 1 to 6, in any order. Bad input raises ValueError and changes nothing.
"""

from collections.abc import Sequence

from .dice import Source, roll_of
from .evening import Evening, Machine
from .game import Match, play
from .players import Player, by_name, checked_names
from .refusals import refusal
from .rulesets import game_named
from .scorecard import Scorecard
from .sheet import sheet
from .tournament import Tournament
from .transcript import GameTranscript, TournamentTranscript, Write


class Yatzy:
    """Yatzy, Yahtzee and Yacht: scores, cards, games, tournaments. All amounts are points."""

    def __init__(self, *dice: int) -> None:
        """Hold five dice for `fours`, `fives` and `sixes`; or none, for everything else."""
        self._dice = roll_of(dice) if dice else ()
        self._cards: dict[str, Scorecard] = {}

    # Part 1: Yatzy as first published. Its suites call every category by a method of its own, so these stay.

    @staticmethod
    def chance(*dice: int) -> int:
        """Score the sum of all dice."""
        return Yatzy.score("yatzy", "chance", dice)

    @staticmethod
    def yatzy(dice: Sequence[int]) -> int:
        """Score five dice alike, given as one list."""
        return Yatzy.score("yatzy", "yatzy", dice)

    @staticmethod
    def ones(*dice: int) -> int:
        """Score the ones."""
        return Yatzy.score("yatzy", "ones", dice)

    @staticmethod
    def twos(*dice: int) -> int:
        """Score the twos."""
        return Yatzy.score("yatzy", "twos", dice)

    @staticmethod
    def threes(*dice: int) -> int:
        """Score the threes."""
        return Yatzy.score("yatzy", "threes", dice)

    def fours(self) -> int:
        """Score the fours among the dice held."""
        return Yatzy.score("yatzy", "fours", self._dice)

    def fives(self) -> int:
        """Score the fives among the dice held."""
        return Yatzy.score("yatzy", "fives", self._dice)

    def sixes(self) -> int:
        """Score the sixes among the dice held."""
        return Yatzy.score("yatzy", "sixes", self._dice)

    def score_pair(self, *dice: int) -> int:
        """Score the highest pair among the dice given, whatever dice are held."""
        return Yatzy.score("yatzy", "pair", dice)

    @staticmethod
    def two_pair(*dice: int) -> int:
        """Score two pairs."""
        return Yatzy.score("yatzy", "two pairs", dice)

    @staticmethod
    def three_of_a_kind(*dice: int) -> int:
        """Score three dice alike."""
        return Yatzy.score("yatzy", "three of a kind", dice)

    @staticmethod
    def four_of_a_kind(*dice: int) -> int:
        """Score four dice alike."""
        return Yatzy.score("yatzy", "four of a kind", dice)

    @staticmethod
    def smallStraight(*dice: int) -> int:  # noqa: N802 - the published spelling
        """Score 1-2-3-4-5."""
        return Yatzy.score("yatzy", "small straight", dice)

    @staticmethod
    def largeStraight(*dice: int) -> int:  # noqa: N802 - the published spelling
        """Score 2-3-4-5-6."""
        return Yatzy.score("yatzy", "large straight", dice)

    @staticmethod
    def fullHouse(*dice: int) -> int:  # noqa: N802 - the published spelling
        """Score a full house."""
        return Yatzy.score("yatzy", "full house", dice)

    # Part 2: the three games by name.

    @staticmethod
    def score(game: str, category: str, dice: Sequence[int]) -> int:
        """Return the points, 0 or more, that five dice score in a category of a game."""
        return game_named(game).category(category).points(roll_of(dice))

    @staticmethod
    def categories(game: str) -> list[str]:
        """Return the names of a game's categories, in score-sheet order."""
        return list(game_named(game).categories)

    @staticmethod
    def is_upper(game: str, category: str) -> bool:
        """Tell whether a category is in the upper section."""
        return game_named(game).category(category).is_upper

    @staticmethod
    def matches(game: str, category: str, dice: Sequence[int]) -> bool:
        """Tell whether five dice fit a category, even for 0 points."""
        return game_named(game).category(category).rule.fits(roll_of(dice))

    @staticmethod
    def matching(game: str, dice: Sequence[int]) -> list[str]:
        """Return the names of all categories of a game that five dice fit, in score-sheet order."""
        categories, roll = game_named(game).categories, roll_of(dice)
        return [name for name, category in categories.items() if category.rule.fits(roll)]

    # Part 3: whole games.

    def start(self, game: str, names: Sequence[str]) -> None:
        """Lay out an empty card for each name; whatever was on the table is gone."""
        named = game_named(game)
        self._cards = {name: Scorecard(named) for name in checked_names(names)}

    def place(self, name: str, category: str, dice: Sequence[int]) -> int:
        """Place five dice on a player's card; return their points, bonuses not counted."""
        card = self._card(name)
        placement = card.placement(category, dice)
        card.place(placement)
        return placement.points

    def free(self, name: str) -> list[str]:
        """Return a player's free categories, in score-sheet order."""
        return list(self._card(name).free())

    def total(self, name: str) -> int:
        """Return a player's points, bonuses counted."""
        return self._card(name).sums.total

    def upper_score(self, name: str) -> int:
        """Return the points of a player's upper section, its bonus not counted."""
        return self._card(name).sums.upper_score

    def upper_bonus(self, name: str) -> int:
        """Return a player's upper bonus so far."""
        return self._card(name).sums.upper_bonus

    def yahtzee_bonus(self, name: str) -> int:
        """Return a player's yahtzee bonus so far."""
        return self._card(name).sums.joker_bonus

    def sheet(self) -> str:
        """Return the score sheet as text, a column for each player; ValueError before a game is started."""
        if not self._cards:
            raise refusal("no score sheet", None, "start a game first")
        return sheet(self._cards)

    def play(self, game: str, players: Sequence[Player], roll: Source, write: Write = print) -> dict[str, int]:
        """Play a whole game with dice from `roll`; return the totals by name. Its cards stay on the table.

        `write` takes the transcript, a line at a time. An illegal move raises ValueError that names the player.
        """
        named, seated = game_named(game), by_name(players)
        match = Match(named, seated, roll, GameTranscript(write).tell)
        self._cards = match.cards
        return play(match, seated)

    def tournament(
        self, game: str, players: Sequence[Player], roll: Source, games: int = 1000, write: Write = print
    ) -> dict[str, int]:
        """Play so many games between the same players; return the points by name, most first.

        A player that makes an illegal move is absent, and the transcript says why. The table stays as it was.
        """
        tell = TournamentTranscript(write).tell
        return Tournament(game_named(game), by_name(players), games, roll, tell).play()

    # Part 4: the program.

    def evening(self) -> None:
        """Run the program: an evening at this keyboard, with the hall of fame of the current folder."""
        Evening(Machine()).spend()

    def _card(self, name: str) -> Scorecard:
        if type(name) is not str or name not in self._cards:
            raise refusal("unknown player", name, f"the players are {', '.join(self._cards) or 'none yet'}")
        return self._cards[name]
