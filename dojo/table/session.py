"""A game at a table, as it stands.

A record played again from its first move gives the same game; so going back is leaving moves out, and a save is the
record. No rule stands here: `refactored` asks for one move after the other, and says what comes of it.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dojo.errors import WrongUsageError
from dojo.games.players import KINDS, PERSON, fair_dice
from refactored import Game, GameTranscript, Match, Move, Question, decide, game_named, roll_of

MOST_SEATS = 6
THROWS = 3  # in a turn


@dataclass
class Record:
    """A game from its first move: kinds of player by name, the seed of the dice, and moves in their order."""

    game: str
    kinds: dict[str, str]
    seed: int
    moves: list[Move] = field(default_factory=list)


class Offer(NamedTuple):
    """What a free category would bring; `why_not` when the dice may not go there."""

    points: int
    why_not: str


class Session:
    """A record and the game that it gives: cards, the question that it waits for, and the transcript so far.

    dice: as they lie; after the game, as they lay last.
    """

    def __init__(self, record: Record) -> None:
        """Play the record; ValueError when it breaks the rules."""
        self.record = record
        self.game: Game = game_named(record.game)
        self.categories = list(self.game.categories)
        self.rounds = len(self.categories)
        self.dice: tuple[int, ...] = ()
        self._computers: dict[str, Any] = {}
        self._play()

    def _play(self) -> None:
        self.transcript: list[str] = []
        tell = GameTranscript(self.transcript.append).tell
        self._match = Match(self.game, self.record.kinds, fair_dice(self.record.seed), tell)
        self.cards = self._match.cards
        self._ask(self._match.begin())
        moves, self.record.moves = self.record.moves, []
        for move in moves:
            self.move(move)

    def _ask(self, question: Question | None) -> None:
        self.question = question
        self.dice = tuple(question.dice) if question else self.dice

    def move(self, move: Move) -> None:
        """Make a move; ValueError, and nothing changes, when the rules do not allow it."""
        question = self.open_question
        self._ask(self._match.go_on(question, decide(question, move)))
        self.record.moves.append(move)

    @property
    def open_question(self) -> Question:
        """Return what the game waits for; ValueError after its end."""
        if self.question is None:
            raise ValueError("a move after the end of the game")
        return self.question

    def undo(self) -> None:
        """Go back to before the last category that a person took."""
        del self.record.moves[self.placed_by_persons()[-1] :]
        self._play()

    def placed_by_persons(self) -> list[int]:
        """Return which moves are categories that persons took; turns go round the table."""
        placed = [number for number, move in enumerate(self.record.moves) if isinstance(move, str)]
        kinds = list(self.record.kinds.values())
        return [number for turn, number in enumerate(placed) if kinds[turn % len(kinds)] == PERSON]

    @property
    def is_unfinished(self) -> bool:
        """Tell whether the game has begun, and is not over."""
        return self.question is not None and bool(self.record.moves)

    @property
    def round(self) -> int:
        """Return the number of the round, from 1; after the game, of the last."""
        return self.question.round if self.question else self.rounds

    def offers(self) -> dict[str, Offer]:
        """Return what each free category of whoever's turn it is would bring, by category."""
        if self.question is None:
            return {}
        card, lying = self.question.card, self.question.dice
        free, roll = card.free().values(), roll_of(lying)
        jokers = self.game.jokers_for(roll, free)
        duty = Offer(0, jokers.duty_in_words(roll, free) if jokers else "")
        offers = {category.name: duty for category in free}
        for category in self.game.allowed(roll, free):
            offers[category.name] = Offer(card.placement(category.name, lying).points, "")
        return offers

    @property
    def throws_left(self) -> int:
        """Return how often the game would let whoever's turn it is throw again."""
        return THROWS - 1 - self.question.stage if self.question else 0

    @property
    def asked(self) -> str:
        """Return the name of whoever's turn it is; nothing after the game."""
        return self.question.name if self.question else ""

    def asks_a_person(self) -> bool:
        """Tell whether the question is for somebody at the keyboard."""
        return self.record.kinds.get(self.asked) == PERSON

    @property
    def has_computers(self) -> bool:
        """Tell whether anybody at the table plays by itself."""
        return {*self.record.kinds.values()} != {PERSON}

    def answer_of_computer(self) -> Move:
        """Ask the computer player whose turn it is."""
        question = self.open_question
        name = question.name
        if name not in self._computers:  # to work out how to play takes some time
            self._computers[name] = KINDS[self.record.kinds[name]](name, self.game, self.record.seed)
        move: Move = self._computers[name].turn(list(question.dice), question.stage, question.view)
        return move

    def standings(self) -> list[tuple[int, str, int]]:
        """Return everybody's place, name and total, best first; equal totals share a place."""
        totals = {name: card.sums.total for name, card in self.cards.items()}
        best_first = sorted(totals.values(), reverse=True)
        return sorted((best_first.index(total) + 1, name, total) for name, total in totals.items())


def new_record(game: str, kinds: dict[str, str], seed: int) -> Record:
    """Return a game before its first move; WrongUsageError for too many players, or one of no kind."""
    if len(kinds) > MOST_SEATS:
        raise WrongUsageError(f"{len(kinds)} players: the table has {MOST_SEATS} seats.")
    for name, kind in kinds.items():
        if kind not in (PERSON, *KINDS):
            raise WrongUsageError(f"{name}={kind}: there is no such kind; there are {', '.join((PERSON, *KINDS))}.")
    return Record(game, kinds, seed)
