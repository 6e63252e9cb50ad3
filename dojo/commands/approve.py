"""`dojo approve`: show what changed in each document, ask, and put in place what is agreed to.

document: a text that tests compare with, in a file. Of its differences, an addition takes nothing away.
"""

import json
import shutil
import textwrap
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import click

from dojo.checking import runner
from dojo.checking.check import Job
from dojo.cli import fail, kata_practice, notice
from dojo.commands.check import render_findings
from dojo.diffs import colour_of
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import free_path, temporary_folder, write_atomically
from dojo.kata.golden_master import write_golden_master
from dojo.kata.workspace import find_workspace
from dojo.next_step import AFTER, tell
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import Practice
from dojo.text import WIDTH, printable, printable_lines, quantity, stamp


class Change(NamedTuple):
    """A document that is not as approved: its text now, how it differs in a line, and by place, additions last."""

    file: str
    text: str
    headline: str
    places: list[str]
    only_adds: bool = False

    @property
    def name(self) -> str:
        return self.file.partition(".")[0]


@click.command()
@click.argument("whose", type=click.Choice(["practice"]), required=False)
@click.option("--yes", is_flag=True, help="Approve without being asked.")
def approve(whose: str | None, *, yes: bool) -> None:
    """Approve the golden master of legacy, or a change in practice/.

    It shows what would change in approved_files/, and asks you about each document. It keeps what it replaces in
    approved_files/.replaced/; git ignores that folder. Compare the changes with the rules before you say yes: approved
    means that a person has read it. Changes stand first, place by place. Additions stand last, for they take nothing
    away. You see the first places; the file that is named below them has all.

    \b
    dojo approve             the golden master, from legacy
    dojo approve practice    a change that you want, in practice/

    A practice keeps documents of its own in practice/approved_files/; the shared golden master stays as it is.
    """
    workspace = find_workspace()
    shared = workspace / "approved_files"
    with temporary_folder("approve") as folder:
        if whose is None:
            question = "Does this follow the rules?"
            own, earlier = shared, shared / ".replaced"
            received = write_golden_master(workspace, folder)
        else:
            question = "Is this change meant?"
            practice = kata_practice("a golden master to approve")
            own, earlier = practice.own_documents, practice.state_directory / "replaced"
            received = write_documents(practice, folder)
        changes = sorted(changes_of(received, own, shared), key=attrgetter("only_adds"))
    click.echo(f"Documents that differ from the approved ones: {len(changes)} of {len(received)}.")
    kept = free_path(earlier / stamp())
    chosen = choose(changes, question, kept, workspace, yes=yes)
    for change in chosen:
        click.echo(f"approved  {put_in_place(change, own, shared, kept)}")
    if list(kept.glob("*.approved.*")):
        click.echo(f"The old ones are in {kept.relative_to(workspace).as_posix()}/.")
    if left := len(changes) - len(chosen):
        click.echo(f"You did not approve {quantity(left, 'document')}.")
        fail()
    if whose or not changes:
        tell(AFTER["approve" if whose else "approve the kata"])


def write_documents(practice: Practice, folder: Path) -> list[Path]:
    """Write every document of the level into a folder as the practice shows it; WorkspaceError when it cannot."""
    if practice.choices.blind:
        raise WrongUsageError(
            "A blind start has no golden master to approve. Approve documents in your own tests, with approvaltests."
        )
    with lock(practice.folder, CHECK, notify=notice):
        outcome = runner.run(practice, Job(practice.choices, documents=str(folder)), notice)
    if not outcome.green:
        found = "\n".join(render_findings(practice, outcome))
        raise WorkspaceError(f"{practice.name}/ is {outcome.status}. Correct this first, then approve:\n{found}")
    return sorted(folder.glob("*.approved.txt"))


def changes_of(received: list[Path], own: Path, shared: Path) -> Iterator[Change]:
    """Yield what differs from the documents that are approved: of one's own, or else of those that all share."""
    for file in received:
        approved = own / file.name if (own / file.name).exists() else shared / file.name
        text = file.read_text(encoding="utf-8", errors="replace")
        if approved.exists() and approved.read_text(encoding="utf-8", errors="replace") == text:
            continue
        name = file.name.partition(".")[0]
        found = json.loads(file.with_name(f"{name}.differences.json").read_text(encoding="utf-8"))
        changes, additions = found["changes"], found["additions"]
        parts = additions["summary"] + [f"changed: {each}" for each in changes["summary"]]
        headline = "; ".join(parts) if approved.exists() else "a new document"
        places = [*changes["places"], *additions["places"]]
        yield Change(file.name, text, printable(f"{name}: {headline}"), places, not changes["places"])


def choose(changes: list[Change], question: str, kept: Path, workspace: Path, *, yes: bool) -> list[Change]:
    """Show each change, write down all of it, and ask; return those that are agreed to."""
    chosen: list[Change] = []
    if changes and not yes:
        click.echo("Answers: y yes, n no, a yes to the rest, q no to the rest.")
    for number, change in enumerate(changes):
        places = [printable_lines(place) for place in change.places]
        kept.mkdir(parents=True, exist_ok=True)
        file = kept / f"{change.name}.txt"
        file.write_text("\n".join([change.headline, "", *places, ""]), encoding="utf-8")
        show(change.headline, places, 2 if change.only_adds else 12)
        click.echo(f"all differences: {file.relative_to(workspace).as_posix()}")
        keys = click.Choice(["y", "n", "a", "q"], case_sensitive=False)
        answer = "y" if yes else click.prompt(f"{question} Approve {change.name}?", type=keys, default="n")
        if answer == "q":
            return chosen
        if answer == "a":
            return [*chosen, *changes[number:]]
        if answer == "y":
            chosen.append(change)
    return chosen


def show(headline: str, places: list[str], most: int) -> None:
    """Show the first places in which a document differs."""
    click.secho(f"\n{textwrap.fill(headline, WIDTH)}", bold=True)
    for line in "\n".join(places[:most]).split("\n"):
        click.secho(f"  {line}", fg=colour_of(line))
    if len(places) > most:
        click.echo(f"  ... and {len(places) - most} more")


def put_in_place(change: Change, own: Path, shared: Path, kept: Path) -> str:
    """Put a document in place, and keep what it replaces; say where it is now.

    One of somebody's own that says what the shared one says is not needed, and goes.
    """
    file, common = own / change.file, shared / change.file
    if file.exists():
        shutil.copy(file, kept / file.name)
    if own != shared and common.exists() and common.read_text(encoding="utf-8") == change.text:
        file.unlink()
        return f"{change.file}: as the shared golden master has it"
    own.mkdir(exist_ok=True)
    write_atomically(file, change.text.encode())
    return file.relative_to(shared.parent).as_posix()
