"""`dojo approve`: show what changed in each document, ask, and put in place what is agreed to."""

import textwrap
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from dojo.checking import runner
from dojo.checking.check import Job
from dojo.commands.check import render_findings
from dojo.commands.next_step import AFTER, after_approving_the_kata, tell
from dojo.commands.options import fail, notice, practice_here
from dojo.errors import WorkspaceError
from dojo.kata import Change, Shelf, approved_files, find_workspace, temporary_folder, write_golden_master, write_looks
from dojo.practice.locks import APPROVE, CHECK, hold
from dojo.practice.model import Practice, own_documents
from dojo.text import DIFF_COLOURS, INDENT, WIDTH, counted, printable_lines

SHOWN_CHANGES, SHOWN_ADDITIONS = 12, 2  # of each document
SCREENS = ("table", "board")  # whose looks are documents
APPROVED_FILES, LOOKS = "approved_files", "tests/dojo/approved"
KEYS = {"y": "yes", "n": "no", "a": "yes to the rest", "q": "no to the rest", "s": "show all of it"}


class Approving(NamedTuple):
    """Whose documents are approved, how they are written into a folder, where they go, and what is asked."""

    whose: str
    write: Callable[[Path], list[Path]]
    shelf: Shelf
    question: str


@click.command()
@click.argument("whose", type=click.Choice(["practice", *SCREENS]), required=False)
@click.option("--yes", is_flag=True, help="Approve without being asked.")
def approve(whose: str | None, *, yes: bool) -> None:
    """Approve the golden master of legacy, or a change in practice/.

    Shows what would change in approved_files/, asks for each document, and keeps what it replaces in
    approved_files/.replaced/, which git ignores. Read the difference against the rules first: approved means that
    a person has read it. What changed beside additions stands first, place by place; an addition takes nothing away.
    All of it goes into a file that is named, and the answer `s` shows it.

    \b
    dojo approve             the golden master, from legacy
    dojo approve practice    a change that you mean, in practice/
    dojo approve table       what the table looks like, after a change to it
    dojo approve board       likewise the board of a room

    A practice keeps documents of its own in practice/approved_files/; the shared golden master stays as it is.
    """
    workspace = find_workspace()
    if whose == "practice":
        practice = practice_here()
        documents = partial(write_documents, practice)
        approving = Approving(f"{practice.name}/", documents, own_documents(practice), "Is this change meant?")
        with hold(practice.folder, APPROVE):
            left = carry_out(approving, workspace, yes=yes)
    elif whose is None:
        documents, shelf = partial(write_golden_master, workspace), approved_files(workspace, APPROVED_FILES)
        left = carry_out(Approving("legacy", documents, shelf, "Does this follow the rules?"), workspace, yes=yes)
        tell(after_approving_the_kata(workspace))
    else:
        documents, shelf = partial(write_looks, workspace, whose), approved_files(workspace, LOOKS)
        left = carry_out(Approving(f"the {whose}", documents, shelf, "Does this look right?"), workspace, yes=yes)
    if left:
        fail()


def write_documents(practice: Practice, folder: Path) -> list[Path]:
    """Write every document of the level into a folder as the practice shows it; WorkspaceError when it cannot."""
    job = replace(Job.typed(practice.choices), is_check=False, documents=str(folder))
    with hold(practice.folder, CHECK, tell=notice):
        outcome = runner.run(practice, job, caller=runner.Caller(tell=notice)).outcome
    if not outcome.green:
        found = "\n".join(render_findings(practice, outcome))
        raise WorkspaceError(f"{practice.name}/ cannot write its documents, so there is nothing to approve:\n{found}")
    return sorted(folder.glob("*.approved.txt"))


def carry_out(approving: Approving, workspace: Path, *, yes: bool) -> int:
    """Show how documents differ from the approved ones, ask, and replace them; return how many were not agreed to."""
    shelf = approving.shelf
    with temporary_folder("approve") as folder:
        received = approving.write(folder)
        changes = shelf.changes(received)
        if not changes:
            all_of_them = "its only document" if len(received) == 1 else f"all {len(received)} documents"
            click.echo(f"Nothing to approve: {approving.whose} agrees with {all_of_them}.")
            return 0
        shelf.write_down(changes)
        overview("What was approved changes in", "red", [change for change in changes if change.changes.places])
        overview("Only additions in", "green", [change for change in changes if not change.changes.places])
        chosen = agreed(changes, approving, workspace, yes=yes)
        put_in_place(chosen, shelf, workspace)
    left = len(changes) - len(chosen)
    if left:
        click.echo(f"{counted(left, 'document')} not approved, and left as {'it was' if left == 1 else 'they were'}.")
    elif shelf.shared is not None:
        tell(AFTER["approve"])
    return left


def overview(words: str, colour: str, changes: list[Change]) -> None:
    """Say in few words how each of these documents differs."""
    if changes:
        click.secho(f"{words} {counted(len(changes), 'document')}:", fg=colour, bold=True)
    for change in changes:
        click.echo(textwrap.fill(change.headline, WIDTH, initial_indent="  ", subsequent_indent=INDENT))


def agreed(changes: list[Change], approving: Approving, workspace: Path, *, yes: bool) -> list[Change]:
    """Show each change and ask; return those that are agreed to."""
    chosen: list[Change] = []
    if not yes:
        click.echo(f"Answers: {', '.join(f'{key} {words}' for key, words in KEYS.items())}.")
    for number, change in enumerate(changes):
        show(change)
        click.echo(f"all of it: {shown(approving.shelf.home / f'{change.name}.txt', workspace)}")
        answer = "y" if yes else ask(change, approving.question)
        if answer == "q":
            return chosen
        if answer == "a":
            return [*chosen, *changes[number:]]
        if answer == "y":
            chosen.append(change)
    return chosen


def ask(change: Change, question: str) -> str:
    """Return what a person says to a change, once they have seen as much of it as they like."""
    keys = click.Choice(list(KEYS), case_sensitive=False)
    while (answer := click.prompt(f"{question} Approve {change.name}?", type=keys, default="n")) == "s":
        click.echo_via_pager(change.whole)
    return str(answer)


def show(change: Change) -> None:
    """Show the first places that changed in a document; where none did, the first that are new."""
    changed, added = change.changes.places, change.additions.places
    kind, places, most = ("change", changed, SHOWN_CHANGES) if changed else ("addition", added, SHOWN_ADDITIONS)
    click.secho(f"\n{textwrap.fill(change.headline, WIDTH)}", bold=True)
    for line in printable_lines("\n".join(places[:most])).split("\n"):
        click.secho(f"  {line}", fg=DIFF_COLOURS.get(line[:1]))
    if len(places) > most:
        click.echo(f"  ... and {counted(len(places) - most, f'more {kind}')}")


def put_in_place(chosen: list[Change], shelf: Shelf, workspace: Path) -> None:
    """Put documents in place; say of each that it is there, and where the old ones are."""
    for place in shelf.approve(chosen):
        needless = place.parent == shelf.shared
        words = f"{place.name}: as the shared golden master has it" if needless else shown(place, workspace)
        click.echo(f"approved  {words}")
    if list(shelf.home.glob("*.approved.*")):
        click.echo(f"The old ones are in {shown(shelf.home, workspace)}/.")


def shown(path: Path, workspace: Path) -> str:
    """Show a path as a person in the workspace would type it."""
    return path.relative_to(workspace).as_posix()
