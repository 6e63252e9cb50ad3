"""`dojo table`, as people use it: by keys and by mouse, in a small window and a large one."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.events import Key

from dojo.games.players import PERSON
from dojo.main import main
from dojo.table.app import TOO_SMALL, Ask
from dojo.table.dice import FRAMES, Pose, flight
from dojo.table.rules import RulesPage, entries
from dojo.table.session import FOLDER, Record, Session
from dojo.table.sheet import options
from refactored import Yatzy, rows
from refactored.rulesets import game_named, games
from tests.dojo.table.tables import SIZES, laid, press, record_after, table_for, taken, text_of

pytestmark = pytest.mark.anyio

NAMES = ("Ann", "Player number 1", "Player number 2", "Bartholomew", "李小龍和朋友", "🎲🎲🎲 Zoë")


async def test_a_game_to_its_end_by_keys(tmp_path: Path) -> None:
    app = laid(tmp_path, record_after("yatzy", *Yatzy.categories("yatzy")[:-2]))
    async with app.run_test(size=SIZES[0]) as pilot:
        for letter in "no":
            await press(pilot, "space", letter)
            if isinstance(app.screen, Ask):
                await press(pilot, "y")
        assert f"Ann wins with {app.session.cards['Ann'].sums.total}." in text_of(app)
    assert [*(tmp_path / FOLDER).iterdir()] == []


async def test_a_game_to_its_end_by_mouse(tmp_path: Path) -> None:
    others = [each for each in Yatzy.categories("yacht") if each != "yacht"]
    app = laid(tmp_path, record_after("yacht", *others))
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        for place in ("#throw", app.tray.dice[0]):
            await pilot.click(place)
            await pilot.pause()
        assert app.session.kept == {0}
        row = next(row for row, line in enumerate(text_of(app).splitlines()) if re.match(" [a-z]>yacht ", line))
        await pilot.click(offset=(3, row))
        await pilot.pause()
        await pilot.click("#yes")
        await pilot.pause()
        assert not app.session.name
        await pilot.click("#keys", offset=(3, 0))  # on "undo"
        await pilot.pause()
        assert app.session.name


async def test_arrows_and_enter_take_a_category_no_other_key_does_so_twice_and_undo_takes_it_back(
    tmp_path: Path,
) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "up", "enter", "space", "m")
        assert list(taken(app.session.cards["Ann"])) == ["chance"]
        assert "category already used: 'chance'" in text_of(app)
        await press(pilot, "u")
        assert taken(app.session.cards["Ann"]) == {}
        assert [die.pose.face for die in app.tray.dice] == [*app.session.question.dice]


async def test_a_sacrifice_is_asked_about_once_and_enter_keeps_the_category(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space")
        for answer in ("n", "escape", "enter"):
            await press(pilot, "l")
            assert "Sacrifice yahtzee for 0 points?" in text_of(app)
            await press(pilot, "space", answer)
            assert taken(app.session.cards["Ann"]) == {}
        await press(pilot, "l", "y")
        assert taken(app.session.cards["Ann"]) == {"yahtzee": 0}


async def test_a_key_that_comes_too_often_puts_nothing_away_twice(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space")
        for opens, closes in (("r", "x"), ("l", "y")):
            await press(pilot, opens)
            for _ in range(3):
                app.post_message(Key(closes, closes))
            await pilot.pause()
            assert len(app.screen_stack) == 1


async def test_the_keys_that_work_now_are_shown_on_a_phone_in_two_lines_below_sheet_and_felt(tmp_path: Path) -> None:
    app, shown, last_words = table_for(tmp_path), [], []
    async with app.run_test(size=SIZES[0]) as pilot:
        for key in ("x", "space", "space", "space", "m"):
            await press(pilot, key)
            shown.append(text_of(app).splitlines()[-1].strip())
            last_words.append(app.prompt())
        await pilot.resize_terminal(44, 40)
        await press(pilot, "space")
        lines = text_of(app).splitlines()[-2:]
        assert app.sheet.region.y > app.tray.region.bottom > app.tray.region.y
    assert last_words[3] == "Throw 3, the last: take a category with arrows and Enter, or its letter."
    rest = "q quit  r rules  F2 new  t light"
    assert shown == [
        f"space throw  {rest}",
        f"space throw  1-5 keep  a-m take  {rest}",
        f"space throw  1-5 keep  a-m take  {rest}",
        f"a-m take  {rest}",
        f"space throw  u undo  {rest}",
    ]
    assert lines == [" space throw  1-5 keep  a-m take  u undo", f" {rest}"]


async def test_a_screen_that_is_too_small_says_so(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test() as pilot:
        for size in ((60, 24), (120, 19), (41, 80)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert " ".join(text_of(app).split()) == TOO_SMALL


async def test_a_computer_rests_while_something_lies_on_the_table_and_space_lets_it_go_on(tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "f2")
        app.step()
        assert app.session.record.moves == ["chance"]
        await press(pilot, "n", "space")
        while app.session.kind == "greedy":
            app.step()
        assert app.session.name == "Ann"


async def test_a_game_killed_in_the_middle_goes_on_where_it_was_or_gives_way_to_a_new_one(tmp_path: Path) -> None:
    first = table_for(tmp_path, "yacht")
    async with first.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "1", "space")
    again = table_for(tmp_path, "yacht", seed=99)
    async with again.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        assert "A game of Ann was left in round 1. Begin a new one?" in text_of(again)
        await press(pilot, "enter")
        assert (again.session.record, again.session.open) == (first.session.record, True)
        await press(pilot, "f2", "y")
        assert again.session.record.moves == []


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ([f"P{number}=person" for number in range(7)], "7 players: the table has 6 seats."),
        (["Ann"], "'Ann' is no player: write NAME=KIND; `--help` tells the kinds."),
        (["Ann=genius"], "Ann=genius: there is no such kind; there are person, random, greedy, careful."),
        (["Ann=person"], "The table needs a terminal. `dojo play` plays without one."),
    ],
)
def test_what_cannot_be_is_said_in_a_line(kinds: list[str], message: str) -> None:
    players = [word for kind in kinds for word in ("--player", kind)]
    assert CliRunner().invoke(main, ["table", *players]).output.endswith(f"Error: {message}\n")


def test_a_die_hops_shows_several_faces_never_sinks_into_the_felt_and_comes_to_lie_with_its_face() -> None:
    for face in (*range(1, 7),) * 20:
        poses = flight(face, FRAMES)
        heights = [-pose.below for pose in poses]
        assert len({pose.face for pose in poses}) >= 3
        assert min(heights) >= 0
        assert max(heights) > 0.3
        assert poses[-1] == Pose(face)


async def test_thrown_dice_tumble_until_they_lie_or_a_key_comes_and_kept_ones_stay(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "1", "4")
        assert app.tray.flights == {}  # where nothing shall move
        app.animation_level = "full"
        await press(pilot, "space", "2", "2")
        assert [die.pose.face for die in app.tray.dice] == [*app.session.question.dice]
        await pilot.press("space")
        assert [app.tray.dice.index(die) for die in app.tray.flights] == [1, 2, 4]
        while app.tray.flights:
            app.tray.fly()
        assert [die.pose.face for die in app.tray.dice] == [*app.session.question.dice]


# The sheet, and the rules.


@pytest.mark.parametrize(("width", "height"), [(41, 20), (42, 22), (60, 35), (90, 57)])
@pytest.mark.parametrize("game", list(games()))
@pytest.mark.parametrize("seats", [1, 6])
def test_every_row_is_on_the_sheet_and_every_line_as_wide_as_the_sheet(
    seats: int, game: str, width: int, height: int, tmp_path: Path
) -> None:
    session = Session(tmp_path, Record(game, dict.fromkeys(NAMES[:seats], PERSON), 3))
    found = [*options(session, session.offers(), width, height)]
    lines = [line for option in found if option for line in str(option.prompt).split("\n")]
    written = [line for line in lines if line.strip("━ ")]
    assert len(written) == 1 + len(rows(session.game, []))
    assert {cell_len(line) for line in written} == {width}
    assert len(lines) + found.count(None) <= height


async def test_no_word_and_no_die_is_cut(tmp_path: Path) -> None:
    app, told = table_for(tmp_path), [*entries(game_named("yahtzee"))]
    edge = "▖▀▀▀▀▀▗"  # below each die
    words = " ".join(f"{title} {words} {brings}" for title, words, _, brings in told)
    async with app.run_test() as pilot:
        await press(pilot, "r")
        for columns in (43, 200):
            await pilot.resize_terminal(columns, 240)
            await pilot.pause()
            shown = text_of(app)
            assert shown.count(edge) == sum(len(dice) for _, _, dice, _ in told)
            assert {*words.split()} <= {*shown.split()}


async def test_keys_scroll_it_to_its_end_and_any_other_key_and_a_click_go_back(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(80, 20)) as pilot:
        await press(pilot, "r", "down", "pagedown", "end")
        *_, last = entries(app.session.game)
        assert last[1].split()[-1] in text_of(app)
        for key in ("r", "space", "escape"):
            await press(pilot, key, "r")
        await pilot.click(VerticalScroll)
        await pilot.pause()
        assert not isinstance(app.screen, RulesPage)
        assert not app.session.open
