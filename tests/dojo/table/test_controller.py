"""What may be done at a table, what comes of it, what is said of it, and that no game is lost; asked by calls."""

import json
from pathlib import Path

import pytest

from dojo.games.players import PERSON
from dojo.table import saves, words
from dojo.table.controller import ALL_FIVE, Controller
from dojo.table.session import Record

LAST_THROW: list[list[int] | str] = [[], []]


def controller_of(folder: Path, *moves: list[int] | str, game: str = "yacht", **kinds: str) -> Controller:
    """Return that of a game of Ann alone, unless others are named, after some moves."""
    controller = Controller(folder, Record(game, kinds or {"Ann": PERSON}, 3, [*moves]))
    controller.begin()
    return controller


def games_in(folder: Path) -> list[list[list[int] | str]]:
    """Return the moves of all games that are kept in a workspace."""
    return sorted(json.loads(path.read_text())["moves"] for path in (folder / saves.FOLDER).iterdir())


def test_dice_are_thrown_before_anything_else_is_done_with_them(tmp_path: Path) -> None:
    controller = controller_of(tmp_path)
    assert (controller.may_throw, controller.may_keep, controller.may_take) == (True, False, False)
    controller.throw()
    assert (controller.may_throw, controller.may_keep, controller.may_take) == (True, True, True)


def test_after_the_last_throw_only_a_category_is_left(tmp_path: Path) -> None:
    controller = controller_of(tmp_path, *LAST_THROW)
    assert (controller.may_throw, controller.may_keep, controller.may_take) == (False, False, True)


def test_a_computers_turn_is_no_persons(tmp_path: Path) -> None:
    controller = controller_of(tmp_path, Cy="greedy", Ann=PERSON)
    assert controller.asks_a_computer
    assert (controller.may_throw, controller.may_keep, controller.may_take) == (False, False, False)


def test_a_throw_is_of_what_is_not_kept(tmp_path: Path) -> None:
    controller = controller_of(tmp_path)
    controller.throw()
    for position in (0, 1, 4, 1):
        controller.keep(position)
    assert controller.throw() == {1, 2, 3}


def test_no_throw_is_spent_on_no_die(tmp_path: Path) -> None:
    controller = controller_of(tmp_path)
    controller.throw()
    for position in range(5):
        controller.keep(position)
    assert controller.throw() == set()
    assert controller.message == "All five dice are kept: let one go, or take a category."
    assert controller.throws_left == 2


def test_a_computer_shows_what_it_keeps_before_it_throws(tmp_path: Path) -> None:
    controller = controller_of(tmp_path, Cy="careful")
    assert controller.step() == set()
    kept = controller.kept
    assert controller.session.record.moves == []
    assert controller.step() == ALL_FIVE - kept
    assert controller.session.record.moves == [sorted(kept)]


# What is said.


@pytest.mark.parametrize(
    ("moves", "kind", "prompt", "button"),
    [
        ([], PERSON, "Ann, it is your turn. Space throws.", "Throw (3 left)"),
        ([[]], PERSON, "Throw 2: keep with 1-5, throw with space, or take a category.", "Throw (1 left)"),
        (
            LAST_THROW,
            PERSON,
            "Throw 3, the last: take a category with arrows and Enter, or its letter.",
            "No throw left",
        ),
        ([], "greedy", "Ann is thinking.", "Throw"),
    ],
)
def test_it_is_said_what_is_to_be_done(
    moves: list[list[int] | str], kind: str, prompt: str, button: str, tmp_path: Path
) -> None:
    controller = controller_of(tmp_path, *moves, Ann=kind)
    assert (words.prompt(controller), words.button(controller)) == (prompt, button)


# Saved games.


def test_undo_shows_the_dice_from_before(tmp_path: Path) -> None:
    controller = controller_of(tmp_path, [0], [0], "ones")
    controller.undo()
    assert (controller.open, controller.may_throw) == (True, False)
    assert controller.message.startswith("Taken back.")
    assert games_in(tmp_path) == [[[0], [0]]]


def test_a_new_game_keeps_the_one_on_the_table(tmp_path: Path) -> None:
    controller = controller_of(tmp_path, "ones")
    controller.store()
    controller.again(seed=5)
    controller.throw()
    controller.take("choice")
    assert controller.message.startswith("Another game was saved here. It is kept: .table/yacht-left-")
    assert (controller.session.record.seed, games_in(tmp_path)) == (5, [["choice"], ["ones"]])


def test_a_damaged_save_is_told(tmp_path: Path) -> None:
    controller = controller_of(tmp_path)
    controller.save.path.parent.mkdir()
    controller.save.path.write_text("{")
    assert controller.saved_game() is None
    assert controller.message.startswith("The saved game is damaged: ")
