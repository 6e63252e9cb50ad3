"""Files that are read, and replaced, as a whole."""

import errno
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.files import text_of, unfinished_folder
from dojo.pages import write_whole


def test_a_file_is_written_and_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o640)
    write_whole(tmp_path / "file", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"new")]
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_on_a_full_disk_the_old_one_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"


def test_an_unfinished_folder_goes(tmp_path: Path) -> None:
    with unfinished_folder(tmp_path, "job") as folder:
        assert list(tmp_path.iterdir()) == [folder]
    assert not list(tmp_path.iterdir())


def test_text_is_read_whatever_its_lines_end_with(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_bytes("\ufeffÅ\r\n5\n".encode())
    assert text_of(tmp_path / "rules.md") == "Å\n5\n"


@pytest.mark.parametrize("content", [None, b"\xff"])
def test_what_cannot_be_read_is_told_with_what_brings_it_back(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    if content is not None:
        Path("rules.md").write_bytes(content)
    with pytest.raises(WorkspaceError, match=r"rules.md cannot be read: .*\n`git .*checkout -- rules.md` "):
        text_of(tmp_path / "rules.md")
