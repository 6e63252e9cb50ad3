"""The board as files for a browser: what a page says, when which is written, and what is never written over."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

import pytest

from dojo.pages import TEMPLATES, render
from dojo.practice.model import silent
from dojo.room.page import Pages, board_page, file_name, follow, page_row
from dojo.room.pairs import Pair
from dojo.room.rows import Row, window_of
from dojo.text import WorkspaceError
from tests.dojo.policy import allows_its_own_script_alone
from tests.dojo.room.boards import NOON, SetRoom, board, pair, press, shown
from tests.dojo.table.contrast import contrast

RUDE = '</script>"<b>&amp;\u202e'
PANDA, KOALA = pair("gr"), pair("g", name="Koala")
MARK = "<!-- made by dojo room -->"

# What a page says.


def page_of(*pairs: Pair, **more: Any) -> dict[str, Any]:  # as a view has it
    return board_page(shown(*pairs)._replace(**more), {RUDE: RUDE}) | {"stamp": "1", "live": True}


@pytest.mark.parametrize(("pairs", "size"), [(6, "six"), (7, "twelve"), (24, "two-dozen"), (25, "many")])
def test_the_fewer_pairs_there_are_the_larger_is_a_row(pairs: int, size: str) -> None:
    assert page_of(*(pair(name=f"Panda-{number}") for number in range(pairs)))["size"] == size


def test_what_nobody_has_is_no_column() -> None:
    assert page_of(pair(), pair(name="Koala", score=1.0))["columns"] == ["now", "level", "score"]


def test_whoever_is_red_for_too_long_is_named_the_longest_first() -> None:
    found = page_of(pair("r", name="A", last=NOON - 121), pair("r", name="B", last=NOON - 120), pair("rrrrrr"))
    assert [row.pair.name for row in found["overdue"]] == ["Panda", "A"]


def row_of_page(each: Pair) -> dict[str, Any]:
    [row] = cast("list[Row]", shown(each).rows)
    return page_row(row, "", window_of([each], NOON, 60))


def test_lights_know_the_number_of_their_check_and_are_told_in_words_too() -> None:
    row = row_of_page(pair("~aggrr", apart=30, swaps=(5,)))
    assert "".join(part.text for part in row["order"]) == "*?..x|x"
    assert (row["numbers"], row["words"][:46]) == ("1 3 5 6", "newest first: 2 red, 2 green, 1 amber, 1 green")


def test_of_a_room_that_is_not_heard_nothing_is_counted_on() -> None:
    red = pair("r", last=NOON - 900)
    moments = [(row["since"], row["at"]) for row in (row_of_page(replace(red, heard=NOON - 840)), row_of_page(red))]
    assert moments == [("", ""), (f"{NOON - 900:.0f}", f"{NOON - 900:.0f}")]


def test_a_page_runs_its_own_script_and_no_other_and_what_is_written_elsewhere_is_escaped() -> None:
    page = page_of(pair("rrrr", name=RUDE), troubles=[RUDE], advice=[RUDE])
    html = render("board.html", page=page, news="board-pairs", end=NOON + 1500, until="12:25")
    assert allows_its_own_script_alone(html)
    assert not re.search(r"https?:|//\w|<link|<img|src=|url\(|@import|fetch|import\(| style=", html)
    assert (html.count("&lt;/script&gt;&#34;&lt;b&gt;&amp;amp;\\u202e"), "<b>&" in html) == (5, False)


COLOURS = dict(
    re.findall(
        r"--([\w-]+): (#\w+)",
        (TEMPLATES / "base.html").read_text(encoding="utf-8").partition("@media")[0]
        + (TEMPLATES / "board.css").read_text(encoding="utf-8"),
    )
)
TEXTS = ("ink paper", "soft paper", "green paper", "amber paper", "red paper", "ink band", "soft band")
ON_LIGHTS = ("paper ink", "paper amber", "paper red")  # the switch, and signs
LIGHTS = ("green paper", "amber paper", "red paper", "green band", "amber band", "red band")


@pytest.mark.parametrize(
    ("both", "least"), [*((each, 4.5) for each in TEXTS + ON_LIGHTS), *((each, 3.0) for each in LIGHTS)]
)
def test_every_text_and_every_light_stands_out_from_its_paper(both: str, least: float) -> None:
    front, back = both.split()
    assert contrast(COLOURS[front], COLOURS[back]) >= least


# Which files are written, and when.


def told(_room: object, of: Pair) -> str:
    """Return a page of a pair; nobody can read Lynx."""
    if of.name == "Lynx":
        raise WorkspaceError("Lynx cannot be read.")
    return f"<p>{of.name}, {len(of.lights)} checks</p>"


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> SetRoom:
    """Give a room with two pairs, whose pages are a line each."""
    monkeypatch.setattr("dojo.room.page.page_of_pair", told)
    return SetRoom([PANDA, KOALA])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the name of a page that is not there yet."""
    return tmp_path / "my board.html"


@pytest.fixture
def folder(file: Path) -> Path:
    """Give the folder beside it."""
    return file.with_name("my board-pairs")


@pytest.fixture
def pages(room: SetRoom, file: Path) -> Pages:
    """Give pages that were written once, with those of the pairs."""
    made = Pages(room.as_room, file, ["room.git"])
    made.write(NOON, live=True)
    assert links(file) == []
    made.write_pairs(silent)
    made.write(NOON, live=True)
    return made


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def links(file: Path) -> list[str]:
    """Return where the names of pairs lead to."""
    return [unquote(link) for link in re.findall('<a href="([^#].*?)"', read(file))]


@pytest.mark.usefixtures("pages")
def test_the_board_leads_to_a_page_for_each_pair_once_there_is_one(room: SetRoom, file: Path) -> None:
    assert [read(file.parent / link) for link in links(file)] == [
        f"{MARK}\n{told(room, each)}" for each in (KOALA, PANDA)
    ]


def test_an_open_page_finds_the_same_board_in_the_news_and_when_the_room_was_last_heard(
    room: SetRoom, file: Path, folder: Path, pages: Pages
) -> None:
    assert '<main data-news="my%20board-pairs"><div data-now="1767355200.000"' in read(file)
    assert read(folder / "board.js").startswith(f'{MARK}\nshow("<div data-now=\\"1767355200.000\\"')
    room.heard = NOON + 60
    pages.write(NOON + 62, live=True)
    assert read(folder / "latest.js") == f'{MARK}\nlatest("1767355200.000", "as of 12:01:00", null);\n'


@pytest.mark.anyio
async def test_the_page_counts_down_what_the_keys_of_the_screen_have_made_of_the_round(
    room: SetRoom, file: Path, folder: Path, pages: Pages
) -> None:
    async with board(room).run_test() as pilot:
        await press(pilot, "t", "minus")
        pages.write(NOON, live=True)
    assert f'data-end="{NOON + 1200:.0f}">until 12:20<' in read(file)
    assert read(folder / "latest.js").endswith(f", {NOON + 1200});\n")


def test_nothing_is_written_while_nothing_is_new(room: SetRoom, file: Path, pages: Pages) -> None:
    written = []
    unheard = replace(KOALA, heard=NOON + 50)
    for problems, pairs in ((0, [PANDA, KOALA]), (1, [PANDA, KOALA]), (1, [pair("grg"), KOALA]), (1, [PANDA, unheard])):
        file.write_text(f"{MARK}\n", encoding="utf-8")
        room.problems, room.pairs = ["x: no story"] * problems, pairs
        pages.write(NOON + 70, live=True)
        written.append(read(file) != f"{MARK}\n")
    assert written == [False, True, True, True]


def test_a_page_that_cannot_be_made_is_told_and_takes_no_other_with_it(
    room: SetRoom, file: Path, folder: Path, pages: Pages
) -> None:
    room.pairs = [pair("grg"), pair("g", name="Lynx"), pair(name="Newt"), pair("g", name="Otter")]
    (folder / "Otter.html").write_text("my notes", encoding="utf-8")
    pages.write_pairs(silent)
    pages.write(NOON, live=False)
    assert ("<li>no page of Lynx: Lynx cannot be read.</li>" in read(file), "no page of Otter" in read(file)) == (
        True,
        True,
    )
    assert (links(file), read(folder / "Otter.html")) == (["my board-pairs/Panda.html"], "my notes")


def test_following_writes_what_is_new_until_it_is_interrupted(room: SetRoom, file: Path, folder: Path) -> None:
    later = [[KOALA], []]
    room.pairs = [PANDA]

    def rest(_seconds: float) -> None:
        if not later:
            raise KeyboardInterrupt
        room.pairs += later.pop(0)

    with pytest.raises(KeyboardInterrupt):
        follow(Pages(room.as_room, file, []), silent, rest, lambda: NOON)
    assert (len(links(file)), "data-live" in read(folder / "board.js")) == (2, False)


def test_names_of_files_are_good_on_every_system_and_no_two_are_one() -> None:
    assert [file_name(name) for name in ("Panda", "Ñandú_與-قط")] == ["Panda.html", "Ñandú_與-قط.html"]
    rude = {file_name(name) for name in ("a b", "a\\b", "a:b", "../a", "...", "a\0\u202eb", "a (2)", "a-2", "a-b")}
    assert (len(rude), [name for name in rude if not re.fullmatch(r"[\w-]+\.html", name)]) == (9, [])


def test_a_page_that_somebody_else_made_stays_as_it_is(room: SetRoom, file: Path, folder: Path) -> None:
    file.write_text("my notes", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not made by `dojo room`"):
        Pages(room.as_room, file, [])
    assert (read(file), folder.exists()) == ("my notes", False)
