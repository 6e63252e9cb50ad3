"""`dojo join` and `dojo swap`: share a practice with a room, and say who goes on with it."""

import shlex
from pathlib import Path

import click

from dojo import next_step
from dojo.cli import practice_here
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.events import MAX_NAME, Named, Swapped
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.recording import record
from dojo.practice.snapshots import Repository
from dojo.room.git import GIT_TIMEOUT, RefusedError, display_url, parse_room_url
from dojo.room.membership import NAME_TAKEN, read_membership, sharing_warning
from dojo.room.sharing import join as join_room
from dojo.room.sharing import leave as leave_room
from dojo.room.sharing import parse_pair_name, share, write_bundle
from dojo.text import printable, shorten

HINTS = {  # by words of git, and of ours; the last is for all others
    NAME_TAKEN: "choose another: `dojo join {room} --name NAME`. Is it your own, from another\n"
    "folder or computer? Add --mine to go on with it: `dojo join {room} --name {pair} --mine`.",
    "dubious ownership": "if you trust who made the room, run this, then join again:\n"
    "git config --global --add safe.directory {room}",
    "could not read": "no check asks for a password. Set up a key, or a helper that remembers:\n"
    "git config --global credential.helper cache; then `dojo join {room}`.",
    "": "check the URL and the network; `dojo join URL` tries again.",
}


@click.command()
@click.argument("url", required=False)
@click.option("--name", metavar="WHO", help="Your name in the room.  [default: the name from the start]")
@click.option("--mine", is_flag=True, help="This name in the room is yours: go on with its line here.")
@click.option("--leave", is_flag=True, help="Stop sharing: your line leaves the board; what you shared stays.")
@click.option(
    "--bundle", type=click.Path(path_type=Path), metavar="FILE", help="Write the history to a file, for a USB stick."
)
def join(url: str | None, name: str | None, *, mine: bool, leave: bool, bundle: Path | None) -> None:
    """Share practice/ with a room, check by check.

    \b
    dojo join URL --name Panda   from now on, each check goes to the room
    dojo join                    which checks the room does not have yet, and why
    dojo join --leave            stop sharing
    dojo join --bundle FILE      without a network: a file for `dojo room FILE`

    URL is a room that `dojo room new` made, or a repository that you can push to: a path, ssh, https. The room gets
    each check on the branch dojo/Panda, also the checks from before. A check there has its result, the subject of your
    last commit, and all files in practice/ that git does not ignore. A room that does not answer makes no check fail:
    your checks are kept, and sent later.

    The room refuses the name of another pair. You can take a new name, or go to another room: your practice goes on,
    and your old line leaves the board.
    """
    if sum((url is not None, leave, bundle is not None)) > 1:
        raise WrongUsageError("One thing at a time: a URL, --leave or --bundle.")
    practice = practice_here()
    if leave:
        left = leave_room(practice.folder)
        click.echo(f"{practice.name}/ is in no room now.\n{left}".strip())
    elif bundle is not None:
        _bundle(practice, bundle, name)
    elif url is not None or name is not None:
        join_or_rename(practice, None if url is None else parse_room_url(url), name, mine=mine)
    else:
        _print_membership(practice)


def join_or_rename(practice: Practice, url: str | None, name: str | None, *, mine: bool = False) -> None:
    """Join a room, or the same again under a name, and say what it has; WorkspaceError when it was not joined."""
    there = read_membership(practice.folder)
    place = url or (there.url if there else "")
    who = name or (there.pair if there else read_history(Repository(practice.folder)).name)
    if not place or not who:
        raise WrongUsageError("Which room, and who are you? `dojo join URL --name WHO`; the room knows you by it.")
    click.echo(f"Asking the room {display_url(place)}, for {GIT_TIMEOUT} s at most ...", err=True)
    try:
        left = join_room(practice.folder, place, who, mine=mine)
    except RefusedError as error:
        hint = _hint(error.message, place, who)
        raise WorkspaceError(f"{display_url(place)} was not joined: {error.message}.\nNext: {hint}") from None
    _print_membership(practice, left)


def _print_membership(practice: Practice, left: str = "") -> None:
    """Say which room a practice is in, as whom, and whether all is there."""
    room = read_membership(practice.folder)
    news = sharing_warning(practice.folder)
    if room is None:
        click.echo(news or f"{practice.name}/ is in no room.")
        next_step.tell("`dojo join URL --name WHO`; who runs the session knows the URL.")
        return
    is_in = "is in" if room.there else "waits for"
    about = f"{practice.name}/ {is_in} the room {display_url(room.url)} as {room.pair}."
    click.echo("\n".join(filter(None, [about, news, left])))
    if room.why:
        next_step.tell(_hint(room.why, room.url, room.pair))
    else:
        click.echo("Each check goes there by itself, with your files. `dojo join --leave` ends it.")


def _hint(why: str, url: str, who: str) -> str:
    """Return what to do about a reason."""
    hint = next(hint for words, hint in HINTS.items() if words in why)
    return hint.format(room=shlex.quote(display_url(url)), pair=shlex.quote(who))


def _bundle(practice: Practice, file: Path, name: str | None) -> None:
    repository = Repository(practice.folder)
    if name is not None and parse_pair_name(name):
        record(repository, f"named: {name}", Named(name=name))
    write_bundle(practice.folder, file)
    click.echo(f"{printable(str(file))} has the history of {practice.name}/.")
    if not read_history(repository).name:
        click.echo("It does not say who practised: `--name WHO` adds that.")
    next_step.tell(f"`dojo room {printable(str(file))}` shows it, also on another computer.")


@click.command()
@click.argument("who")
def swap(who: str) -> None:
    """Say WHO goes on with practice/ after a swap of partners.

    \b
    dojo swap "Ann and Cem"

    The timeline of `dojo progress` then has a line for the swap, so it shows whose steps were whose. Code, commits and
    checks stay as they are. In a room, the practice keeps its name on the board.
    """
    name = shorten(who, MAX_NAME)
    if not name:
        raise WrongUsageError('Say who goes on: `dojo swap "Ann and Cem"`.')
    repository = Repository(practice_here().folder)
    record(repository, f"swapped: {name}", Swapped(swap="yes", name=name))
    share(repository.folder)
    steps = len(read_history(repository).steps)
    click.echo(f"From check {steps + 1} on, this is the work of {name}.")
