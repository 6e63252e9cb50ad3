"""`dojo room`: make a room; or see one at a glance."""

import shlex
from pathlib import Path

import click

from dojo.commands import next_step
from dojo.errors import WrongUsageError
from dojo.practice import make_room

NEW = "new"
AFTER_NEW = """each pair: dojo join {room} --name Panda
you: dojo room {room}
For pairs at other computers, see "The room" in docs/facilitating.md."""


@click.command()
@click.argument("sources", nargs=-1, metavar="new PATH")
@click.option("--shared", is_flag=True, help="With new: the accounts of your group can push, too.")
def room(sources: tuple[str, ...], *, shared: bool) -> None:
    """Make a room, where pairs share what they do.

    \b
    dojo room new tuesday.git            a room for your own account
    dojo room new --shared /srv/tuesday  one for all accounts of your group

    A room is a git repository that takes the stories of practices, a branch for each pair, and nothing else. Pairs come
    in with `dojo join`. No server is needed: a shared folder will do, or any host that git can push to.
    """
    if sources[:1] != (NEW,):
        raise WrongUsageError("`dojo room new PATH` makes a room; more is not there yet.")
    if len(sources) != 2:
        raise WrongUsageError("`dojo room new PATH` takes one path.")
    make_new(Path(sources[1]), shared=shared)


def make_new(path: Path, *, shared: bool) -> None:
    """Make a room, and say what to type next."""
    place = path.expanduser().absolute()
    make_room(place, shared=shared)
    click.echo(f"{path} is a room: it takes the stories of practices, and nothing else.")
    next_step.tell(AFTER_NEW.format(room=shlex.quote(str(place))))
