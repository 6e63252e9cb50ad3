"""A game: rounds of turns, from the empty cards to the winners.

match: a game that is played. It asks for one move after the other.
turn: one throw and up to two more, then a category. round: a turn for each player.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from .dice import Hold, Source, throw, throw_again
from .events import GameBegun, GameListener, GameOver, Kept, RoundBegun, Taken
from .games import Game
from .moves import Answer, Offence, Question
from .players import View
from .scorecard import Placement, Scorecard


class Match:
    """A game that is played. It asks questions, and carries out the decisions.

    Errors of the source and of the listener reach the caller.
    """

    def __init__(
        self, game: Game, names: Iterable[str], source: Source, listener: GameListener
    ) -> None:
        self.cards = {name: Scorecard(game) for name in names}
        self.offences: list[Offence] = []
        self._still_in = list(self.cards)
        self._game = game
        self._source = source
        self._listener = listener
        self._round = 0
        self._waiting: list[str] = []  # players with a turn left in this round

    def play(self, answer: Callable[[Question], Answer]) -> None:
        """Play the whole game. `answer` is called with each question."""
        question = self.begin()
        while question is not None:
            question = self.go_on(question, answer(question))

    def begin(self) -> Question | None:
        """Begin the game, and return the first question."""
        self._listener(GameBegun(self._game.name, tuple(self.cards)))
        return self._next_turn()

    def go_on(self, question: Question, answer: Answer) -> Question | None:
        """Carry out an answer. Returns the next question, or None when the game is over."""
        match answer:
            case Hold():
                return self._keep(question, answer)
            case Placement():
                self._take(question, answer)
            case Offence():
                self._still_in.remove(answer.name)
                self.offences.append(answer)
        return self._next_turn()

    def totals(self) -> dict[str, int]:
        """Return the totals of the remaining players by name."""
        return {name: self.cards[name].sums.total for name in self._still_in}

    def _next_turn(self) -> Question | None:
        if not self._waiting and self._still_in and self._round < len(self._game.categories):
            self._begin_round()
        if not self._waiting:
            self._listener(GameOver(self.totals(), winners_of(self.totals())))
            return None
        return self._question(self._waiting.pop(0), throw(self._source), stage=0)

    def _begin_round(self) -> None:
        self._waiting.extend(self._still_in)
        self._round += 1
        self._listener(RoundBegun(self._round))

    def _question(self, name: str, dice: Sequence[int], stage: int) -> Question:
        card = self.cards[name]
        totals = sorted(self.totals().values(), reverse=True)
        view = View(list(card.free()), card.sums, totals)
        return Question(name, dice, stage, self._round, card, view)

    def _keep(self, question: Question, hold: Hold) -> Question:
        dice = question.dice
        kept = [dice[position] for position in hold]
        self._listener(Kept(question.name, dice, kept))
        thrown = throw_again(self._source, dice, hold)
        return self._question(question.name, thrown, question.stage + 1)

    def _take(self, question: Question, placement: Placement) -> None:
        question.card.place(placement)
        taken = Taken(
            question.name,
            question.dice,
            placement.called,
            placement.points,
            placement.bonus,
            placement.sums.total,
        )
        self._listener(taken)


def winners_of(totals: Mapping[str, int]) -> list[str]:
    """Return the names with the highest total."""
    highest = max(totals.values(), default=None)
    return [name for name, total in totals.items() if total == highest]
