"""Errors that are the caller's: errors of `roll` and `write`, and every interruption.

caller: the code that starts a game or a tournament; it offers `roll` and `write`, which may raise.
reaches: how the caller gets its error back; as it is, or as something else.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.golden_master.bad_values import Faulty, Nameless, errors, interruptions
from tests.golden_master.calls import exactly, refusal
from tests.golden_master.documents import Document, story
from tests.golden_master.table import Person, dice_from, first_free, rounds, scripted


class Caller:
    """A caller that notes the calls it gets, and breaks at one of them."""

    def __init__(
        self, dice: list[int], breaks_at: int = 0, error: BaseException | None = None
    ) -> None:
        """Put dice in its hand; the first call is number 1."""
        self.calls: list[str] = []
        self._dice = dice_from(dice)
        self._breaks_at = breaks_at
        self.error = error or ValueError(
            "no paper"
        )  # the type that a move against the rules has, too

    def roll(self, number: int) -> list[int]:
        """Throw so many dice."""
        self._note(f"roll({exactly(number)})")
        return self._dice(number)

    def write(self, line: str) -> None:
        """Take a line of the transcript."""
        self._note(f"write({exactly(line)})")

    def _note(self, call: str) -> None:
        self.calls.append(call)
        if len(self.calls) == self._breaks_at:
            raise self.error

    def outcome(self, ask: Callable[..., object], *arguments: object) -> str:
        """Ask for a game, and tell what came of it."""
        try:
            return f"returns {exactly(ask(*arguments, roll=self.roll, write=self.write))}"
        except BaseException as error:  # noqa: BLE001 - whatever it is, it has to be the caller's own
            return "reaches the caller" if error is self.error else f"turns into {refusal(error)}"


def holding(table: Any, *names: str) -> str:
    """Tell what players have on the table."""
    return "; ".join(
        f"{name} {exactly(table.total(name))} in {placed(table, name)}" for name in names
    )


def placed(table: Any, name: str) -> str:
    """Tell where a player of yahtzee has placed dice."""
    categories = ("ones", "twos", "threes", "fours", "fives", "sixes", "yahtzee")
    return (
        ", ".join(category for category in categories if category not in table.free(name))
        or "nothing"
    )


MORE_THAN_TWO_ROUNDS = 30
ANN = ("yahtzee", "fours")
BOB = ([0, 1], "sixes", "ones")
DICE = [4] * 5 + [6, 6, 1, 2, 3] + [6, 5, 6] + [4] * 5 + [1, 1, 2, 3, 5]


def two_players() -> list[Person]:
    """Return two players with a script for two rounds; Ann gets a yahtzee, and then a bonus."""
    return [scripted("Ann", *ANN), scripted("Bob", *BOB)]


def broken_at_each_call(yatzy: Any) -> Iterator[str]:
    """Break a game at its first call, at its second, and so on, for two rounds."""
    for number in range(
        1, MORE_THAN_TWO_ROUNDS
    ):  # of calls: code that never gets so far fails, and does not hang
        table, caller = yatzy(), Caller(DICE, number)
        outcome = caller.outcome(table.play, "yahtzee", two_players())
        if "round 3" in caller.calls[-1]:
            return
        yield from told(caller, outcome, holding(table, "Ann", "Bob"))


def told(caller: Caller, outcome: str, then: str) -> list[str]:
    """Tell of a call that broke: which, what came of it, what is on the table then."""
    return [f"{caller.calls[-1]} {outcome}", f"    then: {then}"]


def broken_at_the_end(yatzy: Any, *names: str) -> Iterator[str]:
    """Break a game at its last two calls."""
    players = [first_free(name) for name in names]
    whole = Caller([6] * 120)
    whole.outcome(yatzy().play, "yacht", players)
    for number in (len(whole.calls) - 1, len(whole.calls)):
        table, caller = yatzy(), Caller([6] * 120, number)
        outcome = caller.outcome(table.play, "yacht", players)
        full = [
            f"{name} {exactly(table.total(name))}, free {exactly(table.free(name))}"
            for name in names
        ]
        yield from told(caller, outcome, "; ".join(full))


def of_every_type(ask: Callable[..., object], *at: int) -> Iterator[str]:
    """Break calls with errors of many types; the first reads like one about a player."""
    lookalike = ValueError("illegal move by Ann in round 1, roll 1: category already used: 'ones'")
    for error in (lookalike, *errors(), *interruptions()):
        for number in at:
            caller = Caller([6] * 60, number, error)
            outcome = caller.outcome(ask, "yacht", [first_free("Ann")])
            yield f"{type(error).__name__} in {caller.calls[-1].partition('(')[0]} {outcome}"


def test_in_a_game(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {
        "A game broken at each call of the caller's, for two rounds": list(
            broken_at_each_call(yatzy)
        ),
        "A game broken at its last two calls": list(broken_at_the_end(yatzy, "Ann")),
        "A game of two, broken there": list(broken_at_the_end(yatzy, "Zoe", "Ann")),
        "Whatever its type": list(of_every_type(yatzy().play, 3, 4)),
        "A throw that is none": no_throw(yatzy),
        "An interruption out of a player": list(interrupted(yatzy, "play")),
    }
    heading = (
        "What `roll` and `write` raise is the caller's: no player is blamed, "
        "and what was placed before stays placed."
    )
    verify_document(story("callers_errors_in_a_game", heading, scenes))


def no_throw(yatzy: Any) -> list[str]:
    """Give too few dice in the second round."""
    table, caller = yatzy(), Caller([])
    throws = iter([DICE[:5], DICE[5:10], DICE[10:13], [4, 4]])
    players = two_players()
    try:
        table.play("yahtzee", players, lambda _: next(throws), caller.write)
    except ValueError as error:
        return [
            *told(caller, f"comes last, and then {refusal(error)}", holding(table, "Ann", "Bob"))
        ]
    return ["nothing is said of it"]


def interrupted(yatzy: Any, method: str) -> Iterator[str]:
    """Interrupt a player in its turn, as its move or error is shown, and as it tells its name."""
    for error in interruptions():
        players = {
            "in its second turn": scripted("Ann", "yahtzee", error),
            "while its move is shown": scripted("Ann", "yahtzee", Faulty(error)),
            "while its error is shown": scripted("Ann", "yahtzee", Unwilling(error)),
            "asked for its name": Nameless(error),
        }
        for when, player in players.items():
            table, caller = laid_out(yatzy), Caller([4] * 20, error=error)
            outcome = caller.outcome(partial(getattr(table, method), "yahtzee", [player]))
            yield f"{error!r} {when} {outcome}; then: {holding(table, 'Ann')}"


class Unwilling(Faulty, Exception):  # noqa: N818 - it is a player's own
    """An error that cannot be shown for another one."""


def laid_out(yatzy: Any) -> Any:
    """Return a table where Ann has placed dice before."""
    table = yatzy()
    table.start("yahtzee", ["Ann"])
    table.place("Ann", "sixes", [6, 6, 1, 2, 3])
    return table


def broken_tournament(yatzy: Any, number: int = 0) -> tuple[Caller, str, str]:
    """Break a tournament with a cheat and a tie-break at a call; return its outcome."""
    low, high = [1, 1, 2, 3, 4], [6] * 5
    drawn, decided = high + high, low + high
    of_yacht = rounds(yatzy, "yacht")
    dice = high + low + high + drawn * (of_yacht - 1) + decided * of_yacht
    caller, table = Caller(dice, number), laid_out(yatzy)
    players = [first_free("Zoe"), scripted("Eve", "sevens"), first_free("Ann")]
    outcome = caller.outcome(lambda **own: table.tournament("yacht", players, games=1, **own))
    return caller, outcome, f"    then: {holding(table, 'Ann')}, as before"


def nobody_left(yatzy: Any) -> Iterator[str]:
    """Break a tournament of cheats at each of its calls."""
    for number in (1, 2, 3, 4, 5, 6):
        caller = Caller([6] * 10, number)
        cheats = [scripted("Eve", "sevens"), scripted("Mallory", None)]
        outcome = caller.outcome(partial(yatzy().tournament, games=3), "yacht", cheats)
        yield f"{caller.calls[-1]} {outcome}"


def test_in_a_tournament(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    whole, outcome, _ = broken_tournament(yatzy)
    rolls = [number for number, call in enumerate(whole.calls) if call.startswith("roll")]
    lines = []
    for number in sorted({*range(len(whole.calls)), rolls[0], rolls[1]} - set(rolls[2:])):
        caller, came, then = broken_tournament(yatzy, number + 1)
        rolled = sum(call.startswith("roll") for call in caller.calls)
        lines += [
            f"{caller.calls[-1]} {came}",
            f"    after {rolled} rolls; {then.strip()}",
        ]
    scenes = {
        "A tournament broken at each line, and at two of its throws": lines,
        "The same tournament, whole": [
            *(call for call in whole.calls if call.startswith("write")),
            outcome,
        ],
        "A tournament that nobody survives, broken at each call": list(nobody_left(yatzy)),
        "Whatever its type": list(of_every_type(partial(yatzy().tournament, games=1), 1, 2)),
        "An interruption out of a player": list(interrupted(yatzy, "tournament")),
    }
    heading = (
        "What `roll` and `write` raise is the caller's: no tournament swallows it, "
        "and the table stays as it was."
    )
    verify_document(story("callers_errors_in_a_tournament", heading, scenes))
