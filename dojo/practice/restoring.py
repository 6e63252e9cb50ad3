"""Going back to a state of the files that git has, and back again.

What is there before is in a snapshot, or nothing happens. `dojo restore` goes to the one that was there last.
"""

import os
from typing import NamedTuple

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.exchange import SavedAgainError, exchange_files
from dojo.practice.locks import CHECK, PATIENCE_SECONDS, holding
from dojo.practice.model import Practice
from dojo.practice.snapshots import Changes, Repository


class Restored(NamedTuple):
    """What was restored: the state that is there again, the snapshot of what was there, and how they differ."""

    commit: str
    taken: str
    changes: Changes


def go_back(practice: Practice, snapshot: str, commit: str) -> str | None:
    """Put the files, which are as in a snapshot, back to what a commit has.

    Return the snapshot that has all that was taken away; None when nothing was. SavedAgainError when a file is not as
    in the snapshot, WorkspaceError when it cannot be done: then all is as it was.
    """
    repository = Repository(practice.folder)
    snapshot = _with_ignored(repository, snapshot, _changed(repository, snapshot, commit))
    changed = _changed(repository, snapshot, commit)
    if not changed:
        return None
    now, then = repository.blobs(snapshot, changed), repository.blobs(commit, changed)
    repository.set_taken(snapshot)
    try:
        exchange_files(practice.folder, now, then, practice.home)
    except SavedAgainError:
        raise
    except OSError as error:
        raise WorkspaceError(_not_done(practice, error)) from None
    return snapshot


def _changed(repository: Repository, snapshot: str, commit: str) -> set[str]:
    """Return the paths that differ, without repositories inside this one: they are nobody's to move."""
    nested = repository.nested(commit) | repository.nested(snapshot)
    return repository.changes(commit, snapshot).keys() - nested


def _with_ignored(repository: Repository, snapshot: str, changed: set[str]) -> str:
    """Return the snapshot, or one that has those of the changed files as well that git ignores by now."""
    there = [path for path in changed if os.path.lexists(repository.folder / path)]
    ignored = [path for path, blob in repository.blobs(snapshot, there).items() if blob is None]
    return repository.snapshot("with what git ignores", also=ignored) if ignored else snapshot


def _not_done(practice: Practice, error: OSError) -> str:
    """Say why the files did not go back, and where they are."""
    about = f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
    aside = [path for path in practice.home.glob("aside-*") if any(each.is_file() for each in path.rglob("*"))]
    where = (
        f"Some of your files are in {practice.shown(aside[-1])}/ now" if aside else "Your files are as you saved them"
    )
    return f"The files could not be put back: {about}.\n{where}."


@holding(CHECK, PATIENCE_SECONDS)
def restore(practice: Practice, name: str | None) -> Restored:
    """Bring back the state of that name, or else what the files were before they last went back.

    What is there now is kept in a snapshot first. WrongUsageError when there is no such state.
    """
    repository = Repository(practice.folder)
    commit = repository.taken() if name is None else repository.commit_named(name)
    if commit is None:
        missing = "Nothing was taken away yet" if name is None else f"There is no snapshot {name}"
        raise WrongUsageError(f"{missing}. `git -C {practice.name} log refs/dojo/checks` lists those that there are.")
    snapshot = repository.snapshot("before a restore")
    try:
        taken = go_back(practice, snapshot, commit) or snapshot
    except SavedAgainError as error:
        raise WorkspaceError(f"{error.filename} was saved again meanwhile, so nothing was restored.") from None
    return Restored(repository.short_name(commit), repository.short_name(taken), repository.changes(taken, commit))
