"""`dojo table`, as people use it: by keys and by mouse, in a small window and a large one."""

from pathlib import Path
from random import Random

import pytest

from dojo.errors import WrongUsageError
from dojo.games.seats import PERSON
from dojo.table import new_record, saves
from dojo.table.app import Table
from dojo.table.dialogs import Ask
from dojo.table.sheet_text import LETTERS
from tests.dojo.table.tables import SIZES, press, table_for, table_near_the_end, taken, text_of

pytestmark = pytest.mark.anyio


def cheapest(app: Table) -> str:
    """Return the letter of the first category that may be taken."""
    offers = app.session.offers()
    return LETTERS[
        next(list(app.session.game.categories).index(name) for name, offer in offers.items() if not offer.why_not)
    ]


async def test_a_game_to_its_end_by_keys(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yatzy", rounds_left=2)
    async with app.run_test(size=SIZES[0]) as pilot:
        while app.session.question:
            await press(pilot, "space", cheapest(app))
            if isinstance(app.screen, Ask):
                await press(pilot, "y")
        assert f"Ann ends with {app.session.standings()[0].total} points." in text_of(app)


async def test_a_game_to_its_end_by_mouse(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yacht", rounds_left=2)
    async with app.run_test(size=SIZES[0]) as pilot:
        while app.session.question:
            await press(pilot, "space")
            await pilot.click(app.tray.dice[0])
            [row] = [row for row, line in enumerate(text_of(app).splitlines()) if line.startswith(f" {cheapest(app)}")]
            await pilot.click(offset=(3, row))
            await pilot.pause()
            if isinstance(app.screen, Ask):
                await pilot.click("#yes")
                await pilot.pause()
        assert app.session.standings()[0][1] == "Ann"


async def test_a_die_is_kept_and_let_go_by_key_by_mouse_and_by_enter(tmp_path: Path) -> None:
    app, kept = table_for(tmp_path), []
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "2")
        kept.append([*app.host.kept])
        await pilot.click(app.tray.dice[1])
        kept.append([*app.host.kept])
        await press(pilot, "right", "enter")
        kept.append([*app.host.kept])
    assert kept == [[1], [], [2]]  # the one to the right of what was clicked


async def test_arrows_and_enter_take_a_category(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", *["up"], "enter")
        assert list(taken(app.session.cards["Ann"])) == ["chance"]


async def test_a_sacrifice_is_asked_about_once(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "l")
        assert "Sacrifice yahtzee for 0 points?" in text_of(app)
        await press(pilot, "n")
        assert taken(app.session.cards["Ann"]) == {}
        await press(pilot, "l", "y")
        assert taken(app.session.cards["Ann"]) == {"yahtzee": 0}


async def test_a_taken_category_is_not_taken_again(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "space", "m")
        assert "chance is taken already." in text_of(app)


async def test_undo_takes_the_last_placement_back(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space")
        dice = list(app.session.question.dice)  # type: ignore[union-attr]
        await press(pilot, "m", "u")
        assert taken(app.session.cards["Ann"]) == {}
        assert [die.pose.face for die in app.tray.dice] == dice


async def test_a_game_that_came_to_its_end_is_forgotten(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yacht", rounds_left=2)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", cheapest(app), "y")
        assert saves.path_of(tmp_path, "yacht").exists()
        await press(pilot, "space", cheapest(app), "y")
        assert app.session.question is None
    assert not saves.path_of(tmp_path, "yacht").exists()


@pytest.mark.usefixtures("painted")
async def test_keys_mashed_at_random_break_nothing(tmp_path: Path) -> None:
    random = Random(1)
    keys = [
        *"12345abcdefghijklmnoursty",
        *["space", "enter", "up", "down", "left", "right", "tab", "f2", "escape", "q", "n"],
    ]
    app = table_for(tmp_path, "yahtzee", Ann=PERSON, Cy="random")
    app.host.pace = "at once"
    async with app.run_test(size=SIZES[0]) as pilot:
        for _ in range(8):
            await pilot.press(*random.choices(keys, k=10))
            if not app.is_running:
                break
        await pilot.pause()
    assert app.return_code in (0, None)


def test_wrong_usage_is_said_in_a_line() -> None:
    with pytest.raises(WrongUsageError, match="7 players: the table has 6 seats"):
        new_record("yacht", {f"P{number}": PERSON for number in range(7)}, seed=1)
    with pytest.raises(WrongUsageError, match="there is no such kind"):
        new_record("yacht", {"Ann": "genius"}, seed=1)


async def test_a_game_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    first = table_for(tmp_path, "yacht")
    async with first.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "1", "space")
        dice = first.session.question.dice  # type: ignore[union-attr]
    again = table_for(tmp_path, "yacht", seed=99)
    async with again.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        assert "Go on with the game of Ann, round 1 of 12?" in text_of(again)
        await press(pilot, "y")
        assert again.session.question.dice == dice  # type: ignore[union-attr]
