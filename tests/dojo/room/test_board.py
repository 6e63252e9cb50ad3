"""The board on the screen, as the person who runs a session uses it."""

from dataclasses import replace

import pytest
from textual import events
from textual.pilot import Pilot

from dojo.room.board import Help
from dojo.room.terminal import large
from tests.dojo.room.boards import SIZES, SetRoom, World, board, faint_texts, settle, text_of
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


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Return what the screen shows after some keys, once all have answered."""
    for key in keys:
        await pilot.press(key)
    await settle(pilot)
    return text_of(pilot.app)


async def shown(room: SetRoom, world: World, *keys: str, minutes: float | None = None, size: int = 0) -> str:
    async with board(room, world, minutes).run_test(size=SIZES[size]) as pilot:
        await settle(pilot)
        return await press(pilot, *keys)


def row(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line)


async def test_before_there_is_a_pair_the_board_says_how_far_the_room_is_read(room: SetRoom, world: World) -> None:
    seen = []
    for messages in ([], ["reading room: 3 of 200 pairs"]):
        room.pairs, room.is_reading = {}, True
        async with board(room, world, messages=messages).run_test(size=SIZES[0]) as pilot:
            seen.append(await press(pilot))
    assert ("Looking into the room." in seen[0], "reading room: 3 of 200 pairs" in seen[1]) == (True, True)


async def test_a_room_that_is_read_in_part_says_so(room: SetRoom, world: World) -> None:
    room.is_reading = True
    assert ", still reading" in (await shown(room, world)).splitlines()[0]


async def test_a_room_without_pairs_says_how_they_join(world: World) -> None:
    assert "dojo join /srv/room.git --name Panda" in await shown(SetRoom(), world)


async def test_how_long_a_pair_is_red_goes_on_with_the_clock(room: SetRoom, world: World) -> None:
    async with board(room, world).run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        world.now += 1
        assert "red 0:01" in row(await press(pilot), "Otter")


async def test_a_line_is_hidden_and_shown_again(room: SetRoom, world: World) -> None:
    async with board(room, world).run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        hidden = await press(pilot, "down", "h")
        assert [each in hidden for each in ("Badger", "Otter", "Panda", "1 hidden")] == [True, False, True, True]
        empty = await press(pilot, "h", "h", "h")
        assert ("3 pairs" in empty, "3 hidden" in empty, "No pair yet" in empty) == (True, True, False)
        assert "Badger" in await press(pilot, "H")


async def test_the_cursor_stays_on_its_pair_and_on_a_line(room: SetRoom, world: World) -> None:
    async with board(room, world).run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        await press(pilot, "down")
        room.fill(*room.pairs.values(), pair("g", name="Aardvark"))
        assert row(await press(pilot), "Otter").startswith("> ")
        await press(pilot, "end")
        room.fill(pair("g", name="Otter"), replace(room.pairs["Panda"], left="Panda"))
        text = await press(pilot)
        assert (row(text, "Panda") if "Panda" in text else "", text.count("> ")) == ("", 1)


async def test_more_pairs_than_lines_scroll_with_the_cursor(world: World) -> None:
    room = SetRoom()
    room.fill(*(pair("g", name=f"Pair-{number}") for number in range(40)))
    async with board(room, world).run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        assert "Pair-39" not in text_of(pilot.app)
        assert row(await press(pilot, "end"), "Pair-39").startswith("> ")


async def test_m_aligns_the_checks_and_m_puts_them_in_order_again(world: World) -> None:
    room = SetRoom()
    room.fill(pair("gr", apart=180))
    async with board(room, world).run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        assert row(await press(pilot, "m"), "Panda").endswith("●  x")
        assert row(await press(pilot, "m"), "Panda").endswith("●x")


async def test_of_what_is_wrong_some_is_shown_above_the_pairs_and_the_rest_counted(room: SetRoom, world: World) -> None:
    room.problems = [f"[/b]Evil-{number}: too large" for number in range(9)]
    text = await shown(room, world)
    assert ("[/b]Evil-8: too large" in text, "and 7 more" in text) == (True, True)


async def test_a_round_is_counted_down_in_large_digits_and_its_end_in_large_letters(
    room: SetRoom, world: World
) -> None:
    async with board(room, world, minutes=25).run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        world.now += 61
        assert (await press(pilot)).splitlines()[:5] == [f" {line}".rstrip() for line in large("23:59")]
        world.now += 1439
        assert large("TIME IS UP")[0].rstrip() in await press(pilot)


async def test_t_begins_a_round_and_plus_and_minus_change_it(room: SetRoom, world: World) -> None:
    app = board(room, world)
    async with app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        assert text_of(app).splitlines()[0][-5:-3].isdigit()
        seen = []
        for key in ("t", "plus", "minus", "minus"):
            await pilot.press(key)
            seen.append(app.countdown and app.countdown.shown(world.now))
        assert seen == ["25:00", "30:00", "25:00", "20:00"]


async def test_the_keys_are_explained(room: SetRoom, world: World) -> None:
    async with board(room, world).run_test(size=SIZES[0]) as pilot:
        assert "n and p go on and back" in await press(pilot, "question_mark")
        await press(pilot, "x")
        assert not isinstance(pilot.app.screen, Help)


@pytest.mark.parametrize("keys", [("question_mark", "x"), ("enter", "escape")])
async def test_two_keys_in_a_hurry_take_away_no_more_than_one_does(
    keys: tuple[str, str], room: SetRoom, world: World
) -> None:
    async with board(room, world).run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        await press(pilot, keys[0])
        over = pilot.app.screen
        for _ in range(2):
            over.post_message(events.Key(keys[1], None))
        assert "Badger" in await press(pilot)


@pytest.mark.parametrize("keys", [(), ("l",), ("question_mark",), ("l", "question_mark")])
@pytest.mark.parametrize("size", [0, 2])
async def test_every_text_can_be_read_on_its_ground(
    keys: tuple[str, ...], size: int, room: SetRoom, world: World
) -> None:
    room.problems = ["Evil: 40,000 files"]
    room.fill(*room.pairs.values(), pair("aaaa", name="[red]Yak[/]", swaps=(NOON,)), pair("a", name="Zebra"))
    async with board(room, world, minutes=0.01).run_test(size=SIZES[size]) as pilot:
        await settle(pilot)
        world.now += 2
        text = await press(pilot, *keys)
        assert ("[red]Yak[/]" in text or "question_mark" in keys, faint_texts(pilot.app)) == (True, set())
