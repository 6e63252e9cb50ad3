"""The documents of a practice: its own, in `practice/approved_files/`, stand before shared ones of the same name."""

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import Shelf, free_name
from dojo.practice.model import Practice
from dojo.text import now


def own_documents(practice: Practice) -> Shelf:
    """Return where the documents are, with a new folder for what is replaced now.

    WrongUsageError for a blind practice, WorkspaceError when something would be written through a link.
    """
    if practice.choices.blind:
        raise WrongUsageError(
            "A blind start has no golden master to approve. Approve documents in your own tests, with approvaltests."
        )
    if practice.own_documents.is_symlink():
        raise WorkspaceError(
            "practice/approved_files is a link; nothing is written through it. Put a folder in its place."
        )
    home = free_name(practice.home / "replaced" / f"{now():%Y-%m-%d-%H%M%S}")
    return Shelf(practice.own_documents, home, practice.workspace / "approved_files")
