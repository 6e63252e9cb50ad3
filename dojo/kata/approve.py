"""Writing the golden master from legacy.

document: a file of approved_files/ that the golden master compares with. replaced: a document as it was before it
was approved anew, kept until the next commit.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from dojo.errors import WorkspaceError
from dojo.kata.approval_questions import Change, agreed, changes_of
from dojo.kata.files import write_whole
from dojo.kata.golden_master import run_scenarios, run_tests
from dojo.kata.workspace import LEGACY, free_name
from dojo.text import counted

LOOKS = "tests/dojo/table/test_table_looks.py"
FINE, FALLS_SHORT = 0, 1


def approve(workspace: Path, *, yes: bool) -> int:
    """Show how legacy's documents differ from the approved ones, ask, and replace them; return the exit code."""
    return _approve(workspace, write_documents, "legacy", "Does this follow the rules? Approve", yes=yes)


def approve_table(workspace: Path, *, yes: bool) -> int:
    """Show how the looks of the table differ from the approved ones, ask, and replace them; return the exit code."""
    return _approve(workspace, write_looks, "the table", "Does this look right? Approve", yes=yes)


def _approve(
    workspace: Path, write: Callable[[Path, Path], list[Path]], whose: str, question: str, *, yes: bool
) -> int:
    approved = workspace / "approved_files"
    with tempfile.TemporaryDirectory() as folder:
        written = write(workspace, Path(folder))
        found = changes_of((approved / new.name, new) for new in written)
        if not found:
            click.echo(f"Nothing to approve: {whose} agrees with all {len(written)} documents.")
            return FINE
        home = free_name(replaced_home(workspace) / f"{last_commit(workspace)}-differences")
        chosen = agreed(found, home, home.relative_to(workspace).as_posix(), question, yes=yes)
        if chosen:
            replace(workspace, chosen)
    return ending(found, chosen)


def ending(found: list[Change], chosen: list[Path]) -> int:
    """Say what stays as it was; return the exit code."""
    left = len(found) - len(chosen)
    if left:
        click.echo(f"{counted(left, 'document')} not approved, and left as {'it was' if left == 1 else 'they were'}.")
    return FALLS_SHORT if left else FINE


def write_documents(workspace: Path, folder: Path) -> list[Path]:
    """Write every document into `folder` as legacy shows it; WorkspaceError when legacy cannot."""
    done = run_scenarios(workspace, LEGACY, f"--received-to={folder}")
    return written_to(folder, done, "legacy cannot write the golden master")


def write_looks(workspace: Path, folder: Path) -> list[Path]:
    """Write what the table looks like, at its key moments, into `folder`; WorkspaceError when it cannot be shown."""
    return written_to(folder, run_tests(workspace, LOOKS, f"--received-to={folder}"), "The table cannot be shown")


def written_to(folder: Path, done: subprocess.CompletedProcess[str], complaint: str) -> list[Path]:
    """Return the documents in a folder; WorkspaceError with a complaint when the tests that write them failed."""
    if done.returncode != 0:
        lines = done.stdout.strip().splitlines()[-12:]
        raise WorkspaceError(f"{complaint}; pytest said:\n" + "\n".join(lines))
    return sorted(folder.glob("*.approved.*"))


def replace(workspace: Path, changed: list[Path]) -> None:
    """Put the new documents in place and keep the old ones."""
    approved = workspace / "approved_files"
    keep = kept_folder(workspace)

    def put(new: Path) -> str:
        old = approved / new.name
        if old.exists():
            keep.mkdir(parents=True, exist_ok=True)
            write_whole(keep / old.name, old.read_bytes())
        write_whole(old, new.read_bytes())
        return f"approved_files/{new.name}"

    try:
        approve_each(changed, put)
    finally:
        if keep.exists():
            click.echo(f"The old ones are in {keep.relative_to(workspace).as_posix()}/ until your next commit.")


def approve_each(chosen: list[Path], put: Callable[[Path], str]) -> None:
    """Have `put` put each new document in place, and say of each, in its words, that it is there.

    WorkspaceError names those that are not approved, when one cannot be put in place.
    """
    for number, new in enumerate(chosen):
        try:
            shown = put(new)
        except OSError as error:
            names = ", ".join(each.name for each in chosen[number:])
            message = (
                f"{error.strerror or error}. Not approved: {names}.\nPut it right, and run the same command again."
            )
            raise WorkspaceError(message) from None
        click.echo(f"approved  {shown}")


def kept_folder(workspace: Path) -> Path:
    """Return a new folder for what is replaced now, and drop what was replaced before the last commit."""
    home = replaced_home(workspace)
    commit = last_commit(workspace)
    for folder in sorted(home.glob("*")):
        if not folder.name.startswith(commit):
            shutil.rmtree(folder)
            click.echo(f"dropped   {folder.relative_to(workspace).as_posix()}/: committed since")
    taken = len(list(home.glob(f"{commit}-*")))
    return home / f"{commit}-{taken + 1}"


def replaced_home(workspace: Path) -> Path:
    """Return where replaced documents, and the differences that were shown, are until the next commit."""
    return workspace / "approved_files" / ".replaced"


def last_commit(workspace: Path) -> str:
    """Return the short name of the last commit, or `no-commit`."""
    done = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"],  # noqa: S607 - whichever git the person uses
        cwd=workspace,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else "no-commit"
