"""Errors that are the caller's: errors of `roll` and `write`, and every interruption.

The caller starts a game or a tournament, and offers `roll` and `write`. Its errors reach it as they
are. The expected results are in approved_files/callers_errors_*.approved.txt.
"""

from collections.abc import Callable
from typing import Any

from dojo.documents.documents import Verify, story

from .bad_values import Faulty, Nameless, errors, interruptions
from .calls import error_text, exact_repr
from .table import Person, first_free, loaded_dice, rounds, scripted

Play = Callable[..., object]  # the method play or tournament of a table

MAX_CALLS = 30  # more than two rounds have; code that never gets so far fails, and does not hang


class Caller:
    """A caller that records its calls, and raises its error at one of them. The first is 1."""

    def __init__(self, faces: str, failing_call: int = 0, error: BaseException | None = None):
        self.calls: list[str] = []
        self.dice = loaded_dice(faces)
        self.failing_call = failing_call
        # A player's illegal move raises a ValueError, too.
        self.error = error or ValueError("no paper")

    def roll(self, count: int) -> list[int]:
        self.record(f"roll({exact_repr(count)})")
        return self.dice(count)

    def write(self, line: str):
        self.record(f"write({exact_repr(line)})")

    def record(self, call: str):
        self.calls.append(call)
        if len(self.calls) == self.failing_call:
            raise self.error.with_traceback(None)

    def outcome(self, play: Play, game: str, players: list[Person], **more: object) -> str:
        """Start a game or a tournament. Shows how it ends."""
        try:
            result = play(game, players, roll=self.roll, write=self.write, **more)
        except BaseException as error:  # noqa: BLE001 - an error of any type is the caller's
            if error is self.error:
                return "reaches the caller"
            return f"turns into {error_text(error)}"
        return f"returns {exact_repr(result)}"


def test_in_a_game(yatzy: Any, verify_document: Verify):
    scenes = {
        "A game broken at each call of the caller's, for two rounds": game_broken_anywhere(yatzy),
        "A game broken at its last two calls": game_broken_at_the_end(yatzy, "Ann"),
        "A game of two, broken there": game_broken_at_the_end(yatzy, "Zoe", "Ann"),
        "Whatever its type": game_broken_by_each_type(yatzy),
        "A throw that is none": game_with_too_few_dice(yatzy),
        "An interruption out of a player": interrupted(yatzy, "play"),
    }
    heading = (
        "What `roll` and `write` raise is the caller's: no player is blamed, "
        "and what was placed before stays placed."
    )
    verify_document(story("callers_errors_in_a_game", heading, scenes))


def test_in_a_tournament(yatzy: Any, verify_document: Verify):
    scenes = {
        "A tournament broken at each line, and at two of its throws": tournament_broken(yatzy),
        "The same tournament, whole": tournament_unbroken(yatzy),
        "A tournament that nobody survives, broken at each call": tournament_of_cheats(yatzy),
        "Whatever its type": tournament_broken_by_each_type(yatzy),
        "An interruption out of a player": interrupted(yatzy, "tournament"),
    }
    heading = (
        "What `roll` and `write` raise is the caller's: no tournament swallows it, "
        "and the table stays as it was."
    )
    verify_document(story("callers_errors_in_a_tournament", heading, scenes))


FACES_OF_TWO_ROUNDS = "44444" + "66123" + "656" + "44444" + "11235"


def players_of_two_rounds() -> list[Person]:
    """Return Ann, with a yahtzee and then a bonus, and Bob."""
    ann = scripted("Ann", "yahtzee", "fours")
    bob = scripted("Bob", [0, 1], "sixes", "ones")
    return [ann, bob]


def game_broken_anywhere(yatzy: Any) -> list[str]:
    """Break a game at its first call, at its second, and so on, for two rounds."""
    lines: list[str] = []
    for number in range(1, MAX_CALLS):
        table = yatzy()
        caller = Caller(FACES_OF_TWO_ROUNDS, number)
        outcome = caller.outcome(table.play, "yahtzee", players_of_two_rounds())
        if "round 3" in caller.calls[-1]:
            break
        lines.append(f"{caller.calls[-1]} {outcome}")
        lines.append(f"    then: {holding(table, 'Ann')}; {holding(table, 'Bob')}")
    return lines


def holding(table: Any, name: str) -> str:
    """Show the total of a player of yahtzee, and the categories that the player has filled."""
    free = table.free(name)
    categories = ("ones", "twos", "threes", "fours", "fives", "sixes", "yahtzee")
    filled = [category for category in categories if category not in free]
    total = exact_repr(table.total(name))
    return f"{name} {total} in {', '.join(filled) or 'nothing'}"


def game_broken_at_the_end(yatzy: Any, *names: str) -> list[str]:
    """Break a game of yacht at its last two calls."""
    players = [first_free(name) for name in names]
    faces = "6" * 120
    whole = Caller(faces)
    whole.outcome(yatzy().play, "yacht", players)
    lines: list[str] = []
    for number in (len(whole.calls) - 1, len(whole.calls)):
        table = yatzy()
        caller = Caller(faces, number)
        outcome = caller.outcome(table.play, "yacht", players)
        cards = [
            f"{name} {exact_repr(table.total(name))}, free {exact_repr(table.free(name))}"
            for name in names
        ]
        lines.append(f"{caller.calls[-1]} {outcome}")
        lines.append(f"    then: {'; '.join(cards)}")
    return lines


def errors_of_each_type() -> list[BaseException]:
    """Return errors of many types. The first reads like an error about a player."""
    message = "illegal move by Ann in round 1, roll 1: category already used: 'ones'"
    return [ValueError(message), *errors(), *interruptions()]


def game_broken_by_each_type(yatzy: Any) -> list[str]:
    """Break a game at its first roll, and at the write after it."""
    lines: list[str] = []
    for error in errors_of_each_type():
        for number in (3, 4):
            caller = Caller("6" * 60, number, error)
            outcome = caller.outcome(yatzy().play, "yacht", [first_free("Ann")])
            method = caller.calls[-1].partition("(")[0]
            lines.append(f"{type(error).__name__} in {method} {outcome}")
    return lines


def game_with_too_few_dice(yatzy: Any) -> list[str]:
    """Throw two dice in place of five in the second round."""
    table = yatzy()
    caller = Caller("")
    throws = iter([[4, 4, 4, 4, 4], [6, 6, 1, 2, 3], [6, 5, 6], [4, 4]])
    try:
        table.play("yahtzee", players_of_two_rounds(), lambda _: next(throws), caller.write)
    except ValueError as error:
        return [
            f"{caller.calls[-1]} comes last, and then {error_text(error)}",
            f"    then: {holding(table, 'Ann')}; {holding(table, 'Bob')}",
        ]
    return ["nothing is said of it"]


class Unwilling(Faulty, Exception):  # noqa: N818 - a player's own
    """An exception that raises another one when it is shown."""


def interrupted(yatzy: Any, method: str) -> list[str]:
    """Interrupt a player's turn, its move, its error and its name."""
    lines: list[str] = []
    for error in interruptions():
        players = {
            "in its second turn": scripted("Ann", "yahtzee", error),
            "while its move is shown": scripted("Ann", "yahtzee", Faulty(error)),
            "while its error is shown": scripted("Ann", "yahtzee", Unwilling(error)),
            "asked for its name": Nameless(error),
        }
        for moment, player in players.items():
            table = table_with_ann(yatzy)
            caller = Caller("4" * 20, error=error)
            outcome = caller.outcome(getattr(table, method), "yahtzee", [player])
            lines.append(f"{error!r} {moment} {outcome}; then: {holding(table, 'Ann')}")
    return lines


def table_with_ann(yatzy: Any) -> Any:
    """Return a table where Ann has placed dice before."""
    table = yatzy()
    table.start("yahtzee", ["Ann"])
    table.place("Ann", "sixes", [6, 6, 1, 2, 3])
    return table


def tournament(yatzy: Any, failing_call: int = 0) -> tuple[Caller, str, str]:
    """Hold a tournament with a cheat and a tie-break. Returns its caller, outcome and table."""
    low = "11234"
    high = "66666"
    turns = rounds(yatzy, "yacht")
    with_cheat = high + low + high
    drawn = high + high
    decided = low + high
    caller = Caller(with_cheat + drawn * (turns - 1) + decided * turns, failing_call)
    table = table_with_ann(yatzy)
    players = [first_free("Zoe"), scripted("Eve", "sevens"), first_free("Ann")]
    outcome = caller.outcome(table.tournament, "yacht", players, games=1)
    return caller, outcome, holding(table, "Ann")


def tournament_broken(yatzy: Any) -> list[str]:
    """Break a tournament at each write, and at the first two rolls."""
    whole, _, _ = tournament(yatzy)
    lines: list[str] = []
    rolls = 0
    for number, call in enumerate(whole.calls, start=1):
        if call.startswith("roll"):
            rolls += 1
            if rolls > 2:
                continue
        caller, outcome, ann = tournament(yatzy, number)
        rolled = sum(call.startswith("roll") for call in caller.calls)
        lines.append(f"{caller.calls[-1]} {outcome}")
        lines.append(f"    after {rolled} rolls; then: {ann}, as before")
    return lines


def tournament_unbroken(yatzy: Any) -> list[str]:
    whole, outcome, _ = tournament(yatzy)
    written = [call for call in whole.calls if call.startswith("write")]
    return [*written, outcome]


def tournament_of_cheats(yatzy: Any) -> list[str]:
    """Break a tournament in which all players are disqualified at each of its calls."""
    lines: list[str] = []
    for number in range(1, 7):
        caller = Caller("6" * 10, number)
        cheats = [scripted("Eve", "sevens"), scripted("Mallory", None)]
        outcome = caller.outcome(yatzy().tournament, "yacht", cheats, games=3)
        lines.append(f"{caller.calls[-1]} {outcome}")
    return lines


def tournament_broken_by_each_type(yatzy: Any) -> list[str]:
    """Break a tournament at its first write, and at the roll after it."""
    lines: list[str] = []
    for error in errors_of_each_type():
        for number in (1, 2):
            caller = Caller("6" * 60, number, error)
            players = [first_free("Ann")]
            outcome = caller.outcome(yatzy().tournament, "yacht", players, games=1)
            method = caller.calls[-1].partition("(")[0]
            lines.append(f"{type(error).__name__} in {method} {outcome}")
    return lines
