"""`dojo join` and `dojo swap`: share a practice with a room, and say who goes on with it."""

import shlex
import sys
from pathlib import Path

import click

from dojo.commands import next_step
from dojo.commands.cli import notice, practice_here
from dojo.practice.model import Practice
from dojo.practice.rooms import (
    ANOTHERS,
    LONGEST_NAME,
    Membership,
    RefusedError,
    Standing,
    named_room,
    pair_name,
    read_membership,
    read_standing,
    room_url,
    shown_url,
    tell_news,
    tell_strange,
)
from dojo.practice.sharing import join as join_room
from dojo.practice.sharing import leave as leave_room
from dojo.practice.sharing import seconds_to_join, write_bundle
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.story import append_name, append_swap, read_story
from dojo.text import WorkspaceError, WrongUsageError, counted, printable, shortened

WHO = "Who are you? `--name WHO` says it: the room knows you by it."
AFTER_NONE = "`dojo join URL --name WHO`; who runs the session knows the URL."
AFTER_MISSING = "they go there when it answers; `dojo join URL` tries now, and asks for a\npassword if it needs one."
LATER = """look at the URL as it is typed here, at the network, and ask who runs the session.
{name}/ is there, and {stands}. With --later, it joins with the first check that can."""
HINTS = {  # by words of git, and of ours
    "of another pair": "choose another: `dojo join {room} --name NAME`. Is it your own, from another\n"
    "folder or computer? Add --mine to go on with it: `dojo join {room} --name {pair} --mine`.",
    "dubious ownership": "if you trust who made the room, run this, then join again:\n"
    "git config --global --add safe.directory {room}",
    "could not read": "no check asks for a password. Set up a key, or a helper that remembers:\n"
    "git config --global credential.helper cache; then `dojo join URL`.",
}


@click.command()
@click.argument("url", required=False)
@click.option("--name", metavar="WHO", help="What the room knows you by.  [default: as at the start]")
@click.option("--later", is_flag=True, help="Join although the room does not answer: with the first check that can.")
@click.option("--mine", is_flag=True, help="The room has this name from you: go on with it, from here.")
@click.option("--leave", is_flag=True, help="Share no more; the board shows you no more, what was shared stays.")
@click.option(
    "--bundle", type=click.Path(path_type=Path), metavar="FILE", help="Write the story to a file, for a stick."
)
def join(  # noqa: PLR0913 - each is an option
    url: str | None, name: str | None, *, later: bool, mine: bool, leave: bool, bundle: Path | None
) -> None:
    """Share practice/ with a room, check by check.

    \b
    dojo join URL --name Panda   from now on, each check goes to the room
    dojo join                    how it stands: what is not there yet, and why
    dojo join --leave            share no more
    dojo join --bundle FILE      no network? a file for `dojo room FILE`

    URL is a room that `dojo room new` made, or any repository that you can push to: a path, ssh, https. There goes,
    as the branch dojo/Panda, each check, those from before too: how it ended, the subject of your last commit, and
    all files in practice/ that git does not ignore. A check never fails for the room, and waits for it two seconds at
    most, where the one before could not be sent; what was not sent goes with the next one.

    A URL that does not answer is not joined, unless you say --later. A name that another pair has is refused. Under
    another name, or in another room, the practice goes on, and the line of before goes from its board.
    """
    if sum((url is not None, leave, bundle is not None)) > 1:
        raise WrongUsageError("One thing at a time: a URL, --leave or --bundle.")
    practice = practice_here()
    if leave:
        in_room = named_room(practice.folder) is not None
        left = leave_room(practice.folder, tell=notice) if in_room else ""
        lines = [f"{practice.name}/ is in no room{' any more' if in_room else ''}.", left]
        click.echo("\n".join(filter(None, lines)))
    elif bundle is not None:
        _bundle(practice, bundle, name)
    elif url is not None or name is not None:
        enter(practice, None if url is None else room_url(url), name, later=later, mine=mine)
    else:
        tell_standing(practice)


def enter(practice: Practice, url: str | None, name: str | None, *, later: bool = False, mine: bool = False) -> None:
    """Join a room, or the same again under a name, and say how it stands; WorkspaceError when it was not joined."""
    there = read_membership(practice.folder)
    place = url or (there and there.url)
    if place is None:
        raise WrongUsageError("Which room? `dojo join URL --name WHO`.")
    who = name or (there.pair if there else read_story(Repository(practice.folder)).name)
    if not who:
        raise WrongUsageError(WHO)
    may_ask = sys.stdin.isatty() and sys.stderr.isatty()
    limit_seconds = seconds_to_join(may_ask=may_ask, later=later)
    click.echo(f"Asking the room {shown_url(place)}, for {limit_seconds:.0f} s at most ...", err=True)
    try:
        left = join_room(practice.folder, place, who, may_ask=may_ask, later=later, mine=mine, tell=notice)
    except RefusedError as error:
        stands = f"stays in {shown_url(there.url)} as {there.pair}" if there else "is in no room"
        hint = _hint(f"{error}", place, who) or LATER.format(name=practice.name, stands=stands)
        raise WorkspaceError(f"{shown_url(place)} was not joined: {error}.\nNext: {hint}") from None
    there, standing = read_membership(practice.folder), read_standing(practice.folder)
    if there is None:
        return
    lines = [_whereabouts(practice, there, standing), tell_news(practice.folder), left]
    click.echo("\n".join(filter(None, lines)))
    next_step.tell(_hint(standing.why, there.url, there.pair))
    if not standing.why:
        click.echo("Each check goes there by itself, with your files. `dojo join --leave` ends it.")


def _whereabouts(practice: Practice, there: Membership, standing: Standing) -> str:
    is_in = "will be in" if standing.why and not standing.there else "is in"
    if ANOTHERS in standing.why:
        is_in = "was in"
    return f"{practice.name}/ {is_in} the room {shown_url(there.url)} as {there.pair}."


def tell_standing(practice: Practice) -> None:
    """Say which room a practice is in, as whom, and what is not there yet."""
    there, standing = read_membership(practice.folder), read_standing(practice.folder)
    if there is None:
        click.echo(tell_strange(practice.folder) or f"{practice.name}/ is in no room.")
        next_step.tell(AFTER_NONE)
        return
    click.echo(_whereabouts(practice, there, standing))
    repository = Repository(practice.folder)
    total = len(read_story(repository).checks)
    missing = len(read_story(repository, after=standing.there).checks)
    if standing.there == repository.commit_named(CHECKS):
        click.echo(f"All is there: {counted(total, 'check')}.")
        return
    unsaid = "what came after the last check" if total else "how this practice began; it has no check so far"
    waiting = f"{missing} of {counted(total, 'check')}" if missing else unsaid
    click.echo(f"Not there yet: {waiting}.")
    if standing.missing:
        click.echo(f"{standing.missing}.")
    next_step.tell(_hint(standing.why, there.url, there.pair) or AFTER_MISSING)


def _hint(why: str, url: str, who: str) -> str:
    """Return what to do about a reason, where that is known."""
    hint = next((hint for words, hint in HINTS.items() if words in why), "")
    return hint.format(room=shlex.quote(shown_url(url)), pair=shlex.quote(who))


def _bundle(practice: Practice, file: Path, name: str | None) -> None:
    repository = Repository(practice.folder)
    if name is not None and pair_name(name):
        append_name(repository, name)
    size = write_bundle(practice.folder, file)
    story = read_story(repository)
    checks = counted(len(story.checks), "check")
    click.echo(f"{printable(str(file))} has the story of {practice.name}/: {checks}, {-(-size // 1024):,} KB.")
    if not story.name:
        click.echo("It does not say who practised: `--name WHO` adds that.")
    next_step.tell(f"`dojo room {printable(str(file))}` shows it, there as here.")


@click.command()
@click.argument("who")
def swap(who: str) -> None:
    """Say WHO goes on with practice/: partners were swapped.

    \b
    dojo swap "Ann and Cem"

    It takes a line in the timeline of `dojo progress`, so that it can be seen whose steps were whose. Code, commits and
    checks stay as they are, and in a room the practice keeps its name on the board.
    """
    name = shortened(who, LONGEST_NAME)
    if not name:
        raise WrongUsageError('Say who goes on: `dojo swap "Ann and Cem"`.')
    repository = Repository(practice_here().folder)
    append_swap(repository, name)
    checks = len(read_story(repository).checks)
    click.echo(f"From check {checks + 1} on, this is the work of {name}.")
