"""A match: a game that is played, from the empty cards to the winners."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from .dice import Hold, Source, throw_again, throw_all
from .events import GameBegun, GameListener, GameOver, Kept, RoundBegun, Taken
from .games import Game
from .moves import Answer, Offence, Question
from .players import View
from .scorecard import Placement, Scorecard


class Match:
    """A game that is played. It asks questions, and carries out the answers.

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

    def play(self, answer: Callable[[Question], Answer]) -> None:
        """Play all rounds. `answer` is called with each question."""
        self._listener(GameBegun(self._game.name, tuple(self.cards)))
        for round_number in range(1, len(self._game.categories) + 1):
            self._listener(RoundBegun(round_number))
            for name in tuple(self._still_in):
                self._play_turn(name, round_number, answer)
        self._listener(GameOver(self.totals(), winners_of(self.totals())))

    def totals(self) -> dict[str, int]:
        """Return the totals of the remaining players by name."""
        return {name: self.cards[name].sums.total for name in self._still_in}

    def _play_turn(
        self, name: str, round_number: int, answer: Callable[[Question], Answer]
    ) -> None:
        dice = throw_all(self._source)
        for throw in (1, 2, 3):
            question = self._question(name, dice, throw, round_number)
            match answer(question):
                case Hold() as hold:
                    self._listener(Kept(name, dice, hold.kept(dice)))
                    dice = throw_again(self._source, dice, hold)
                case Placement() as placement:
                    question.card.place(placement)
                    self._listener(Taken(name, dice, placement))
                    return
                case Offence() as offence:
                    self._still_in.remove(name)
                    self.offences.append(offence)
                    return

    def _question(self, name: str, dice: Sequence[int], throw: int, round_number: int) -> Question:
        card = self.cards[name]
        totals = sorted(self.totals().values(), reverse=True)
        view = View(list(card.free()), card.sums, totals)
        return Question(name, dice, throw, round_number, card, view)


def winners_of(totals: Mapping[str, int]) -> list[str]:
    """Return the names with the highest total: of equal totals, all of them."""
    highest = max(totals.values(), default=None)
    return [name for name, total in totals.items() if total == highest]
