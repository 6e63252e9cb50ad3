"""The board on the screen, as the person who runs a session uses it."""

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from dojo.room.large import large
from dojo.room.papers import Help
from tests.dojo.room.boards import SIZES, SetRoom, World, board, faint_texts, text_of
from tests.dojo.room.pairs import NOON, pair

pytestmark = pytest.mark.anyio


@pytest.fixture
def room() -> SetRoom:
    """Give a room with three pairs."""
    room = SetRoom()
    room.fill(pair("gg", name="Badger"), pair("gr", name="Otter"), pair("rrrrr", name="Panda"))
    return room


@pytest.fixture
def world() -> World:
    """Give a world at noon."""
    return World()


async def settle(pilot: Pilot[None], world: World) -> None:
    """Let git answer, and everything be shown."""
    await pilot.pause()
    world.answer()
    await pilot.pause()


async def shown(room: SetRoom, world: World, *keys: str, minutes: float | None = None, size: int = 0) -> str:
    """Return what the screen shows after some keys."""
    app = board(room, world, minutes)
    async with app.run_test(size=SIZES[size]) as pilot:
        await settle(pilot, world)
        for key in keys:
            await pilot.press(key)
            await settle(pilot, world)
        return text_of(app)


def row(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line)


async def test_before_git_answers_the_board_says_what_it_does(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        assert "Looking into the room." in text_of(app)


async def test_a_room_that_takes_long_to_read_says_how_far_it_is(room: SetRoom, world: World) -> None:
    app = board(room, world, messages=["reading room: 3 of 200 pairs"])
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.pause()
        assert "reading room: 3 of 200 pairs" in text_of(app)


async def test_a_room_that_is_read_in_part_says_so(room: SetRoom, world: World) -> None:
    room.is_reading = True
    assert ", still reading" in (await shown(room, world)).splitlines()[0]


async def test_how_long_a_pair_is_red_goes_on_with_the_clock(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        world.pass_seconds(1)
        await pilot.pause()
        assert "red 0:01" in row(text_of(app), "Otter")


async def test_a_line_is_hidden_and_shown_again(room: SetRoom, world: World) -> None:
    hidden = await shown(room, world, "down", "h")
    assert [name in hidden for name in ("Badger", "Otter", "Panda")] == [True, False, True]
    assert "1 hidden" in hidden
    assert "Otter" in await shown(room, world, "down", "h", "H")


async def test_a_board_whose_lines_are_all_hidden_asks_nobody_to_join(room: SetRoom, world: World) -> None:
    empty = await shown(room, world, *"hhhh")
    assert ("3 pairs" in empty, "3 hidden" in empty, "No pair yet" in empty) == (True, True, False)
    assert "Badger" in await shown(room, world, *"hhhhH")


async def test_a_line_that_was_left_goes_and_the_cursor_stays_on_a_line(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        await pilot.press("end")
        room.fill(*list(room.pairs.values())[:2], replace(room.pairs["Panda"], left="Panda"))
        world.pass_seconds(2)
        await settle(pilot, world)
        assert ("1 left" in text_of(app), "> Otter" in text_of(app)) == (True, True)


async def test_the_cursor_stays_on_its_pair(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        await pilot.press("down")
        room.fill(*room.pairs.values(), pair("g", name="Aardvark"))
        world.pass_seconds(2)
        await settle(pilot, world)
        assert "Aardvark" in text_of(app)
        assert row(text_of(app), "Otter").startswith(">")


async def test_a_pair_that_leaves_the_room_is_gone_and_still_there(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        del room.pairs["Otter"]
        world.pass_seconds(2)
        await settle(pilot, world)
        assert "gone" in row(text_of(app), "Otter")


async def test_more_pairs_than_lines_scroll_with_the_cursor(world: World) -> None:
    room = SetRoom()
    room.fill(*(pair("g", name=f"Pair-{number}") for number in range(40)))
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        assert "Pair-39" not in text_of(app)
        await pilot.press("end")
        await pilot.pause()
        assert row(text_of(app), "Pair-39").startswith(">")


async def test_m_aligns_the_checks_and_m_puts_them_in_order_again(world: World) -> None:
    room = SetRoom()
    room.fill(pair("gr", apart=180))
    assert row(await shown(room, world, "m"), "Panda").endswith("●  x")
    assert row(await shown(room, world, "m", "m"), "Panda").endswith("●x")


async def test_what_is_wrong_stands_above_the_pairs(room: SetRoom, world: World) -> None:
    room.unreachable["ssh://host/room"] = (NOON, "no route to host")
    room.problems["Evil"] = "Evil: 40,000 files"
    lines = (await shown(room, world, size=1)).splitlines()
    assert any("ssh://host/room: not heard since" in line and "no route to host" in line for line in lines)
    assert " Evil: 40,000 files" in lines


async def test_of_much_that_is_wrong_some_is_shown_and_the_rest_counted(room: SetRoom, world: World) -> None:
    room.problems = {f"Evil-{number}": f"Evil-{number}: too large" for number in range(9)}
    text = await shown(room, world)
    assert "Evil-8: too large" in text
    assert "and 7 more" in text


async def test_without_a_round_there_is_a_small_clock(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        assert not app.round.display
        assert text_of(app).splitlines()[0][-5:-3].isdigit()


async def test_a_round_is_counted_down_in_large_digits(room: SetRoom, world: World) -> None:
    app = board(room, world, minutes=25)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        world.pass_seconds(61)
        await pilot.pause()
        assert text_of(app).splitlines()[:5] == [f" {line}".rstrip() for line in large("23:59")]


async def test_the_end_of_a_round_is_said_in_large_letters(room: SetRoom, world: World) -> None:
    app = board(room, world, minutes=1)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        seen = []
        for seconds in (59, 1):
            world.pass_seconds(seconds)
            await pilot.pause()
            seen.append(large("TIME IS UP")[0].rstrip() in text_of(app))
        assert seen == [False, True]


async def test_t_begins_a_round_and_plus_and_minus_change_it(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        seen = []
        for key in ("t", "plus", "minus", "minus"):
            await pilot.press(key)
            seen.append(app.countdown and app.countdown.shown(world.now))
        assert seen == ["25:00", "30:00", "25:00", "20:00"]


async def test_the_keys_are_explained(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, world)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        assert "n and p go on and back" in text_of(app)
        await pilot.press("x")
        assert not isinstance(app.screen, Help)


async def test_no_text_of_a_room_is_markup(world: World) -> None:
    room = SetRoom()
    room.fill(pair("g", name="[red]Evil[/]"))
    room.problems["x"] = "[link=file:///]x: [/bold] nonsense"
    text = await shown(room, world)
    assert "[red]Evil[/]" in text
    assert "[link=file:///]x: [/bold] nonsense" in text


@pytest.mark.parametrize("keys", [(), ("l",), ("question_mark",), ("l", "question_mark")])
@pytest.mark.parametrize("size", [0, 2])
async def test_every_text_can_be_read_on_its_ground(
    keys: tuple[str, ...], size: int, room: SetRoom, world: World
) -> None:
    room.problems["Evil"] = "Evil: 40,000 files"
    room.fill(*room.pairs.values(), pair("aaaa", name="Yak", swaps=(NOON,)), pair("a", name="Zebra"))
    app = board(room, world, minutes=0.01)
    async with app.run_test(size=SIZES[size]) as pilot:
        await settle(pilot, world)
        world.pass_seconds(2)
        await settle(pilot, world)
        for key in keys:
            await pilot.press(key)
            await settle(pilot, world)
        assert faint_texts(app) == set()
