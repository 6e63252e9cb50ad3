"""`dojo table`, as people use it: by keys and by mouse, in a small window and a large one."""

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from textual.events import Key

from dojo.commands import main
from dojo.errors import WrongUsageError
from dojo.games.players import PERSON
from dojo.table.app import TOO_SMALL, Table
from dojo.table.papers import Ask
from dojo.table.saves import FOLDER
from dojo.table.session import new_record
from dojo.table.sheet import LETTERS
from tests.dojo.table.tables import SIZES, press, table_for, table_near_the_end, taken, text_of

pytestmark = pytest.mark.anyio
PHONE = (44, 40)


def cheapest(app: Table) -> str:
    """Return the letter of the first category that may be taken."""
    offers = app.session.offers()
    category = next(name for name, offer in offers.items() if not offer.why_not)
    return LETTERS[app.session.categories.index(category)]


def foot(app: Table) -> str:
    """Return the keys that the table shows."""
    return text_of(app).splitlines()[-1].strip()


async def test_a_game_to_its_end_by_keys(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yatzy", rounds_left=2)
    async with app.run_test(size=SIZES[0]) as pilot:
        while app.session.question:
            await press(pilot, "space", cheapest(app))
            if isinstance(app.screen, Ask):
                await press(pilot, "y")
        assert f"Ann wins with {app.session.standings()[0][2]}." in text_of(app)
    assert not app.controller.save.path.exists()


async def test_a_game_to_its_end_by_mouse(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yacht", rounds_left=1)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        for place in ("#throw", app.tray.dice[0]):
            await pilot.click(place)
            await pilot.pause()
        assert app.controller.kept == {0}
        row = next(row for row, line in enumerate(text_of(app).splitlines()) if line.startswith(" l yacht"))
        await pilot.click(offset=(3, row))
        await pilot.pause()
        await pilot.click("#yes")
        await pilot.pause()
        assert app.session.question is None


async def test_arrows_and_enter_take_a_category_and_undo_takes_it_back(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "up", "enter")
        assert list(taken(app.session.cards["Ann"])) == ["chance"]
        await press(pilot, "u")
        assert taken(app.session.cards["Ann"]) == {}
        assert tuple(die.pose.face for die in app.tray.dice) == tuple(app.session.dice)


async def test_a_sacrifice_is_asked_about_once_and_enter_keeps_the_category(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        for answer in ("n", "escape", "enter"):
            await press(pilot, "space", "l")
            assert "Sacrifice yahtzee for 0 points?" in text_of(app)
            await press(pilot, "space", answer)
            assert taken(app.session.cards["Ann"]) == {}
        await press(pilot, "l", "y")
        assert taken(app.session.cards["Ann"]) == {"yahtzee": 0}


@pytest.mark.parametrize(("opens", "closes"), [("r", "x"), ("l", "y")])
async def test_a_key_that_comes_too_often_puts_nothing_away_twice(opens: str, closes: str, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", opens)
        for _ in range(3):
            app.post_message(Key(closes, closes))
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_a_category_is_not_taken_twice(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "space", "m")
        assert "chance is taken already." in text_of(app)


async def test_the_keys_that_work_now_are_shown(tmp_path: Path) -> None:
    app, shown = table_for(tmp_path), []
    async with app.run_test(size=SIZES[0]) as pilot:
        for key in ("x", "space", "space", "space", "m"):
            await press(pilot, key)
            shown.append(foot(app))
    rest = "q quit r rules F2 new t light"
    assert shown == [
        f"space throw {rest}",
        f"space throw 1-5 keep a-m take {rest}",
        f"space throw 1-5 keep a-m take {rest}",
        f"a-m take {rest}",
        f"space throw u undo {rest}",
    ]


async def test_on_a_phone_the_felt_is_above_the_sheet_and_all_keys_are_shown(tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=PHONE) as pilot:
        await press(pilot, "space", "m", "u")
        lines = [" ".join(line.split()) for line in text_of(app).splitlines()[-2:]]
        assert lines == ["space throw 1-5 keep a-m take q quit r rules", "F2 new s speed t light"]
        assert app.sheet.region.y > app.tray.region.bottom > app.tray.region.y


@pytest.mark.parametrize("size", [(60, 24), (120, 19), (41, 80)], ids=str)
async def test_a_screen_that_is_too_small_says_so(size: tuple[int, int], tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=size):
        assert " ".join(text_of(app).split()) == TOO_SMALL


@pytest.mark.usefixtures("painted")
async def test_keys_mashed_at_random_break_nothing(tmp_path: Path) -> None:
    random = Random(1)
    keys = [*"12345abcdefghijklmnoursty", "space", "enter", "up", "down", "plus", "tab", "f2", "escape", "n"]
    app = table_for(tmp_path, "yahtzee", Ann=PERSON, Cy="random")
    app.controller.pace, app.motion = "at once", True
    async with app.run_test(size=SIZES[0]) as pilot:
        for _ in range(8):
            await pilot.press(*random.choices(keys, k=10))
        await pilot.pause()
        assert app.is_running


async def test_a_computer_rests_while_something_lies_on_the_table(tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "f2")
        app.step()
        assert app.session.record.moves == ["chance"]
        await press(pilot, "n")
        while app.controller.asks_a_computer:
            app.step()
        assert app.session.asked == "Ann"


async def test_a_game_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    first = table_for(tmp_path, "yacht")
    async with first.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "1", "space")
    again = table_for(tmp_path, "yacht", seed=99)
    async with again.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        assert "Go on with the game of Ann, round 1 of 12?" in text_of(again)
        await press(pilot, "enter")
        assert again.session.dice == first.session.dice
        assert again.controller.open


async def test_a_new_game_is_begun_when_that_is_meant(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "f2", "y")
        assert app.session.record.moves == []


async def test_a_game_that_cannot_be_saved_is_not_lost_without_a_question(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        (tmp_path / FOLDER).touch()
        await press(pilot, "space", "m", "q")
        assert "Leave the table, and lose the game?" in text_of(app)
        await press(pilot, "n", "f2")
        assert "Begin a new game? The game cannot be saved:" in text_of(app)
        await press(pilot, "n")
        assert app.session.record.moves == ["chance"]


def test_wrong_usage_is_said_in_a_line() -> None:
    with pytest.raises(WrongUsageError, match="7 players: the table has 6 seats"):
        new_record("yacht", {f"P{number}": PERSON for number in range(7)}, seed=1)
    with pytest.raises(WrongUsageError, match="there is no such kind"):
        new_record("yacht", {"Ann": "genius"}, seed=1)


def test_without_a_terminal_it_names_what_plays_without_one() -> None:
    result = CliRunner().invoke(main, ["table"])
    assert result.exit_code == 1
    assert "The table needs a terminal. `dojo play` plays without one." in result.output
