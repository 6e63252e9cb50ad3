"""A game at the table, asked by calls: what may be done, what comes of it, and that no game is lost."""

import json
from pathlib import Path

import pytest

from dojo.games.players import PERSON
from dojo.table.session import ALL_FIVE, FOLDER, Record, Session
from tests.dojo.table.tables import record_after, taken

GOOD = {"game": "yacht", "kinds": {"Ann": "person"}, "seed": 5, "moves": ["ones"]}


def session_of(folder: Path, *moves: list[int] | str, seed: int = 3, **kinds: str) -> Session:
    """Return that of a game of Ann alone, unless others are named, after some moves."""
    return Session(folder, Record("yacht", kinds or {"Ann": PERSON}, seed, [*moves]))


def moves_in(folder: Path) -> list[list[list[int] | str]]:
    """Return the moves of all games that are kept in a workspace."""
    return sorted(json.loads(path.read_text())["moves"] for path in (folder / FOLDER).iterdir())


def test_a_throw_is_of_what_is_not_kept(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    assert session.throw() == ALL_FIVE
    for position in (0, 1, 4, 1):
        session.keep(position)
    assert session.throw() == {1, 2, 3}


def test_no_throw_is_spent_on_no_die(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.throw()
    session.kept = ALL_FIVE
    assert session.throw() == set()
    assert session.message == "All five dice are kept: let one go, or take a category."
    assert session.throws_left == 2


def test_a_computer_shows_what_it_keeps_before_it_throws(tmp_path: Path) -> None:
    session = session_of(tmp_path, Cy="careful")
    assert session.step() == set()
    kept = session.kept
    assert session.record.moves == []
    assert session.step() == ALL_FIVE - kept
    assert session.record.moves == [sorted(kept)]


def test_an_offer_is_what_the_category_then_pays(tmp_path: Path) -> None:
    session = Session(tmp_path, Record("yahtzee", {"Ann": PERSON, "Bob": PERSON}, 1))
    offers = session.offers()
    assert list(offers) == list(session.game.categories)
    session.take("chance")
    assert taken(session.cards["Ann"]) == {"chance": offers["chance"]}


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    left = session_of(tmp_path, [0], Ann=PERSON, Cy="greedy")
    left.throw()
    left.take("ones")
    left.step()
    left.step()
    session = session_of(tmp_path, seed=9)
    fresh = session.record
    assert session.resume() == fresh
    assert (session.record, session.transcript) == (left.record, left.transcript)
    assert session.question.dice == left.question.dice


def test_undo_takes_back_what_computers_did_since_and_shows_the_dice_from_before(tmp_path: Path) -> None:
    session = Session(tmp_path, record_after("yahtzee", "ones", Ann=PERSON, Cy="greedy"))
    session.undo()
    assert [taken(card) for card in session.cards.values()] == [{}, {}]
    assert (session.open, session.message) == (True, "Taken back. These are the dice from before.")
    assert moves_in(tmp_path) == [[]]


def test_a_game_that_is_over_is_not_kept(tmp_path: Path) -> None:
    *categories, last = session_of(tmp_path).game.categories
    session = session_of(tmp_path, *categories)
    session.save()
    session.take(last)
    assert moves_in(tmp_path) == []


def test_each_game_that_gives_way_is_kept(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    for _ in range(3):
        session.take("ones")
        session.begin_again(Record("yacht", {"Ann": PERSON}, 3))
        assert session.message.startswith("The game before is kept: .table/yacht-3")
        assert session.resume() is None
    assert moves_in(tmp_path) == [["ones"]] * 3


@pytest.mark.parametrize("record", [[1, 2], GOOD | {"kinds": {"Ann": "genius"}}, GOOD | {"moves": ["ones", "ones"]}])
def test_a_damaged_save_is_put_aside(record: object, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "yacht-5.json").write_text(json.dumps(record))
    session = session_of(tmp_path)
    assert session.resume() is None
    assert session.message.startswith("The saved game is damaged: ")
    assert session.message.endswith(" The game before is kept: .table/yacht-5.left")
    assert (tmp_path / FOLDER / "yacht-5.left").exists()
    assert session.record.seed == 3
