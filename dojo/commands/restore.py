"""`dojo restore`: bring back a state of a practice."""

import click

from dojo.commands.options import practice_here
from dojo.practice import restore as restore_snapshot


@click.command()
@click.argument("snapshot", required=False)
def restore(snapshot: str | None) -> None:
    """Bring back what TCR took, or any other snapshot.

    SNAPSHOT is a name that git has: `git -C practice log refs/dojo/checks` lists them, one for each state that was
    checked. Without a name, it is the one from before your files last went back.

    \b
    dojo restore            what TCR took last
    dojo restore 3f2a9c1    the files as they were checked then

    What is there now is kept first: `dojo restore` once more goes back to it. End `dojo watch --tcr` before, for it
    takes red away again.
    """
    practice = practice_here()
    restored = restore_snapshot(practice, snapshot)
    if not restored.changes:
        click.echo(f"{practice.name}/ is as in {restored.commit} already.")
        return
    files = ", ".join(f"{path} +{added} -{removed}" for path, (added, removed) in restored.changes.items())
    click.echo(f"{practice.name}/ is as in {restored.commit} again: {files}")
    click.echo(f"What was there is kept as {restored.taken}: `dojo restore` brings it back.")
