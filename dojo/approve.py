"""Writing the golden master from legacy.

document: a file of approved_files/ that the golden master compares with. replaced: a document as it was before it
was approved anew, kept until the next commit.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path

import click

from dojo.golden_master import run_scenarios, run_tests
from dojo.workspace import LEGACY, WorkspaceError

LOOKS = "tests/dojo/test_table_looks.py"
LINES_SHOWN = 40  # of each document's difference
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
        changed = [new for new in written if content(new) != content(approved / new.name)]
        if not changed:
            click.echo(f"Nothing to approve: {whose} agrees with all {len(written)} documents.")
            return FINE
        for new in changed:
            show_difference(approved / new.name, new)
        if not yes and not agreed(len(changed), question):
            click.echo("Nothing was changed.")
            return FALLS_SHORT
        replace(workspace, changed)
    return FINE


def agreed(count: int, question: str) -> bool:
    """Ask; an end of input is a no."""
    try:
        return click.confirm(f"{question} {count} document(s)")
    except click.Abort:
        click.echo()
        return False


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


def show_difference(old: Path, new: Path) -> None:
    """Show what changes in one document, at most 40 lines of it."""
    before, after = content(old).splitlines(), content(new).splitlines()
    click.secho(f"{new.name}: {'changed' if old.exists() else 'new'}", bold=True)
    lines = list(difference(before, after))
    for line in lines[:LINES_SHOWN]:
        click.secho(f"  {line}", fg={"-": "red", "+": "green"}.get(line[0]))
    if len(lines) > LINES_SHOWN:
        click.echo(f"  ... and {len(lines) - LINES_SHOWN} more lines")


def difference(before: list[str], after: list[str]) -> Iterator[str]:
    """Show what changes, each old line followed by the new one in its place."""
    for kind, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield f"@ line {new_start + 1}"
            for old, new in zip_longest(before[start:end], after[new_start:new_end]):
                yield from () if old is None else (f"-{old}",)
                yield from () if new is None else (f"+{new}",)


def replace(workspace: Path, changed: list[Path]) -> None:
    """Put the new documents in place and keep the old ones."""
    approved = workspace / "approved_files"
    keep = kept_folder(workspace)
    for new in changed:
        old = approved / new.name
        if old.exists():
            keep.mkdir(parents=True, exist_ok=True)
            shutil.copy2(old, keep)
        shutil.copyfile(new, old)
        click.echo(f"approved  approved_files/{new.name}")
    if keep.exists():
        click.echo(f"The old ones are in {keep.relative_to(workspace).as_posix()}/ until your next commit.")


def kept_folder(workspace: Path) -> Path:
    """Return a new folder for what is replaced now, and drop what was replaced before the last commit."""
    home = workspace / "approved_files" / ".replaced"
    commit = last_commit(workspace)
    for folder in sorted(home.glob("*")):
        if not folder.name.startswith(commit):
            shutil.rmtree(folder)
            click.echo(f"dropped   {folder.relative_to(workspace).as_posix()}/: committed since")
    taken = len(list(home.glob(f"{commit}-*")))
    return home / f"{commit}-{taken + 1}"


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


def content(path: Path) -> str:
    """Return a document's text, empty when there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
