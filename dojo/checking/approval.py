"""Approving what a practice does: a change of behaviour that is meant, as in the exercises that extend the games.

own document: a document in `practice/approved_files/` that stands before the shared one of the same name. The shared
golden master is read, never written.
"""

import tempfile
from functools import partial
from itertools import count
from pathlib import Path

import click

from dojo.checking.render import render
from dojo.checking.runner import run
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import FINE, agreed, approve_each, changes_of, content, ending, free_name, write_whole
from dojo.practice import APPROVE, CHECK, PATIENCE_SECONDS, Practice, holding
from dojo.text import now


@holding(APPROVE)
def approve_practice(practice: Practice, *, yes: bool, limit: float = 60) -> int:
    """Show how each document differs from what is approved, ask, and keep what is agreed to; return the exit code.

    Raises WorkspaceError when the practice cannot write its documents within `limit` seconds.
    """
    if practice.choices.blind:
        message = (
            "A blind start has no golden master to approve. Approve documents in your own tests, with approvaltests."
        )
        raise WrongUsageError(message)
    with tempfile.TemporaryDirectory() as folder:
        written = _write_documents(practice, Path(folder), limit)
        found = changes_of((_approved(practice, new.name), new) for new in written)
        if not found:
            click.echo(f"Nothing to approve: {practice.name}/ agrees with all {len(written)} documents.")
            return FINE
        home = free_name(practice.home / "differences" / f"{now():%Y-%m-%d-%H%M%S}")
        chosen = agreed(found, home, practice.shown(home), "Is this change meant? Approve", yes=yes)
        _keep(practice, chosen)
    return ending(found, chosen)


@holding(CHECK, PATIENCE_SECONDS)
def _write_documents(practice: Practice, folder: Path, limit: float) -> list[Path]:
    """Write every document of the level as the practice shows it."""
    result = run(practice, limit, options=(f"--received-to={folder}",))
    if result.findings:
        found = "\n".join(render(practice, result)[1:])
        message = f"practice/ cannot write its documents, so there is nothing to approve:\n{found}"
        raise WorkspaceError(message)
    return sorted(folder.glob("*.approved.txt"))


def _shared(practice: Practice, name: str) -> Path:
    return practice.workspace / "approved_files" / name


def _approved(practice: Practice, name: str) -> Path:
    """Return the document that counts for the practice."""
    own = practice.own_documents / name
    return own if own.exists() else _shared(practice, name)


def _keep(practice: Practice, chosen: list[Path]) -> None:
    """Put the new documents into the practice; one that agrees with the shared document again is not needed there."""
    if practice.own_documents.is_symlink():
        message = "practice/approved_files is a link; nothing is written through it. Put a folder in its place."
        raise WorkspaceError(message)
    approve_each(chosen, partial(_put, practice))


def _put(practice: Practice, new: Path) -> str:
    """Put a document in its place, or take away the own one that it makes needless; say what is there now."""
    own = practice.own_documents / new.name
    _put_aside(practice, own)
    if content(new) == content(_shared(practice, new.name)):
        own.unlink(missing_ok=True)
        return f"{new.name}: as the shared golden master has it"
    practice.own_documents.mkdir(exist_ok=True)
    write_whole(own, new.read_bytes())
    return practice.shown(own)


def _put_aside(practice: Practice, own: Path) -> None:
    """Keep a document that is replaced, under the next free number."""
    if own.exists():
        home = practice.home / "replaced"
        home.mkdir(exist_ok=True)
        places = (home / f"{number}-{own.name}" for number in count(1))
        write_whole(next(place for place in places if not place.exists()), own.read_bytes())
