"""Going back to a state of the files that git has, and back again.

What is there before is in a snapshot first: whatever happens then, `dojo restore` brings it back.
"""

from typing import NamedTuple

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.workspace import git_in
from dojo.practice.appending import append_restored
from dojo.practice.locks import CHECK, hold
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, TAKEN, Changes, Repository


class SavedAgainError(Exception):
    """The file of this name is no longer as in the snapshot; nothing was put back."""


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
        commit = repository.commit_named(TAKEN if name is None else name)
        if commit is None:
            missing = "Nothing was reverted yet" if name is None else f"There is no snapshot {name!r}"
            lists = f"`{git_in(practice.folder)} log {CHECKS}` lists those that there are"
            raise WrongUsageError(f"{missing}. {lists}.")
        try:
            taken = go_back(practice, snapshot, commit)
        except SavedAgainError as error:
            raise WorkspaceError(f"{error} was saved again meanwhile, so nothing was restored.") from None
        if taken is not None:
            append_restored(repository, commit)
    taken = taken or snapshot
    return Restored(repository.short_name(commit), repository.short_name(taken), repository.changes(taken, commit))


def go_back(practice: Practice, snapshot: str, commit: str) -> str | None:
    """Put the files, which are as in a snapshot, back to what a commit has.

    Return the snapshot that has all that was there before; None when nothing differs. SavedAgainError when a file is
    not as in the snapshot.
    """
    repository = Repository(practice.folder)
    deltas = [each.delta for each in repository.patches(snapshot, commit)]
    missing = [each.new_file.path for each in deltas if not each.old_file.mode]
    places = [each for path in missing for each in (practice.folder / path, *(practice.folder / path).rglob("*"))]
    if ignored := [each.relative_to(practice.folder).as_posix() for each in places if each.is_file()]:
        snapshot = repository.snapshot("with what git ignores", also=ignored)
    if not repository.changes(snapshot, commit):
        return None
    if saved := repository.put_back(snapshot, commit):
        raise SavedAgainError(saved[0])
    return snapshot
