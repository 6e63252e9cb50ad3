"""How a game goes by its keys: what each does now, what none does twice, and how the foot of the table names them."""

import errno
import gc
import json
import os
import sys
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot

from dojo.commands import main
from dojo.games.seats import PERSON
from dojo.table import questions, saves
from dojo.table.app import Table
from dojo.table.dialogs import Ask
from dojo.table.keys import HELD_SECONDS, Held, in_runs
from dojo.table.rules_page import RulesPage
from dojo.table.session import Record
from dojo.table.themes import DAY
from tests.dojo.table.tables import SIZES, Timers, press, table_for, table_near_the_end, taken, text_of

pytestmark = pytest.mark.anyio
SMALL, PHONE = (60, 20), (46, 41)


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


async def test_enter_gives_the_answer_that_costs_nothing(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "l", "enter")
        assert not isinstance(app.screen, Ask)
        assert taken(app.session.cards["Ann"]) == {}


async def test_escape_gives_the_answer_that_costs_nothing_too(tmp_path: Path) -> None:
    saves.Save(tmp_path, "yahtzee").write(Record("yahtzee", {"Ann": PERSON}, seed=3, moves=["chance"]))
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "escape")
        assert taken(app.session.cards["Ann"]) != {}


async def test_after_a_taking_back_at_the_end_the_cursor_stands_on_the_free_category(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yahtzee", rounds_left=1)
    async with app.run_test(size=SIZES[0]) as pilot:
        app.sheet.cursor = 0
        await press(pilot, "space", "m", "x")
        app.sheet.cursor = 0
        await press(pilot, "u")
        assert app.sheet.category == "chance"


async def test_a_letter_of_a_taken_category_leaves_the_cursor_where_it_is(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "space", "m")
        assert app.sheet.category != "chance"


async def test_at_the_end_the_dice_lie_as_they_lay_last(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yahtzee", rounds_left=1)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space")
        faces = [die.face for die in app.tray.dice]
        await press(pilot, "m")
        assert [die.face for die in app.tray.dice] == faces
        assert 0 not in faces


async def test_what_is_taken_back_after_the_last_throw_lies_open_when_the_game_goes_on(tmp_path: Path) -> None:
    first = table_for(tmp_path)
    async with first.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "space", "space", "m", "u", "q", "y")
    again = table_for(tmp_path, seed=99)
    async with again.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "y")
        assert [die.face for die in again.tray.dice] == list(first.session.dice)
        assert "Throw 3" in text_of(again)


# What lies on the table is answered first.


@pytest.mark.parametrize("key", ["space", "u", "f2", "q", "s", "1", "m", "t", "r"])
async def test_while_a_question_lies_on_the_table_no_key_of_the_table_works(key: str, tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "l")
        question, before = app.screen, app.host.moment()
        await press(pilot, key)
        assert app.screen is question
        assert app.host.moment() == before
        assert app.session.record.moves == []


async def test_the_computers_rest_until_a_question_is_answered(tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "f2")
        timers.run()
        assert app.session.record.moves == ["chance"]
        await press(pilot, "n")
        timers.run()
        assert app.session.asked == "Ann"


async def test_a_game_that_is_read_about_goes_on_afterwards(tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers, Cy="greedy", Ann=PERSON)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "r")
        timers.run()
        assert app.session.record.moves == []
        await press(pilot, "x")
        timers.run()
        assert app.session.asked == "Ann"


async def test_no_computer_takes_a_step_beneath_a_paper(tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers, Cy="greedy", Ann=PERSON)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot)
        app.lay(RulesPage(app.session.game))
        app.go_on()
        timers.run()
        assert app.session.record.moves == []


async def test_a_taking_back_stops_what_a_computer_was_about_to_do(tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers, Ann=PERSON, Cy="greedy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "u")
        timers.run()
        assert app.session.asked == "Ann"


# A key that is held down does its work once.


@pytest.mark.parametrize(("key", "moves"), [("space", [[]]), ("m", ["chance"]), ("enter", ["chance"])])
async def test_a_key_that_is_held_down_does_its_work_once(key: str, moves: list[object], tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "up")
        await hold(app, pilot, key)
        assert app.session.record.moves == moves


async def test_a_die_whose_key_is_held_down_is_kept(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space")
        await hold(app, pilot, "2", times=4)
        assert app.host.kept == {1}


async def test_enter_that_is_held_down_sacrifices_nothing(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "up", "up")
        await hold(app, pilot, "enter")
        assert isinstance(app.screen, Ask)
        assert app.session.record.moves == []


async def test_an_answer_that_is_held_down_takes_no_category(tmp_path: Path) -> None:
    app = table_for(tmp_path, "yatzy")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "o")
        await hold(app, pilot, "n")  # which is the letter of chance as well
        assert not isinstance(app.screen, Ask)
        assert app.session.record.moves == []


async def test_an_arrow_that_is_held_down_goes_on(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await hold(app, pilot, "down", times=4)
        assert app.sheet.cursor == 4


def test_who_presses_a_key_again_means_it() -> None:
    held, seen = Held(), []
    for at in (0.5, HELD_SECONDS, HELD_SECONDS, HELD_SECONDS / 2, HELD_SECONDS / 2):
        event = Key("space", " ")
        event.time = at + (seen[-1][0] if seen else 1000)
        seen.append((event.time, held.repeats(event)))
    assert [repeats for _, repeats in seen] == [False, False, False, True, True]


# The foot of the table.


async def test_the_keys_that_work_now_are_shown(tmp_path: Path) -> None:
    app, shown = table_for(tmp_path), []
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot)
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


async def test_in_a_computers_turn_no_key_to_play_with_is_shown(tmp_path: Path) -> None:
    app = table_for(tmp_path, Cy="greedy", Ann=PERSON)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot)
        assert foot(app) == "r rules  q quit  F2 new  s speed  t light"


async def test_after_the_end_the_last_category_may_be_taken_back(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yahtzee", rounds_left=1)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "x")
        assert foot(app) == "u undo  r rules  q quit  F2 new  t light"


@pytest.mark.parametrize("key", ["space", "1"])
async def test_after_the_last_throw_a_key_for_dice_says_what_is_left_to_do(key: str, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "space", "space", key)
        assert app.host.message == "That was the last throw: take a category."


async def test_keys_point_at_no_die_that_nobody_may_keep(tmp_path: Path) -> None:
    app = table_for(tmp_path, Cy="greedy", Ann=PERSON)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "tab", "tab")
        assert app.focused is app.sheet


async def test_beneath_a_question_no_key_is_shown_for_a_die(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "right", "l")
        assert "⏎" not in text_of(app)


async def test_in_a_narrow_window_the_most_important_keys_are_shown(tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Bob=PERSON, Cy="greedy")
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", "m", "space")
        assert foot(app) == "space throw  1-5 keep  a-m take  u undo  r rules  q quit"
        await pilot.resize_terminal(*SIZES[0])
        await pilot.pause()
        assert foot(app).endswith("q quit  F2 new  s speed")


async def test_on_a_phone_all_keys_are_shown_in_two_lines(tmp_path: Path) -> None:
    app = table_for(tmp_path, Ann=PERSON, Bob=PERSON, Cy="greedy")
    async with app.run_test(size=PHONE) as pilot:
        await press(pilot, "space", "m", "space")
        lines = [line.strip() for line in text_of(app).splitlines()[-2:]]
        assert lines == ["space throw  1-5 keep  a-m take  u undo", "r rules  q quit  F2 new  s speed  t light"]


@pytest.mark.parametrize("size", [SIZES[0], PHONE], ids=str)
async def test_a_click_on_a_key_presses_it(size: tuple[int, int], tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "space")
        lines = text_of(app).splitlines()
        [row] = [row for row, line in enumerate(lines) if "t light" in line]
        await pilot.click(offset=(lines[row].index("light"), row))
        await pilot.pause()
        assert app.theme == DAY.name


async def test_with_the_question_mark_come_the_rules(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "question_mark")
        assert isinstance(app.screen, RulesPage)


async def test_a_question_fits_where_the_table_does_not(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "q")
        await pilot.resize_terminal(50, 15)
        await pilot.pause()
        assert app.screen.region.contains_region(app.screen.query_one(".paper").region)


async def test_without_room_to_play_no_key_plays(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(50, 15)) as pilot:
        await press(pilot, "space", "m")
        assert not app.host.open


def test_letters_beside_each_other_are_a_run() -> None:
    assert in_runs([*"acdefhi"]) == "a c-f h-i"


async def test_without_room_to_throw_enter_is_for_the_sheet_again(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "up", "space", "right", "space")
        await press(pilot, "enter")
        assert app.session.record.moves[-1] == "chance"


# Leaving.


def fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing more be written."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saves, "write_whole", refuse)


async def test_leaving_says_when_the_game_is_saved(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        await press(pilot, "space", "m", "q")
        assert "The game is saved" in text_of(app)


async def test_leaving_says_when_the_game_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_the_disk(monkeypatch)
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        await press(pilot, "space", "m", "q")
        assert isinstance(app.screen, Ask)
        assert app.screen.question == (
            "The game cannot be saved in .table: No space left on device. Leave the table, and lose it?"
        )


async def test_who_leaves_at_once_is_asked_where_the_game_would_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_the_disk(monkeypatch)
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        await press(pilot, "space", "m", "ctrl+q")
        assert isinstance(app.screen, Ask)


async def test_leaving_saves_a_game_whose_save_is_gone(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m")
        app.host.keeper.save.path.unlink()
        await press(pilot, "q", "y")
    assert json.loads(saves.path_of(tmp_path, "yahtzee").read_text())["moves"] == ["chance"]


async def test_who_begins_anew_is_asked_where_the_game_would_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_the_disk(monkeypatch)
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        await press(pilot, "space", "m", "f2")
        assert isinstance(app.screen, Ask)
        assert app.screen.question == (
            "The game cannot be saved in .table: No space left on device. Begin a new game, and lose this one?"
        )
        await press(pilot, "y")
        assert app.session.record.moves == []


async def test_ctrl_c_leaves_as_the_key_to_quit_does(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "m", "ctrl+c")
        assert isinstance(app.screen, Ask)
        assert app.screen.question == questions.leave().question
        await press(pilot, "ctrl+c")
        assert app.return_code == 0


async def test_a_new_game_without_a_save_of_the_old_one_loses_neither(tmp_path: Path) -> None:
    app = table_for(tmp_path, "yacht")
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "k")
        app.host.keeper.save.path.unlink()
        await press(pilot, "f2", "y")
        assert app.session.record.moves == []
    [kept] = (tmp_path / saves.FOLDER).glob("yacht-left-*.json")
    assert json.loads(kept.read_text())["moves"] == ["choice"]


def test_all_that_was_made_before_the_table_is_left_alone_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    frozen: list[int] = []
    monkeypatch.setattr(Table, "run", lambda _: frozen.append(gc.get_freeze_count()))
    try:
        with pytest.raises(SystemExit):
            main(["table"], standalone_mode=False)
        assert frozen > [0]
    finally:
        gc.unfreeze()
