"""Copies of what a person has: every file of it, and nothing that would be waited for."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from dojo.mutation.copying import copy_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with whatever is no file, and with a file at the end."""
    folder = tmp_path / "folder"
    (folder / "below").mkdir(parents=True)
    os.mkfifo(folder / "pipe")
    links = {"nowhere": "no", "itself": "itself", "zeros": "/dev/zero", "below/around": "..", "also": "z.txt"}
    for name, place in links.items():
        (folder / name).symlink_to(place)
    (folder / "z.txt").write_text("own")
    (folder / "z.received.txt").touch()
    return folder


def test_what_is_no_file_is_left_out_and_links_are_followed(folder: Path, tmp_path: Path) -> None:
    copy_folder(folder, tmp_path / "copy")
    found = {path.name: path.is_symlink() for path in (tmp_path / "copy").rglob("*")}
    assert found == {"below": False, "also": False, "z.txt": False}


def test_links_are_copied_as_links_where_they_are_not_followed(folder: Path, tmp_path: Path) -> None:
    copy_folder(folder, tmp_path / "copy", ["z.*"], follow=False)
    found = {path.name for path in (tmp_path / "copy").rglob("*") if path.is_symlink()}
    assert found == {"nowhere", "itself", "zeros", "around", "also"}


def test_what_cannot_be_copied_is_told_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def vanish(*_: object, **__: object) -> None:  # as an editor's own file may, while all are copied
        raise shutil.Error([("folder/gone", "copy/gone", "it is not there"), ("folder/b", "copy/b", "neither")])

    monkeypatch.setattr(shutil, "copytree", vanish)
    with pytest.raises(OSError, match=r"^folder/gone cannot be copied: it is not there$"):
        copy_folder(tmp_path, tmp_path / "copy")
