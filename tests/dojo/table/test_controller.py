"""A game at the table, asked by calls: what may be done, what comes of it, what is said, and that no game is lost."""

import json
from pathlib import Path

import pytest

from dojo.games.players import PERSON
from dojo.table.controller import ALL_FIVE, FOLDER, Controller
from dojo.table.session import Record, Session
from tests.dojo.table.tables import record_after, taken

TAKE = "take a category."
LAST_THROW: list[list[int] | str] = [[], []]
GOOD = {"game": "yacht", "kinds": {"Ann": "person"}, "seed": 5, "moves": ["ones"]}


def controller_of(folder: Path, *moves: list[int] | str, seed: int = 3, **kinds: str) -> Controller:
    """Return that of a game of Ann alone, unless others are named, after some moves."""
    return Controller(folder, Record("yacht", kinds or {"Ann": PERSON}, seed, [*moves]))


def moves_in(folder: Path) -> list[list[list[int] | str]]:
    """Return the moves of all games that are kept in a workspace."""
    return sorted(json.loads(path.read_text())["moves"] for path in (folder / FOLDER).iterdir())


@pytest.mark.parametrize(
    ("moves", "kind", "may", "words"),
    [
        ([], PERSON, (True, False), ("Ann, it is your turn. Space throws.", "Throw (3 left)")),
        ([[]], PERSON, (True, True), (f"Throw 2: keep with 1-5, throw with space, or {TAKE}", "Throw (1 left)")),
        (
            LAST_THROW,
            PERSON,
            (False, True),
            (f"Throw 3, the last: {TAKE[:-1]} with arrows and Enter, or its letter.", "Throw"),
        ),
        ([], "greedy", (False, False), ("Ann is thinking. Space goes on.", "Throw")),
    ],
)
def test_what_may_be_done_is_said(
    moves: list[list[int] | str], kind: str, may: tuple[bool, bool], words: tuple[str, str], tmp_path: Path
) -> None:
    controller = controller_of(tmp_path, *moves, Ann=kind)
    assert (controller.may_throw, controller.may_take) == may
    assert (controller.prompt(), controller.button()) == words


def test_a_throw_is_of_what_is_not_kept(tmp_path: Path) -> None:
    controller = controller_of(tmp_path)
    assert controller.throw() == ALL_FIVE
    for position in (0, 1, 4, 1):
        controller.keep(position)
    assert controller.throw() == {1, 2, 3}


def test_no_throw_is_spent_on_no_die(tmp_path: Path) -> None:
    controller = controller_of(tmp_path)
    controller.throw()
    controller.kept = ALL_FIVE
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


def test_an_offer_is_what_the_category_then_pays() -> None:
    session = Session(Record("yahtzee", {"Ann": PERSON, "Bob": PERSON}, 1))
    offers = session.offers()
    assert list(offers) == session.categories
    session.move("chance")
    assert taken(session.cards["Ann"]) == {"chance": offers["chance"].points}


@pytest.mark.parametrize("seed", range(3))
def test_a_record_played_again_is_the_same_game(seed: int) -> None:
    session = Session(Record("yahtzee", {"Cy": "random", "Di": "greedy"}, seed))
    for _ in range(20):
        session.move(session.answer_of_computer())
    again = Session(session.record)
    assert (again.transcript, again.question.dice) == (session.transcript, session.question.dice)


def test_undo_takes_back_what_computers_did_since() -> None:
    session = Session(record_after("yahtzee", "ones", Ann=PERSON, Cy="greedy"))
    session.undo()
    assert [taken(card) for card in session.cards.values()] == [{}, {}]


# Saved games.


def test_what_is_saved_is_read_by_another_table(tmp_path: Path) -> None:
    controller = controller_of(tmp_path, [0], Ann=PERSON, Cy="greedy")
    controller.throw()
    saved = controller_of(tmp_path).saved_game()
    assert saved is not None
    assert (saved.record, saved.transcript) == (controller.session.record, controller.session.transcript)


def test_undo_shows_the_dice_from_before(tmp_path: Path) -> None:
    controller = controller_of(tmp_path, [0], [0], "ones")
    controller.undo()
    assert (controller.open, controller.may_throw) == (True, False)
    assert controller.message.startswith("Taken back.")
    assert moves_in(tmp_path) == [[[0], [0]]]


def test_a_game_that_is_over_is_not_kept(tmp_path: Path) -> None:
    first = controller_of(tmp_path)
    *categories, last = first.session.categories
    controller = controller_of(tmp_path, *categories)
    controller.store()
    controller.take(last)
    assert moves_in(tmp_path) == []


def test_each_game_that_gives_way_is_kept(tmp_path: Path) -> None:
    controller = controller_of(tmp_path)
    for _ in range(3):
        controller.take("ones")
        controller.again(seed=3)
        assert controller.message.startswith("The game before is kept: .table/yacht-3")
        assert controller.saved_game() is None
    assert moves_in(tmp_path) == [["ones"]] * 3


def test_of_two_tables_each_has_a_file_of_its_own(tmp_path: Path) -> None:
    tables = [controller_of(tmp_path, seed=seed) for seed in range(2)]
    for category in ("ones", "twos"):
        for table in tables:
            table.take(category)
    assert moves_in(tmp_path) == [["ones", "twos"]] * 2


@pytest.mark.parametrize(
    "record",
    [
        [1, 2],
        GOOD | {"kinds": {}},
        GOOD | {"kinds": {"Ann": "genius"}},
        GOOD | {"moves": ["ones", "ones"]},
        GOOD | {"moves": [3]},
        GOOD | {"seed": None},
    ],
)
def test_a_damaged_save_is_told_and_kept(record: object, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "yacht-5.json").write_text(json.dumps(record))
    controller = controller_of(tmp_path)
    assert controller.saved_game() is None
    assert controller.message.startswith("The saved game is damaged: ")
    assert controller.message.endswith(" The game before is kept: .table/yacht-5.left")
    assert (tmp_path / FOLDER / "yacht-5.left").exists()
