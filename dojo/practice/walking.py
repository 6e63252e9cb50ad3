"""The worked way in a repository: the tangle first, and a commit for each step.

state: the code after so many steps, the text of each .py file by its path; the first is the tangle.
"""

import tempfile
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata import LAST, Step, tangle
from dojo.practice.snapshots import GitError, Repository

TITLE = "The tangle, as it was inherited"


def walk(workspace: Path, folder: Path, steps: list[Step]) -> Repository:
    """Make a repository in an empty folder, of the tangle and the steps; WorkspaceError where one does not apply."""
    (folder / "yatzy.py").write_text(tangle(workspace, LAST), encoding="utf-8", newline="\n")
    repository = Repository(folder)
    repository.create(TITLE)
    try:
        if steps:
            repository.git("am", "--quiet", "--committer-date-is-author-date", *(str(step.path) for step in steps))
    except GitError:
        stopped = steps[len(repository.git("rev-list", "HEAD").split()) - 1]
        raise WorkspaceError(f"{stopped.path.name} does not apply to the state before it. `dojo way --edit`.") from None
    return repository


def worked_states(workspace: Path, steps: list[Step]) -> list[dict[str, str]]:
    """Return the state before the first step, and that after each."""
    with tempfile.TemporaryDirectory(prefix="dojo-way-") as name:
        repository = walk(workspace, Path(name), steps)
        return [repository.files(commit) for commit in repository.git("rev-list", "--reverse", "HEAD").split()]
