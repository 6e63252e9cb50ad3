"""`dojo check` and `dojo restore`: one check of a practice, and the way back to what an earlier one saw."""

from collections.abc import Sequence
from contextlib import suppress

import click

from dojo import next_step
from dojo.checking import runner
from dojo.checking.check import FINDINGS, PYTEST_OUTPUT, Outcome
from dojo.checking.runner import Report
from dojo.cli import LIMIT, fail, kata_practice, notice, practice_here
from dojo.kata.workspace import checkout
from dojo.practice.events import Committed
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import Practice, status_in_words
from dojo.practice.recording import record
from dojo.practice.recording import restore as restore_snapshot
from dojo.practice.snapshots import BACKUP, GitError, Repository
from dojo.room.membership import sharing_warning
from dojo.room.sharing import share
from dojo.text import STATUS_STYLES, WIDTH, printable, quantity, shorten

SHOWN_FINDINGS = 3
KATA = ("legacy/", "refactored/", "approved_files/", "tests/golden_master/")


@click.command()
@LIMIT
@click.option("--golden-master", is_flag=True, help="Compare with the kata's documents this time.")
@click.option("-m", "message", metavar="MESSAGE", help="Commit it with this message if it is green.")
def check(limit: float | None, message: str | None, *, golden_master: bool) -> None:
    """Check whether practice/ still does what it did.

    It runs the golden master of your level, or your own tests in practice/tests after a blind start. `pytest` in
    practice/ does the same. Green prints one line. Red prints which call answered otherwise, what was expected and what
    came, or where your code broke. Amber means that your code could not be asked: it did not load, it crashed, or it
    did not end in time. Every check is a commit with your code as it was. `git -C practice log refs/dojo/checks` lists
    them, and `dojo progress` shows them as a timeline.

    A green check says how much you approved otherwise than the kata (`dojo approve practice`). With --golden-master,
    the kata's own documents count, also after a blind start. It then lists the differences that you approved; any other
    difference is red.

    Exit codes: 0 green, 1 red, amber or no check, 2 wrong usage.
    """
    practice = kata_practice("a golden master").guarded(blind=False) if golden_master else practice_here()
    report = runner.check(practice, limit, notice, with_shared=golden_master)
    outcome = report.outcome
    click.echo("\n".join(render(practice, report)))
    share(practice.folder)
    if warning := sharing_warning(practice.folder):
        click.echo(warning)
    if golden_master and outcome.as_approved:
        click.echo("You approved these differences from the kata:")
        click.echo("\n".join(_first(outcome.as_approved)))
    if message is not None:
        click.echo(commit(practice, report, message))
        share(practice.folder)
    if changed := changed_in_kata(practice):  # a person may have opened legacy/ in place of practice/
        back = checkout(practice.workspace, *changed)
        click.echo(f"Changed in the kata: {', '.join(changed)}. {back} takes it back.")
    next_step.tell(next_step.after_check(practice, outcome))
    if not outcome.green:
        fail()


def changed_in_kata(practice: Practice) -> list[str]:
    """Return the files of the kata that are not as git has them; none where the kata is no clone."""
    with suppress(GitError):
        deltas = Repository(practice.workspace).git.index.diff_to_workdir().deltas
        return [each.new_file.path for each in deltas if each.new_file.path.startswith(KATA)]
    return []


def commit(practice: Practice, report: Report, message: str) -> str:
    """Commit the files as they were checked, if that was green; say whether they are."""
    tree = report.step.tree
    repository = Repository(practice.folder)
    if not report.outcome.green:
        return "Not committed."
    if tree == repository.tree_of("HEAD"):
        return "Nothing to commit: the last commit has these files."
    name = repository.short_name(repository.commit(tree, message))
    record(repository, f"committed: {message}", Committed(subject=message, tree=tree))
    return f"Committed as {name}: {shorten(message, WIDTH)}"


def render(practice: Practice, report: Report) -> list[str]:
    """Return what a check found: one line when green; else the first findings and how many more there are."""
    outcome = report.outcome
    guard = "your tests" if practice.choices.blind else practice.level.heading
    passed = f", {quantity(outcome.passed, 'test')}" if outcome.green else ""
    left_out = f"; of your own tests, {outcome.left_out} left out" if outcome.green and outcome.left_out else ""
    status = status_in_words(outcome.status, outcome.approved)
    headline = f"{status}: {guard}{passed}, {report.step.check.seconds:.1f} s{left_out}"
    lines = [click.style(headline, fg=STATUS_STYLES[outcome.status], bold=not outcome.green)]
    lines += render_findings(practice, outcome)
    said = practice.state_directory / PYTEST_OUTPUT
    if not outcome.green and "- Captured stdout " in said.read_text(encoding="utf-8", errors="replace"):
        lines.append(f"What pytest printed: {practice.display_path(said)}")
    return lines


def render_findings(practice: Practice, outcome: Outcome) -> list[str]:
    """Return the first findings, and how many more there are."""
    return _first(outcome.findings, f": {practice.display_path(practice.state_directory / FINDINGS)}")


def _first(findings: Sequence[str], where: str = "") -> list[str]:
    lines = [line for finding in findings[:SHOWN_FINDINGS] for line in finding.splitlines()]
    more = len(findings) - SHOWN_FINDINGS
    return [*lines, f"... and {more} more{where}"] if more > 0 else lines


@click.command()
@click.argument("snapshot", required=False)
def restore(snapshot: str | None) -> None:
    """Go back to the last green, or to another snapshot.

    SNAPSHOT is `green`, or the name of a commit: `git -C practice log refs/dojo/checks` lists one for each check.
    Without a SNAPSHOT, you get the files from before the last revert or restore.

    \b
    dojo restore green      the files of the last green check
    dojo restore            the files from before the last revert or restore
    dojo restore 3f2a9c1    the files of that check

    Your present files are kept first: type `dojo restore` again to bring them back. If `dojo watch --tcr` runs, end it
    first, because it reverts red again.
    """
    practice = practice_here()
    with lock(practice.folder, CHECK, notify=notice):
        state, changes = restore_snapshot(practice, snapshot)
        if not changes:
            click.echo(f"{practice.name}/ is as in {state} already.")
            return
        click.echo(f"{practice.name}/ is as in {state} again:")
        for path, (added, removed) in changes.items():
            click.echo(f"  {printable(path)} +{added} -{removed}")
        share(practice.folder)
        before = Repository(practice.folder).short_name(BACKUP)
        click.echo(f"What was there is kept as {before}: `dojo restore` brings it back.")
        next_step.tell(next_step.AFTER["restore"])
