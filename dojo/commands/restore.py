"""`dojo restore`: bring back a state of a practice."""

import click

from dojo.commands.options import practice_here
from dojo.practice import restore as restore_state


@click.command()
@click.argument("state", required=False)
def restore(state: str | None) -> None:
    """Bring back what TCR took, or any other state that was checked.

    A STATE has a name as git has them; `git -C practice log refs/dojo/checks` lists those that were checked. Without a
    name, it is what your files were before they last went back.

    \b
    dojo restore            what TCR took last
    dojo restore 3f2a9c1    the files as they were checked then

    What is there now is kept first: `dojo restore` once more goes back to it. End `dojo watch --tcr` before, for it
    takes red away again.
    """
    practice = practice_here()
    restored = restore_state(practice, state)
    if not restored.changes:
        click.echo(f"{practice.name}/ is as in {restored.commit} already.")
        return
    files = ", ".join(f"{path} +{added} -{removed}" for path, (added, removed) in restored.changes.items())
    click.echo(f"{practice.name}/ is as in {restored.commit} again: {files}")
    click.echo(f"What was there is kept as {restored.taken}: `dojo restore` brings it back.")
