"""What is worth a cheer at the table, and what is not; in all three games, on dice that fall as a test says."""

from collections.abc import Callable
from itertools import chain, cycle
from pathlib import Path

import pytest

from dojo.games.seats import PERSON
from dojo.table.host import Host
from dojo.table.occasions import of_move, of_throw, result
from dojo.table.session import Record, Session
from refactored import Move

FOR_FIVE_ALIKE = {"yatzy": "yatzy", "yahtzee": "yahtzee", "yacht": "yacht"}
GAMES = list(FOR_FIVE_ALIKE)
UPPER = {"sixes": "66661", "fives": "55551", "fours": "44441", "threes": "33312"}  # the last reaches 63
LOWER = ["three of a kind", "four of a kind", "full house", "small straight", "large straight", "chance"]
Fall = Callable[..., None]


@pytest.fixture
def fall(monkeypatch: pytest.MonkeyPatch) -> Fall:
    """Let dice fall as they are written, one throw after the other; then nothing that is worth much."""

    def loaded(*throws: str) -> None:
        def source(_seed: int) -> Callable[[int], list[int]]:
            faces = chain("".join(throws), cycle("12346"))
            return lambda count: [int(next(faces)) for _ in range(count)]

        monkeypatch.setattr("dojo.table.session.dice", source)

    return loaded


def session(game: str, **kinds: str) -> Session:
    return Session(Record(game, kinds or {"Ann": PERSON}, seed=1))


def worth(at_table: Session, *moves: Move) -> list[str]:
    """Make moves, and return the cheers for the last of them."""
    cheers: list[str] = []
    for move in moves:
        cheers = of_move(at_table.move(move), move, at_table)
    return cheers


def ended(game: str, **kinds: str) -> Session:
    at_table = session(game, **kinds)
    worth(at_table, *(category for category in at_table.categories for _ in at_table.cards))
    return at_table


@pytest.mark.parametrize("game", GAMES)
def test_five_alike_are_cheered_by_the_name_of_their_category(game: str, fall: Fall) -> None:
    fall("66666")
    assert of_throw(session(game)) == [f"Ann throws five sixes: {FOR_FIVE_ALIKE[game]}!"]


@pytest.mark.parametrize("dice", ["66665", "66655", "23456", "11112"])
def test_other_dice_are_not(dice: str, fall: Fall) -> None:
    fall(dice)
    assert of_throw(session("yahtzee")) == []


@pytest.mark.parametrize("move", [[0, 1, 2, 3, 4], "yahtzee"])
def test_five_alike_are_cheered_as_thrown_not_again_as_kept_or_placed(move: Move, fall: Fall) -> None:
    fall("66666")
    assert worth(session("yahtzee"), move) == []


def test_a_joker_is_cheered_and_so_is_its_bonus(fall: Fall) -> None:
    fall("66666", "66666")
    assert worth(session("yahtzee"), "yahtzee", "sixes") == [
        "Ann places a joker: sixes for 30.",
        "Ann wins a yahtzee bonus of 100.",
    ]


def test_a_joker_that_brings_nothing_is_not_cheered(fall: Fall) -> None:
    fall(*["12346"] * 8, "66666")
    assert worth(session("yahtzee"), "yahtzee", "sixes", *LOWER, "ones") == []


def test_the_upper_bonus_is_cheered_in_the_move_that_wins_it(fall: Fall) -> None:
    fall(*UPPER.values())
    at_table = session("yahtzee")
    cheers = [worth(at_table, category) for category in (*UPPER, "twos")]
    assert cheers == [[], [], [], ["Ann wins the upper bonus of 35."], []]


def test_who_shares_the_win_is_named(fall: Fall) -> None:
    fall()
    assert result(ended("yacht", Ann=PERSON, Cy="greedy")).startswith("Ann and Cy share the win with ")


def test_the_end_has_a_friendly_word_for_the_best_of_those_whom_a_computer_has_beaten(fall: Fall) -> None:
    fall("11112", "12346", "11111")
    at_table = ended("yacht", Ann=PERSON, Bob=PERSON, Cy="greedy")
    cy, ann = (at_table.cards[name].sums.total for name in ("Cy", "Ann"))
    assert result(at_table) == f"Cy wins with {cy}. Well played, Ann: {cy - ann} short."


def test_who_plays_alone_is_compared_with_nobody(fall: Fall) -> None:
    fall()
    at_table = ended("yacht")
    assert result(at_table) == f"Ann ends with {at_table.cards['Ann'].sums.total} points."


def test_a_cheer_stays_until_a_person_goes_on(tmp_path: Path, fall: Fall) -> None:
    fall("66666")
    seated = Host(tmp_path, Record("yahtzee", {"Ann": PERSON}, seed=1))
    seated.begin()
    assert seated.moment().message == ""
    seated.throw()
    assert seated.moment().message == "Ann throws five sixes: yahtzee!"
    seated.take("yahtzee")
    assert seated.moment().message == ""
