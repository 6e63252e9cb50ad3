"""A game at the table without a screen: moves, offers, undo and saved games."""

import json
from pathlib import Path

import pytest

from playing.games.players import PERSON
from playing.table.session import ALL_DICE, SAVES_FOLDER, Record, Session
from tests.dojo.practising import write_files
from tests.playing.table.tables import record_after

NOT_A_RECORD = "[1, 2]"
UNKNOWN_KIND = '{"game": "yacht", "kinds": {"Ann": "genius"}, "seed": 5, "moves": []}'
ILLEGAL_MOVE = '{"game": "yacht", "kinds": {"Ann": "person"}, "seed": 5, "moves": ["pair"]}'


def session_of(folder: Path, *moves: list[int] | str, **kinds: str) -> Session:
    """Return a session after these moves, for Ann alone unless there are other kinds."""
    return Session(folder, Record("yacht", kinds or {"Ann": PERSON}, 3, [*moves]))


def saved_moves(folder: Path) -> list[list[list[int] | str]]:
    """Return the moves of all games that are kept in a workspace."""
    files = (folder / SAVES_FOLDER).iterdir()
    return sorted(json.loads(file.read_text())["moves"] for file in files)


def test_a_throw_is_of_the_dice_that_are_not_kept(tmp_path: Path):
    session = session_of(tmp_path)
    assert session.throw() == ALL_DICE
    for position in (0, 1, 4, 1):
        session.keep(position)
    assert session.throw() == {1, 2, 3}


def test_a_turn_has_three_throws(tmp_path: Path):
    session = session_of(tmp_path)
    throws_left = [session.throws_left]
    while session.throws_left:
        session.throw()
        throws_left.append(session.throws_left)
    assert throws_left == [3, 2, 1, 0]


def test_a_computer_shows_which_dice_it_keeps_before_it_throws(tmp_path: Path):
    session = session_of(tmp_path, Cy="careful")
    session.play_computer()
    kept = session.kept
    assert session.record.moves == []
    assert session.play_computer() == ALL_DICE - kept
    assert session.record.moves == [sorted(kept)]


def test_a_saved_game_is_resumed(tmp_path: Path):
    saved = session_of(tmp_path, [0], Ann=PERSON, Cy="greedy")
    saved.take("ones")
    saved.play_computer()
    saved.play_computer()
    session = Session(tmp_path, Record("yacht", {"Ann": PERSON}, 9))
    session.resume()
    assert session.record == saved.record


def test_undo_reverts_computer_moves_and_shows_the_earlier_dice(tmp_path: Path):
    session = Session(tmp_path, record_after("yahtzee", "ones", Ann=PERSON, Cy="greedy"))
    session.undo()
    assert session.is_revealed
    assert saved_moves(tmp_path) == [[]]


def test_a_finished_game_is_not_kept(tmp_path: Path):
    *categories, last = session_of(tmp_path).game.categories
    session = session_of(tmp_path, *categories)
    session.save()
    session.take(last)
    assert saved_moves(tmp_path) == []


def test_each_unfinished_game_is_archived_when_another_begins(tmp_path: Path):
    session = session_of(tmp_path)
    for _ in range(3):
        session.take("ones")
        session.begin_again(Record("yacht", {"Ann": PERSON}, 3))
        assert session.message.startswith("The previous game is kept in .table/yacht-3")
        assert session.resume() is None
    assert saved_moves(tmp_path) == [["ones"]] * 3


def test_an_illegal_move_changes_nothing(tmp_path: Path):
    session = session_of(tmp_path, "ones")
    dice = session.question.dice
    with pytest.raises(ValueError, match="category already used: 'ones'"):
        session.move("ones")
    assert (session.record.moves, session.question.dice) == (["ones"], dice)


def test_errors_of_the_dice_reach_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("playing.table.session.fair_dice", lambda _: lambda count: [7] * count)
    with pytest.raises(ValueError, match="not a die: 7"):
        session_of(tmp_path)


def test_a_record_ends_with_its_game(tmp_path: Path):
    categories = session_of(tmp_path).game.categories
    with pytest.raises(ValueError, match="it has moves after its end"):
        session_of(tmp_path, *categories, "ones")


@pytest.mark.parametrize("text", [NOT_A_RECORD, UNKNOWN_KIND, ILLEGAL_MOVE])
def test_a_damaged_save_is_archived(text: str, tmp_path: Path):
    folder = write_files(tmp_path / SAVES_FOLDER, {"yacht-5.json": text})
    session = session_of(tmp_path)
    session.resume()
    assert (folder / "yacht-5.left").exists()
    assert session.message.startswith("The saved game is damaged: ")
    assert session.record.seed == 3
