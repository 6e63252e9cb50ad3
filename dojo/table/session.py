"""A game at a table, as it stands.

record: all that makes a game what it is: its name, the seats, a seed for the dice, and every move so far. Played again
from the first move, it gives the same game; so going back is leaving moves out, and a save is the record.
question: what the game waits for: whose turn it is, the dice as they lie, the stage (0, 1, 2), and what a player sees.
No rule stands here: `refactored` plays the record, and says what comes of it.
"""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from dojo.games import PERSON, Rules, computer_player, dice
from refactored import game as games
from refactored.bonuses import upper_bonuses
from refactored.dice import roll_of
from refactored.game import Seat
from refactored.players import Move, View
from refactored.rulesets import categories_of, is_upper, rule_of
from refactored.yatzy import Yatzy


@dataclass(frozen=True)
class Question:
    """What the game waits for."""

    seat: Seat
    dice: list[int]
    stage: int
    view: View


class WaitingError(KeyboardInterrupt):
    """The record has come to its end, and the game to a question; no mishap of a player's, so it ends the game."""

    def __init__(self, dice: list[int], stage: int, view: View) -> None:
        """Keep what the player was asked."""
        super().__init__()
        self.dice, self.stage, self.view = dice, stage, view


@dataclass
class Record:
    """A game from its first move: kinds of player by name, the seed of the dice, and moves in their order."""

    game: str
    kinds: dict[str, str]
    seed: int
    moves: list[Move] = field(default_factory=list)


@dataclass(frozen=True)
class Offer:
    """A free category and what the dice as they lie would bring there; `why_not` when they may not go there."""

    category: str
    points: int
    why_not: str


class Reader:
    """Plays a seat from the record, until there is nothing more to read."""

    def __init__(self, name: str, moves: "list[Move]") -> None:
        """Share the moves with everybody at the table."""
        self.name = name
        self._moves = moves

    def turn(self, dice: list[int], stage: int, view: View) -> Move:
        """Return the next move of the record."""
        if not self._moves:
            raise WaitingError(dice, stage, view)
        return self._moves.pop(0)


class Sitting:
    """A record and the game that it gives: cards, the question, and what was told on the way."""

    def __init__(self, record: Record) -> None:
        """Play the record; ValueError when it breaks the rules."""
        self.record = record
        self._computers: dict[str, Any] = {}
        self.play()

    def play(self) -> None:
        """Play the record from its first move."""
        left = list(self.record.moves)
        self.seats = games.seats_for(self.record.game, {name: Reader(name, left) for name in self.record.kinds})
        self.told: list[str] = []
        self.question: Question | None = None
        try:
            games.play(self.record.game, self.seats, dice(self.record.seed), self.told.append)
        except WaitingError as waiting:
            self.question = Question(self._whose(), waiting.dice, waiting.stage, waiting.view)
        if left:
            message = f"{len(left)} moves after the end of the game"
            raise ValueError(message)

    def _whose(self) -> Seat:
        """Return the seat whose turn it is: the first of those with the most free categories."""
        return max(self.seats, key=lambda seat: len(seat.card.free()))

    def move(self, move: Move) -> None:
        """Make a move; ValueError, and nothing changes, when the rules do not allow it."""
        self.record.moves.append(move)
        try:
            self.play()
        except ValueError:
            self.record.moves.pop()
            self.play()
            raise

    def undo(self) -> bool:
        """Go back to before the last category that a person took; tell whether there was one."""
        placed = [number for number, move in enumerate(self.record.moves) if isinstance(move, str)]
        names = list(self.record.kinds)
        for turn, number in reversed(list(enumerate(placed))):
            if self.record.kinds[names[turn % len(names)]] == PERSON:
                del self.record.moves[number:]
                self.play()
                return True
        return False

    @property
    def round(self) -> int:
        """Return the number of the round, from 1; after the game, of the last."""
        return min(1 + min(len(seat.card.taken()) for seat in self.seats), self.rounds)

    @property
    def rounds(self) -> int:
        """Return how many rounds the game has."""
        return len(self.categories())

    def categories(self) -> list[str]:
        """Return the game's categories, in score-sheet order."""
        return list(categories_of(self.record.game))

    def is_upper(self, category: str) -> bool:
        """Tell whether a category is in the upper section."""
        return is_upper(self.record.game, category)

    def rule(self, category: str) -> str:
        """Return what a category pays, in words."""
        return (rule_of(self.record.game, category).__doc__ or "").strip()

    def upper_goal(self) -> int | None:
        """Return how many points the upper section takes to earn its bonus; None in a game without one."""
        goal, _ = upper_bonuses().get(self.record.game, (None, 0))
        return goal

    def offers(self) -> dict[str, Offer]:
        """Return what each free category of whoever's turn it is would bring, by category."""
        if self.question is None:
            return {}
        card, roll = self.question.seat.card, roll_of(self.question.dice)
        allowed = card.allowed(roll)
        duty = f"five alike have to go to {', '.join(allowed)}"
        return {
            category: Offer(category, card.worth(category, roll), "" if category in allowed else duty)
            for category in card.free()
        }

    def may_throw(self) -> bool:
        """Tell whether the game would let whoever's turn it is throw again; it is asked by trying."""
        if self.question is None:
            return False
        try:
            Sitting(replace(self.record, moves=[*self.record.moves, []]))
        except ValueError:
            return False
        return True

    def asks_a_person(self) -> bool:
        """Tell whether the question is for somebody at the keyboard."""
        return self.question is not None and self.record.kinds[self.question.seat.name] == PERSON

    def answer_of_computer(self) -> Move:
        """Ask the computer player whose turn it is."""
        if self.question is None:
            message = "the game is over"
            raise ValueError(message)
        name, asked = self.question.seat.name, self.question
        if name not in self._computers:
            rules = Rules(Yatzy, self.record.game)
            self._computers[name] = computer_player(name, self.record.kinds[name], rules, self.record.seed)
        move: Move = self._computers[name].turn(list(asked.dice), asked.stage, asked.view)
        return move

    def standings(self) -> list[tuple[int, str, int]]:
        """Return place, name and total of everybody, best first; equal totals share a place."""
        totals = {seat.name: seat.card.total() for seat in self.seats}
        places = {total: 1 + sum(other > total for other in totals.values()) for total in totals.values()}
        return sorted((places[total], name, total) for name, total in totals.items())


def new_seed(random: Random | None = None) -> int:
    """Return a seed for a game of its own."""
    return (random or Random()).randrange(2**32)
