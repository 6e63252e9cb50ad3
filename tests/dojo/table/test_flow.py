"""How a game goes by its keys: what each does now, what none does twice, and how the foot of the table names them."""

import errno
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from textual.events import Key
from textual.pilot import Pilot

from dojo.commands import main
from dojo.games.seats import PERSON
from dojo.table import questions, saves
from dojo.table.app import Table
from dojo.table.dialogs import Ask
from dojo.table.keys import HELD_SECONDS, Held
from dojo.table.themes import DAY
from tests.dojo.table.tables import SIZES, Timers, press, table_for, taken, text_of

pytestmark = pytest.mark.anyio
PHONE = (46, 41)


def foot(app: Table) -> str:
    """Return the keys that the table shows."""
    return text_of(app).splitlines()[-1].strip()


async def hold(app: Table, pilot: Pilot[None], key: str, times: int = 5) -> None:
    """Hold a key down, so that it comes twenty times a second."""
    app.held = Held()
    for number in range(times):
        event = Key(key, key if len(key) == 1 else None)
        event.time = 1000 + number / 20
        app.post_message(event)
    await pilot.pause()


# Mistakes that a table lets nobody make.


async def test_a_throw_is_spent_on_no_die_only_when_that_is_meant(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", *"12345", "space")
        assert "All five dice are kept. Spend a throw, and throw none?" in text_of(app)
        await press(pilot, "n")
        assert app.session.record.moves == []
        await press(pilot, "space", "y")
        assert app.session.record.moves == [[0, 1, 2, 3, 4]]


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_enter_and_escape_give_the_answer_that_costs_nothing(key: str, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "l", key)
        assert not isinstance(app.screen, Ask)
        assert taken(app.session.cards["Ann"]) == {}


# What lies on the table is answered first.


@pytest.mark.parametrize("key", ["space", "u", "f2", "m"])
async def test_while_a_question_lies_on_the_table_no_key_of_the_table_works(key: str, tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "l")
        question, before = app.screen, app.host.moment()
        await press(pilot, key)
        assert app.screen is question
        assert app.host.moment() == before


@pytest.mark.parametrize(("lay", "put_away"), [("f2", "n"), ("r", "x")])
async def test_the_computers_rest_while_something_lies_on_the_table(lay: str, put_away: str, tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", lay)
        timers.run()
        assert app.session.record.moves == ["chance"]
        await press(pilot, put_away)
        timers.run()
        assert app.session.asked == "Ann"


# A key that is held down does its work once.


@pytest.mark.parametrize(("key", "moves"), [("space", [[]]), ("enter", ["chance"])])
async def test_a_key_that_is_held_down_does_its_work_once(key: str, moves: list[object], tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "up")
        await hold(app, pilot, key)
        assert app.session.record.moves == moves


def test_who_presses_a_key_again_means_it() -> None:
    held, seen = Held(), []
    for at in (0, HELD_SECONDS, 1.5 * HELD_SECONDS):
        event = Key("space", " ")
        event.time = 1000 + at
        seen.append(held.repeats(event))
    assert seen == [False, False, True]


# The foot of the table.


async def test_the_keys_that_work_now_are_shown(tmp_path: Path) -> None:
    app, shown = table_for(tmp_path), []
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "x")  # the foot comes after the table
        shown.append(foot(app))
        for key in ("space", "space", "space", "m", "space"):
            await press(pilot, key)
            shown.append(foot(app))
    rest = "r rules  q quit  F2 new  t light"
    assert shown == [
        f"space throw  {rest}",
        f"space throw  1-5 keep  a-m take  {rest}",
        f"space throw  1-5 keep  a-m take  {rest}",
        f"a-m take  {rest}",
        f"space throw  u undo  {rest}",
        f"space throw  1-5 keep  a-l take  u undo  {rest}",
    ]


async def test_in_a_computers_turn_no_key_to_play_with_is_shown_and_no_die_is_pointed_at(tmp_path: Path) -> None:
    app = table_for(tmp_path, Cy="greedy", Ann=PERSON)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "tab")
        assert foot(app) == "r rules  q quit  F2 new  s speed  t light"
        assert app.focused is app.sheet


@pytest.mark.parametrize("key", ["space", "1"])
async def test_after_the_last_throw_a_key_for_dice_says_what_is_left_to_do(key: str, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "space", "space", key)
        assert app.host.message == "That was the last throw: take a category."


async def test_as_many_keys_are_shown_as_there_is_room_for_in_two_lines_on_a_phone(tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Bob=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "space")
        assert foot(app) == "space throw  1-5 keep  a-m take  u undo  r rules  q quit  F2 new  s speed"
        await pilot.resize_terminal(*PHONE)
        await press(pilot)
        lines = [line.strip() for line in text_of(app).splitlines()[-2:]]
        assert lines == ["space throw  1-5 keep  a-m take  u undo", "r rules  q quit  F2 new  s speed  t light"]


async def test_a_click_on_a_key_presses_it(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space")
        await pilot.click(offset=(foot(app).index("light"), SIZES[0][1] - 1))
        await pilot.pause()
        assert app.theme == DAY.name


# Leaving.


def fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing more be written."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saves, "write_whole", refuse)


async def test_leaving_in_the_middle_is_asked_about_and_says_that_the_game_is_saved(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        await press(pilot, "space", "m", "q")
        assert "The game is saved" in text_of(app)
        await press(pilot, "n")
        assert app.is_running


@pytest.mark.parametrize(
    ("key", "asked"), [("q", "Leave the table, and lose it?"), ("f2", "Begin a new game, and lose this one?")]
)
async def test_who_would_lose_a_game_is_told_so(
    key: str, asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_the_disk(monkeypatch)
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        await press(pilot, "space", "m", key)
        assert isinstance(app.screen, Ask)
        assert app.screen.question == f"The game cannot be saved in .table: No space left on device. {asked}"


async def test_ctrl_c_leaves_as_the_key_to_quit_does(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "ctrl+c")
        assert isinstance(app.screen, Ask)
        assert app.screen.question == questions.leave().question
        await press(pilot, "ctrl+c")
        assert app.return_code == 0


def test_without_a_terminal_it_names_what_plays_without_one() -> None:
    result = CliRunner().invoke(main, ["table"])
    assert result.exit_code == 1
    assert "The table needs a terminal. `dojo play` plays without one." in result.output
