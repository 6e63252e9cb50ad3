"""Files that are exchanged for others: all of them, or none."""

import errno
import os
from pathlib import Path

import pytest

from dojo.practice import exchange as exchanges
from dojo.practice.exchange import exchange_files
from dojo.practice.snapshots import LINK, Blob

FULL = OSError(errno.ENOSPC, "No space left on device")


def blob(text: str) -> Blob:
    return Blob("100644", text.encode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with two files."""
    folder = tmp_path / "practice"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / name).write_text(f"new {name}")
    return folder


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Give the place for what is there."""
    return tmp_path / "kept"


def files(folder: Path) -> dict[str, str]:
    """Return what is in a folder, by path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def test_files_are_put_back_and_what_was_there_is_kept(folder: Path, kept: Path) -> None:
    exchange_files(folder, {"a": blob("old a"), "b": None, "c/d": blob("old d")}, kept)
    assert files(folder) == {"a": "old a", "c/d": "old d"}
    assert files(kept) == {"a": "new a", "b": "new b"}


def test_nothing_is_left_beside(folder: Path, kept: Path) -> None:
    exchange_files(folder, {"a": blob("old a")}, kept)
    assert sorted(path.name for path in kept.parent.iterdir()) == ["kept", "practice"]


def test_a_folder_in_the_place_of_a_file_is_kept_whole(folder: Path, kept: Path) -> None:
    (folder / "c").mkdir()
    (folder / "c/d").write_text("new d")
    exchange_files(folder, {"c": blob("old c"), "c/d": None}, kept)
    assert (files(folder)["c"], files(kept)["c/d"]) == ("old c", "new d")


def test_a_file_in_the_place_of_a_folder_is_kept(folder: Path, kept: Path) -> None:
    exchange_files(folder, {"a": None, "a/d": blob("old d")}, kept)
    assert (files(folder)["a/d"], files(kept)["a"]) == ("old d", "new a")


def test_what_is_behind_a_link_in_the_place_of_a_folder_stays(folder: Path, kept: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/d").write_text("not ours")
    (folder / "c").symlink_to(tmp_path / "elsewhere")
    exchange_files(folder, {"c": None, "c/d": blob("old d")}, kept)
    assert (files(folder)["c/d"], files(tmp_path / "elsewhere")) == ("old d", {"d": "not ours"})


def test_nothing_is_moved_through_a_link(folder: Path, kept: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/d").write_text("not ours")
    (folder / "c").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="A link where a folder was"):
        exchange_files(folder, {"a": blob("old a"), "c/d": blob("old d")}, kept)
    assert (files(folder)["a"], files(tmp_path / "elsewhere")) == ("new a", {"d": "not ours"})


def test_a_link_is_put_back_as_a_link(folder: Path, kept: Path) -> None:
    exchange_files(folder, {"a": Blob(LINK, b"b")}, kept)
    assert (folder / "a").readlink() == Path("b")


def test_what_is_saved_meanwhile_stays(folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def saved(_: Path, target: Path) -> None:
        target.write_text("saved again")
        raise FileExistsError

    monkeypatch.setattr(os, "link", saved)
    exchange_files(folder, {"a": blob("old a")}, kept)
    assert (files(folder)["a"], files(kept)["a"]) == ("saved again", "new a")


def test_a_disk_without_hard_links_will_do(folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", unknown)
    exchange_files(folder, {"a": blob("old a")}, kept)
    assert files(folder)["a"] == "old a"


def test_a_disk_that_is_full_at_once_moves_nothing(folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise FULL

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        exchange_files(folder, {"a": blob("old a"), "b": None}, kept)
    assert files(folder) == {"a": "new a", "b": "new b"}


@pytest.mark.parametrize("before", [{"a": "old a", "b": "old b"}, {"a/d": "old d", "a": None, "b": "old b"}])
def test_when_it_fails_half_way_all_is_as_it_was(
    before: dict[str, str | None], folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = exchanges._place  # noqa: SLF001 - which is what fails

    def full(ready: Path, target: Path, blob: Blob) -> None:
        if target.name == "b":
            raise FULL
        place(ready, target, blob)

    monkeypatch.setattr(exchanges, "_place", full)
    with pytest.raises(OSError, match="No space left"):
        exchange_files(folder, {path: None if text is None else blob(text) for path, text in before.items()}, kept)
    assert (files(folder), files(kept)) == ({"a": "new a", "b": "new b"}, {})
