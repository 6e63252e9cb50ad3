"""The board as files for a browser: what a page shows, and when which file is written."""

import re
from pathlib import Path

import pytest

from dojo.pages import TEMPLATES, render
from dojo.practice.model import silent
from dojo.room.page import BoardPage, BoardPages, board_page, page_name
from dojo.room.pairs import Pair
from dojo.room.text import plain
from tests.dojo.room.boards import NOON, SetRoom, board, pair, press, shown
from tests.dojo.table.contrast import contrast

RUDE = '</script>"<b>&amp;\u202e'
PANDA, KOALA = pair("gr"), pair("g", name="Koala")

# What a page says.


def page_of(*pairs: Pair, live: bool = False) -> BoardPage:
    return board_page(shown(*pairs), "board-pairs", live=live)


@pytest.mark.parametrize(
    ("pairs", "size"), [(6, "six"), (7, "twelve"), (24, "two-dozen"), (25, "many")]
)
def test_the_fewer_pairs_there_are_the_larger_is_a_row(pairs: int, size: str) -> None:
    assert page_of(*(pair(name=f"Panda-{number}") for number in range(pairs))).size == size


def test_whoever_is_red_for_too_long_is_named_the_longest_first() -> None:
    long, longer = pair("r", name="A", last=NOON - 121), pair("rrrrrr")
    page = page_of(long, pair("r", name="B", last=NOON - 120), longer)
    assert [row.pair.name for row in page.overdue] == ["Panda", "A"]


def test_lights_stand_in_order_or_by_the_minute() -> None:
    [row] = page_of(pair("~aggr", apart=30, swaps=(5,))).rows
    assert plain(row.signs) == "*?..x|"
    assert plain(row.signs_by_minute).strip() == "*  ???.  .  x"


def test_of_a_room_that_is_not_heard_nothing_is_counted_on() -> None:
    pairs = [pair("r", last=NOON - 900, heard=heard) for heard in (NOON - 840, NOON)]
    pages = [render("board_rows.html", page=page_of(each, live=True)) for each in pairs]
    assert [("data-since" in page, "data-at" in page) for page in pages] == [
        (False, False),
        (True, True),
    ]


COLOURS = dict(
    re.findall(
        r"--([\w-]+): (#\w+)",
        (TEMPLATES / "base.html").read_text(encoding="utf-8").partition("@media")[0]
        + (TEMPLATES / "board.css").read_text(encoding="utf-8"),
    )
)
TEXTS = (
    "ink paper",
    "soft paper",
    "green paper",
    "approved paper",
    "amber paper",
    "red paper",
    "ink band",
    "soft band",
)
ON_LIGHTS = ("paper ink", "paper approved", "paper amber", "paper red")  # the switch, and signs
LIGHTS = (
    "green paper",
    "approved paper",
    "amber paper",
    "red paper",
    "green band",
    "amber band",
    "red band",
)


@pytest.mark.parametrize(
    ("both", "least"),
    [*((each, 4.5) for each in TEXTS + ON_LIGHTS), *((each, 3.0) for each in LIGHTS)],
)
def test_every_text_and_every_light_stands_out_from_its_paper(both: str, least: float) -> None:
    front, back = both.split()
    assert contrast(COLOURS[front], COLOURS[back]) >= least


# Which files are written, and when.


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> SetRoom:
    """Give a room with two pairs, whose pages are a line each."""
    monkeypatch.setattr(
        "dojo.room.page.page_of_pair",
        lambda of: f"<p>{of.name}, {len(of.history.steps)} checks</p>",
    )
    monkeypatch.setattr("time.time", lambda: NOON + 2)
    return SetRoom(PANDA, KOALA)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the name of a page that is not there yet."""
    return tmp_path / "my board.html"


@pytest.fixture
def pages(room: SetRoom, file: Path) -> BoardPages:
    """Give pages that were written once, with those of the pairs."""
    pages = BoardPages(room, file)
    pages.write(live=True)
    pages.write_pairs(silent)
    return pages


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_a_page_asks_no_other_host_and_what_is_written_elsewhere_is_escaped(file: Path) -> None:
    room = SetRoom(pair("rrrr", name=RUDE))
    room.clone.failure, room.round_end = RUDE, NOON + 1500
    BoardPages(room, file).write(live=False)
    assert not re.search(
        r"https?:|//\w|<link|<img|src=|url\(|@import|fetch|import\(| style=", read(file)
    )
    assert (
        read(file).count("&lt;/script&gt;&#34;&lt;b&gt;&amp;amp;\\u202e"),
        "<b>&" in read(file),
    ) == (3, False)


def test_the_script_of_a_page_is_no_text_on_it(pages: BoardPages) -> None:
    script = read(pages.file).partition("<script>")[2].partition("</script>")[0]
    assert script.strip() == read(TEMPLATES / "board.js").strip()


@pytest.mark.anyio
async def test_an_open_page_gets_the_same_board_until_something_is_new_and_the_round_of_the_screen(
    room: SetRoom, pages: BoardPages
) -> None:
    def news() -> list[str]:
        pages.write(live=True)
        return read(pages.folder / "board.js").rsplit(", ", maxsplit=3)

    board_at_first, *_ = news()
    async with board(room).run_test() as pilot:
        await press(pilot, "t", "minus")
    room.clone.answered = NOON + 10
    assert news() == [board_at_first, '"as of 12:00:10"', f"{NOON + 1200}", f"{NOON + 2});\n"]
    assert '<main data-news="my%20board-pairs" data-now=' in read(pages.file)
    assert f'data-end="{NOON + 1200:.0f}">until 12:20<' in read(pages.file)
    room.clone.pairs.pop()
    assert news()[0] != board_at_first


def test_following_writes_what_is_new_until_it_is_interrupted(
    room: SetRoom, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sleep(_seconds: float) -> None:
        if len(room.clone.pairs) == 3:
            raise KeyboardInterrupt
        room.clone.pairs.append(pair("grr", name="Lynx"))

    monkeypatch.setattr("time.sleep", sleep)
    with pytest.raises(KeyboardInterrupt):
        BoardPages(room, file).follow(silent)
    pages = sorted(path.name for path in file.with_name("my board-pairs").iterdir())
    assert (pages, "data-live" in read(file)) == (
        ["Koala.html", "Lynx.html", "Panda.html", "board.js"],
        False,
    )


def test_names_of_files_are_good_on_every_system() -> None:
    names = ["Panda", "Ñandú_與-قط", "../a b", "a\0\u202eb (2)"]
    assert [page_name(name) for name in names] == [
        "Panda.html",
        "Ñandú_與-قط.html",
        "-a-b.html",
        "a-b-2-.html",
    ]
