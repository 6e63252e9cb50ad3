"""`dojo restore`: bring back a state of a practice."""

import click

from dojo.commands import next_step
from dojo.commands.cli import notice, practice_here
from dojo.practice.history import restore as restore_snapshot
from dojo.practice.model import CHECK, lock
from dojo.practice.snapshots import BACKUP, Repository
from dojo.text import printable


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
        before = Repository(practice.folder).short_name(BACKUP)
        click.echo(f"What was there is kept as {before}: `dojo restore` brings it back.")
        next_step.tell(next_step.AFTER["restore"])
