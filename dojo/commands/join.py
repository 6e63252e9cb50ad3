"""`dojo join`: share a practice with a room."""

import shlex
import sys
from pathlib import Path

import click

from dojo.commands import next_step
from dojo.commands.options import notice, practice_here
from dojo.errors import WrongUsageError
from dojo.practice import (
    CHECKS,
    Membership,
    Practice,
    Repository,
    Standing,
    is_shared,
    join_room,
    leave_room,
    name_story,
    read_membership,
    read_standing,
    read_story,
    room_url,
    shown_url,
    tell_news,
    tell_strange,
    write_bundle,
)
from dojo.text import counted, printable

WHO = "Who are you? `--name WHO` says it: the room knows you by it."
AFTER_NONE = "`dojo join URL --name WHO`; who runs the session knows the URL."
AFTER_MISSING = "the next check tries again; `dojo join URL` tries now, and asks for a\npassword if it needs one."
HINTS = {  # by words of git
    "dubious ownership": "if you trust who made the room, run this, then join again:\n"
    "git config --global --add safe.directory {room}",
    "could not read": "no check asks for a password. Set up a key, or a helper that remembers:\n"
    "git config --global credential.helper cache; then `dojo join URL`.",
}


@click.command()
@click.argument("url", required=False)
@click.option("--name", metavar="WHO", help="What the room knows you by.  [default: as at the start]")
@click.option("--leave", is_flag=True, help="Share no more; what was shared stays there.")
@click.option(
    "--bundle", type=click.Path(path_type=Path), metavar="FILE", help="Write the story to a file, for a stick."
)
def join(url: str | None, name: str | None, *, leave: bool, bundle: Path | None) -> None:
    """Share practice/ with a room, check by check.

    \b
    dojo join URL --name Panda   from now on, each check goes to the room
    dojo join                    how it stands: what is not there yet, and why
    dojo join --leave            share no more
    dojo join --bundle FILE      no network? a file for `dojo room FILE`

    URL is a room that `dojo room new` made, or any repository that you can push to: a path, ssh, https. There goes,
    as the branch dojo/Panda, each check, those from before too: how it ended, the subject of your last commit, and
    all files in practice/ that git does not ignore. A check never waits for the room, and never fails for it; what was
    not sent goes with the next one.
    """
    if sum((url is not None, leave, bundle is not None)) > 1:
        raise WrongUsageError("One thing at a time: a URL, --leave or --bundle.")
    practice = practice_here()
    if leave:
        _leave(practice)
    elif bundle is not None:
        _bundle(practice, bundle, name)
    elif url is not None or name is not None:
        enter(practice, None if url is None else room_url(url), name)
    else:
        tell_standing(practice)


def enter(practice: Practice, url: str | None, name: str | None) -> None:
    """Join a room, or the same again under a name, and say how it stands."""
    there, told = read_membership(practice.folder), read_standing(practice.folder).there
    place = url or (there and there.url)
    if place is None:
        raise WrongUsageError("Which room? `dojo join URL --name WHO`.")
    who = name or (there.wish if there else read_story(Repository(practice.folder)).name)
    if not who:
        raise WrongUsageError(WHO)
    click.echo(f"Asking the room {shown_url(place)} ...", err=True)
    may_ask = sys.stdin.isatty() and sys.stderr.isatty()
    join_room(practice.folder, place, who, may_ask=may_ask, tell=notice)
    _tell_joined(practice, there if told else None)


def _tell_joined(practice: Practice, before: Membership | None) -> None:
    """Say how a practice stands; `before`: where it has told anything, perhaps the same room under another name."""
    there, standing = read_membership(practice.folder), read_standing(practice.folder)
    if there is None:
        return
    is_in = "will be in" if standing.why else "is in"
    click.echo(f"{practice.name}/ {is_in} the room {shown_url(there.url)} as {there.pair}.")
    if news := tell_news(practice.folder):
        click.echo(news)
    if before is not None and (before.url, before.pair) != (there.url, there.pair):
        click.echo(f"What {before.pair} told stays in {shown_url(before.url)}.")
    next_step.tell(_hint(standing.why, there.url))
    if not standing.why:
        click.echo("Each check goes there by itself, with your files. `dojo join --leave` ends it.")


def tell_standing(practice: Practice) -> None:
    """Say which room a practice is in, as whom, and what is not there yet."""
    there, standing = read_membership(practice.folder), read_standing(practice.folder)
    if there is None:
        click.echo(tell_strange(practice.folder) or f"{practice.name}/ is in no room.")
        next_step.tell(AFTER_NONE)
        return
    click.echo(f"{practice.name}/ is in the room {shown_url(there.url)} as {there.pair}.")
    repository = Repository(practice.folder)
    total = len(read_story(repository).checks)
    missing = total - len(read_story(repository, standing.there).checks)
    if standing.there == repository.commit_named(CHECKS):
        click.echo(f"All is there: {counted(total, 'check')}.")
        return
    if standing == Standing():
        click.echo(f"It is not known here what of {counted(total, 'check')} is there.")
    else:
        click.echo(f"Not there yet: {missing} of {counted(total, 'check')}.")
    if standing.missing:
        click.echo(f"{standing.missing}.")
    next_step.tell(_hint(standing.why, there.url) or AFTER_MISSING)


def _hint(why: str, url: str) -> str:
    """Return what to do about a reason, where that is known."""
    hints = (hint.format(room=shlex.quote(shown_url(url))) for words, hint in HINTS.items() if words in why)
    return next(hints, "")


def _leave(practice: Practice) -> None:
    if not is_shared(practice.folder):
        click.echo(f"{practice.name}/ is in no room.")
        return
    there, told = read_membership(practice.folder), read_standing(practice.folder).there
    leave_room(practice.folder, tell=notice)
    stays = f" What {there.pair} told stays in {shown_url(there.url)}." if there and told else ""
    click.echo(f"{practice.name}/ is in no room any more.{stays}")


def _bundle(practice: Practice, file: Path, name: str | None) -> None:
    if name is not None:
        name_story(practice.folder, name)
    size = write_bundle(practice.folder, file)
    story = read_story(Repository(practice.folder))
    checks = counted(len(story.checks), "check")
    click.echo(f"{printable(str(file))} has the story of {practice.name}/: {checks}, {-(-size // 1024):,} KB.")
    if not story.name:
        click.echo("It does not say who practised: `--name WHO` adds that.")
    next_step.tell(f"`dojo room {printable(str(file))}` shows it, there as here.")
