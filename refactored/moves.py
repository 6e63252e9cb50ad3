"""Moves: how a player is asked for one, and whether the rules allow it.

decision: a legal move. illegal move: everything else that a player does, also an exception.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .dice import Hold
from .players import Player, View
from .refusals import refusal, short_repr
from .scorecard import Placement, Scorecard


class Question(NamedTuple):
    """The dice of the player whose turn it is, and everything that a move depends on."""

    name: str
    dice: Sequence[int]
    throw: int
    round: int
    card: Scorecard
    view: View

    @property
    def is_last_throw(self) -> bool:
        return self.throw == 3


class Offence(NamedTuple):
    """A record of an illegal move."""

    name: str
    round: int
    throw: int
    reason: str


Decision = Hold | Placement
Answer = Decision | Offence


class IllegalMoveError(ValueError):
    """A move that the rules do not allow."""

    def __init__(self, question: Question, reason: str) -> None:
        self.offence = Offence(question.name, question.round, question.throw, reason)
        when = f"round {question.round}, roll {question.throw}"
        super().__init__(f"illegal move by {question.name} in {when}: {reason}")


def ask(players: Mapping[str, Player], question: Question) -> Decision:
    """Ask a player for its move, and decide it. Raises IllegalMoveError."""
    player = players[question.name]
    try:
        move = player.turn(list(question.dice), question.throw - 1, question.view)
    except Exception as error:  # noqa: BLE001 - a player may raise anything
        raise IllegalMoveError(question, f"the player raised {short_repr(error)}") from None
    return decide(question, move)


def decide(question: Question, move: object) -> Decision:
    """Return the decision of a move, without carrying it out. Raises IllegalMoveError."""
    try:
        if isinstance(move, str):
            return question.card.placement(move, question.dice)
        return hold_from(question, move)
    except ValueError as error:
        raise IllegalMoveError(question, str(error)) from None


def hold_from(question: Question, move: object) -> Hold:
    """Return a move as a hold. Raises ValueError if it is none, or comes after the third throw."""
    if not isinstance(move, list):
        allowed = "a move is a list of positions or the name of a category"
        raise refusal("neither a hold nor a category", move, allowed)
    if question.is_last_throw:
        raise refusal("a hold after the third roll", move, "a category is due")
    return Hold(move)
