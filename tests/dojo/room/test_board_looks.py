"""What the board of a room looks like: the picture of the README, that somebody has looked at and approved."""

from datetime import UTC, datetime

import pytest

from tests.dojo.looks import Verify, verify_looks
from tests.dojo.pictures import picture
from tests.dojo.room.boards import SetRoom, World, board, settle
from tests.dojo.room.pairs import MINUTE, NOON, pair

__all__ = ["verify_looks"]

pytestmark = pytest.mark.anyio

AT_WORK = (
    pair("gggrggggggraggrggggrggggagg", name="Badger", level=2, score=0.914, last=NOON - 20, swaps=(NOON - 510,)),
    pair("ggrgggraggrrggggrggr", name="Heron", score=0.62, apart=70, last=NOON - 45, swaps=(NOON - 520,)),
    pair("ggg<ggg<gggggg<gggg<gggggggg", name="Lynx", level=2, score=1.0, last=NOON - 30, swaps=(NOON - 500,)),
    pair("gggrrggarrr", name="Otter", apart=130, last=NOON - 50),
    pair("ggggggrgggggrrrr", name="Panda", apart=100, last=NOON - 15, swaps=(NOON - 640,)),
    pair("rgrgrgrgrgrgrgrgrgrgrg", name="Puffin", level=4, score=0.885, apart=75, last=NOON - 5, swaps=(NOON - 480,)),
    pair("ggggrggagggra", name="Yak", level=3, blind=True, apart=110, last=NOON - 65),
    pair("ggrgg", name="Zebra", apart=180, last=NOON - 380),
)
SIZE = (80, 18)
ROUND_MINUTES, LEFT_SECONDS = 20, 444


def time_of_day(moment: float, form: str = "%H:%M") -> str:
    """Return a moment as one clock has it, wherever a test runs."""
    return f"{datetime.fromtimestamp(moment, UTC):{form}}"


async def test_the_picture_of_the_readme(monkeypatch: pytest.MonkeyPatch, verify_looks: Verify) -> None:
    monkeypatch.setattr("dojo.room.board.clock_time", time_of_day)
    room, world = SetRoom(), World(now=NOON + LEFT_SECONDS - ROUND_MINUTES * MINUTE)
    room.fill(*AT_WORK)
    app = board(room, world, ROUND_MINUTES)
    async with app.run_test(size=SIZE) as pilot:
        world.now = NOON
        await settle(pilot)
        verify_looks("board", "svg", picture(app, "dojo room"))
