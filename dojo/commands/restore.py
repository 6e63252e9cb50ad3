"""`dojo restore`: bring back a state of a practice."""

import click

from dojo.commands import next_step
from dojo.commands.cli import notice, practice_here
from dojo.practice.history import restore as restore_snapshot
from dojo.practice.model import CHECK, lock
from dojo.text import printable


@click.command()
@click.argument("snapshot", required=False)
def restore(snapshot: str | None) -> None:
    """Go back to the last green, or to another snapshot.

    SNAPSHOT is `green`, or a name that git has: `git -C practice log refs/dojo/checks` lists them, one for each check.
    Without a name, it is the one from before the last revert or restore.

    \b
    dojo restore green      the files of the last green check
    dojo restore            what TCR reverted last, or what was there before a restore
    dojo restore 3f2a9c1    the files as they were checked then

    What is there now is kept first: `dojo restore` once more brings it back. End `dojo watch --tcr` before, for it
    reverts red again.
    """
    practice = practice_here()
    with lock(practice.folder, CHECK, notify=notice):
        state, before, changes = restore_snapshot(practice, snapshot)
        if not changes:
            click.echo(f"{practice.name}/ is as in {state} already.")
            return
        click.echo(f"{practice.name}/ is as in {state} again:")
        for path, (added, removed) in changes.items():
            click.echo(f"  {printable(path)} +{added} -{removed}")
        click.echo(f"What was there is kept as {before}: `dojo restore` brings it back.")
        next_step.tell(next_step.AFTER["restore"])
