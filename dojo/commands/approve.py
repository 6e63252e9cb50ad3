"""`dojo approve`: show how documents differ from the approved files, ask, and replace these."""

import json
import shutil
import textwrap
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import click

from dojo import next_step
from dojo.checking.display import finding_lines
from dojo.checking.outcome import RunOptions
from dojo.checking.runner import run_tests
from dojo.cli import fail, kata_practice, show_waiting
from dojo.diffs import colour_of
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import free_path, temporary_folder, write_atomically
from dojo.kata.golden_master import write_golden_master
from dojo.kata.workspace import find_workspace
from dojo.practice.model import CHECK, Practice, lock
from dojo.text import WIDTH, printable, printable_lines, quantity, timestamp

# Places that are shown of a change, and of additions alone.
MAX_PLACES = 12
MAX_ADDED_PLACES = 2
ANSWERS = "Answers: y yes, n no, a yes and show all the rest, q no to the rest."


class Folders(NamedTuple):
    """Where documents are.

    `own`: the approved files to replace. `shared`: those of the kata, which count for a document
    without a file in `own`. `kept`: for files that are replaced, and for lists of differences.
    """

    own: Path
    shared: Path
    kept: Path

    def display(self, path: Path) -> str:
        """Return a path as it is seen from the workspace."""
        return path.relative_to(self.shared.parent).as_posix()


class Change(NamedTuple):
    """A document that differs from the approved file: its new text, and where it differs."""

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

    It shows what would change in approved_files/, and asks you about each document. It keeps what
    it replaces in approved_files/.replaced/; git ignores that folder. Compare the changes with the
    rules before you say yes: approved means that a person has read it. Changes stand first, result
    by result. Additions stand last, for they take nothing away. You see the first results; the file
    that is named below them has all.

    \b
    dojo approve             the golden master, from legacy
    dojo approve practice    a change that you want, in practice/

    A practice keeps documents of its own in practice/approved_files/; the shared golden master
    stays as it is.
    """
    workspace = find_workspace()
    shared = workspace / "approved_files"
    with temporary_folder("approve") as folder:
        if whose is None:
            question = "Does this follow the rules?"
            own = shared
            archive = shared / ".replaced"
            received = write_golden_master(workspace, folder)
        else:
            question = "Is this change meant?"
            practice = kata_practice("a golden master to approve")
            own = practice.own_documents
            archive = practice.state_directory / "replaced"
            received = _write_documents(practice, folder)
        folders = Folders(own, shared, kept=free_path(archive / timestamp()))
        changes = _find_changes(received, folders)
    click.echo(f"Documents that differ from the approved ones: {len(changes)} of {len(received)}.")
    chosen = choose_changes(changes, question, folders, yes=yes)
    for change in chosen:
        click.echo(f"approved  {replace_approved(change, folders)}")
    if list(folders.kept.glob("*.approved.*")):
        click.echo(f"The old ones are in {folders.display(folders.kept)}/.")
    left = len(changes) - len(chosen)
    if left:
        click.echo(f"You did not approve {quantity(left, 'document')}.")
        fail()
    if whose:
        next_step.tell(next_step.AFTER["approve"])
    elif not changes:
        next_step.tell(next_step.AFTER["approve the kata"])


def _write_documents(practice: Practice, folder: Path) -> list[Path]:
    """Write the documents of a practice's level. Raises WorkspaceError if it is not green."""
    if practice.choices.blind:
        advice = "Approve documents in your own tests, with approvaltests."
        raise WrongUsageError(f"A blind start has no golden master to approve. {advice}")
    options = RunOptions(practice.choices, documents=str(folder))
    with lock(practice.folder, CHECK, notify=show_waiting):
        outcome = run_tests(practice, options, show_waiting)
    if not outcome.is_green:
        message = f"{practice.name}/ is {outcome.status}. Correct this first, then approve:"
        raise WorkspaceError("\n".join([message, *finding_lines(practice, outcome)]))
    return sorted(folder.glob("*.approved.txt"))


def _find_changes(received: list[Path], folders: Folders) -> list[Change]:
    """Return the documents that differ from the approved files. Additions alone come last."""
    changes = [_compare(file, folders) for file in received]
    found = [change for change in changes if change is not None]
    return sorted(found, key=attrgetter("only_adds"))


def _compare(file: Path, folders: Folders) -> Change | None:
    """Compare a document with the approved file. Returns None if they are the same."""
    approved = folders.own / file.name
    if not approved.exists():
        approved = folders.shared / file.name
    text = _read(file)
    if approved.exists() and _read(approved) == text:
        return None
    name = file.name.partition(".")[0]
    differences = json.loads(_read(file.with_name(f"{name}.differences.json")))
    additions = differences["additions"]
    changes = differences["changes"]
    headline = "a new document"
    if approved.exists():
        changed = [f"changed: {each}" for each in changes["summary"]]
        headline = "; ".join([*additions["summary"], *changed])
    places = [*changes["places"], *additions["places"]]
    return Change(file.name, text, printable(f"{name}: {headline}"), places, not changes["places"])


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def choose_changes(
    changes: list[Change],
    question: str,
    folders: Folders,
    *,
    yes: bool,
) -> list[Change]:
    """Show each change, ask about it unless `yes`, and return the changes to approve."""
    if changes and not yes:
        click.echo(ANSWERS)
    chosen: list[Change] = []
    keys = click.Choice(["y", "n", "a", "q"], case_sensitive=False)
    for number, change in enumerate(changes):
        _show(change, folders)
        answer = "y"
        if not yes:
            answer = click.prompt(f"{question} Approve {change.name}?", type=keys, default="n")
        if answer == "q":
            break
        if answer in ("y", "a"):
            chosen.append(change)
        if answer == "a":
            return [*chosen, *_choose_rest(changes[number + 1 :], question, folders)]
    return chosen


def _choose_rest(rest: list[Change], question: str, folders: Folders) -> list[Change]:
    """Show all that are left, then ask once. Return them, or an empty list."""
    if not rest:
        return []
    for change in rest:
        _show(change, folders)
    documents = quantity(len(rest), "document")
    keys = click.Choice(["y", "n"], case_sensitive=False)
    answer = click.prompt(f"\n{question} Approve these {documents}?", type=keys, default="n")
    if answer == "n":
        return []
    return rest


def _show(change: Change, folders: Folders) -> None:
    """Print the first places in which a document differs, and write all of them to a file."""
    places = [printable_lines(place) for place in change.places]
    folders.kept.mkdir(parents=True, exist_ok=True)
    file = folders.kept / f"{change.name}.txt"
    file.write_text("\n".join([change.headline, "", *places, ""]), encoding="utf-8")
    click.secho(f"\n{textwrap.fill(change.headline, WIDTH)}", bold=True)
    shown = places[: MAX_ADDED_PLACES if change.only_adds else MAX_PLACES]
    for line in "\n".join(shown).split("\n"):
        click.secho(f"  {line}", fg=colour_of(line))
    if len(places) > len(shown):
        click.echo(f"  ... and {len(places) - len(shown)} more")
    click.echo(f"all differences: {folders.display(file)}")


def replace_approved(change: Change, folders: Folders) -> str:
    """Replace the approved file, keep the old one, and return where the document is now.

    A file of a practice that is no longer different from the kata's is removed.
    """
    file = folders.own / change.file
    common = folders.shared / change.file
    if file.exists():
        shutil.copy(file, folders.kept / file.name)
    if file != common and common.exists() and common.read_text(encoding="utf-8") == change.text:
        file.unlink()
        return f"{change.file}: as the shared golden master has it"
    folders.own.mkdir(exist_ok=True)
    write_atomically(file, change.text.encode())
    return folders.display(file)
