"""The files of many states of a practice.

state: a tree, by its name in git. blob: a file's content, by its name in git. A state that is not there as a whole is
not known.
"""

from collections.abc import Iterable
from contextlib import suppress

from dojo.practice.snapshots import GitError, Repository

Blobs = dict[str, str]  # by path


def blobs_of(repository: Repository, trees: Iterable[str]) -> dict[str, Blobs]:
    """Return the files of each state that is known: of each the blob, by its path."""
    found = {}
    for tree in dict.fromkeys(trees):
        with suppress(GitError):
            found[tree] = repository.blobs(tree)
    return found


def texts_of(repository: Repository, blobs: Iterable[str]) -> dict[str, str]:
    """Return the text of each blob that is known."""
    found = {}
    for blob in dict.fromkeys(blobs):
        with suppress(GitError):
            found[blob] = repository.text(blob)
    return found
