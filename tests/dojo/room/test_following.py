"""The files of a board: which are written, when, under what names; and what is never written over."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

import pytest

from dojo.errors import WorkspaceError
from dojo.practice import silent
from dojo.room.following import follow, write_all
from dojo.room.pages import Pages, file_name
from dojo.room.pairs import Pair
from tests.dojo.room.shown import NOW, SmallRoom, pair

if TYPE_CHECKING:
    from dojo.room import Room

PANDA, KOALA = pair("Panda", "gr"), pair("Koala", "g")
MARK = "<!-- made by dojo room -->"


def told(of: Pair) -> str:
    """Return a page of a pair."""
    return f"<p>{of.name}, {len(of.lights)} checks</p>"


def nobody(of: Pair) -> str:
    """Fail to make a page."""
    raise WorkspaceError(f"{of.name} cannot be read.")


def no_count(_done: int, _of: int) -> None:
    """Count nothing."""


def pages_of(room: SmallRoom, file: Path, make: Callable[[Pair], str] = told) -> Pages:
    return Pages(cast("Room", room), file, make, ["room.git"])


def write(pages: Pages) -> None:
    """Write all there is."""
    pages.refresh(NOW)
    write_all(pages, no_count)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the name of a page that is not there yet."""
    return tmp_path / "my board.html"


@pytest.fixture
def folder(file: Path) -> Path:
    """Give the folder beside it."""
    return file.with_name("my board-pairs")


def links(file: Path) -> list[str]:
    """Return where the names of pairs lead to."""
    return [unquote(link) for link in re.findall('<a href="([^#].*?)"', read(file))]


# What is written.


def test_a_board_whose_room_is_not_heard_any_more_counts_no_pair_on(file: Path) -> None:
    pages = pages_of(SmallRoom(replace(KOALA, heard=NOW)), file)
    counted_on = []
    for seconds in (0, 10, 20):
        pages.refresh(NOW + seconds)
        counted_on.append("data-at=" in read(file))
    assert counted_on == [True, True, False]


def test_the_board_leads_to_a_page_for_each_pair(file: Path) -> None:
    write(pages_of(SmallRoom(PANDA, KOALA), file))
    assert [read(file.parent / link) for link in links(file)] == [f"{MARK}\n{told(each)}" for each in (KOALA, PANDA)]


def test_a_pair_with_another_name_has_one_page(file: Path, folder: Path) -> None:
    pages = pages_of(room := SmallRoom(PANDA, KOALA), file)
    write(pages)
    (folder / "notes.html").write_text("mine", encoding="utf-8")
    room.put(replace(PANDA, left="Panda", goes_on=True), replace(PANDA, name="Otter"))
    write(pages)
    assert {each.name for each in folder.glob("*.html")} == {"Otter.html", "Koala.html", "notes.html"}


def test_the_board_comes_before_the_pages_of_pairs_and_leads_nowhere_yet(file: Path) -> None:
    pages = pages_of(SmallRoom(PANDA), file)
    pages.refresh(NOW)
    assert ("Panda" in read(file), links(file), list(pages.waiting)) == (True, [], ["Panda"])


def test_a_board_that_is_followed_names_its_news_as_an_address(file: Path) -> None:
    pages_of(SmallRoom(PANDA), file).refresh(NOW)
    assert '<main data-news="my%20board-pairs"><div data-now="1767355200.000"' in read(file)


def test_an_open_page_finds_the_same_board_in_the_news(file: Path, folder: Path) -> None:
    pages_of(SmallRoom(PANDA), file).refresh(NOW)
    assert read(folder / "latest.js") == f'{MARK}\nlatest("1767355200.000");\n'
    assert read(folder / "board.js").startswith(f'{MARK}\nshow("<div data-now=\\"1767355200.000\\"')


# When.


@pytest.fixture
def followed(file: Path) -> tuple[SmallRoom, Pages]:
    """Give a room and its pages, all of them written."""
    room = SmallRoom(PANDA, KOALA)
    pages = pages_of(room, file)
    write(pages)
    return room, pages


def written(file: Path, folder: Path) -> set[str]:
    """Return the names of the files that were written since they were emptied."""
    return {each.name for each in [file, *folder.iterdir()] if read(each) != f"{MARK}\n"}


def empty(file: Path, folder: Path) -> None:
    """Leave of all files the mark."""
    for each in [file, *folder.iterdir()]:
        each.write_text(f"{MARK}\n", encoding="utf-8")


def test_nothing_is_written_while_nothing_is_new(followed: tuple[SmallRoom, Pages], file: Path, folder: Path) -> None:
    _, pages = followed
    empty(file, folder)
    pages.refresh(NOW + 60)
    assert (written(file, folder), list(pages.waiting)) == (set(), [])


def test_a_check_is_on_the_board_and_on_the_page_of_its_pair_alone(
    followed: tuple[SmallRoom, Pages], file: Path, folder: Path
) -> None:
    room, pages = followed
    empty(file, folder)
    room.put(pair("Panda", "grg"))
    pages.refresh(NOW + 60)
    assert written(file, folder) == {file.name, "board.js", "latest.js"}
    pages.write_next()
    assert written(file, folder) == {file.name, "board.js", "latest.js", "Panda.html"}


@pytest.mark.parametrize("what", ["problems", "unreachable"])
def test_what_goes_wrong_is_on_the_board(followed: tuple[SmallRoom, Pages], file: Path, what: str) -> None:
    room, pages = followed
    room.problems = {"lynx": "lynx: no story"} if what == "problems" else {}
    room.unreachable = {"room.git": (NOW, "no answer")} if what == "unreachable" else {}
    pages.refresh(NOW + 60)
    assert len(re.findall("<li>.*(?:no story|no answer)</li>", read(file))) == 1


def test_a_pair_that_is_gone_stays_on_the_board(followed: tuple[SmallRoom, Pages], file: Path) -> None:
    room, pages = followed
    del room.pairs["Koala"]
    pages.refresh(NOW + 60)
    assert (">gone</td>" in read(file), len(links(file))) == (True, 2)


def test_a_page_that_cannot_be_made_is_told_and_takes_no_other_with_it(file: Path) -> None:
    room = SmallRoom(PANDA, KOALA)
    write(pages_of(room, file, lambda of: nobody(of) if of.name == "Koala" else told(of)))
    assert ("<li>no page of Koala: Koala cannot be read.</li>" in read(file), len(links(file))) == (True, 1)


def test_a_pair_that_was_never_checked_has_no_page_yet(file: Path) -> None:
    pages = pages_of(SmallRoom(pair("Lynx")), file)
    pages.refresh(NOW)
    assert pages.behind == 0


def test_a_page_that_takes_long_keeps_nothing_from_the_board(file: Path, folder: Path) -> None:
    is_ready, room = Event(), SmallRoom(PANDA)
    pages = pages_of(room, file, lambda of: told(of) if is_ready.wait() else "")
    pages.refresh(NOW)
    pages.write_next(0)
    room.put(KOALA)
    pages.refresh(NOW + 2)
    assert ("Koala" in read(file), pages.behind, (folder / "Panda.html").exists()) == (True, 2, False)
    is_ready.set()
    pages.write_next()
    assert (pages.behind, (folder / "Panda.html").exists()) == (1, True)


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


def test_following_writes_what_is_new_until_it_is_interrupted(file: Path, folder: Path) -> None:
    room = SmallRoom(PANDA)
    rest = Interrupted(lambda: room.put(KOALA), lambda: None)
    with pytest.raises(KeyboardInterrupt):
        follow(pages_of(room, file), silent, silent, rest, lambda: NOW)
    assert (len(links(file)), read(folder / "Koala.html").splitlines()[1]) == (2, told(KOALA))


def test_an_open_page_is_told_the_end(file: Path, folder: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        follow(pages_of(SmallRoom(PANDA), file), silent, silent, Interrupted(), lambda: NOW)
    assert "data-live" not in read(folder / "board.js")


# Names of files.


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Panda", "Panda"),
        ("Ñandú_與-قط", "Ñandú_與-قط"),
        ("Panda (tuesday)", "Panda-tuesday"),
        ("../../etc/passwd", "etc-passwd"),
        ("a\\b:c*?<>|\0\u202e.", "a-b-c"),
        ("...", "pair"),
        ("", "pair"),
        ("x" * 300, "x" * 40),
    ],
)
def test_names_of_files_are_good_on_every_system(name: str, stem: str) -> None:
    assert file_name(name, []) == f"{stem}.html"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Panda", "panda"), ("Panda", "Panda"), ("straße", "STRASSE"), ("a b", "a-b")],
)
def test_two_names_that_a_disk_takes_for_one_get_two_files(one: str, other: str) -> None:
    taken = [file_name(one, [])]
    assert file_name(other, taken).endswith("-2.html")


# What somebody else made.


def test_a_page_that_somebody_else_made_stays_as_it_is(file: Path, folder: Path) -> None:
    file.write_text("my notes", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not made by `dojo room`"):
        pages_of(SmallRoom(PANDA), file)
    assert (read(file), folder.exists()) == ("my notes", False)


def test_a_folder_that_somebody_else_made_stays_as_it_is(file: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.txt").write_text("my notes", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not made by `dojo room`"):
        pages_of(SmallRoom(PANDA), file)
    assert [each.name for each in folder.iterdir()] == ["notes.txt"]


def test_a_file_among_the_pages_that_somebody_else_made_stays_as_it_is(file: Path, folder: Path) -> None:
    write(pages_of(SmallRoom(KOALA), file))
    (folder / "Panda.html").write_text("my notes", encoding="utf-8")
    write(pages_of(SmallRoom(PANDA), file))
    assert read(folder / "Panda.html") == "my notes"
    assert "no page of Panda" in read(file)
