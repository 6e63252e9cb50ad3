"""Turns and rounds.

match: a game being played; it asks for one move after the other, whoever answers.
question: what a match waits for, a move of one player for the dice as they lie. decision: a move that the rules allow.
turn: one throw and up to two more, then a category. round: a turn for everybody.
illegal move: anything a player does that the rules do not allow, an exception included.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from refactored.dice import Hold, Source, throw
from refactored.events import GameBegun, GameOver, Kept, RoundBegun, RuleBroken, Taken, Tell, Thrown
from refactored.players import Player, View
from refactored.refusals import outcome, refusal, shown
from refactored.rulesets import Game
from refactored.scorecard import Claim, Placement, Scorecard


class Question(NamedTuple):
    """Dice that somebody threw, and what there is to know for a move."""

    name: str
    dice: Sequence[int]
    stage: int
    card: Scorecard
    view: View


class IllegalMoveError(ValueError):
    """A move that the rules do not allow."""

    def __init__(self, question: Question, reason: str) -> None:
        """Say whose it is, when, and why."""
        name, round_number, roll = question.name, len(question.card.taken()) + 1, question.stage + 1
        self.offence = RuleBroken(name, round_number, roll, reason)
        super().__init__(f"illegal move by {name} in round {round_number}, roll {roll}: {reason}")


def decide(question: Question, move: object) -> Hold | Placement:
    """Return what a move comes to; IllegalMoveError, and nothing changes, when the rules do not allow it."""
    # What a legal move comes to is reckoned outside: a player is not to blame for what goes wrong there.
    try:
        legal = question.card.claim(move, question.dice) if type(move) is str else held(move, question.stage)
    except ValueError as error:
        raise IllegalMoveError(question, str(error)) from None
    return question.card.worth(legal) if isinstance(legal, Claim) else legal


def held(move: object, stage: int) -> Hold:
    """Return a move as a hold; ValueError when it is none, or comes after the third roll."""
    if type(move) is not list:
        raise refusal("neither a hold nor a category", move, "a move is a list of positions or the name of a category")
    if stage == 2:
        raise refusal("a hold after the third roll", move, "a category is due")
    return Hold(move)


class Match:
    """A game being played. Between two calls it waits for a decision, and knows no more of players than their names.

    What the source and the listener raise is the caller's own, and passes as it is.
    """

    def __init__(self, game: Game, names: Iterable[str], source: Source, tell: Tell) -> None:
        """Lay out an empty card for each name."""
        self.cards = {name: Scorecard(game) for name in names}
        self._still_in = list(self.cards)
        self._game, self._source, self._tell = game, source, tell
        self._turns = self._in_turn()
        self._round = 0

    def begin(self) -> Question | None:
        """Say who plays, and ask the first player."""
        self._tell(GameBegun(self._game.name, tuple(self.cards)))
        return self._next_turn()

    def go_on(self, question: Question, decision: Hold | Placement) -> Question | None:
        """Do what was decided; return the next question, or None when the game is over."""
        return self._take(question, decision) if isinstance(decision, Placement) else self._keep(question, decision)

    def go_on_without(self, offence: RuleBroken) -> Question | None:
        """Let a player leave the table in its turn; return the next question, or None when the game is over."""
        self._still_in.remove(offence.name)
        self._tell(offence)
        return self._next_turn()

    def totals(self) -> dict[str, int]:
        """Return the totals of the players who are still in, by name."""
        return {name: self.cards[name].sums.total for name in self._still_in}

    def _in_turn(self) -> Iterator[tuple[int, str]]:
        """Yield the number of the round and the name of the player for every turn to come."""
        for number in range(len(self._game.categories)):
            for name in list(self._still_in):
                yield number + 1, name

    def _next_turn(self) -> Question | None:
        turn = next(self._turns, None)
        if turn is None:
            self._tell(GameOver(self.totals(), winners_of(self.totals())))
            return None
        number, name = turn
        if number > self._round:
            self._tell(RoundBegun(number))
            self._round = number
        return self._throw(name, 0, {})

    def _throw(self, name: str, stage: int, kept: Mapping[int, int]) -> Question:
        dice, card = throw(self._source, kept), self.cards[name]
        thrown = Thrown(name, dice, stage)
        self._tell(thrown)
        view = View(list(card.free()), card.sums, sorted(self.totals().values(), reverse=True))
        return Question(name, dice, thrown.stage, card, view)

    def _keep(self, question: Question, hold: Hold) -> Question:
        kept = {position: question.dice[position] for position in hold}
        self._tell(Kept(question.name, tuple(kept.values())))
        return self._throw(question.name, question.stage + 1, kept)

    def _take(self, question: Question, placement: Placement) -> Question | None:
        question.card.place(placement)
        self._tell(Taken(question.name, placement.called, placement.points, placement.bonus, placement.sums.total))
        return self._next_turn()


def play(match: Match, players: Mapping[str, Player]) -> dict[str, int]:
    """Play a whole game; return the totals by name. ValueError when anybody breaks a rule."""
    play_out(match, players, refuse)
    return match.totals()


def refuse(move: IllegalMoveError) -> None:
    """Let an illegal move end the game, with a ValueError that names the player."""
    raise ValueError(str(move)) from None


def play_out(match: Match, players: Mapping[str, Player], dismiss: Callable[[IllegalMoveError], None]) -> None:
    """Ask the players until the game is over.

    A player that makes an illegal move leaves the table, and `dismiss` is told; what it raises ends the game.
    """
    question = match.begin()
    while question is not None:
        try:
            decision = decide(question, answer(players[question.name], question))
        except IllegalMoveError as move:
            dismiss(move)
            question = match.go_on_without(move.offence)
        else:
            question = match.go_on(question, decision)


def answer(player: Player, question: Question) -> object:
    """Ask a player, showing it copies; IllegalMoveError when it raises anything but an interruption."""

    def blame(error: BaseException) -> NoReturn:
        raise IllegalMoveError(question, f"the player raised {shown(error)}") from None

    return outcome(lambda: player.turn(list(question.dice), question.stage, question.view), blame)


def winners_of(totals: Mapping[str, int]) -> list[str]:
    """Return the names with the highest total."""
    return [name for name, total in totals.items() if total == max(totals.values())]
