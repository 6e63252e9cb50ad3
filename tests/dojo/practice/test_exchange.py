"""Files that are exchanged for others: all of them, or none."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dojo.practice import SavedAgainError
from dojo.practice import restoring as exchanges
from dojo.practice.restoring import exchange_files
from dojo.practice.snapshots import LINK, Blob

FULL = OSError(errno.ENOSPC, "No space left on device")


def blob(text: str) -> Blob:
    return Blob("100644", text.encode())


def exchange(folder: Path, home: Path, then: Mapping[str, Blob | None]) -> None:
    """Exchange files for others, with all that is there in a snapshot."""
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    now = {path: blob_of(there[path]) if path in there else None for path in then}
    exchange_files(folder, now, then, home)


def blob_of(path: Path) -> Blob | None:
    """Return what a snapshot has of a path."""
    if path.is_symlink():
        return Blob(LINK, str(path.readlink()).encode())
    return Blob("100644", path.read_bytes()) if path.is_file() else None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with two files."""
    folder = tmp_path / "practice"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / name).write_text(f"new {name}")
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a folder for what is on its way."""
    home = tmp_path / "home"
    home.mkdir()
    return home


def files(folder: Path) -> dict[str, str]:
    """Return what is in a folder, by path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def test_files_are_put_back_all_of_them(folder: Path, home: Path) -> None:
    exchange(folder, home, {"a": blob("old a"), "b": None, "c/d": blob("old d")})
    assert files(folder) == {"a": "old a", "c/d": "old d"}


def test_nothing_is_left_beside(folder: Path, home: Path) -> None:
    exchange(folder, home, {"a": blob("old a")})
    assert list(home.iterdir()) == []


def test_a_folder_in_the_place_of_a_file_makes_place(folder: Path, home: Path) -> None:
    (folder / "c").mkdir()
    (folder / "c/d").write_text("new d")
    exchange(folder, home, {"c": blob("old c"), "c/d": None})
    assert files(folder)["c"] == "old c"


def test_a_folder_with_a_file_that_nobody_keeps_makes_no_place(folder: Path, home: Path) -> None:
    (folder / "c/e").mkdir(parents=True)
    for name in ("c/d", "c/e/ignored"):
        (folder / name).write_text(f"new {name}")
    with pytest.raises(OSError, match="not empty"):
        exchange(folder, home, {"a": blob("old a"), "c": blob("old c"), "c/d": None})
    assert files(folder) == {name: f"new {name}" for name in ("a", "b", "c/d", "c/e/ignored")}


def test_a_file_in_the_place_of_a_folder_makes_place(folder: Path, home: Path) -> None:
    exchange(folder, home, {"a": None, "a/d": blob("old d")})
    assert files(folder)["a/d"] == "old d"


def test_what_is_behind_a_link_in_the_place_of_a_folder_stays(folder: Path, home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/d").write_text("not ours")
    (folder / "c").symlink_to(tmp_path / "elsewhere")
    exchange(folder, home, {"c": None, "c/d": blob("old d")})
    assert (files(folder)["c/d"], files(tmp_path / "elsewhere")) == ("old d", {"d": "not ours"})


def test_nothing_is_moved_through_a_link(folder: Path, home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/d").write_text("not ours")
    (folder / "c").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="A link where a folder was"):
        exchange(folder, home, {"a": blob("old a"), "c/d": blob("old d")})
    assert (files(folder)["a"], files(tmp_path / "elsewhere")) == ("new a", {"d": "not ours"})


def linked_meanwhile(monkeypatch: pytest.MonkeyPatch, link: Path, elsewhere: Path) -> None:
    """Let a link to a folder stand in the way once the files are moved aside."""

    def moved(*arguments: Any) -> None:
        move(*arguments)
        link.symlink_to(elsewhere)

    move = exchanges._move  # noqa: SLF001 - after which it is
    (elsewhere / "inside").mkdir(parents=True)
    monkeypatch.setattr(exchanges, "_move", moved)


def test_a_link_that_comes_into_the_way_meanwhile_stays_and_so_does_what_is_behind_it(
    folder: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked_meanwhile(monkeypatch, folder / "a", tmp_path / "elsewhere")
    exchange(folder, home, {"a": blob("old a")})
    assert ((folder / "a").is_symlink(), (tmp_path / "elsewhere/inside").is_dir()) == (True, True)


def test_nothing_is_put_through_a_link_that_comes_into_the_way_meanwhile(
    folder: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked_meanwhile(monkeypatch, folder / "c", tmp_path / "elsewhere")
    with pytest.raises(OSError, match="A link where a folder was"):
        exchange(folder, home, {"c/d": blob("old d")})
    assert files(tmp_path / "elsewhere") == {}


def test_a_link_may_come_back_where_a_folder_is(folder: Path, home: Path) -> None:
    (folder / "c").mkdir()
    (folder / "c/d").write_text("new d")
    exchange(folder, home, {"c": Blob(LINK, b"elsewhere"), "c/d": None})
    assert (folder / "c").readlink() == Path("elsewhere")


def test_a_link_is_put_back_as_a_link(folder: Path, home: Path) -> None:
    exchange(folder, home, {"a": Blob(LINK, b"b")})
    assert (folder / "a").readlink() == Path("b")


def test_what_is_saved_meanwhile_stays(folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def saved(_: Path, target: Path) -> None:
        target.write_text("saved again")
        raise FileExistsError

    monkeypatch.setattr(os, "link", saved)
    exchange(folder, home, {"a": blob("old a")})
    assert files(folder)["a"] == "saved again"


@pytest.mark.parametrize("now", ["as it was checked", None])
def test_what_no_snapshot_has_is_not_taken_away(now: str | None, folder: Path, home: Path) -> None:
    with pytest.raises(SavedAgainError):
        exchange_files(folder, {"a": now and blob(now), "b": blob("new b")}, {"a": blob("old a"), "b": None}, home)
    assert (files(folder), list(home.iterdir())) == ({"a": "new a", "b": "new b"}, [])


def test_what_is_written_into_a_file_that_is_on_its_way_is_not_taken_away(
    folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = (folder / "a").open("a")
    put = exchanges._put  # noqa: SLF001 - which comes after the move

    def written(*arguments: Any) -> None:
        editor.write(", and more")
        editor.close()
        monkeypatch.setattr(exchanges, "_put", put)
        put(*arguments)

    monkeypatch.setattr(exchanges, "_put", written)
    with pytest.raises(SavedAgainError):
        exchange(folder, home, {"a": blob("old a")})
    assert files(folder)["a"] == "new a, and more"


def test_who_may_read_a_file_stays_as_it_is(folder: Path, home: Path) -> None:
    (folder / "a").chmod(0o600)
    exchange(folder, home, {"a": blob("old a"), "b": Blob("100755", b"old b")})
    assert [oct((folder / name).stat().st_mode)[-3:] for name in ("a", "b")] == ["600", "755"]


def test_a_disk_without_hard_links_will_do(folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", unknown)
    exchange(folder, home, {"a": blob("old a")})
    assert files(folder)["a"] == "old a"


def test_a_disk_that_is_full_at_once_moves_nothing(folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise FULL

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        exchange(folder, home, {"a": blob("old a"), "b": None})
    assert files(folder) == {"a": "new a", "b": "new b"}


@pytest.mark.parametrize("before", [{"a": "old a", "b": "old b"}, {"a/d": "old d", "a": None, "b": "old b"}])
def test_when_it_fails_half_way_all_is_as_it_was(
    before: dict[str, str | None], folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = exchanges._place  # noqa: SLF001 - which is what fails

    def full(ready: Path, target: Path, blob: Blob) -> None:
        if target.name == "b":
            raise FULL
        place(ready, target, blob)

    monkeypatch.setattr(exchanges, "_place", full)
    with pytest.raises(OSError, match="No space left"):
        exchange(folder, home, {path: None if text is None else blob(text) for path, text in before.items()})
    assert (files(folder), list(home.iterdir())) == ({"a": "new a", "b": "new b"}, [])
