"""`dojo approve`: show what changed in each document, ask, and put in place what is agreed to.

document: a text that tests compare with, in a file. change: a document that is not as approved. It comes with its
differences in words, of which an addition takes nothing away.
"""

import json
import shutil
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from dojo.checking import runner
from dojo.checking.check import Job
from dojo.commands.check import render_findings
from dojo.commands.cli import fail, kata_practice, notice
from dojo.commands.next_step import AFTER, after_approving_the_kata, tell
from dojo.kata.golden_master import write_golden_master
from dojo.kata.workspace import find_workspace, free_name, temporary_folder
from dojo.pages import write_whole
from dojo.practice.model import CHECK, Practice, hold
from dojo.text import (
    DIFF_COLOURS,
    INDENT,
    WIDTH,
    WorkspaceError,
    WrongUsageError,
    counted,
    printable,
    printable_lines,
    stamp,
)

SHOWN_CHANGES, SHOWN_ADDITIONS = 12, 2  # of each document
APPROVED_FILES = "approved_files"
REPLACED = ".replaced"  # in the folder of approved documents: what was approved before
KEYS = {"y": "yes", "n": "no", "a": "yes to the rest", "q": "no to the rest", "s": "show all of it"}
BLIND = "A blind start has no golden master to approve. Approve documents in your own tests, with approvaltests."


class Found(NamedTuple):
    """Differences of one kind: in a few words, and place by place."""

    summary: list[str]
    places: list[str]


@dataclass(frozen=True)
class Change:
    """A document as it is approved, which may not be there, as it is now, and how they differ."""

    approved: Path
    now: Path
    changes: Found
    additions: Found

    @property
    def name(self) -> str:
        """Return the document's own name."""
        return self.now.name.partition(".")[0]

    @property
    def headline(self) -> str:
        """Say what there is to read, what is new and what else changed."""
        if not self.approved.exists():
            return f"{self.name}: a new document"
        parts = [*self.additions.summary]
        if self.changes.summary:
            parts.append(f"{'also ' if parts else ''}changed: {'; '.join(self.changes.summary)}")
        return printable(f"{self.name}: {'; '.join(parts)}")

    @property
    def whole(self) -> str:
        """Return all there is to read, place by place."""
        parts = {"Changes": self.changes.places, "Additions": self.additions.places}
        sections = [f"{title}:\n\n" + "\n".join(places) for title, places in parts.items() if places]
        return printable_lines("\n\n".join([self.headline, *sections]) + "\n")


class Approving(NamedTuple):
    """Whose documents are approved, what is asked, how they are written into a folder, and where they go: to `own`.

    What is not there is in `shared`, which stays as it is. `kept`: a new folder for what is replaced now.
    """

    whose: str
    question: str
    write: Callable[[Path], list[Path]]
    own: Path
    kept: Path
    shared: Path | None = None


@click.command()
@click.argument("whose", type=click.Choice(["practice"]), required=False)
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

    A practice keeps documents of its own in practice/approved_files/; the shared golden master stays as it is.
    """
    workspace = find_workspace()
    shared = workspace / APPROVED_FILES
    if whose is None:
        write, kept = partial(write_golden_master, workspace), _new_folder(shared / REPLACED)
        left = carry_out(Approving("legacy", "Does this follow the rules?", write, shared, kept), workspace, yes=yes)
        tell(after_approving_the_kata(workspace))
    else:
        practice = kata_practice("a golden master to approve")
        if practice.choices.blind:
            raise WrongUsageError(BLIND)
        write, kept = partial(write_documents, practice), _new_folder(practice.home / "replaced")
        words = f"{practice.name}/", "Is this change meant?"
        left = carry_out(Approving(*words, write, practice.own_documents, kept, shared), workspace, yes=yes)
    if left:
        fail()


def _new_folder(folder: Path) -> Path:
    """Return where what one approving replaces is kept."""
    return free_name(folder / stamp())


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
    with temporary_folder("approve") as folder:
        received = approving.write(folder)
        changes = changes_of(approving, received)
        if not changes:
            all_of_them = "its only document" if len(received) == 1 else f"all {len(received)} documents"
            click.echo(f"Nothing to approve: {approving.whose} agrees with {all_of_them}.")
            return 0
        approving.kept.mkdir(parents=True)
        for change in changes:
            _all_of(change, approving).write_text(change.whole, encoding="utf-8")
        overview("What was approved changes in", "red", [change for change in changes if change.changes.places])
        overview("Only additions in", "green", [change for change in changes if not change.changes.places])
        chosen = agreed(changes, approving, workspace, yes=yes)
        put_in_place(chosen, approving, workspace)
    left = len(changes) - len(chosen)
    if left:
        click.echo(f"{counted(left, 'document')} not approved, and left as {'it was' if left == 1 else 'they were'}.")
    elif approving.shared is not None:
        tell(AFTER["approve"])
    return left


def changes_of(approving: Approving, received: list[Path]) -> list[Change]:
    """Return what differs from the approved documents: first where more than additions do."""
    found = []
    for now in received:
        own = approving.own / now.name
        approved = approving.shared / now.name if approving.shared and not own.exists() else own
        if _content(approved) != _content(now):
            found.append(_change(approved, now))
    return sorted(found, key=lambda change: not change.changes.places)


def _content(path: Path) -> str:
    """Return a document's text, empty when there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _change(approved: Path, now: Path) -> Change:
    found = json.loads(now.with_name(f"{now.name.partition('.')[0]}.differences.json").read_text(encoding="utf-8"))
    return Change(approved, now, Found(**found["changes"]), Found(**found["additions"]))


def _all_of(change: Change, approving: Approving) -> Path:
    """Return the file with all of a change."""
    return approving.kept / f"{change.name}.txt"


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
        click.echo(f"all of it: {shown(_all_of(change, approving), workspace)}")
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


def put_in_place(chosen: list[Change], approving: Approving, workspace: Path) -> None:
    """Put documents in place, and keep what each replaces; say where the new ones and the old ones are.

    An own document that says what the shared one says is not needed: it goes.
    """
    for change in chosen:
        own = approving.own / change.now.name
        words = shown(own, workspace)
        if own.exists():
            shutil.copy(own, approving.kept / own.name)
        if approving.shared and _content(change.now) == _content(approving.shared / own.name):
            own.unlink()
            words = f"{own.name}: as the shared golden master has it"
        else:
            own.parent.mkdir(exist_ok=True)
            write_whole(own, change.now.read_bytes())
        click.echo(f"approved  {words}")
    if list(approving.kept.glob("*.approved.*")):
        click.echo(f"The old ones are in {shown(approving.kept, workspace)}/.")


def shown(path: Path, workspace: Path) -> str:
    """Show a path as a person in the workspace would type it."""
    return path.relative_to(workspace).as_posix()
