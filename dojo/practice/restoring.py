"""Going back to a state of the files that git has, and back again: all files are exchanged, or none.

What is there before is in a snapshot, or nothing happens. `dojo restore` goes to the one that was there last.
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
from typing import NamedTuple

from dojo.errors import WorkspaceError, WrongUsageError, words_of
from dojo.kata import begin_of_name, git_in, left_by_the_killed, unfinished_folder
from dojo.practice.appending import append_restored
from dojo.practice.interrupts import uninterrupted
from dojo.practice.locks import CHECK, hold
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, LINK, NESTED, TAKEN, Blob, Changes, GitError, Repository

ASIDE = "aside"  # begins the name of the folder

Files = Mapping[str, Blob | None]  # what is in a file, by its path in a folder; None where there is none


class SavedAgainError(Exception):
    """The file of this name is no longer as it was thought to be; nothing was exchanged."""


class Restored(NamedTuple):
    """What was restored: the state that is there again, the snapshot of what was there, and how they differ."""

    commit: str
    taken: str
    changes: Changes


def restore(practice: Practice, name: str | None) -> Restored:
    """Bring back the state of that name, or else what was reverted last; WrongUsageError if none."""
    repository = Repository(practice.folder)
    with hold(practice.folder, CHECK):
        snapshot = repository.snapshot("before a restore")
        commit = repository.commit_named(TAKEN) if name is None else repository.commit_named(f"{name}^{{commit}}")
        if commit is None:
            missing = "Nothing was reverted yet" if name is None else f"There is no snapshot {name!r}"
            lists = f"`{git_in(practice.folder)} log {CHECKS}` lists those that there are"
            raise WrongUsageError(f"{missing}. {lists}.")
        try:
            taken = go_back(practice, snapshot, commit)
        except SavedAgainError as error:
            raise WorkspaceError(f"{error} was saved again meanwhile, so nothing was restored.") from None
        with suppress(GitError):  # what was restored is to be said now
            if taken is not None:
                append_restored(repository, commit)
    taken = taken or snapshot
    return Restored(repository.short_name(commit), repository.short_name(taken), repository.changes(taken, commit))


def go_back(practice: Practice, snapshot: str, commit: str) -> str | None:
    """Put the files, which are as in a snapshot, back to what a commit has.

    Return the snapshot that has all that was there before; None when nothing was. SavedAgainError when a file is not as
    in the snapshot, WorkspaceError when it cannot be done: then all is as it was.
    """
    repository = Repository(practice.folder)
    snapshot = _with_ignored(repository, snapshot, commit)
    if not (changed := _changed(repository, snapshot, commit)):
        return None
    now, then = repository.blobs(snapshot, changed), repository.blobs(commit, changed)
    before = repository.commit_named(TAKEN)
    repository.set_taken(snapshot)
    _remove_kept(repository, practice.home)
    try:
        with uninterrupted():
            exchange_files(practice.folder, now, then, practice.home)
    except SavedAgainError:
        repository.set_taken(before)
        raise
    except OSError as error:
        aside = [practice.shown(each) for each in practice.home.glob(f"{ASIDE}-*") if any(each.iterdir())]
        if not aside:
            repository.set_taken(before)
        raise WorkspaceError(_could_not(error, aside)) from None
    return snapshot


def _with_ignored(repository: Repository, snapshot: str, commit: str) -> str:
    """Return a snapshot, or one that has beside what it has what git ignores, and a commit would take the place of."""
    folder = repository.folder
    not_kept = _changed(repository, snapshot, commit) - repository.entries(snapshot).keys()
    there = (path for path in not_kept if os.path.lexists(folder / path))
    also = [path for path in there if _link_on_the_way(folder, path) is None]
    return repository.snapshot("with what git ignores", also=also) if also else snapshot


def _could_not(error: OSError, aside: list[str]) -> str:
    """Say why files could not be exchanged, and where they are."""
    about = f"{words_of(error)}{f': {error.filename}' if error.filename else ''}"
    where = f"Some of your files are in {aside[-1]}/ now" if aside else "Your files are as you saved them"
    return f"The files could not be reverted: {about}.\n{where}."


def _remove_kept(repository: Repository, home: Path) -> None:
    """Remove what a process that was killed had moved aside, if git keeps all of it."""
    for aside in left_by_the_killed(home, f"{ASIDE}-"):
        paths = [path for path in aside.rglob("*") if path.is_symlink() or not path.is_dir()]
        if all(repository.keeps(_content(path)) for path in paths):
            shutil.rmtree(aside, ignore_errors=True)


def _changed(repository: Repository, snapshot: str, commit: str) -> set[str]:
    """Return the paths that differ, without repositories inside this one: they are nobody's to move."""
    entries = [*repository.entries(commit).items(), *repository.entries(snapshot).items()]
    return repository.changes(commit, snapshot).keys() - {path for path, entry in entries if entry.mode == NESTED}


def exchange_files(folder: Path, now: Files, then: Files, home: Path) -> None:
    """Put the files as they were `then` in the place of those that are as `now` says; both have the same paths.

    One that is there again by then, just saved, stays. OSError when something fails, SavedAgainError when a file was
    not as `now` says; all is as it was then, or, as far as that cannot be done, in a folder of `home`.
    """
    with unfinished_folder(home, "ready") as made, ExitStack() as undo:
        aside = Path(tempfile.mkdtemp(prefix=begin_of_name(ASIDE), dir=home))
        undo.callback(_remove_if_empty, aside)
        paths = sorted(then)  # a folder before what is in it
        ready = {path: made / str(number) for number, path in enumerate(paths)}
        moved = {path: Path(aside, str(number), Path(path).name) for number, path in enumerate(paths)}
        for path in paths:
            _make(ready[path], then[path], folder / path)
        for path in paths:
            _refuse_links(folder, path)
            _move(folder / path, moved[path], undo)
        for path in paths:
            if (blob := then[path]) is not None:
                _refuse_links(folder, path)
                _put(ready[path], folder / path, blob, undo)
        for path in paths:
            kept = now[path]
            if os.path.lexists(moved[path]) and (kept is None or _content(moved[path]) != kept.content):
                raise SavedAgainError(moved[path].name)  # no snapshot has it
        undo.pop_all()
        shutil.rmtree(aside)


def _make(ready: Path, blob: Blob | None, like: Path) -> None:
    """Make a file as it is to be, for the same people as the one in its place; a link needs no room, and no making."""
    if blob is None or blob.mode == LINK:
        return
    ready.write_bytes(blob.content)
    mode = like.stat().st_mode & 0o777 if like.is_file() else 0o644
    ready.chmod(mode | 0o111 if blob.mode == "100755" else mode & ~0o111)


def _refuse_links(folder: Path, path: str) -> None:
    """Raise OSError when a link is on the way to a path: what is behind it belongs to somebody else."""
    if (link := _link_on_the_way(folder, path)) is not None:
        raise OSError(errno.ENOTDIR, "A link where a folder was", str(link))


def _link_on_the_way(folder: Path, path: str) -> Path | None:
    """Return a link among the folders that a path leads through; None when there is none."""
    return next((folder / parent for parent in Path(path).parents if (folder / parent).is_symlink()), None)


def _move(target: Path, moved: Path, undo: ExitStack) -> None:
    """Move a file aside; it may have gone, with the folder around it."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        if not (target.is_symlink() or target.is_file()):
            raise OSError(errno.EEXIST, "Neither a file nor a folder is", str(target))
        moved.parent.mkdir()
        target.rename(moved)
        undo.callback(_move_back, moved, target)


def _move_back(moved: Path, target: Path) -> None:
    if not os.path.lexists(target):  # else it was saved again by now
        moved.rename(target)


def _put(ready: Path, target: Path, blob: Blob, undo: ExitStack) -> None:
    """Put a file in its place, unless one is there again, to be checked next; OSError for a folder not empty."""
    for place, _, _ in () if target.is_symlink() else os.walk(target, topdown=False):
        Path(place).rmdir()
        undo.callback(Path(place).mkdir, exist_ok=True)
    for parent in reversed([each for each in target.parents if not each.exists()]):
        parent.mkdir()
        undo.callback(_remove_if_empty, parent)
    with suppress(FileExistsError):
        _place(ready, target, blob)
        undo.callback(_take_away, target, blob)


def _remove_if_empty(folder: Path) -> None:
    for place, _, _ in os.walk(folder, topdown=False):
        with suppress(OSError):  # something is in it
            Path(place).rmdir()


def _place(ready: Path, target: Path, blob: Blob) -> None:
    """Put a file where none is; FileExistsError when there is one."""
    if blob.mode == LINK:
        target.symlink_to(os.fsdecode(blob.content))
        return
    try:
        os.link(ready, target)
    except OSError:  # there is one, or the file system has no hard links
        target.touch(exist_ok=False)  # which fails when there is one; renaming would not
        ready.replace(target)


def _take_away(target: Path, blob: Blob) -> None:
    """Remove a file that was put in its place, if it is still what was put there."""
    if _content(target) == blob.content:
        target.unlink()


def _content(path: Path) -> bytes:
    return os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
