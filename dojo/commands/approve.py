"""`dojo approve`: show what changed in each document, ask, and put in place what is agreed to."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from dojo.checking import write_documents
from dojo.commands.options import fail, notice, practice_here
from dojo.kata import Change, Shelf, approved_files, find_workspace, write_golden_master, write_looks
from dojo.practice import APPROVE, hold, own_documents
from dojo.text import DIFF_COLOURS, counted

SHOWN_CHANGES, SHOWN_ADDITIONS = 12, 4  # of each document


class Approving(NamedTuple):
    """Whose documents are approved, how they are written into a folder, where they go, and what is asked."""

    whose: str
    write: Callable[[Path], list[Path]]
    shelf: Shelf
    question: str


@click.command()
@click.argument("whose", type=click.Choice(["practice", "table"]), required=False)
@click.option("--yes", is_flag=True, help="Approve without being asked.")
def approve(whose: str | None, *, yes: bool) -> None:
    """Write the golden master from legacy, and from nothing else.

    Shows what would change in approved_files/, asks for each document, and keeps what it replaces in
    approved_files/.replaced/ until your next commit. Read the difference against the rules first: approved means that
    a person has read it. What changes stands before what is only new; all of it goes into a file that is named.

    \b
    dojo approve             the golden master, from legacy
    dojo approve practice    a change that you mean, in practice/
    dojo approve table       what the table looks like, after a change to it

    A practice keeps documents of its own in practice/approved_files/; the shared golden master stays as it is.
    """
    if whose == "practice":
        practice = practice_here()
        with hold(practice.folder, APPROVE):
            write, shelf = partial(write_documents, practice, notice), own_documents(practice)
            approving = Approving(f"{practice.name}/", write, shelf, "Is this change meant?")
            left = carry_out(approving, practice.workspace, yes=yes)
    else:
        workspace = find_workspace()
        shelf = approved_files(workspace)
        approving = (
            Approving("the table", partial(write_looks, workspace), shelf, "Does this look right?")
            if whose == "table"
            else Approving("legacy", partial(write_golden_master, workspace), shelf, "Does this follow the rules?")
        )
        left = carry_out(approving, workspace, yes=yes)
    if left:
        fail()


def carry_out(approving: Approving, workspace: Path, *, yes: bool) -> int:
    """Show how documents differ from the approved ones, ask, and replace them; return how many were not agreed to."""
    with TemporaryDirectory() as folder:
        received = approving.write(Path(folder))
        changes = approving.shelf.changes(received)
        if not changes:
            click.echo(f"Nothing to approve: {approving.whose} agrees with all {len(received)} documents.")
            return 0
        approving.shelf.write_down(changes)
        more = sum(bool(change.changes) for change in changes)
        differ = f"{counted(len(changes), 'document')} differ{'s' if len(changes) == 1 else ''}"
        click.echo(f"{differ}, {more} in more than additions:")
        for change in changes:
            click.echo(f"  {change.headline}")
        chosen = agreed(changes, approving, workspace, yes=yes)
        if chosen:
            put_in_place(chosen, approving.shelf, workspace)
    left = len(changes) - len(chosen)
    if left:
        click.echo(f"{counted(left, 'document')} not approved, and left as {'it was' if left == 1 else 'they were'}.")
    return left


def agreed(changes: list[Change], approving: Approving, workspace: Path, *, yes: bool) -> list[Change]:
    """Show each change and ask; the end of the input is a no to all that is left."""
    chosen: list[Change] = []
    try:
        for change in changes:
            show(change)
            click.echo(f"all of it: {shown(approving.shelf.home / change.file, workspace)}")
            if yes or click.confirm(f"{approving.question} Approve {change.now.name}?", prompt_suffix=" "):
                chosen.append(change)
    except click.Abort:
        click.echo()
    return chosen


def show(change: Change) -> None:
    """Show what changes in a document, then what is new."""
    click.secho(f"\n{change.headline}", bold=True)
    shown_of = {"change": (change.changes, SHOWN_CHANGES), "addition": (change.additions, SHOWN_ADDITIONS)}
    for kind, (found, most) in shown_of.items():
        for line in "\n".join(found[:most]).splitlines():
            click.secho(f"  {line}", fg=DIFF_COLOURS.get(line[:1]))
        if len(found) > most:
            click.echo(f"  ... and {counted(len(found) - most, f'more {kind}')}")


def put_in_place(chosen: list[Change], shelf: Shelf, workspace: Path) -> None:
    """Put documents in place; say of each that it is there, and where the old ones are."""
    for folder in shelf.drop_stale():
        click.echo(f"dropped   {shown(folder, workspace)}/: committed since")
    try:
        for change, place in zip(chosen, shelf.approve(chosen), strict=True):
            needless = place.parent == shelf.shared
            words = f"{change.now.name}: as the shared golden master has it" if needless else shown(place, workspace)
            click.echo(f"approved  {words}")
    finally:
        if any((shelf.home / change.now.name).exists() for change in chosen):
            until = " until your next commit" if shelf.shared is None else ""
            click.echo(f"The old ones are in {shown(shelf.home, workspace)}/{until}.")


def shown(path: Path, workspace: Path) -> str:
    """Show a path as a person in the workspace would type it."""
    return path.relative_to(workspace).as_posix()
