"""A game: rounds of turns, from the empty cards to the winners.

match: a game that is played. It asks for one move after the other.
question: a match waits for a move of one player, with these dice. decision: a legal move.
turn: one throw and up to two more, then a category. round: a turn for each player.
illegal move: everything else that a player does, also an exception.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from .dice import Hold, Source, throw, throw_again
from .events import GameBegun, GameOver, Kept, RoundBegun, RuleBroken, Taken, Tell, Thrown
from .players import Player, View
from .refusals import outcome, refusal, shown
from .rulesets import Game
from .scorecard import Claim, Placement, Scorecard


class Question(NamedTuple):
    """The dice of the player whose turn it is, and everything that a move depends on."""

    name: str
    dice: Sequence[int]
    stage: int
    round: int
    card: Scorecard
    view: View


class IllegalMoveError(ValueError):
    """A move that the rules do not allow."""

    def __init__(self, question: Question, reason: str) -> None:
        self.offence = RuleBroken(question.name, question.round, question.stage + 1, reason)
        when = f"round {question.round}, roll {self.offence.roll}"
        super().__init__(f"illegal move by {question.name} in {when}: {reason}")


def decide(question: Question, move: object) -> Hold | Placement:
    """Return the decision of a move, without carrying it out. Raises IllegalMoveError."""
    # The points are computed outside of the `try`: an error in a rule is not the player's.
    try:
        legal = (
            question.card.claim(move, question.dice)
            if type(move) is str
            else held(move, question.stage)
        )
    except ValueError as error:
        raise IllegalMoveError(question, str(error)) from None
    return question.card.worth(legal) if isinstance(legal, Claim) else legal


def held(move: object, stage: int) -> Hold:
    """Return a move as a hold. Raises ValueError if it is none, or comes after the third roll."""
    if type(move) is not list:
        raise refusal(
            "neither a hold nor a category",
            move,
            "a move is a list of positions or the name of a category",
        )
    if stage == 2:
        raise refusal("a hold after the third roll", move, "a category is due")
    return Hold(move)


class Match:
    """A game that is played. It asks questions, and carries out the decisions.

    Errors of the source and of the listener reach the caller.
    """

    def __init__(self, game: Game, names: Iterable[str], source: Source, tell: Tell) -> None:
        self.cards = {name: Scorecard(game) for name in names}
        self._still_in = list(self.cards)
        self._game = game
        self._source = source
        self._tell = tell
        self._round = 0
        self._waiting: list[str] = []  # players with a turn left in this round

    def begin(self) -> Question | None:
        """Begin the game, and return the first question."""
        self._tell(GameBegun(self._game.name, tuple(self.cards)))
        return self._next_turn()

    def go_on(self, question: Question, decision: Hold | Placement) -> Question | None:
        """Carry out a decision. Returns the next question, or None when the game is over."""
        return (
            self._take(question, decision)
            if isinstance(decision, Placement)
            else self._keep(question, decision)
        )

    def go_on_without(self, offence: RuleBroken) -> Question | None:
        """Let a player leave the game. Returns the next question, or None when the game is over."""
        self._still_in.remove(offence.name)
        self._tell(offence)
        return self._next_turn()

    def totals(self) -> dict[str, int]:
        """Return the totals of the remaining players by name."""
        return {name: self.cards[name].sums.total for name in self._still_in}

    def _next_turn(self) -> Question | None:
        if not self._waiting and self._still_in and self._round < len(self._game.categories):
            self._begin_round()
        if not self._waiting:
            self._tell(GameOver(self.totals(), winners_of(self.totals())))
            return None
        return self._ask(Thrown(self._waiting.pop(0), throw(self._source), 0))

    def _begin_round(self) -> None:
        self._waiting.extend(self._still_in)
        self._round += 1
        self._tell(RoundBegun(self._round))

    def _ask(self, thrown: Thrown) -> Question:
        self._tell(thrown)
        card = self.cards[thrown.name]
        totals = sorted([self.cards[name].sums.total for name in self._still_in], reverse=True)
        view = View(list(card.free()), card.sums, totals)
        return Question(*thrown, self._round, card, view)

    def _keep(self, question: Question, hold: Hold) -> Question:
        name, dice = question.name, question.dice
        self._tell(Kept(name, dice, tuple(dice[position] for position in hold)))
        return self._ask(Thrown(name, throw_again(self._source, dice, hold), question.stage + 1))

    def _take(self, question: Question, placement: Placement) -> Question | None:
        question.card.place(placement)
        called, points, bonus = placement.called, placement.points, placement.bonus
        self._tell(Taken(question.name, question.dice, called, points, bonus, placement.sums.total))
        return self._next_turn()


def play(match: Match, players: Mapping[str, Player]) -> dict[str, int]:
    """Play a whole game, and return the totals by name. Raises ValueError for an illegal move."""
    illegal = play_on(match, match.begin(), players)
    if illegal is not None:
        raise ValueError(str(illegal))
    return match.totals()


def play_out(match: Match, players: Mapping[str, Player]) -> list[RuleBroken]:
    """Play a whole game, and return the offences. A player that makes an illegal move leaves it."""
    offences = []
    illegal = play_on(match, match.begin(), players)
    while illegal is not None:
        offences.append(illegal.offence)
        illegal = play_on(match, match.go_on_without(illegal.offence), players)
    return offences


def play_on(
    match: Match, question: Question | None, players: Mapping[str, Player]
) -> IllegalMoveError | None:
    """Ask the players, from a question on. Returns the first illegal move, or None at the end."""
    while question is not None:
        try:
            decision = decide(question, answer(players[question.name], question))
        except IllegalMoveError as illegal:
            return illegal
        question = match.go_on(question, decision)
    return None


def answer(player: Player, question: Question) -> object:
    """Ask a player for its move, with copies of everything. Raises IllegalMoveError if it fails."""

    def blame(error: BaseException) -> NoReturn:
        raise IllegalMoveError(question, f"the player raised {shown(error)}") from None

    return outcome(lambda: player.turn(list(question.dice), question.stage, question.view), blame)


def winners_of(totals: Mapping[str, int]) -> list[str]:
    """Return the names with the highest total."""
    highest = max(totals.values(), default=None)
    return [name for name, total in totals.items() if total == highest]
