"""The published interface: class Yatzy, a facade in front of the other modules.

Part 1 is the kata as it was first published, in its own spelling. Part 2 scores all three games by
name. Part 3 keeps cards, plays whole games and tournaments. Part 4 is the program.
dice: five whole numbers from 1 to 6, in any order. Bad input raises ValueError and changes nothing.
"""

from collections.abc import Callable, Sequence
from functools import partial

from .dice import Roll, Source
from .evening import Environment, Evening
from .events import TournamentEvent
from .games import game_named
from .match import Match
from .moves import IllegalMoveError, ask
from .players import Player, by_name, checked_names
from .refusals import refusal
from .scorecard import Scorecard
from .sheet import sheet
from .tournament import Tournament
from .transcript import game_line, tournament_lines

Write = Callable[[str], object]


class Yatzy:
    """Yatzy, Yahtzee and Yacht: scores, cards, games, tournaments. All amounts are points."""

    def __init__(self, *dice: int) -> None:
        """Hold five dice for `fours`, `fives` and `sixes`. Everything else needs none."""
        self._dice: tuple[int, ...] = ()
        if dice:
            self._dice = Roll(dice)
        self._cards: dict[str, Scorecard] = {}

    # Part 1: Yatzy as first published. Its suites call a method for every category.

    @staticmethod
    def chance(*dice: int) -> int:
        return Yatzy.score("yatzy", "chance", dice)

    @staticmethod
    def yatzy(dice: Sequence[int]) -> int:
        """Score five dice, given as one list."""
        return Yatzy.score("yatzy", "yatzy", dice)

    @staticmethod
    def ones(*dice: int) -> int:
        return Yatzy.score("yatzy", "ones", dice)

    @staticmethod
    def twos(*dice: int) -> int:
        return Yatzy.score("yatzy", "twos", dice)

    @staticmethod
    def threes(*dice: int) -> int:
        return Yatzy.score("yatzy", "threes", dice)

    def fours(self) -> int:
        return Yatzy.score("yatzy", "fours", self._dice)

    def fives(self) -> int:
        return Yatzy.score("yatzy", "fives", self._dice)

    def sixes(self) -> int:
        return Yatzy.score("yatzy", "sixes", self._dice)

    def score_pair(self, *dice: int) -> int:
        """Score the highest pair of the given dice, not of the dice that the object holds."""
        return Yatzy.score("yatzy", "pair", dice)

    @staticmethod
    def two_pair(*dice: int) -> int:
        return Yatzy.score("yatzy", "two pairs", dice)

    @staticmethod
    def three_of_a_kind(*dice: int) -> int:
        return Yatzy.score("yatzy", "three of a kind", dice)

    @staticmethod
    def four_of_a_kind(*dice: int) -> int:
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
        return Yatzy.score("yatzy", "full house", dice)

    # Part 2: the three games by name.

    @staticmethod
    def score(game: str, category: str, dice: Sequence[int]) -> int:
        """Return the points of five dice in a category of a game."""
        return game_named(game).category(category).points(Roll(dice))

    @staticmethod
    def categories(game: str) -> list[str]:
        """Return the names of a game's categories, in score-sheet order."""
        return list(game_named(game).categories)

    @staticmethod
    def is_upper(game: str, category: str) -> bool:
        """Return whether a category is in the upper section."""
        return game_named(game).category(category).is_upper

    @staticmethod
    def matches(game: str, category: str, dice: Sequence[int]) -> bool:
        """Return whether five dice fit a category. Any dice fit an upper one, even for 0 points."""
        return game_named(game).category(category).rule.fits(Roll(dice))

    @staticmethod
    def matching(game: str, dice: Sequence[int]) -> list[str]:
        """Return the names of all categories that five dice fit, in score-sheet order."""
        categories = game_named(game).categories
        roll = Roll(dice)
        return [name for name, category in categories.items() if category.rule.fits(roll)]

    # Part 3: whole games.

    def start(self, game: str, names: Sequence[str]) -> None:
        """Lay out an empty card for each name, in place of the cards of the last game."""
        named = game_named(game)
        self._cards = {name: Scorecard(named) for name in checked_names(names)}

    def place(self, name: str, category: str, dice: Sequence[int]) -> int:
        """Place five dice on a player's card, and return their points without bonuses."""
        card = self._card(name)
        placement = card.placement(category, dice)
        card.place(placement)
        return placement.points

    def free(self, name: str) -> list[str]:
        """Return a player's free categories, in score-sheet order."""
        return list(self._card(name).free())

    def total(self, name: str) -> int:
        """Return a player's points, with bonuses."""
        return self._card(name).sums.total

    def upper_score(self, name: str) -> int:
        """Return the points of a player's upper section, without its bonus."""
        return self._card(name).sums.upper_score

    def upper_bonus(self, name: str) -> int:
        return self._card(name).sums.upper_bonus

    def yahtzee_bonus(self, name: str) -> int:
        return self._card(name).sums.joker_bonus

    def sheet(self) -> str:
        """Return the score sheet as text. Raises ValueError if no game was started."""
        if not self._cards:
            raise refusal("no score sheet", None, "start a game first")
        return sheet(self._cards)

    def play(
        self, game: str, players: Sequence[Player], roll: Source, write: Write = print
    ) -> dict[str, int]:
        """Play a whole game with dice from `roll`, and return the totals by name.

        `write` gets the transcript line by line. An illegal move raises a ValueError with the name
        of the player. The cards stay on the table.
        """
        named = game_named(game)
        seated = by_name(players)
        match = Match(named, seated, roll, lambda event: write(game_line(event)))
        self._cards = match.cards
        try:
            match.play(partial(ask, seated))
        except IllegalMoveError as error:
            raise ValueError(str(error)) from None
        return match.totals()

    def tournament(
        self,
        game: str,
        players: Sequence[Player],
        roll: Source,
        games: int = 1000,
        write: Write = print,
    ) -> dict[str, int]:
        """Play games between the same players, and return the points by name, most first.

        A player that makes an illegal move is absent from the result; the transcript says why. The
        cards on the table stay as they were.
        """

        def tell(event: TournamentEvent) -> None:
            for line in tournament_lines(event):
                write(line)

        return Tournament(game_named(game), by_name(players), games, roll, tell).play()

    # Part 4: the program.

    def evening(self) -> None:
        """Run the program at this keyboard, with the hall of fame of the current folder."""
        Evening(Environment()).run()

    def _card(self, name: str) -> Scorecard:
        if not isinstance(name, str) or name not in self._cards:
            known = ", ".join(self._cards) or "none yet"
            raise refusal("unknown player", name, f"the players are {known}")
        return self._cards[name]
