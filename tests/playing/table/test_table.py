"""`dojo table` with keys and mouse, in small and large terminals."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from textual.events import Key

from playing.commands import table as command
from playing.games.players import PERSON
from playing.main import playing
from playing.table.app import TOO_SMALL, TableApp
from playing.table.rules import rule_entries
from playing.table.session import Record, Session
from playing.table.sheet import sheet_options
from refactored import rows
from refactored.games import game_named, games
from tests.dojo.screens import text_of
from tests.playing.table.tables import (
    SMALL,
    points_of,
    press,
    record_after,
    table_for,
    table_with,
)

pytestmark = pytest.mark.anyio

NAMES = ("Ann", "Player number 1", "Player number 2", "Bartholomew", "李小龍和朋友", "🎲🎲🎲 Zoë")


# Moves.


async def test_a_game_is_finished_with_keys(tmp_path: Path):
    *categories, _ = game_named("yacht").categories
    app = table_with(tmp_path, record_after("yacht", *categories))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "l", "y")
        assert "Ann wins with " in text_of(app)


async def test_dice_are_thrown_and_kept_with_the_mouse(tmp_path: Path):
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for target in ("#throw", app.tray.dice[0]):
            await pilot.click(target)
            await pilot.pause()
        assert app.session.kept == {0}


@pytest.mark.parametrize("key", ["enter", "1", "a"])
async def test_before_the_first_throw_a_key_names_the_one_that_throws(key: str, tmp_path: Path):
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, key)
        assert "Throw first: press space." in text_of(app)


@pytest.mark.parametrize(
    ("key", "taken"), [("n", {}), ("escape", {}), ("enter", {}), ("y", {"yahtzee": 0})]
)
async def test_a_sacrifice_needs_a_yes(key: str, taken: dict[str, int], tmp_path: Path):
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "l")
        assert "Sacrifice yahtzee for 0 points?" in text_of(app)
        await press(pilot, key)
    assert points_of(app.session) == taken


@pytest.mark.parametrize(("opens", "closes"), ["rx", "ly"])
async def test_a_repeated_key_closes_only_one_screen(opens: str, closes: str, tmp_path: Path):
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", opens)
        for _ in range(3):
            app.post_message(Key(closes, closes))
        await pilot.pause()
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize(("key", "moves"), [("enter", ["ones"]), ("y", [])])
async def test_a_saved_game_is_resumed_or_replaced(key: str, moves: list[str], tmp_path: Path):
    Session(tmp_path, record_after("yacht", "ones")).save()
    app = table_for(tmp_path, "yacht")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "A game of Ann is saved in round 2. Begin a new one?" in text_of(app)
        await press(pilot, key)
    assert app.session.record.moves == moves


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (
            [f"{number}=person" for number in range(7)],
            "The table has 6 seats, but you named 7 players.",
        ),
        (["Ann"], "'Ann' is not a player. Use NAME=KIND; `--help` lists the kinds."),
        (["Ann=person"], "The table needs a terminal. `dojo play` works without one."),
    ],
)
def test_wrong_options_are_refused(players: list[str], message: str):
    options = [f"--player={player}" for player in players]
    assert CliRunner().invoke(playing, ["table", *options]).output.endswith(f"{message}\n")


def table_of(monkeypatch: pytest.MonkeyPatch, *options: str) -> TableApp:
    """Return the table that the command shows."""
    tables: list[TableApp] = []

    def show(app: TableApp):
        tables.append(app)

    monkeypatch.setattr(command, "is_at_terminal", lambda: True)
    monkeypatch.setattr(TableApp, "run", show)
    CliRunner().invoke(playing, ["table", *options])
    return tables[0]


def test_the_option_stops_the_motion(monkeypatch: pytest.MonkeyPatch):
    assert table_of(monkeypatch, "--no-motion").animation_level == "none"


def test_the_options_name_the_players_and_the_dice(monkeypatch: pytest.MonkeyPatch):
    app = table_of(monkeypatch, "yacht", "--player", "Ann=person", "--seed", "7")
    assert app.session.record == Record("yacht", {"Ann": PERSON}, 7)


async def test_thrown_dice_tumble_until_they_land(tmp_path: Path):
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "1", "4")
        app.animation_level = "full"
        await pilot.press("space")
        assert [die.position for die in app.tray.flights] == [1, 2, 4]
        while app.tray.flights:
            app.tray.show_next_frame()
        assert [die.pose.face for die in app.tray.dice] == list(app.session.question.dice)


# Screens.


async def test_on_a_phone_the_sheet_is_below_the_dice(tmp_path: Path):
    app = table_for(tmp_path)
    async with app.run_test(size=(44, 40)) as pilot:
        await pilot.pause()
        assert app.sheet.region.y > app.tray.region.bottom


@pytest.mark.parametrize("size", [(60, 24), (120, 19), (41, 80)])
async def test_a_terminal_can_be_too_small(size: tuple[int, int], tmp_path: Path):
    app = table_for(tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert " ".join(text_of(app).split()) == TOO_SMALL


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize(("width", "height"), [(41, 20), (42, 22), (60, 35), (90, 57)])
def test_the_sheet_of_six_players_fits(width: int, height: int, game: str, tmp_path: Path):
    session = Session(tmp_path, Record(game, dict.fromkeys(NAMES, PERSON), 3))
    options = list(sheet_options(session, session.offers(), width, height))
    lines = [str(option.prompt) for option in options if option]
    assert {cell_len(line) for line in lines} == {width}
    assert len(rows(session.game, [])) < len(options) <= height


async def test_any_key_that_does_not_scroll_closes_the_rules(tmp_path: Path):
    app = table_for(tmp_path)
    *_, last = rule_entries(app.session.game)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "r", "down", "pagedown", "end")
        assert last.text.split()[-1] in text_of(app)
        await press(pilot, "space")
        assert not app.session.is_revealed
        assert len(app.screen_stack) == 1
