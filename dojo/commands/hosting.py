"""`dojo room new`, `serve` and `close`: a room before, during and after a session."""

import shlex
import socket
import subprocess
import textwrap
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import click

from dojo.commands import next_step
from dojo.kata.workspace import find_workspace
from dojo.practice.rooms import is_room, make_room, reach, reason, room_url, variables
from dojo.room.pairs import Clone
from dojo.text import WIDTH, WorkspaceError, counted

AFTER_NEW = """each pair: dojo join {room} --name Panda
you: dojo room {room}
For pairs at other computers: dojo room serve {room}"""
AFTER_SERVE = """each pair: dojo start --again --name Panda --room {url}
you, in another terminal: dojo room {url}"""
CLOSED = """{file} keeps all of {room}, {lines}, {size:,} KB:
{names}
Nothing was deleted. You may delete now:
  {place}
  on the pairs' computers: practices/, where practices were put aside"""
AFTER_CLOSE = """`dojo room compare {file}` shows the pairs side by side,
`dojo progress {file} --name {pair}` the steps of one,
`dojo room {file}` the board."""
GIT_PORT = 9418
READY = "Ready to rumble"  # says git daemon, once it listens
ELSEWHERE = ("192.0.2.1", 9)  # an address that nobody has


@click.command()
@click.argument("path")
@click.option("--shared", is_flag=True, help="The accounts of your group can push, too.")
def new(path: str, *, shared: bool) -> None:
    """Make a room for pairs at this computer, or with this folder.

    \b
    dojo room new tuesday.git            for your own account
    dojo room new --shared /srv/tuesday  for all accounts of your group

    A room is a git repository that takes the stories of practices, a branch for each pair, and nothing else. Pairs come
    in with `dojo join`. No server is needed: a shared folder will do, or any host that git can push to.
    """
    place = Path(room_url(path))
    make_room(place, shared=shared)
    click.echo(f"{path} is a room: it takes the stories of practices, and nothing else.")
    next_step.tell(AFTER_NEW.format(room=shlex.quote(str(place))))


@click.command()
@click.argument("path")
@click.option("--port", type=click.IntRange(1, 65535), default=GIT_PORT, show_default=True, help="Where it listens.")
def serve(path: str, *, port: int) -> None:
    """Share a room with all computers in the network, until Ctrl-C.

    \b
    dojo room serve ~/rooms/tuesday.git

    It makes the room if there is none, and prints its URL. `git daemon` serves this room alone. Typed again, it serves
    the same room again. The firewall must let in the port. Nobody is asked for a password: whoever is in the network
    can read, and push. End it when the session ends.
    """
    place = Path(room_url(path))
    if not place.exists():
        make_room(place)
    if not is_room(place):
        raise WorkspaceError(f"{path} was not made by `dojo room new` or `serve`, and is not served. Choose another.")
    at = "" if port == GIT_PORT else f":{port}"
    url = f"git://{own_address()}{at}/{quote(place.name)}"
    daemon = start_daemon(place, port)
    click.echo(f"{path} is at {url} until Ctrl-C.")
    next_step.tell(AFTER_SERVE.format(url=url))
    try:
        for _ in daemon.stderr or ():
            pass  # it has a line for each check that comes
    except KeyboardInterrupt:
        click.echo(f"\n{path} stays as it is. `dojo room close {path}` keeps all of it in one file.")
    finally:
        daemon.terminate()
        daemon.wait()


def start_daemon(place: Path, port: int) -> "subprocess.Popen[str]":
    """Serve one room, and nothing beside it; WorkspaceError when git does not listen."""
    daemon = subprocess.Popen(  # noqa: S603 - git, with arguments of our own
        [
            *("git", "daemon", "--verbose", "--informative-errors", "--reuseaddr", "--export-all"),
            *("--enable=receive-pack", f"--port={port}", f"--base-path={place.parent}", str(place)),
        ],
        env=variables(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    said = ""
    for line in daemon.stderr or ():
        if READY in line:
            return daemon
        said += line
    daemon.wait()
    raise WorkspaceError(f"{place.name} cannot be served: {reason(said)}. Is it served already? --port takes another.")


def own_address() -> str:
    """Return the address of this computer in the network; no packet is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(ELSEWHERE)
        return str(asking.getsockname()[0])
    return "localhost"


@click.command()
@click.argument("source", metavar="URL")
@click.option(
    "--to", "file", type=click.Path(path_type=Path), metavar="FILE", help="Where to.  [default: tuesday.bundle, here]"
)
def close(source: str, file: Path | None) -> None:
    """Keep all of a room in one file, and say what may be deleted.

    \b
    dojo room close URL

    The file is a git bundle: `dojo room`, `dojo room compare` and `dojo progress` read it as they read the room. All
    lines are in it, also those that a pair has left. Nothing is deleted by this command.
    """
    clone = Clone(find_workspace(), source)
    file = file or Path(f"{clone.label}.bundle")
    if file.exists():
        raise WorkspaceError(f"{file} is there already, and stays as it is. Choose another name: --to FILE")
    names = sorted(clone.fetch())
    if not names:
        raise WorkspaceError(f"{clone.shown} has no story of a practice: there is nothing to keep.")
    reach(clone.folder / ".git", "bundle", "create", "--quiet", str(file.absolute()), "--all")
    is_here = Path(clone.address).is_dir()
    click.echo(
        CLOSED.format(
            file=file,
            room=clone.shown,
            lines=counted(len(names), "line"),
            size=-(-file.stat().st_size // 1024),
            names=textwrap.fill(", ".join(names), WIDTH, initial_indent="  ", subsequent_indent="  "),
            place=f"here: {clone.address}, the room" if is_here else "where the room is served: its folder",
        )
    )
    next_step.tell(AFTER_CLOSE.format(file=shlex.quote(str(file)), pair=names[0]))
