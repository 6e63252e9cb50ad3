"""The board as a page for a browser."""

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dojo.pages import render
from dojo.room.page import BoardPages, board_page, page_name
from dojo.room.pairs import Pair
from dojo.room.rows import format_start, view_of
from dojo.room.text import board_lines, plain
from dojo.times import format_minutes
from tests.dojo.room.boards import NOON, SetRoom, pair


def page_of(*pairs: Pair, live: bool = False) -> dict[str, Any]:
    view = view_of(SetRoom(*pairs), NOON)
    return board_page(view, "board-pairs", live=live)


def test_pairs_that_are_red_for_too_long_are_named_the_longest_first():
    long = pair("r", name="A", last=NOON - 121)
    not_long = pair("r", name="B", last=NOON - 120)
    longer = pair("r", name="C", last=NOON - 300)
    overdue = page_of(long, not_long, longer)["overdue"]
    assert [row.report.name for row in overdue] == ["C", "A"]


def test_signs_are_in_order_or_by_the_minute():
    [row] = page_of(pair("~aggr|", apart=30))["rows"]
    assert plain(row["signs"]) == "*?..x|"
    assert plain(row["signs_by_minute"]).strip() == "*  ???.  .  x"


def test_an_open_page_counts_on_only_for_pairs_that_are_heard():
    silent = pair("r", name="B", heard=NOON - 61)
    final = replace(pair("r", name="C", heard=NOON), is_final=True)
    heard, *others = page_of(pair("r", name="A"), silent, final, live=True)["rows"]
    assert (heard["since"], heard["last"]) == (NOON, NOON)
    assert [(row["since"], row["last"]) for row in others] == [(None, None)] * 2


def test_names_of_files_are_valid_on_every_system():
    assert page_name("Ñandú_與-قط") == "Ñandú_與-قط.html"
    assert page_name("../a b\0\u202e (2)") == "-a-b-2-.html"


def test_text_json_and_page_agree():
    pairs = [
        pair("rr", name="Panda", level=2, blind=True, score=0.914, last=NOON - 121),
        pair("gg~", name="Otter", step=17),
        pair("r", name="Silent", heard=NOON - 400),
    ]
    view = view_of(SetRoom(*pairs), NOON)
    html = render("board_rows.html", page=board_page(view, "", live=False))
    page = re.sub(r"<[^>]*>", " ", html)
    for form in (page, "\n".join(board_lines(view))):
        for row in msgspec.json.decode(msgspec.json.encode(view.report))["pairs"]:
            assert_shows(form, row)


def assert_shows(form: str, row: dict[str, Any]):
    """Check that a text has the values of a pair, as the JSON has them."""
    shown = [row["name"], f"{row['state']}{'?' if row['silent'] else ''}"]
    if row["score"] is not None:
        shown.append(f"{100 * row['score']:.1f} %")
    if row["approved"]["changes"]:
        shown.append(f"*{row['approved']['changes']}")
    if row["silent"]:
        shown.append(f"last heard {format_minutes(NOON - row['last_heard'])}")
    elif row["not_green_since"] is not None:
        shown.append(format_minutes(NOON - row["not_green_since"]))
    shown.append(format_start(row["level"], row["step"], blind=row["blind"]))
    assert [value for value in shown if value not in form] == []


# The files.


def html_of(room: SetRoom, folder: Path) -> str:
    """Return the page of a room that updates itself."""
    pages = BoardPages(room, folder / "board.html")
    pages.write(live=True)
    return pages.file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("end", "seconds"), [(60, "300"), (-1, "Infinity")])
def test_an_open_page_marks_no_late_pair_between_rounds(end: float, seconds: str, tmp_path: Path):
    room = SetRoom(pair("g"))
    now = time.time()
    room.set_round(now - 60, now + end)
    assert f'data-late="{seconds}"' in html_of(room, tmp_path)


def test_a_page_loads_nothing_from_other_hosts(tmp_path: Path):
    html = html_of(SetRoom(pair("gr")), tmp_path)
    assert re.findall(r"https?:|<link|<img|src=|url\(|@import|fetch|import\(", html) == []


def test_untrusted_text_is_escaped(tmp_path: Path):
    room = SetRoom(pair("rrrr", name="</script><b>&"))
    room.clone.failure = "</script><b>&"
    html = html_of(room, tmp_path)
    assert html.count("&lt;/script&gt;&lt;b&gt;&amp;") == 2
    assert "<b>&" not in html
