"""The board on the screen."""

import re
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from dojo.practice.history import read_history
from dojo.practice.model import AMBER, GREEN, RED, Practice, Status
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step
from dojo.room.board import Board
from tests.dojo.pictures import picture
from tests.dojo.practising import checked, named, reverted, swapped
from tests.dojo.printed import verify_document
from tests.dojo.room.boards import NOON, SetRoom, moment_at, pair
from tests.dojo.screens import text_of

pytestmark = pytest.mark.anyio

SIZE = (80, 24)
# In the picture of the README.
AT_WORK = (
    pair(
        "gggrggggggraggrggg|grggggagg",
        name="Badger",
        level=2,
        score=0.914,
        last=NOON - 20,
    ),
    pair("ggrgggraggrrg|gggrggr", name="Heron", score=0.62, apart=70, last=NOON - 45),
    pair("ggg<ggg<gggggg<gggg<|gggggggg", name="Lynx", level=2, score=1.0, last=NOON - 30),
    pair("gggrrggarrr", name="Otter", apart=130, last=NOON - 50),
    pair("ggggggrgg|gggrrrr", name="Panda", apart=100, last=NOON - 15),
    pair(
        "rgrgrgrgrgrgrgr|grgrgrg",
        name="Puffin",
        level=4,
        score=0.885,
        apart=75,
        last=NOON - 5,
    ),
    pair("ggggrggagggra", name="Yak", level=3, blind=True, apart=110, last=NOON - 65),
    pair("ggrgg", name="Zebra", apart=180, last=NOON - 380),
)
KEYS = (
    *("m", "m down h", "H", "t", "plus minus minus", "home enter", "up up enter"),
    *("n", "p p", "escape", "escape", "question_mark", "escape"),
)


def board(room: SetRoom) -> Board:
    return Board(room, now=lambda: room.now)


async def press(pilot: Pilot[None], keys: str = "") -> str:
    """Press some keys, and return the text of the screen when their work is done."""
    app = pilot.app
    for key in keys.split():
        await pilot.press(key)
        await app.workers.wait_for_complete()
    assert isinstance(app, Board)
    app.update_board()
    await pilot.pause()
    return text_of(app)


@pytest.fixture
def room() -> SetRoom:
    """Give a room with three pairs."""
    return SetRoom(pair("gg", name="Badger"), pair("gr", name="Otter", apart=180), pair("rrrrr"))


def practise(practice: Practice):
    """Record each kind of event."""
    repository = Repository(practice.folder)

    def check(status: Status, code: str, finding: str = "", changes: int = 0) -> Step:
        (practice.folder / "yatzy.py").write_text(code, encoding="utf-8")
        moment = moment_at(NOON)
        return checked(practice, status, moment, finding=finding, approved_changes=changes)

    named(repository, "Ada")
    check(GREEN, "one = 1\n")
    check(RED, "one = 2\n", "Yatzy.pair(2, 2) expected 4 got [red]3[/]")
    reverted(repository, check(AMBER, "one =\n", "yatzy.py does not load"))
    swapped(repository, "Ann and Cem")
    check(GREEN, "one = 5\n\n\ndef roll():\n    return one\n", changes=30)
    restore_snapshot(practice, "refs/dojo/checks~5")
    check(GREEN, "one = 1\n")
    check(GREEN, "one = 1\n")


async def test_a_session_at_the_board(room: SetRoom, practice: Practice):
    practise(practice)
    repository = Repository(practice.folder)
    badger, *others = room.clone.pairs
    history = read_history(repository)
    badger = replace(badger, repository=repository, history=history)
    room.clone.pairs = [badger, *others]
    screens: list[str] = []
    async with board(room).run_test(size=SIZE) as pilot:
        for keys in KEYS:
            screens += [f"# {keys}", await press(pilot, keys)]
        room.now += 21 * 60
        screens += ["# the time is up", await press(pilot, "enter")]
        screens.append(await press(pilot, "escape"))
    verify_document("board_in_a_session", re.sub(r"\n{3,}", "\n\n", "\n".join(screens)))


async def test_the_cursor_stays_on_its_pair(room: SetRoom):
    async with board(room).run_test(size=SIZE) as pilot:
        await press(pilot, "down")
        room.clone.pairs.append(pair("g", name="Aardvark"))
        assert "> Otter" in await press(pilot)
        del room.clone.pairs[1:]
        assert "> Badger" in await press(pilot)


async def test_a_heading_that_is_too_long_has_no_number_of_checks():
    pairs = [pair(checks, name=f"A{checks}") for checks in ("g", "a", "rrrr")]
    room = SetRoom(*pairs, pair("r", name="Silent", heard=NOON - 61))
    heading = "4 pairs  1 green  1 amber  1 red  (1 too long)  1 silent"
    async with board(room).run_test(size=(100, 24)) as pilot:
        assert f" {heading}  7 checks  " in await press(pilot)
        await pilot.resize_terminal(80, 24)
        assert f" {heading} as of " in await press(pilot)


async def test_the_picture_of_the_readme():
    room = SetRoom(*AT_WORK)
    room.set_round(NOON, NOON + 444)
    app = board(room)
    async with app.run_test(size=(80, 18)) as pilot:
        # textual draws the keys in the footer when it has time.
        while "quit" not in await press(pilot):
            pass
        verify_document("board", picture(app, "dojo room"), "svg")
