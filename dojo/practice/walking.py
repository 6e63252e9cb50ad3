"""The worked way in a repository: the tangle first, and a commit for each step.

The steps of a practice and of a hint need no git: dojo.kata.patches reads them. This is for who changes the steps.
"""

import os
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata import LAST, WORKED, Step, checkout, tangle
from dojo.practice.snapshots import BY_THE_DISK, GitError, Repository

# Whatever a person has set up for git: the patches are the same for everybody.
ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **dict.fromkeys(("GIT_EDITOR", "GIT_SEQUENCE_EDITOR"), "true"),  # a program that changes nothing
    **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "The kata"),
    **dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "kata@localhost"),
}
TITLE = "The tangle, as it was inherited"


def walk(workspace: Path, folder: Path, steps: list[Step], start: str | None = None) -> Repository:
    """Make a repository in an empty folder, of the tangle and the steps; WorkspaceError where one does not apply.

    `start`: another tangle than that of the workspace.
    """
    (folder / "yatzy.py").write_text(start or tangle(workspace, LAST), encoding="utf-8", newline="\n")
    repository = Repository(folder)
    repository.create(TITLE)
    try:
        if steps:
            patches = [str(step.path) for step in steps]
            repository.git("am", "--quiet", "--keep", "--committer-date-is-author-date", *patches, **ENVIRONMENT)
    except GitError as refused:
        if BY_THE_DISK in str(refused):
            raise
        name = steps[len(repository.git("rev-list", "HEAD").split()) - 1].path.name
        again = checkout(workspace, f"{WORKED}/{name}")
        raise WorkspaceError(f"{name} does not apply to the state before it.\n{again} brings it back.") from None
    return repository
