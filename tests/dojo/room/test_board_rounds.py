"""The round on the screen of a board: its beginning, its changes, its bell."""

import pytest
from textual.app import App
from textual.pilot import Pilot

from dojo.room.board import Board
from dojo.room.remote import Phase
from tests.dojo.room.boards import MINUTE, NOON, SetRoom, pair
from tests.dojo.screens import text_of

pytestmark = pytest.mark.anyio


def board(room: SetRoom, minutes: float) -> Board:
    """Return a board whose round has begun."""
    room.set_round(room.now, room.now + MINUTE * minutes)
    return Board(room, [Phase("", minutes)], lambda: room.now)


async def press(pilot: Pilot[None], *keys: str):
    """Press keys, and update the board."""
    app = pilot.app
    assert isinstance(app, Board)
    await pilot.press(*keys)
    app.update_board()
    await pilot.pause()


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the list to which the terminal adds each ring of its bell."""
    heard: list[object] = []

    def ring(app: App[None]):
        heard.append(app)

    monkeypatch.setattr(App, "bell", ring)
    return heard


@pytest.mark.parametrize(("has_bell", "times"), [(True, 1), (False, 0)])
async def test_the_bell_rings_once_when_a_round_is_over(
    rings: list[object],
    has_bell: bool,  # noqa: FBT001
    times: int,
):
    room = SetRoom(pair("g"))
    screen = board(room, 1)
    screen.has_bell = has_bell
    async with screen.run_test() as pilot:
        await press(pilot)
        room.now += 61
        await press(pilot)
        await press(pilot)
    assert len(rings) == times


async def test_a_restart_begins_a_round_now():
    room = SetRoom(pair("g"))
    async with board(room, 10).run_test() as pilot:
        room.now += MINUTE
        await press(pilot, "t")
    assert room.clone.round is not None
    assert room.clone.round[1:3] == (NOON + MINUTE, NOON + 11 * MINUTE)


async def test_a_longer_round_keeps_its_beginning():
    room = SetRoom(pair("g"))
    async with board(room, 10).run_test() as pilot:
        await press(pilot, "t")
        room.now += MINUTE
        await press(pilot, "plus")
    assert room.clone.round is not None
    assert room.clone.round[1:3] == (NOON, NOON + 15 * MINUTE)


async def test_a_round_that_is_over_begins_anew_if_minutes_are_added():
    room = SetRoom(pair("g"))
    async with board(room, 1).run_test() as pilot:
        room.now += 2 * MINUTE
        await press(pilot, "plus")
    assert room.clone.round is not None
    assert room.clone.round[1:3] == (NOON + 2 * MINUTE, NOON + 7 * MINUTE)


async def test_the_next_phase_has_its_own_name_and_time():
    room = SetRoom(pair("g"))
    screen = board(room, 1)
    screen.phases = [Phase("Defend", 1), Phase("Attack", 15)]
    async with screen.run_test() as pilot:
        room.now += MINUTE
        await press(pilot)
        assert "n: Attack 15 min" in text_of(screen)
        await press(pilot, "n")
    assert room.clone.round is not None
    assert room.clone.round[1:] == (NOON + MINUTE, NOON + 16 * MINUTE, "Attack")


async def test_after_the_last_phase_the_first_one_comes_again():
    room = SetRoom(pair("g"))
    screen = board(room, 1)
    async with screen.run_test() as pilot:
        room.now += MINUTE
        await press(pilot)
        assert "n: " not in text_of(screen)
        await press(pilot, "n")
    assert room.clone.round is not None
    assert room.clone.round[1:3] == (NOON + MINUTE, NOON + 2 * MINUTE)
