"""The board as pages for a browser: what is on them, and when which file is written."""

import re
from pathlib import Path

import pytest

from dojo.pages import render
from dojo.practice.model import silent
from dojo.room import page
from dojo.room.page import BoardPage, BoardPages, board_page, page_name
from dojo.room.pairs import Pair
from dojo.room.rows import view_of
from dojo.room.text import plain
from tests.dojo.room.boards import NOON, SetRoom, pair

UNTRUSTED = '</script>"<b>&amp;\u202e'


def page_of(*pairs: Pair, live: bool = False) -> BoardPage:
    view = view_of(SetRoom(*pairs), NOON)
    return board_page(view, "board-pairs", live=live)


def test_pairs_that_are_red_for_too_long_are_named_the_longest_first() -> None:
    long = pair("r", name="A", last=NOON - 121)
    not_long = pair("r", name="B", last=NOON - 120)
    longer = pair("r", name="C", last=NOON - 300)
    overdue = page_of(long, not_long, longer).overdue
    assert [row.pair.name for row in overdue] == ["C", "A"]


def test_signs_are_in_order_or_by_the_minute() -> None:
    [row] = page_of(pair("~aggr", apart=30, swaps=(5,))).rows
    assert plain(row.signs) == "*?..x|"
    assert plain(row.signs_by_minute).strip() == "*  ???.  .  x"


@pytest.mark.parametrize(("heard", "counts_on"), [(NOON, True), (NOON - 61, False)])
def test_an_open_page_counts_on_only_for_pairs_that_are_heard(
    heard: float, *, counts_on: bool
) -> None:
    board = page_of(pair("r", last=NOON - 900, heard=heard), live=True)
    html = render("board_rows.html", page=board)
    assert ("data-since" in html, "data-at" in html) == (counts_on, counts_on)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ñandú_與-قط", "Ñandú_與-قط.html"),
        ("../a b", "-a-b.html"),
        ("a\0\u202eb (2)", "a-b-2-.html"),
    ],
)
def test_names_of_files_are_valid_on_every_system(name: str, file: str) -> None:
    assert page_name(name) == file


# The files.


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BoardPages:
    """Give the pages of a room with two pairs, whose own pages are a line each."""
    monkeypatch.setattr(page, "page_of_pair", lambda of: f"<p>{of.head}</p>")
    room = SetRoom(pair("gr"), pair("g", name="Koala"))
    return BoardPages(room, tmp_path / "my board.html")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_a_page_loads_nothing_from_other_hosts(pages: BoardPages) -> None:
    pages.write(live=True)
    found = re.findall(r"https?:|<link|<img|src=|url\(|@import|fetch|import\(", read(pages.file))
    assert found == []


def test_untrusted_text_is_escaped(pages: BoardPages) -> None:
    clone = pages.room.clones[0]
    clone.pairs = [pair("rrrr", name=UNTRUSTED)]
    clone.failure = UNTRUSTED
    pages.write(live=False)
    html = read(pages.file)
    assert "&lt;/script&gt;" in html
    assert "<b>&" not in html


def test_an_open_page_loads_the_newest_board(pages: BoardPages) -> None:
    pages.write(live=True)
    before = read(pages.folder / "board.js")
    pages.room.clones[0].pairs.pop()
    pages.room.round_end = NOON + 1500
    pages.write(live=True)
    news = read(pages.folder / "board.js")
    assert ("Koala" in before, "Koala" in news) == (True, False)
    assert f'"as of 12:00:00", {NOON + 1500}, ' in news
    assert 'data-news="my%20board-pairs"' in read(pages.file)


def test_the_page_of_a_pair_is_written_if_its_history_has_grown(pages: BoardPages) -> None:
    pages.folder.mkdir()
    for _ in range(2):
        pages.write_pairs(silent)
        (pages.folder / "Panda.html").unlink(missing_ok=True)
    pages.room.clones[0].pairs[1] = pair("gg", name="Koala")
    pages.write_pairs(silent)
    assert [path.name for path in pages.folder.iterdir()] == ["Koala.html"]
    assert read(pages.folder / "Koala.html").endswith("<p>Koala-gg</p>")
