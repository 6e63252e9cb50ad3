"""A game at a table, as it stands.

A record played again from its first move gives the same game; so going back is leaving moves out, and a save is the
record. No rule stands here: `refactored` asks for one move after the other, and says what comes of it.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dojo.games.players import KINDS, PERSON, fair_dice
from refactored import Game, GameTranscript, Match, Move, Question, Scorecard, decide, game_named, roll_of

MOST_SEATS = 6


@dataclass
class Record:
    """A game from its first move: kinds of player by name, the seed of the dice, and moves in their order."""

    game: str
    kinds: dict[str, str]
    seed: int
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raise ValueError for too many players, or one of no kind."""
        if not 1 <= len(self.kinds) <= MOST_SEATS:
            raise ValueError(f"{len(self.kinds)} players: the table has {MOST_SEATS} seats.")
        for name, kind in self.kinds.items():
            if kind not in (PERSON, *KINDS):
                raise ValueError(f"{name}={kind}: there is no such kind; there are {', '.join((PERSON, *KINDS))}.")


class Offer(NamedTuple):
    """What a free category would bring; `why_not` when the dice may not go there."""

    points: int
    why_not: str


class Session:
    """A record and the game that it gives: cards, the question that it waits for, and the transcript so far.

    After the game, the question is still the last one.
    """

    def __init__(self, record: Record) -> None:
        """Play the record; ValueError when it breaks the rules."""
        self.record = record
        self.game: Game = game_named(record.game)
        self.categories = list(self.game.categories)
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
        self.is_over = question is None
        if question:
            self.question = question

    def move(self, move: Move) -> None:
        """Make a move; ValueError, and nothing changes, when the rules do not allow it."""
        if self.is_over:
            raise ValueError("a move after the end of the game")
        self._ask(self._match.go_on(self.question, decide(self.question, move)))
        self.record.moves.append(move)

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
    def round(self) -> str:
        """Return which round it is, of how many."""
        return f"round {self.question.round} of {len(self.categories)}"

    @property
    def asked(self) -> str:
        """Return the name of whoever's turn it is; nothing after the game."""
        return "" if self.is_over else self.question.name

    @property
    def asks_a_person(self) -> bool:
        """Tell whether it is the turn of somebody at the keyboard."""
        return self.record.kinds.get(self.asked) == PERSON

    @property
    def asks_a_computer(self) -> bool:
        """Tell whether it is the turn of a computer player."""
        return self.record.kinds.get(self.asked) in KINDS

    def answer_of_computer(self) -> Move:
        """Ask the computer player whose turn it is."""
        name, dice, stage, *_, view = self.question
        if name not in self._computers:  # to work out how to play takes some time
            self._computers[name] = KINDS[self.record.kinds[name]](name, self.game, self.record.seed)
        move: Move = self._computers[name].turn(list(dice), stage, view)
        return move

    def offers(self) -> dict[str, Offer]:
        """Return what each free category of whoever's turn it is would bring, by category."""
        card, lying = self.question.card, self.question.dice
        free, roll = card.free().values(), roll_of(lying)
        jokers = self.game.jokers_for(roll, free)
        duty = Offer(0, jokers.duty_in_words(roll, free) if jokers else "")
        pays = {each.name: Offer(card.placement(each.name, lying).points, "") for each in self.game.allowed(roll, free)}
        return {category.name: pays.get(category.name, duty) for category in free}

    def standings(self) -> list[tuple[int, str, int]]:
        """Return everybody's place, name and total, best first; equal totals share a place."""
        totals = {name: card.sums.total for name, card in self.cards.items()}
        best_first = sorted(totals.values(), reverse=True)
        return sorted((best_first.index(total) + 1, name, total) for name, total in totals.items())


def missing_for_bonus(card: Scorecard) -> int:
    """Return how many points the upper score lacks for its bonus; 0 when there is none to be had any more."""
    bonus = card.game.upper_bonus
    is_open = any(category.is_upper for category in card.free().values())
    return max(0, bonus.threshold - card.sums.upper_score) if bonus and is_open else 0
