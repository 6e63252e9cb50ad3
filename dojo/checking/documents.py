"""The documents of a level, as a practice shows them."""

from pathlib import Path

from dojo.checking.rendering import render
from dojo.checking.runner import run
from dojo.errors import WorkspaceError
from dojo.practice import CHECK, PATIENCE_SECONDS, Practice, holding

LIMIT_SECONDS = 60


@holding(CHECK, PATIENCE_SECONDS)
def write_documents(practice: Practice, folder: Path) -> list[Path]:
    """Write every document of the level into `folder` as the practice shows it; WorkspaceError when it cannot."""
    result = run(practice, LIMIT_SECONDS, options=(f"--received-to={folder}",))
    if result.findings:
        found = "\n".join(render(practice, result)[1:])
        raise WorkspaceError(f"practice/ cannot write its documents, so there is nothing to approve:\n{found}")
    return sorted(folder.glob("*.approved.txt"))
