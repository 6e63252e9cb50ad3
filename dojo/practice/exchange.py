"""Files that are exchanged for others: all of them, or none.

files: what is in a file, by its path in a folder; None where there is none.
aside: where what is there now is moved to. An editor that still writes into a file writes into the one that was moved;
so it is compared with what it should be at the very end, and goes only when a snapshot has it, to the byte.
ready: a file as it is to be, made before the first one is moved: a full disk is noticed while all is as it was.
"""

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from dojo.practice.snapshots import LINK, Blob

EXECUTABLE = "100755"  # git's own mode

Files = Mapping[str, Blob | None]


class SavedAgainError(OSError):
    """A file is no longer as it was thought to be; nothing was exchanged."""


def exchange_files(folder: Path, now: Files, then: Files, home: Path) -> None:
    """Put the files as they were `then` in the place of those that are as `now` says; both have the same paths.

    One that is there again by then, just saved, stays. OSError when something fails, SavedAgainError when a file was
    not as `now` says; all is as it was then, or, as far as that cannot be done, in a folder of `home`.
    """
    aside = Path(tempfile.mkdtemp(prefix="aside-", dir=home))
    try:
        with tempfile.TemporaryDirectory(dir=home) as made, ExitStack() as undo:
            paths = sorted(then)  # a folder before what is in it
            ready = {path: Path(made, str(number)) for number, path in enumerate(paths)}
            moved = {path: Path(aside, str(number), Path(path).name) for number, path in enumerate(paths)}
            for path in paths:
                _make(ready[path], then[path], folder / path)
            for path in paths:
                _move(folder, path, moved[path], undo)
            for path in paths:
                _put(ready[path], folder / path, then[path], undo)
            for path in paths:
                _check_unchanged(moved[path], now[path])
            undo.pop_all()
        shutil.rmtree(aside)
    finally:
        _remove_if_empty(aside)


def _make(ready: Path, blob: Blob | None, like: Path) -> None:
    """Make a file as it is to be, for the same people as the one in its place; a link needs no room, and no making."""
    if blob is None or blob.mode == LINK:
        return
    ready.write_bytes(blob.content)
    mode = like.stat().st_mode & 0o777 if like.is_file() else 0o644
    ready.chmod(mode | 0o111 if blob.mode == EXECUTABLE else mode & ~0o111)


def _move(folder: Path, path: str, moved: Path, undo: ExitStack) -> None:
    """Move a file aside; it may have gone, with the folder around it."""
    target = folder / path
    _follow_no_link(folder, target)
    if not os.path.lexists(target) or _is_folder(target):
        return
    moved.parent.mkdir()
    undo.callback(_remove_if_empty, moved.parent)
    target.rename(moved)
    undo.callback(_move_back, moved, target)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _follow_no_link(folder: Path, target: Path) -> None:
    """Refuse to go through a link: what is behind it belongs to somebody else."""
    for parent in target.relative_to(folder).parents:
        if (folder / parent).is_symlink():
            raise OSError(errno.ENOTDIR, "A link where a folder was", str(folder / parent))


def _move_back(moved: Path, target: Path) -> None:
    if not os.path.lexists(target):  # else it was saved again by now
        moved.rename(target)


def _put(ready: Path, target: Path, blob: Blob | None, undo: ExitStack) -> None:
    """Put a file in its place, unless there is one again: that one is checked next."""
    if blob is None:
        return
    if _is_folder(target):
        _remove_folders(target, undo)
    for parent in reversed([each for each in target.parents if not each.exists()]):
        parent.mkdir()
        undo.callback(_remove_if_empty, parent)
    with suppress(FileExistsError):
        _place(ready, target, blob)
        undo.callback(_take_away, target, blob)


def _remove_folders(folder: Path, undo: ExitStack) -> None:
    """Remove folders in the place of a file; OSError when there is something in them that git does not look at."""
    for path in sorted((each for each in folder.rglob("*") if _is_folder(each)), reverse=True):
        path.rmdir()
        undo.callback(path.mkdir, exist_ok=True)
    folder.rmdir()
    undo.callback(folder.mkdir, exist_ok=True)


def _place(ready: Path, target: Path, blob: Blob) -> None:
    """Put a file where none is; FileExistsError when there is one."""
    if blob.mode == LINK:
        target.symlink_to(os.fsdecode(blob.content))
        return
    try:
        os.link(ready, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        target.touch(exist_ok=False)  # which fails when there is one; renaming would not
        ready.replace(target)


def _take_away(target: Path, blob: Blob) -> None:
    """Remove a file that was put in its place, if it is still what was put there."""
    if _content(target) == blob.content:
        target.unlink()


def _check_unchanged(moved: Path, blob: Blob | None) -> None:
    """Refuse to let go of what no snapshot has."""
    if os.path.lexists(moved) and (blob is None or _content(moved) != blob.content):
        raise SavedAgainError(errno.EBUSY, "Saved again meanwhile", moved.name)


def _content(path: Path) -> bytes:
    return os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):  # something is in it
        folder.rmdir()
