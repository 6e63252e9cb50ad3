"""Files that are exchanged for others: all of them, or none.

before: each file as it is to be again, by its path in a folder; None where there is to be none.
kept: the folder that what is there now is moved to. Moving loses nothing: an editor that still writes into a file
writes into the one that was moved.
ready: a file as it is to be, made before the first one is moved: a full disk is noticed while all is as it was.
"""

import errno
import os
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from dojo.practice.snapshots import LINK, Blob

EXECUTABLE = "100755"  # git's own mode

Before = Mapping[str, Blob | None]


def exchange_files(folder: Path, before: Before, kept: Path) -> None:
    """Move what is there aside, whatever is in it by now, and put the files as they were in its place.

    One that is there again by then, just saved, stays. OSError when something fails; what was moved is moved back then,
    as far as that can be done.
    """
    with tempfile.TemporaryDirectory(dir=kept.parent) as made, ExitStack() as undo:
        paths = sorted(before)  # a folder before what is in it
        ready = {path: Path(made, str(number)) for number, path in enumerate(paths)}
        for path in paths:
            _make(ready[path], before[path])
        for path in paths:
            _move(folder, path, kept, undo)
        for path in paths:
            _put(ready[path], folder / path, before[path], undo)
        undo.pop_all()


def _make(ready: Path, blob: Blob | None) -> None:
    """Make a file as it is to be; a link is made in its place, and needs no room."""
    if blob is not None and blob.mode != LINK:
        ready.write_bytes(blob.content)
        ready.chmod(0o755 if blob.mode == EXECUTABLE else 0o644)


def _move(folder: Path, path: str, kept: Path, undo: ExitStack) -> None:
    """Move a file, or the folder in its place, to where it is kept; it may have gone, with the folder around it."""
    target = folder / path
    _follow_no_link(folder, target)
    if not os.path.lexists(target):
        return
    (kept / path).parent.mkdir(parents=True, exist_ok=True)
    target.rename(kept / path)
    undo.callback(_move_back, kept / path, target)


def _follow_no_link(folder: Path, target: Path) -> None:
    """Refuse to go through a link: what is behind it belongs to somebody else."""
    for parent in target.relative_to(folder).parents:
        if (folder / parent).is_symlink():
            raise OSError(errno.ENOTDIR, "A link where a folder was", str(folder / parent))


def _move_back(kept: Path, target: Path) -> None:
    if not os.path.lexists(target):  # else it was saved again by now
        kept.rename(target)


def _put(ready: Path, target: Path, blob: Blob | None, undo: ExitStack) -> None:
    """Put a file in its place, unless there is one again: that one is checked next."""
    if blob is None:
        return
    for parent in reversed([each for each in target.parents if not each.exists()]):
        parent.mkdir()
        undo.callback(_remove_folder, parent)
    with suppress(FileExistsError):
        _place(ready, target, blob)
        undo.callback(_take_away, target, blob)


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
    now = os.fsencode(target.readlink()) if target.is_symlink() else target.read_bytes()
    if now == blob.content:
        target.unlink()


def _remove_folder(folder: Path) -> None:
    with suppress(OSError):  # something was saved in it
        folder.rmdir()
