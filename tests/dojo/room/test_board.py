"""The board on the screen, as the person who runs a session uses it, and a pair's steps over it."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from dojo.practice.history import Step, read_history
from dojo.practice.model import AMBER, GREEN, RED, Practice, Status
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import Repository
from dojo.room.screens import DetailScreen, LineList, diff_line
from tests.dojo.pictures import picture
from tests.dojo.practising import checked, named, reverted, swapped
from tests.dojo.printed import verify_document
from tests.dojo.room.boards import NOON, SIZES, SetRoom, board, faint_texts, pair, press

pytestmark = pytest.mark.anyio

AT_WORK = (
    pair(
        "gggrggggggraggrggggrggggagg",
        name="Badger",
        level=2,
        score=0.914,
        last=NOON - 20,
        swaps=(18,),
    ),
    pair("ggrgggraggrrggggrggr", name="Heron", score=0.62, apart=70, last=NOON - 45, swaps=(13,)),
    pair(
        "ggg<ggg<gggggg<gggg<gggggggg", name="Lynx", level=2, score=1.0, last=NOON - 30, swaps=(20,)
    ),
    pair("gggrrggarrr", name="Otter", apart=130, last=NOON - 50),
    pair("ggggggrgggggrrrr", name="Panda", apart=100, last=NOON - 15, swaps=(9,)),
    pair(
        "rgrgrgrgrgrgrgrgrgrgrg",
        name="Puffin",
        level=4,
        score=0.885,
        apart=75,
        last=NOON - 5,
        swaps=(15,),
    ),
    pair("ggggrggagggra", name="Yak", level=3, blind=True, apart=110, last=NOON - 65),
    pair("ggrgg", name="Zebra", apart=180, last=NOON - 380),
)


@pytest.fixture
def room() -> SetRoom:
    """Give a room with three pairs."""
    return SetRoom(pair("gg", name="Badger"), pair("gr", name="Otter", apart=180), pair("rrrrr"))


@pytest.fixture
def told(room: SetRoom, practice: Practice) -> SetRoom:
    """Give the same room; the history of the first pair has every kind of event."""
    repository = Repository(practice.folder)

    def check(status: Status, code: str, finding: str = "", changes: int = 0) -> Step:
        (practice.folder / "yatzy.py").write_text(code, encoding="utf-8")
        moment = datetime.fromtimestamp(NOON, UTC)
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
    room.clone.pairs[0] = replace(
        room.clone.pairs[0], repository=repository, history=read_history(repository)
    )
    return room


async def test_a_session_at_the_board(told: SetRoom) -> None:
    screens = []
    app = board(told)
    async with app.run_test(size=SIZES[0]) as pilot:
        for keys in (
            *("pageup", "m", "m down h", "H", "t", "plus minus minus"),
            *(
                "home enter",
                "up up enter",
                "n",
                "p p p p",
                "p",
                "escape",
                "escape",
                "question_mark",
                "escape",
            ),
        ):
            screens += [f"# {keys}", await press(pilot, *keys.split())]
        told.now += 21 * 60
        screens += ["# the time is up", await press(pilot, "enter"), await press(pilot, "escape")]
    verify_document("board_in_a_session", re.sub(r"\n{3,}", "\n\n", "\n".join(screens)))


async def test_the_cursor_stays_on_its_pair_and_on_a_line_however_many_there_are(
    room: SetRoom,
) -> None:
    async with board(room).run_test(size=SIZES[0]) as pilot:
        await press(pilot, "down")
        room.clone.pairs += [
            pair("g", name="Aardvark"),
            *(pair("g", name=f"Pair-{number}") for number in range(40)),
        ]
        assert "> Otter" in await press(pilot)
        assert "> Panda" in await press(pilot, "end")
        del room.clone.pairs[3:]
        assert (await press(pilot)).count("> ") == 1


async def test_of_a_room_that_is_not_read_yet_nothing_is_said_but_that(room: SetRoom) -> None:
    room.clone.pairs, room.clone.answered = [], None
    async with board(room).run_test(size=SIZES[0]) as pilot:
        assert "No room has answered yet." in await press(pilot)
        room.clone.answered = NOON
        assert "dojo start --again --name Panda --room /srv/room.git" in await press(pilot)


async def test_keys_in_a_hurry_take_nothing_else_away_and_a_click_chooses_a_line(
    told: SetRoom,
) -> None:
    async with board(told).run_test(size=SIZES[0]) as pilot:
        await press(pilot, "enter")
        await pilot.click(LineList, offset=(5, 1))
        assert "step 2" in await press(pilot)
        assert "Badger" in await press(pilot, "escape", "escape", "escape", "escape")
        assert not isinstance(pilot.app.screen, DetailScreen)


@pytest.mark.parametrize(("light", "size"), [((), 2), (("l",), 0)])
async def test_every_text_can_be_read_on_its_ground(
    light: tuple[str, ...], size: int, told: SetRoom
) -> None:
    told.clone.failure = "[/b]Evil"
    told.clone.pairs += [pair("aaaa", name="[red]Yak[/]", swaps=(3,)), pair("a", name="Zebra")]
    async with board(told, minutes=0.01).run_test(size=SIZES[size]) as pilot:
        told.now += 2
        text = await press(pilot, *light)
        assert ("[red]Yak[/]" in text, "[/b]Evil" in text, faint_texts(pilot.app)) == (
            True,
            True,
            set(),
        )
        for keys in (["down", "enter"], ["up", "enter"], ["escape", "escape", "question_mark"]):
            await press(pilot, *keys)
            assert faint_texts(pilot.app) == set()


def test_lines_of_a_diff_are_told_apart_by_what_they_begin_with() -> None:
    lines = ["+new", "-old", "@@ -1 +1 @@", " same"]
    assert [diff_line(line)[0].role for line in lines] == ["green", "red", "cyan", ""]


async def test_the_picture_of_the_readme() -> None:
    app = board(SetRoom(*AT_WORK), 7.4)
    async with app.run_test(size=(80, 18)) as pilot:
        await press(pilot)
        verify_document("board", picture(app, "dojo room"), "svg")
