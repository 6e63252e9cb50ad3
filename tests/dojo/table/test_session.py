"""A game at the table without a screen: moves, offers, undo and saved games."""

import json
from pathlib import Path

import pytest

from dojo.games.players import PERSON
from dojo.table.session import ALL_DICE, SAVES_FOLDER, Record, Session
from tests.dojo.table.tables import record_after, taken_points

SAVED = {"game": "yacht", "kinds": {"Ann": "person"}, "seed": 5, "moves": ["ones"]}
UNKNOWN_KIND = SAVED | {"kinds": {"Ann": "genius"}}
ILLEGAL_MOVE = SAVED | {"moves": ["ones", "ones"]}


def session_of(folder: Path, *moves: list[int] | str, seed: int = 3, **kinds: str) -> Session:
    """Return a session after these moves, for Ann alone unless there are other kinds."""
    return Session(folder, Record("yacht", kinds or {"Ann": PERSON}, seed, [*moves]))


def saved_moves(folder: Path) -> list[list[list[int] | str]]:
    """Return the moves of all games that are kept in a workspace."""
    files = (folder / SAVES_FOLDER).iterdir()
    return sorted(json.loads(file.read_text())["moves"] for file in files)


def test_a_throw_is_of_the_dice_that_are_not_kept(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    assert session.throw() == ALL_DICE
    for position in (0, 1, 4, 1):
        session.keep(position)
    assert session.throw() == {1, 2, 3}


def test_no_throw_is_used_up_when_all_dice_are_kept(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.throw()
    session.kept = ALL_DICE
    assert session.throw() == set()
    assert session.message == "All five dice are kept: release one, or take a category."
    assert session.throws_left == 2


def test_a_computer_shows_which_dice_it_keeps_before_it_throws(tmp_path: Path) -> None:
    session = session_of(tmp_path, Cy="careful")
    assert session.play_computer() == set()
    kept = session.kept
    assert session.record.moves == []
    assert session.play_computer() == ALL_DICE - kept
    assert session.record.moves == [sorted(kept)]


def test_a_category_scores_its_offer(tmp_path: Path) -> None:
    session = Session(tmp_path, Record("yahtzee", {"Ann": PERSON, "Bob": PERSON}, 1))
    offers = session.offers()
    assert list(offers) == list(session.game.categories)
    session.take("chance")
    assert taken_points(session.cards["Ann"]) == {"chance": offers["chance"]}


def test_a_saved_game_is_resumed(tmp_path: Path) -> None:
    saved = session_of(tmp_path, [0], Ann=PERSON, Cy="greedy")
    saved.throw()
    saved.take("ones")
    saved.play_computer()
    saved.play_computer()
    session = session_of(tmp_path, seed=9)
    new_game = session.record
    assert session.resume() == new_game
    assert session.record == saved.record
    assert session.transcript == saved.transcript
    assert session.question.dice == saved.question.dice


def test_undo_reverts_computer_moves_and_shows_the_earlier_dice(tmp_path: Path) -> None:
    session = Session(tmp_path, record_after("yahtzee", "ones", Ann=PERSON, Cy="greedy"))
    session.undo()
    assert [taken_points(card) for card in session.cards.values()] == [{}, {}]
    assert session.is_revealed
    assert session.message == "Undone. These are the dice from before."
    assert saved_moves(tmp_path) == [[]]


def test_a_finished_game_is_not_kept(tmp_path: Path) -> None:
    *categories, last = session_of(tmp_path).game.categories
    session = session_of(tmp_path, *categories)
    session.save()
    session.take(last)
    assert saved_moves(tmp_path) == []


def test_each_unfinished_game_is_archived_when_another_begins(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    for _ in range(3):
        session.take("ones")
        session.begin_again(Record("yacht", {"Ann": PERSON}, 3))
        assert session.message.startswith("The previous game is kept in .table/yacht-3")
        assert session.resume() is None
    assert saved_moves(tmp_path) == [["ones"]] * 3


@pytest.mark.parametrize("record", [[1, 2], UNKNOWN_KIND, ILLEGAL_MOVE])
def test_a_damaged_save_is_archived(record: object, tmp_path: Path) -> None:
    folder = tmp_path / SAVES_FOLDER
    folder.mkdir()
    (folder / "yacht-5.json").write_text(json.dumps(record))
    session = session_of(tmp_path)
    assert session.resume() is None
    assert session.message.startswith("The saved game is damaged: ")
    assert session.message.endswith(" The previous game is kept in .table/yacht-5.left")
    assert (folder / "yacht-5.left").exists()
    assert session.record.seed == 3
