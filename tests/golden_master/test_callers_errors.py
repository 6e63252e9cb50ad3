"""Errors that are the caller's: errors of `roll` and `write`, and attempts to end the program.

The caller starts a game or a tournament, and offers `roll` and `write`. Its errors reach it as they
are. The expected results are in approved_files/callers_errors.approved.txt.
"""

from collections.abc import Callable
from typing import Any

import pytest

from dojo.documents.documents import Verify, story

from .calls import error_text, exact_repr
from .table import Person, first_free, loaded_dice, rounds, scripted, silently

Play = Callable[..., object]  # the method play or tournament of a table

MAX_CALLS = 30  # more than two rounds have; code that never gets so far fails, and does not hang


class Caller:
    """A caller that records its calls, and raises its error at one of them. The first is 1."""

    def __init__(self, faces: str, failing_call: int = 0):
        self.calls: list[str] = []
        self.dice = loaded_dice(faces)
        self.failing_call = failing_call
        # A player's illegal move raises a ValueError, too.
        self.error = ValueError("no paper")

    def roll(self, count: int) -> list[int]:
        self.record(f"roll({exact_repr(count)})")
        return self.dice(count)

    def write(self, line: str):
        self.record(f"write({exact_repr(line)})")

    def record(self, call: str):
        self.calls.append(call)
        if len(self.calls) == self.failing_call:
            raise self.error

    def outcome(self, play: Play, game: str, players: list[Person], **more: object) -> str:
        """Start a game or a tournament. Shows its last call, and how it ends."""
        try:
            play(game, players, roll=self.roll, write=self.write, **more)
        except ValueError as error:
            if error is self.error:
                return f"{self.calls[-1]} reaches the caller"
            return f"{self.calls[-1]} turns into {error_text(error)}"
        return "nothing is raised"


def test_errors_of_roll_and_write(yatzy: Any, verify_document: Verify):
    scenes = {
        "A game broken at each call of the caller's, for two rounds": game_broken_anywhere(yatzy),
        "A game broken at its last two calls": game_broken_at_the_end(yatzy),
        "A tournament broken at each line, and at two of its throws": tournament_broken(yatzy),
        "A tournament that nobody survives, broken at each call": tournament_of_cheats(yatzy),
    }
    heading = (
        "What `roll` and `write` raise is the caller's: no player is blamed, "
        "and what was placed before stays placed."
    )
    verify_document(story("callers_errors", heading, scenes))


FACES_OF_TWO_ROUNDS = "44444" + "66123" + "656" + "44444" + "11235"


def game_broken_anywhere(yatzy: Any) -> list[str]:
    """Break a game at its first call, at its second, and so on, for two rounds.

    Ann has a yahtzee and then a bonus.
    """
    lines: list[str] = []
    for number in range(1, MAX_CALLS):
        table = yatzy()
        caller = Caller(FACES_OF_TWO_ROUNDS, number)
        ann = scripted("Ann", "yahtzee", "fours")
        bob = scripted("Bob", [0, 1], "sixes", "ones")
        outcome = caller.outcome(table.play, "yahtzee", [ann, bob])
        if "round 3" in outcome:
            break
        lines.append(outcome)
        lines.append(f"    then: {holding(table, 'Ann')}; {holding(table, 'Bob')}")
    return lines


def holding(table: Any, name: str) -> str:
    """Show the total of a player of yahtzee, and the categories that the player has filled."""
    free = table.free(name)
    categories = ("ones", "twos", "threes", "fours", "fives", "sixes", "yahtzee")
    filled = [category for category in categories if category not in free]
    total = exact_repr(table.total(name))
    return f"{name} {total} in {', '.join(filled) or 'nothing'}"


def game_broken_at_the_end(yatzy: Any) -> list[str]:
    """Break a game of yacht at its last two calls."""
    faces = "66666" * rounds(yatzy, "yacht")
    whole = Caller(faces)
    whole.outcome(yatzy().play, "yacht", [first_free("Ann")])
    lines: list[str] = []
    for number in (len(whole.calls) - 1, len(whole.calls)):
        table = yatzy()
        lines.append(Caller(faces, number).outcome(table.play, "yacht", [first_free("Ann")]))
        free = exact_repr(table.free("Ann"))
        lines.append(f"    then: Ann {exact_repr(table.total('Ann'))}, free {free}")
    return lines


def tournament(yatzy: Any, failing_call: int = 0) -> tuple[Caller, str]:
    """Hold a tournament with a cheat and a tie-break. Returns its caller, and how it ends."""
    low = "11234"
    high = "66666"
    turns = rounds(yatzy, "yacht")
    with_cheat = high + low + high
    drawn = high + high
    decided = low + high
    caller = Caller(with_cheat + drawn * (turns - 1) + decided * turns, failing_call)
    players = [first_free("Zoe"), scripted("Eve", "sevens"), first_free("Ann")]
    return caller, caller.outcome(yatzy().tournament, "yacht", players, games=1)


def tournament_broken(yatzy: Any) -> list[str]:
    """Break a tournament at each write, and at the first two rolls."""
    whole, _ = tournament(yatzy)
    lines: list[str] = []
    rolls = 0
    for number, call in enumerate(whole.calls, start=1):
        if call.startswith("roll"):
            rolls += 1
            if rolls > 2:
                continue
        _, outcome = tournament(yatzy, number)
        lines.append(outcome)
    return lines


def tournament_of_cheats(yatzy: Any) -> list[str]:
    """Break a tournament in which all players are disqualified at each of its calls."""
    lines: list[str] = []
    for number in range(1, 7):
        cheats = [scripted("Eve", "sevens"), scripted("Mallory", None)]
        caller = Caller("6" * 10, number)
        lines.append(caller.outcome(yatzy().tournament, "yacht", cheats, games=3))
    return lines


@pytest.mark.parametrize("error", [OSError("no paper"), StopIteration(), KeyboardInterrupt()])
def test_an_error_of_any_type_reaches_the_caller(error: BaseException, yatzy: Any):
    def fail(_given: object) -> Any:
        raise error

    table = yatzy()
    for play in (table.play, table.tournament):
        for roll, write in ((fail, silently), (loaded_dice("66666"), fail)):
            with pytest.raises(type(error)) as raised:
                play("yacht", [first_free("Ann")], roll=roll, write=write)
            assert raised.value is error


@pytest.mark.parametrize("end", [KeyboardInterrupt(), SystemExit(3)])
def test_a_player_may_end_the_program(end: BaseException, yatzy: Any):
    table = yatzy()
    for play in (table.play, table.tournament):
        players = [scripted("Ann", "yahtzee", end)]
        with pytest.raises(type(end)):
            play("yahtzee", players, roll=loaded_dice("4" * 10), write=silently)
        assert table.total("Ann") == 50
