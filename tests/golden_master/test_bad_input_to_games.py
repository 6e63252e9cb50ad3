"""Bad input to games and tournaments: no players, no number of games, no dice."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.golden_master.bad_values import (
    ALMOST_LISTS,
    HUGE_NEGATIVE,
    UNPRINTABLE,
    Face,
    Name,
    Nameless,
    Spots,
    Words,
    enum_member,
    exceptions,
    explained,
)
from tests.golden_master.calls import Spelled, answer_of_all, on_table, outcomes, spelling, value_of
from tests.golden_master.documents import Document, call_list
from tests.golden_master.table import Person, dice_from, first_free


class Generator:
    """Something to go over, once, that is no list."""

    def __iter__(self) -> Iterator[Person]:
        """Give a player."""
        return iter([first_free("Ann")])

    def __repr__(self) -> str:
        """Show it as it is made."""
        return "iter([Ann])"


ANN = Spelled("Ann", first_free("Ann"))
KEEPER = Spelled("Keeper", Person("Keeper", lambda *_: [0, 1, 2]))
NAMELESS = Nameless(RuntimeError("no name"))
NUMBERED = Spelled("a player named 7", Person(7, lambda *_: "ones"))
WORDY = Spelled("a player named Words('Ann')", first_free(Words("Ann")))
NO_DICE = Spelled("no_dice", dice_from([]))
SILENTLY = Spelled("silently", lambda _: None)
PLAYERS = [
    on_table("play", "chess", [], NO_DICE),
    on_table("play", "yatzy", [], NO_DICE),
    on_table("play", "yatzy", None, NO_DICE),
    *(on_table("play", "yatzy", nobody, NO_DICE) for nobody in ("Ann", 7, set(), *ALMOST_LISTS)),
    on_table("play", "yatzy", [ANN, ANN], NO_DICE),
    on_table("play", "yatzy", [ANN, None], NO_DICE),
    on_table("play", "yatzy", [NAMELESS], NO_DICE),
    on_table("play", "yatzy", [NUMBERED], NO_DICE),
    on_table("play", "yatzy", (), NO_DICE),
    on_table("play", "yatzy", Spelled("{'Ann': None}", {"Ann": None}), NO_DICE),
    on_table("play", "yatzy", Spelled("iter([Ann])", Generator()), NO_DICE),
    on_table("play", "yatzy", [WORDY], NO_DICE),
    on_table("play", enum_member(Name.YACHT), [ANN, ANN], NO_DICE),
    on_table("tournament", "chess", [], NO_DICE, 0),
    on_table("tournament", "yatzy", [], NO_DICE, 0),
    on_table("tournament", "yatzy", [ANN, ANN], NO_DICE, 0),
    *(
        on_table("tournament", "yatzy", [ANN], NO_DICE, games)
        for games in (0, -1, True, 2.0, "10", b"1", [1], None)
    ),
    on_table("tournament", "yatzy", [ANN], NO_DICE, HUGE_NEGATIVE),
    on_table("tournament", "yatzy", [ANN], NO_DICE, enum_member(Face.ONE)),
    on_table("tournament", "yatzy", [ANN], NO_DICE, Spelled("Spots(1)", Spots(1))),
    on_table("tournament", "yatzy", [ANN], NO_DICE, UNPRINTABLE),
    on_table("tournament", "yatzy", [WORDY], NO_DICE, 0),
    on_table("tournament", "yatzy", (), NO_DICE, 1),
    *(on_table("tournament", "yatzy", nobody, NO_DICE, 1) for nobody in (None, "Ann", 7)),
]
ALMOST_A_GAME = (
    "YACHT",
    " yacht",
    "yacht ",
    "yach",
    b"yacht",
    ["yacht"],
    ("yacht",),
    {"yacht"},
    UNPRINTABLE,
)
SEVERAL_ARE_WRONG = [
    on_table("play", "yatzy", [ANN, ANN, NUMBERED], NO_DICE),
    on_table("play", "yatzy", [NUMBERED, ANN, ANN], NO_DICE),
    on_table("play", "yatzy", [ANN, ANN, NUMBERED, NAMELESS], NO_DICE),
    on_table("tournament", "yatzy", [ANN, NUMBERED, ANN], NO_DICE, 1),
    on_table("tournament", "chess", [NAMELESS], NO_DICE, 0),
]
SOURCES = [
    on_table("play", "yatzy", [ANN], Spelled(text, source), SILENTLY)
    for text, source in {
        "lambda n: [1, 2, 3, 4]": lambda _: [1, 2, 3, 4],
        "lambda n: [1, 2, 3, 4, 5, 6]": lambda _: [1, 2, 3, 4, 5, 6],
        "lambda n: None": lambda _: None,
        "lambda n: '12345'": lambda _: "12345",
        "lambda n: [1, 2, 3, 4, 7]": lambda _: [1, 2, 3, 4, 7],
        "lambda n: [1, 2, 3, 4, True]": lambda _: [1, 2, 3, 4, True],
        "lambda n: [1, 2, 3, 4, [5]]": lambda _: [1, 2, 3, 4, [5]],
        "lambda n: 12345": lambda _: 12345,
        "lambda n: Unprintable()": lambda _: UNPRINTABLE.value,
        **{
            f"lambda n: {spelling(thrown)}": lambda _, thrown=thrown: value_of(thrown)
            for thrown in ALMOST_LISTS
        },
    }.items()
]
KEEPER_SOURCE = [
    on_table("play", "yatzy", [KEEPER], Spelled("lambda n: [1] * 5", lambda _: [1] * 5), SILENTLY),
]


def test_bad_calls_to_games_are_refused_as_approved(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    table = yatzy()
    table.start("yahtzee", ["Ann", "Bob"])
    table.place("Bob", "twos", [2, 2, 2, 2, 2])
    before = table.sheet()
    sections = {"No players, no tournament": outcomes(table, PLAYERS)}
    sections["Almost a game, to play or to a tournament"] = {
        spelling(game): answer_of_all(
            table,
            on_table("play", game, [ANN], NO_DICE),
            on_table("tournament", game, [ANN], NO_DICE),
        )
        for game in ALMOST_A_GAME
    }
    sections["Several are wrong: names that cannot be had come first"] = outcomes(
        table, SEVERAL_ARE_WRONG
    )
    unchanged = table.sheet() == before
    sections["No dice"] = outcomes(table, [*SOURCES, *KEEPER_SOURCE])
    heading = "Bad input to games and tournaments, at a table with cards: what each call gets."
    document = call_list("bad_input_to_games", explained(heading, sections), sections)
    assert unchanged
    verify_document(document)


def test_a_player_whose_name_cannot_be_had_is_none_whatever_the_reason(yatzy: Any) -> None:
    for error in exceptions():
        for ask in (yatzy().play, yatzy().tournament):
            with pytest.raises(ValueError, match=r"^not a player: Nameless\(.*\); "):
                ask("yacht", [Nameless(error)], NO_DICE.value)
