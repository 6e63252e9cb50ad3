"""What the board of a room looks like: the picture of the README, that somebody has looked at and approved."""

import pytest

from tests.dojo.pictures import picture
from tests.dojo.printed import verify_document
from tests.dojo.room.boards import NOON, SetRoom, board, pair, press

pytestmark = pytest.mark.anyio

AT_WORK = (
    pair("gggrggggggraggrggggrggggagg", name="Badger", level=2, score=0.914, last=NOON - 20, swaps=(18,)),
    pair("ggrgggraggrrggggrggr", name="Heron", score=0.62, apart=70, last=NOON - 45, swaps=(13,)),
    pair("ggg<ggg<gggggg<gggg<gggggggg", name="Lynx", level=2, score=1.0, last=NOON - 30, swaps=(20,)),
    pair("gggrrggarrr", name="Otter", apart=130, last=NOON - 50),
    pair("ggggggrgggggrrrr", name="Panda", apart=100, last=NOON - 15, swaps=(9,)),
    pair("rgrgrgrgrgrgrgrgrgrgrg", name="Puffin", level=4, score=0.885, apart=75, last=NOON - 5, swaps=(15,)),
    pair("ggggrggagggra", name="Yak", level=3, blind=True, apart=110, last=NOON - 65),
    pair("ggrgg", name="Zebra", apart=180, last=NOON - 380),
)
SIZE = (80, 18)
LEFT_SECONDS = 444


async def test_the_picture_of_the_readme() -> None:
    app = board(SetRoom(*AT_WORK), LEFT_SECONDS / 60)
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        verify_document("board", picture(app, "dojo room"), "svg")
