"""Who leads the game, asked by calls: what may be done now, what comes of it, and that no game is lost."""

import json
from pathlib import Path

from dojo.games.seats import PERSON
from dojo.table import saves
from dojo.table.host import ALL_FIVE, Host
from dojo.table.session import Record


def host_of(folder: Path, *moves: list[int] | str, game: str = "yacht", **kinds: str) -> Host:
    """Return the host of a game of Ann alone, unless others are named, after some moves."""
    leads = Host(folder, Record(game, kinds or {"Ann": PERSON}, 3, [*moves]))
    leads.begin()
    return leads


def gone_on(folder: Path) -> Host:
    """Return the host of whoever goes on with the game that was left."""
    leads = Host(folder, Record("yacht", {"Ann": PERSON}, 99))
    left = leads.left()
    assert left is not None
    leads.go_on(left)
    return leads


def games_in(folder: Path) -> list[list[list[int] | str]]:
    """Return the moves of all games that are kept in a workspace."""
    return sorted(json.loads(path.read_text())["moves"] for path in (folder / saves.FOLDER).iterdir())


def test_dice_are_thrown_before_anything_else_is_done_with_them(tmp_path: Path) -> None:
    leads = host_of(tmp_path)
    assert (leads.may_throw, leads.may_keep, leads.may_take) == (True, False, False)
    leads.throw()
    assert (leads.may_throw, leads.may_keep, leads.may_take) == (True, True, True)


def test_after_the_last_throw_only_a_category_is_left(tmp_path: Path) -> None:
    leads = host_of(tmp_path, [], [])
    assert (leads.may_throw, leads.may_keep, leads.may_take) == (False, False, True)


def test_a_computers_turn_is_no_persons(tmp_path: Path) -> None:
    leads = host_of(tmp_path, Cy="greedy", Ann=PERSON)
    assert leads.asks_a_computer
    assert (leads.may_throw, leads.may_keep, leads.may_take) == (False, False, False)


def test_a_throw_is_of_what_is_not_kept(tmp_path: Path) -> None:
    leads = host_of(tmp_path)
    leads.throw()
    for position in (0, 1, 4, 1):
        leads.choose(position)
    assert leads.throw() == {1, 2, 3}


def test_a_game_left_after_another_throw_goes_on_with_open_dice(tmp_path: Path) -> None:
    host_of(tmp_path, [0]).store()
    assert gone_on(tmp_path).open


def test_what_is_taken_back_after_the_last_throw_lies_open_when_the_game_goes_on(tmp_path: Path) -> None:
    leads = host_of(tmp_path, [0], [0], "ones")
    leads.undo()
    again = gone_on(tmp_path)
    assert (again.open, again.session.dice, again.may_throw) == (True, leads.session.dice, False)


def test_a_computer_shows_what_it_keeps_before_it_throws(tmp_path: Path) -> None:
    leads = host_of(tmp_path, Cy="careful")
    assert leads.step() == set()
    kept = leads.kept
    assert leads.session.record.moves == []
    assert leads.step() == ALL_FIVE - kept
    assert leads.session.record.moves == [sorted(kept)]


def test_a_new_game_keeps_the_one_on_the_table(tmp_path: Path) -> None:
    leads = host_of(tmp_path, "ones")
    leads.store()
    leads.again(seed=5)
    leads.throw()
    leads.take("choice")
    assert leads.message.startswith("Another game was saved here. It is kept: .table/yacht-left-")
    assert (leads.session.record.seed, games_in(tmp_path)) == (5, [["choice"], ["ones"]])


def test_a_game_that_is_not_gone_on_with_is_kept(tmp_path: Path) -> None:
    host_of(tmp_path, "ones").store()
    leads = Host(tmp_path, Record("yacht", {"Ann": PERSON}, 99))
    assert leads.left() is not None
    leads.decline()
    leads.throw()
    leads.take("choice")
    assert games_in(tmp_path) == [["choice"], ["ones"]]


def test_a_damaged_save_is_told(tmp_path: Path) -> None:
    saves.path_of(tmp_path, "yacht").parent.mkdir()
    saves.path_of(tmp_path, "yacht").write_text("{")
    leads = host_of(tmp_path)
    assert leads.left() is None
    assert leads.message.startswith("The saved game is damaged: ")
