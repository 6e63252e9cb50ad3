"""`dojo table` with keys and mouse, in small and large terminals."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.events import Key

from dojo.games.players import PERSON
from dojo.main import main
from dojo.table.app import TOO_SMALL, ConfirmScreen
from dojo.table.dice import MIN_FRAMES, Pose, plan_flight
from dojo.table.rules import RulesPage, rule_entries
from dojo.table.session import SAVES_FOLDER, Record, Session
from dojo.table.sheet import sheet_options
from refactored import Yatzy, rows
from refactored.rulesets import game_named, games
from tests.dojo.table.tables import (
    TERMINAL_SIZES,
    press,
    record_after,
    table_for,
    table_with,
    taken_points,
    text_of,
)

pytestmark = pytest.mark.anyio

SMALL = TERMINAL_SIZES[0]
NAMES = ("Ann", "Player number 1", "Player number 2", "Bartholomew", "李小龍和朋友", "🎲🎲🎲 Zoë")
WITHOUT_TERMINAL = "The table needs a terminal. `dojo play` works without one."
UNKNOWN_KIND = "there is no such kind. The kinds are person, random, greedy, careful."


async def test_a_game_is_finished_with_keys(tmp_path: Path) -> None:
    app = table_with(tmp_path, record_after("yatzy", *Yatzy.categories("yatzy")[:-2]))
    async with app.run_test(size=SMALL) as pilot:
        for key in "no":
            await press(pilot, "space", key)
            if isinstance(app.screen, ConfirmScreen):
                await press(pilot, "y")
        total = app.session.cards["Ann"].sums.total
        assert f"Ann wins with {total}." in text_of(app)
    assert list((tmp_path / SAVES_FOLDER).iterdir()) == []


async def test_a_game_is_finished_with_the_mouse(tmp_path: Path) -> None:
    others = [each for each in Yatzy.categories("yacht") if each != "yacht"]
    app = table_with(tmp_path, record_after("yacht", *others))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for target in ("#throw", app.tray.dice[0]):
            await pilot.click(target)
            await pilot.pause()
        assert app.session.kept == {0}
        text_above = re.split(" [a-z]>yacht ", text_of(app))[0]
        await pilot.click(offset=(3, text_above.count("\n")))
        await pilot.pause()
        await pilot.click("#yes")
        await pilot.pause()
        assert not app.session.name
        await pilot.click("#keys", offset=(3, 0))  # on "undo"
        await pilot.pause()
        assert app.session.name


async def test_enter_takes_the_category_at_the_cursor_and_undo_frees_it(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "up", "enter", "space", "m")
        assert list(taken_points(app.session.cards["Ann"])) == ["chance"]
        assert "category already used: 'chance'" in text_of(app)
        await press(pilot, "u")
        assert taken_points(app.session.cards["Ann"]) == {}
        assert [die.pose.face for die in app.tray.dice] == list(app.session.question.dice)


@pytest.mark.parametrize("key", ["enter", "1", "a"])
async def test_before_the_first_throw_a_key_names_the_one_that_throws(
    key: str, tmp_path: Path
) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, key)
        assert "Throw first: press space." in text_of(app)
        await press(pilot, "space")
        assert "Throw first" not in text_of(app)


async def test_a_sacrifice_needs_a_yes(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space")
        for no in ("n", "escape", "enter"):
            await press(pilot, "l")
            assert "Sacrifice yahtzee for 0 points?" in text_of(app)
            await press(pilot, "space", no)
            assert taken_points(app.session.cards["Ann"]) == {}
        await press(pilot, "l", "y")
        assert taken_points(app.session.cards["Ann"]) == {"yahtzee": 0}


async def test_a_repeated_key_closes_only_one_screen(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space")
        for opens, closes in (("r", "x"), ("l", "y")):
            await press(pilot, opens)
            for _ in range(3):
                app.post_message(Key(closes, closes))
            await pilot.pause()
            assert len(app.screen_stack) == 1


async def test_the_last_line_shows_the_keys_that_work_now(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    shown = []
    async with app.run_test(size=SMALL) as pilot:
        for key in ("x", "space", "space", "space", "m"):
            await press(pilot, key)
            shown.append(text_of(app).splitlines()[-1].strip())
    rest = "q quit  r rules  F2 new  t light"
    assert shown == [
        f"space throw  {rest}",
        f"space throw  1-5 keep  a-m take  {rest}",
        f"space throw  1-5 keep  a-m take  {rest}",
        f"a-m take  {rest}",
        f"space throw  u undo  {rest}",
    ]


async def test_the_prompt_of_the_last_throw(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "space", "space")
        take = "take a category with arrows and Enter, or with its letter"
        assert app.prompt() == f"Throw 3, the last: {take}."


async def test_a_phone_shows_the_keys_in_two_lines_below_dice_and_sheet(tmp_path: Path) -> None:
    app = table_with(tmp_path, record_after("yahtzee", "chance"))
    async with app.run_test(size=(44, 40)) as pilot:
        await press(pilot, "space")
        first, second = text_of(app).splitlines()[-2:]
        assert first == " space throw  1-5 keep  a-m take  u undo"
        assert second == " q quit  r rules  F2 new  t light"
        assert app.sheet.region.y > app.tray.region.bottom > app.tray.region.y


async def test_a_terminal_that_is_too_small(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test() as pilot:
        for size in ((60, 24), (120, 19), (41, 80)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert " ".join(text_of(app).split()) == TOO_SMALL


async def test_a_computer_waits_while_another_screen_is_open(tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "m", "f2")
        app.play_computer()
        assert app.session.record.moves == ["chance"]
        await press(pilot, "n", "space")
        while app.session.is_computers_turn:
            app.play_computer()
        assert app.session.name == "Ann"


async def test_a_killed_game_is_resumed_or_replaced_by_a_new_one(tmp_path: Path) -> None:
    killed = table_for(tmp_path, "yacht")
    async with killed.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "1", "space")
    app = table_for(tmp_path, "yacht", seed=99)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "A game of Ann is saved in round 1. Begin a new one?" in text_of(app)
        await press(pilot, "enter")
        assert app.session.record == killed.session.record
        assert app.session.is_revealed
        await press(pilot, "f2", "y")
        assert app.session.record.moves == []


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (
            [f"P{number}=person" for number in range(7)],
            "The table has 6 seats, but you named 7 players.",
        ),
        (["Ann"], "'Ann' is not a player. Use NAME=KIND; `--help` lists the kinds."),
        (["Ann=genius"], f"Ann=genius: {UNKNOWN_KIND}"),
        (["Ann=person"], WITHOUT_TERMINAL),
    ],
)
def test_wrong_options_are_refused(players: list[str], message: str) -> None:
    options = [f"--player={player}" for player in players]
    assert CliRunner().invoke(main, ["table", *options]).output.endswith(f"Error: {message}\n")


def test_a_die_hops_shows_several_faces_and_lands_with_its_face() -> None:
    for face in (*range(1, 7),) * 20:
        poses = plan_flight(face, MIN_FRAMES)
        heights = [-pose.below for pose in poses]
        assert len({pose.face for pose in poses}) >= 3
        assert min(heights) >= 0
        assert max(heights) > 0.3
        assert poses[-1] == Pose(face)


async def test_thrown_dice_tumble_until_they_land_or_a_key_is_pressed(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "1", "4")
        assert app.tray.flights == {}  # without motion
        app.animation_level = "full"
        await press(pilot, "space", "2", "2")
        assert [die.pose.face for die in app.tray.dice] == list(app.session.question.dice)
        await pilot.press("space")
        assert [die.position for die in app.tray.flights] == [1, 2, 4]
        while app.tray.flights:
            app.tray.show_next_frame()
        assert [die.pose.face for die in app.tray.dice] == list(app.session.question.dice)


# The sheet, and the rules.


@pytest.mark.parametrize("size", [(41, 20), (42, 22), (60, 35), (90, 57)])
@pytest.mark.parametrize("game", list(games()))
@pytest.mark.parametrize("players", [1, 6])
def test_the_sheet_has_every_row_and_fits(
    players: int,
    game: str,
    size: tuple[int, int],
    tmp_path: Path,
) -> None:
    width, height = size
    session = Session(tmp_path, Record(game, dict.fromkeys(NAMES[:players], PERSON), 3))
    options = list(sheet_options(session, session.offers(), width, height))
    lines = [str(option.prompt) for option in options if option]
    written = [line for line in lines if line.strip("━ ")]
    assert len(written) == 1 + len(rows(session.game, []))
    assert {cell_len(line) for line in written} == {width}
    assert len(options) <= height


async def test_rules_are_shown_completely(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    entries = list(rule_entries(game_named("yahtzee")))
    bottom_of_a_die = "▖▀▀▀▀▀▗"
    words: set[str] = set()
    for entry in entries:
        words.update(f"{entry.title} {entry.text} {entry.result}".split())
    async with app.run_test() as pilot:
        await press(pilot, "r")
        for columns in (43, 200):
            await pilot.resize_terminal(columns, 240)
            await pilot.pause()
            shown = text_of(app)
            assert shown.count(bottom_of_a_die) == sum(len(entry.dice) for entry in entries)
            assert words <= set(shown.split())


async def test_rules_scroll_and_any_other_key_or_a_click_closes_them(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(80, 20)) as pilot:
        await press(pilot, "r", "down", "pagedown", "end")
        *_, last = rule_entries(app.session.game)
        assert last.text.split()[-1] in text_of(app)
        for key in ("r", "space", "escape"):
            await press(pilot, key, "r")
        await pilot.click(VerticalScroll)
        await pilot.pause()
        assert not isinstance(app.screen, RulesPage)
        assert not app.session.is_revealed
