"""The files of a board: which are written, when, under what names; and what is never written over."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.model import silent
from dojo.room.pages import Pages, file_name, follow, write_all
from dojo.room.pairs import Pair
from dojo.room.rows import clock_time
from tests.dojo.room.boards import SetRoom, as_room
from tests.dojo.room.pairs import NOON, pair

PANDA, KOALA = pair("gr"), pair("g", name="Koala")
MARK = "<!-- made by dojo room -->"


def told(_room: object, of: Pair) -> str:
    """Return a page of a pair; nobody can read Lynx."""
    if of.name == "Lynx":
        raise WorkspaceError("Lynx cannot be read.")
    return f"<p>{of.name}, {len(of.lights)} checks</p>"


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page of a pair be a line."""
    monkeypatch.setattr("dojo.room.pages.page_of_pair", told)


@pytest.fixture
def room() -> SetRoom:
    """Give a room with two pairs."""
    made = SetRoom()
    made.fill(PANDA, KOALA)
    return made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the name of a page that is not there yet."""
    return tmp_path / "my board.html"


@pytest.fixture
def folder(file: Path) -> Path:
    """Give the folder beside it."""
    return file.with_name("my board-pairs")


def pages_of(room: SetRoom, file: Path) -> Pages:
    return Pages(as_room(room), file, ["room.git"])


def write(pages: Pages) -> None:
    pages.refresh(NOON)
    write_all(pages, lambda _done, _of: None)
    pages.refresh(NOON)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def links(file: Path) -> list[str]:
    """Return where the names of pairs lead to."""
    return [unquote(link) for link in re.findall('<a href="([^#].*?)"', read(file))]


def test_the_board_comes_first_and_leads_to_a_page_for_each_pair_once_there_is_one(room: SetRoom, file: Path) -> None:
    pages = pages_of(room, file)
    pages.refresh(NOON)
    assert ("Panda" in read(file), links(file), pages.behind) == (True, [], 2)
    write_all(pages, lambda _done, _of: None)
    assert [read(file.parent / link) for link in links(file)] == [
        f"{MARK}\n{told(room, each)}" for each in (KOALA, PANDA)
    ]


def test_an_open_page_finds_the_same_board_in_the_news(room: SetRoom, file: Path, folder: Path) -> None:
    pages_of(room, file).refresh(NOON)
    assert '<main data-news="my%20board-pairs"><div data-now="1767355200.000"' in read(file)
    assert read(folder / "latest.js") == f'{MARK}\nlatest("1767355200.000", "as of {clock_time(NOON, "%H:%M:%S")}");\n'
    assert read(folder / "board.js").startswith(f'{MARK}\nshow("<div data-now=\\"1767355200.000\\"')


def test_nothing_is_written_while_nothing_is_new(room: SetRoom, file: Path) -> None:
    pages = pages_of(room, file)
    write(pages)
    written = []
    for change in (lambda: None, lambda: room.problems.append("x: no story"), lambda: room.fill(pair("grg"), KOALA)):
        file.write_text(f"{MARK}\n", encoding="utf-8")
        change()
        pages.refresh(NOON + 60)
        written.append(read(file) != f"{MARK}\n")
    assert (written, pages.behind) == ([False, True, True], 2)


def test_an_open_page_says_when_the_room_was_last_heard_also_while_nothing_is_new(
    room: SetRoom, file: Path, folder: Path
) -> None:
    pages = pages_of(room, file)
    write(pages)
    said = []
    for room.heard in (NOON + 60, NOON + 120, NOON + 120):
        pages.refresh(NOON + 200)
        said.append(clock_time(NOON + 120, "%H:%M:%S") in read(folder / "latest.js"))
    assert said == [False, True, True]


def test_a_board_whose_room_is_not_heard_any_more_counts_no_pair_on(room: SetRoom, file: Path) -> None:
    room.fill(replace(KOALA, heard=NOON))
    pages = pages_of(room, file)
    counted_on = []
    for seconds in (0, 10, 20):
        pages.refresh(NOON + seconds)
        counted_on.append("data-at=" in read(file))
    assert counted_on == [True, True, False]


def test_a_pair_with_another_name_has_one_page(room: SetRoom, file: Path, folder: Path) -> None:
    pages = pages_of(room, file)
    write(pages)
    (folder / "notes.html").write_text("mine", encoding="utf-8")
    room.fill(KOALA, replace(PANDA, left="Panda", goes_on=True), replace(PANDA, name="Otter"))
    write(pages)
    assert {each.name for each in folder.glob("*.html")} == {"Otter.html", "Koala.html", "notes.html"}


def test_a_pair_that_is_gone_stays_on_the_board(room: SetRoom, file: Path) -> None:
    pages = pages_of(room, file)
    write(pages)
    room.fill(PANDA)
    pages.refresh(NOON + 60)
    assert (">gone</td>" in read(file), len(links(file))) == (True, 2)


def test_a_page_that_cannot_be_made_is_told_and_takes_no_other_with_it(room: SetRoom, file: Path) -> None:
    room.fill(PANDA, pair("g", name="Lynx"), pair(name="Newt"))
    write(pages_of(room, file))
    assert ("<li>no page of Lynx: Lynx cannot be read.</li>" in read(file), len(links(file))) == (True, 1)


class Interrupted:
    """Rests so many times; then Ctrl-C is pressed."""

    def __init__(self, *then: Callable[[], None]) -> None:
        """Take what happens meanwhile, one thing at each rest."""
        self.then = list(then)

    def __call__(self, _seconds: float) -> None:
        """Rest."""
        if not self.then:
            raise KeyboardInterrupt
        self.then.pop(0)()


def test_following_writes_what_is_new_until_it_is_interrupted(room: SetRoom, file: Path, folder: Path) -> None:
    room.fill(PANDA)
    rest = Interrupted(lambda: room.fill(PANDA, KOALA), lambda: None)
    with pytest.raises(KeyboardInterrupt):
        follow(pages_of(room, file), silent, rest, lambda: NOON)
    assert (len(links(file)), read(folder / "Koala.html").splitlines()[1]) == (2, told(room, KOALA))
    assert "data-live" not in read(folder / "board.js")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Ñandú_與-قط", "Ñandú_與-قط"),
        ("Panda (tuesday)", "Panda-tuesday"),
        ("../../etc/passwd", "etc-passwd"),
        ("a\\b:c*?<>|\0\u202e.", "a-b-c"),
        ("...", "pair"),
        ("x" * 300, "x" * 40),
    ],
)
def test_names_of_files_are_good_on_every_system(name: str, stem: str) -> None:
    assert file_name(name, []) == f"{stem}.html"


@pytest.mark.parametrize(("one", "other"), [("Panda", "panda"), ("straße", "STRASSE"), ("a b", "a-b")])
def test_two_names_that_a_disk_takes_for_one_get_two_files(one: str, other: str) -> None:
    assert file_name(other, [file_name(one, [])]).endswith("-2.html")


def test_a_page_that_somebody_else_made_stays_as_it_is(room: SetRoom, file: Path, folder: Path) -> None:
    file.write_text("my notes", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not made by `dojo room`"):
        pages_of(room, file)
    assert (read(file), folder.exists()) == ("my notes", False)


def test_a_file_among_the_pages_that_somebody_else_made_stays_as_it_is(room: SetRoom, file: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / "Panda.html").write_text("my notes", encoding="utf-8")
    write(pages_of(room, file))
    assert (read(folder / "Panda.html"), "no page of Panda" in read(file)) == ("my notes", True)
