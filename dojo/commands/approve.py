"""`dojo approve`: show how documents differ from the approved files, ask, and replace these."""

import json
import shutil
import textwrap
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import click

from dojo import next_step
from dojo.checking.outcome import APPROVE_COMMAND, Outcome, RunOptions
from dojo.checking.runner import QUIET_APPROVALS, finding_lines, run_tests
from dojo.cli import fail, practice_here, practice_or_none, show_waiting
from dojo.diffs import colour_of
from dojo.errors import WorkspaceError
from dojo.files import free_path, temporary_folder, write_atomically
from dojo.kata.description import read_kata
from dojo.kata.golden_master import write_golden_master
from dojo.kata.workspace import find_workspace
from dojo.practice.code import approved_file_of
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import Practice
from dojo.practice.recording import find_received
from dojo.text import WIDTH, line_changes, printable, printable_lines, quantity, timestamp

# Places that are shown of a change, and of additions alone.
MAX_PLACES = 12
MAX_ADDED_PLACES = 2
ANSWERS = """\
Answers: y  approve this document
         n  do not approve it
         a  approve it, show all others, and ask once about them
         q  approve neither it nor the others"""
KEYS = click.Choice(["y", "n", "a", "q"], case_sensitive=False)
# The commands of syrupy and inline-snapshot, by a part of their messages.
SNAPSHOT_TOOLS = {
    "[- snapshot]": "pytest --snapshot-update",
    "--inline-snapshot=": "pytest --inline-snapshot=fix",
}
UPDATE_SNAPSHOT = """\
If a snapshot should be as it is now, its own tool updates it:
  {command}"""


class Change(NamedTuple):
    """A document that differs from the approved file, and where it differs.

    `shared`: the kata's approved file, if a practice can have one of its own in its place.
    """

    approved: Path
    shared: Path | None
    content: bytes
    headline: str
    places: list[str]
    only_adds: bool = False

    @property
    def name(self) -> str:
        return self.approved.name.partition(".approved")[0]


class Documents(NamedTuple):
    """The documents of a run: all that the golden master wrote, and own ones that differ."""

    golden_master: list[Path]
    own: list[Path]


class Archive(NamedTuple):
    """A folder for files that are replaced and for lists of differences."""

    folder: Path
    workspace: Path

    def display(self, path: Path) -> str:
        """Return a path as it is seen from the workspace."""
        return path.relative_to(self.workspace).as_posix()


@click.command()
@click.argument("whose", type=click.Choice(["practice"]), required=False)
@click.option("--yes", is_flag=True, help="Approve all documents without asking.")
def approve(whose: str | None, *, yes: bool) -> None:
    """Approve changed results: they become the expected results.

    \b
    dojo approve practice    changes in practice/: the golden master, your own tests
    dojo approve             changes in the tangle: the golden master of the kata;
                             in a project in place, the same as `dojo approve practice`

    The command shows how each document differs from its approved file, and asks whether to approve
    it. You see the first differences; the file that is named below them has all. Approve only what
    you have read and want.

    A practice keeps its version of the golden master in practice/approved_files/; the kata's own
    files do not change. Replaced files are kept in practice/.dojo/replaced/ or in
    approved_files/.replaced/, which git ignores.
    """
    practice = practice_here() if whose else practice_or_none()
    is_practice = practice is not None and bool(whose or practice.is_in_place)
    if practice is not None and is_practice:
        left = _approve_practice(practice, yes=yes)
    else:
        left = _approve_golden_master(find_workspace(), yes=yes)
    if left:
        click.echo(f"You did not approve {quantity(left, 'document')}.")
        fail()
    if is_practice:
        next_step.tell(next_step.after_new_files())


def _approve_golden_master(workspace: Path, *, yes: bool) -> int:
    """Approve documents of the tangle. Returns how many differ and are not approved."""
    shared = workspace / read_kata(workspace).approved_files
    archive = _new_archive(shared / ".replaced", workspace)
    with temporary_folder("approve") as folder:
        received = write_golden_master(workspace, folder)
        changes = _compare_all(received, shared, None)
    click.echo(f"Documents that differ from the approved files: {len(changes)} of {len(received)}.")
    if not changes:
        next_step.tell(next_step.after_approved_kata())
    return _approve(changes, "Does this follow the rules?", archive, yes=yes)


def _approve_practice(practice: Practice, *, yes: bool) -> int:
    """Approve documents of a practice. Returns how many differ and are not approved."""
    shared = practice.workspace / practice.kata.approved_files
    archive = _new_archive(practice.state_directory / "replaced", practice.workspace)
    with temporary_folder("approve") as folder:
        documents = _run_practice(practice, folder)
        changes = _compare_all(documents.golden_master, practice.own_documents, shared)
    for received in documents.own:
        changes.append(_compare_own(received))
        received.unlink()
    click.echo(f"Documents that differ from the approved files: {len(changes)}.")
    return _approve(changes, "", archive, yes=yes)


def _new_archive(folder: Path, workspace: Path) -> Archive:
    return Archive(free_path(folder / timestamp()), workspace)


def _run_practice(practice: Practice, folder: Path) -> Documents:
    """Run the tests. The golden master writes its documents into a folder.

    Raises WorkspaceError if a test fails for another reason than a document.
    """
    options = RunOptions(documents=str(folder))
    before = find_received(practice.folder)
    with lock(practice.folder, CHECK, notify=show_waiting):
        outcome = run_tests(practice, options, show_waiting, QUIET_APPROVALS)
    after = find_received(practice.folder)
    own = sorted(file for file in after if after[file] != before.get(file))
    if len(outcome.findings) > len(own):
        for received in own:
            received.unlink()
        message = f"{practice.title}/ is {outcome.status}. {_how_to_correct(outcome)}"
        # Approving a document does not settle these.
        obstacles = [text for text in outcome.texts if APPROVE_COMMAND not in text]
        raise WorkspaceError("\n".join([message, *finding_lines(practice, obstacles)]))
    return Documents(sorted(folder.glob("*.approved.txt")), own)


def _how_to_correct(outcome: Outcome) -> str:
    """Return advice about the findings. Snapshots of other tools are not approved here."""
    for sign, command in SNAPSHOT_TOOLS.items():
        if any(sign in text for text in outcome.texts):
            return UPDATE_SNAPSHOT.format(command=command)
    return "Correct this before you approve:"


def _compare_all(received: list[Path], own: Path, shared: Path | None) -> list[Change]:
    """Return the documents of the golden master that differ. Additions alone come last."""
    changes = [_compare(file, own, shared) for file in received]
    found = [change for change in changes if change is not None]
    return sorted(found, key=attrgetter("only_adds"))


def _compare(received: Path, own: Path, shared: Path | None) -> Change | None:
    """Compare a document with the approved file. Returns None if they are the same."""
    shared_file = None
    approved = own / received.name
    if shared is not None:
        shared_file = shared / received.name
    expected = approved
    if shared_file is not None and not approved.exists():
        expected = shared_file
    if not expected.exists():
        return _new_document(received, approved, shared_file)
    if _read(expected) == _read(received):
        return None
    name = received.name.partition(".")[0]
    differences = json.loads(_read(received.with_name(f"{name}.differences.json")))
    additions = differences["additions"]
    changes = differences["changes"]
    changed = [f"changed: {each}" for each in changes["summary"]]
    headline = "; ".join([*additions["summary"], *changed])
    return Change(
        approved,
        shared_file,
        received.read_bytes(),
        printable(f"{name}: {headline}"),
        [*changes["places"], *additions["places"]],
        only_adds=not changes["places"],
    )


def _new_document(received: Path, approved: Path, shared: Path | None = None) -> Change:
    """Return the change for a document with no approved file: all of its lines are new."""
    name = approved.name.partition(".approved")[0]
    places = line_changes([], _read(received).splitlines())
    headline = printable(f"{name}: a new document")
    return Change(approved, shared, received.read_bytes(), headline, places)


def _compare_own(received: Path) -> Change:
    """Compare a received file of an own test with the approved file."""
    approved = approved_file_of(received)
    if not approved.exists() or not approved.stat().st_size:
        return _new_document(received, approved)
    places = line_changes(_read(approved).splitlines(), _read(received).splitlines())
    name = approved.name.partition(".approved")[0]
    return Change(approved, None, received.read_bytes(), printable(f"{name}: changed"), places)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def _approve(changes: list[Change], question: str, archive: Archive, *, yes: bool) -> int:
    """Ask about changes, and approve the chosen ones. Returns how many are left."""
    chosen = choose_changes(changes, question, archive, yes=yes)
    for change in chosen:
        click.echo(f"approved  {replace_approved(change, archive)}")
    if list(archive.folder.glob("*.approved.*")):
        click.echo(f"The old files are in {archive.display(archive.folder)}/.")
    return len(changes) - len(chosen)


def choose_changes(
    changes: list[Change],
    question: str,
    archive: Archive,
    *,
    yes: bool,
) -> list[Change]:
    """Show each change, ask about it unless `yes`, and return the changes to approve."""
    if changes and not yes:
        click.echo(ANSWERS)
    chosen: list[Change] = []
    for number, change in enumerate(changes):
        _show(change, archive)
        answer = "y"
        if not yes:
            answer = click.prompt(
                f"{question} Approve {change.name}?".strip(), type=KEYS, default="n"
            )
        if answer == "q":
            break
        if answer in ("y", "a"):
            chosen.append(change)
        if answer == "a":
            return [*chosen, *_choose_rest(changes[number + 1 :], question, archive)]
    return chosen


def _choose_rest(rest: list[Change], question: str, archive: Archive) -> list[Change]:
    """Show all that are left, then ask once. Return them, or an empty list."""
    if not rest:
        return []
    for change in rest:
        _show(change, archive)
    documents = quantity(len(rest), "document")
    # Who goes on with `a` or `q` means all or none of these.
    answer = click.prompt(
        f"\n{question} Approve these {documents}?".replace("\n ", "\n"), type=KEYS, default="n"
    )
    if answer in ("n", "q"):
        return []
    return rest


def _show(change: Change, archive: Archive) -> None:
    """Print the first places in which a document differs, and write all of them to a file."""
    places = [printable_lines(place) for place in change.places]
    archive.folder.mkdir(parents=True, exist_ok=True)
    file = archive.folder / f"{change.name}.txt"
    file.write_text("\n".join([change.headline, "", *places, ""]), encoding="utf-8")
    click.secho(f"\n{textwrap.fill(change.headline, WIDTH)}", bold=True)
    shown = places[: MAX_ADDED_PLACES if change.only_adds else MAX_PLACES]
    for line in "\n".join(shown).split("\n"):
        click.secho(f"  {line}", fg=colour_of(line))
    if len(places) > len(shown):
        click.echo(f"  ... and {len(places) - len(shown)} more")
    click.echo(f"all differences: {archive.display(file)}")


def replace_approved(change: Change, archive: Archive) -> str:
    """Replace the approved file, keep the old one, and return the line about it.

    A file of a practice that is no longer different from the kata's is removed.
    """
    file = change.approved
    # What a check left there is outdated now.
    file.with_name(file.name.replace(".approved", ".received")).unlink(missing_ok=True)
    if file.exists() and file.stat().st_size:
        shutil.copy(file, archive.folder / file.name)
    if change.shared and change.shared.exists() and change.shared.read_bytes() == change.content:
        file.unlink()
        return f"{file.name}: the same as in the kata again"
    file.parent.mkdir(exist_ok=True)
    write_atomically(file, change.content)
    return archive.display(file)
