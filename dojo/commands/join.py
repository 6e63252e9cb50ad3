"""`dojo join` and `dojo swap`: share a practice with a room, and record a swap of partners."""

import time
from pathlib import Path

import click

from dojo import next_step
from dojo.cli import practice_here, show_waiting
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.events import MAX_NAME, Named, Swapped
from dojo.practice.history import History, read_history, split_partners
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.git import GIT_TIMEOUT, RefusedError, display_url, is_no_answer, parse_room_url
from dojo.room.membership import (
    NAME_TAKEN,
    SEE_JOIN,
    Membership,
    read_membership,
    sharing_warning,
)
from dojo.room.pushing import share
from dojo.room.sharing import join_room, leave_room, parse_pair_name, write_bundle
from dojo.text import next_step_line, shorten
from dojo.times import format_minutes

MAX_TURN_MINUTES = 60
NAME_BOTH = 'Name both partners, the new driver first: `dojo swap "Ann and Ben"`.'


def waiting_line(url: str) -> str:
    return f"Connecting to {display_url(url)} (timeout: {GIT_TIMEOUT} s) ..."


def join_with_advice(practice: Practice, url: str, name: str, *, mine: bool = False) -> list[str]:
    """Join a room, and return lines about it.

    Raises WorkspaceError, with advice, if the room refuses.
    """
    try:
        left = join_room(practice.folder, url, name, mine=mine)
    except RefusedError as error:
        reason = f"Could not join {display_url(url)}: {error.message}."
        membership = read_membership(practice.folder)
        if membership is not None and membership.has_joined:
            reason += f"\nYou are still in {display_url(membership.url)} as {membership.pair}."
        advice = next_step.after_refusal(error.message, url, name)
        raise WorkspaceError(f"{reason}\nNext: {advice}") from None
    share(practice.folder)
    return membership_lines(practice, left)


def membership_lines(practice: Practice, left: str = "") -> list[str]:
    """Return which room a practice is in, and advice if it cannot be reached.

    `left` is a sentence about a branch that the practice left before.
    """
    membership = read_membership(practice.folder)
    # Its second line names this command, which prints better advice.
    warning = sharing_warning(practice.folder).replace(f"\n{SEE_JOIN}", "")
    if membership is None:
        return [
            warning or f"{practice.title}/ is in no room.",
            next_step_line(next_step.without_room()),
        ]
    if not membership.has_joined:
        advice = next_step.after_refusal(membership.failure, membership.url, membership.pair)
        return [warning, next_step_line(advice)]
    room = display_url(membership.url)
    verb = "was" if NAME_TAKEN in membership.failure else "is"
    lines = [f"{practice.title}/ {verb} in the room {room} as {membership.pair}.", left, warning]
    if is_no_answer(membership.failure):
        return [line for line in lines if line]
    if membership.failure:
        advice = next_step.after_refusal(membership.failure, membership.url, membership.pair)
        lines.append(next_step_line(advice))
    else:
        lines.append("Each check is pushed there, with your files. `dojo join --leave` stops this.")
    return [line for line in lines if line]


@click.command()
@click.argument("url", required=False)
@click.option(
    "--name",
    metavar="WHO",
    help="Your name in the room.  [default: the name from `dojo start`]",
)
@click.option(
    "--mine",
    is_flag=True,
    help="This name in the room is yours: continue its row here.",
)
@click.option(
    "--leave",
    is_flag=True,
    help="Stop sharing: your row leaves the board, your pushed checks stay.",
)
@click.option(
    "--bundle",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the history to a file, for example on a USB stick.",
)
def join(
    url: str | None,
    name: str | None,
    *,
    mine: bool,
    leave: bool,
    bundle: Path | None,
) -> None:
    """Share the checks of practice/ with a room.

    \b
    dojo join URL --name Panda   share each check from now on
    dojo join                    show which checks the room lacks, and why
    dojo join --leave            stop sharing
    dojo join --bundle FILE      without a network: a file for `dojo room FILE`

    URL is a room that `dojo room new` created, or any repository that you can push to: a path, ssh,
    https. Each check is pushed to the branch dojo/Panda, and earlier checks are pushed, too. The
    room gets the result of the check, the subject of your last commit, and all files in practice/
    that git does not ignore. If the room does not answer, no check fails because of it: your checks
    are kept, and pushed later.

    The room refuses the name of another pair. If you join again with a new name, your row on the
    board continues. If you join another room, your old row leaves the board.
    """
    given = [url is not None, leave, bundle is not None]
    if given.count(True) > 1:
        raise WrongUsageError("Use only one of URL, --leave and --bundle.")
    practice = practice_here()
    if leave:
        sentence = leave_room(practice.folder)
        click.echo(f"{practice.title}/ is in no room now.\n{sentence}".strip())
    elif bundle is not None:
        _write_bundle(practice, bundle, name)
    elif url is not None or name is not None:
        _join_or_rename(practice, url, name, mine=mine)
    else:
        click.echo("\n".join(membership_lines(practice)))


def _join_or_rename(practice: Practice, url: str | None, name: str | None, *, mine: bool) -> None:
    """Join a room, or the present room under another name."""
    membership = read_membership(practice.folder)
    if url is not None:
        url = parse_room_url(url)
    elif membership is not None:
        url = membership.url
    if not name:
        name = _known_name(practice, membership)
    if not url or not name:
        missing = "name" if url else "URL of the room"
        raise WrongUsageError(f"The {missing} is missing. Use `dojo join URL --name WHO`.")
    click.echo(waiting_line(url), err=True)
    click.echo("\n".join(join_with_advice(practice, url, name, mine=mine)))


def _known_name(practice: Practice, membership: Membership | None) -> str:
    """Return the name in the present room or, without a room, the name from the start."""
    if membership is not None:
        return membership.pair
    return read_history(Repository(practice.folder)).name


def _write_bundle(practice: Practice, file: Path, name: str | None) -> None:
    """Write the history to a file, with the pair's name if it is given."""
    repository = Repository(practice.folder)
    if name is not None:
        parse_pair_name(name)
        repository.record(f"named: {name}", Named(name=name))
    write_bundle(practice.folder, file)
    click.echo(f"Wrote the history of {practice.title}/ to {file}.")
    if not read_history(repository).name:
        click.echo("It has no name yet. `--name WHO` adds one.")
    next_step.tell(next_step.after_bundle(file))


@click.command()
@click.argument("who", required=False)
@click.option("--undo", is_flag=True, help="Undo the last swap.")
@click.option(
    "--minutes",
    type=click.FloatRange(0, MAX_TURN_MINUTES, min_open=True),
    metavar="N",
    help="Then count down a turn of N minutes, and ring when it is over.",
)
def swap(who: str | None, *, undo: bool, minutes: float | None) -> None:
    """Record a swap of partners, and say who drives.

    \b
    dojo swap                 the other one of "Ann and Ben" drives
    dojo swap "Cem and Ann"   new partners: Cem drives
    dojo swap --minutes 4     ... for a turn of four minutes, as in an ensemble
    dojo swap --undo          the last swap was a mistake

    The first person drives, which means types. Without WHO, the names are those of the last swap
    or, before it, those of `dojo start --name "Ann and Ben"`. If neither has two names, WHO is
    needed. With more than two, everybody drives in turn: "Ann, Ben and Cem".

    The timeline of `dojo progress` gets a row for the swap, so that it shows who did which steps.
    Code, commits and checks do not change. In a room, the practice keeps its name on the board.
    """
    if undo and (who is not None or minutes is not None):
        raise WrongUsageError("--undo takes no names and no minutes.")
    repository = Repository(practice_here().folder)
    history = read_history(repository)
    if undo:
        _undo_swap(repository, history)
    else:
        name = _partners_after_swap(who, history)
        repository.record(f"swapped: {name}", Swapped(swap="yes", name=name))
        share(repository.folder)
        click.echo(f"From check {len(history.steps) + 1} on, the timeline shows {name}.")
    after = read_history(repository)
    driver, others = split_partners(after.who)
    if others:
        click.echo(f"{driver} drives now, {others[0]} drives next.")
    elif undo and after.swaps:
        click.echo(f"{driver} drives now.")
    if minutes is not None:
        _count_down(minutes, driver)


def _count_down(minutes: float, driver: str) -> None:
    """Show how much of a turn is left, until it is over or Ctrl-C."""
    left = 60 * minutes
    end = time.monotonic() + left
    try:
        while left > 0:
            show_waiting(f"{driver}: {format_minutes(left)} left")
            time.sleep(min(1, left))
            left = end - time.monotonic()
    except KeyboardInterrupt:
        show_waiting("")
        return
    show_waiting("")
    advice = next_step_line(next_step.after_turn(minutes))
    click.echo(f"\aThe turn of {driver} is over. {advice}")


def _undo_swap(repository: Repository, history: History) -> None:
    """Record that the last swap is undone: the history then ignores both.

    Raises WrongUsageError if there is no swap.
    """
    if not history.swaps:
        raise WrongUsageError("There is no swap to undo.")
    undone = history.swaps[-1]
    repository.record("swap undone", Swapped(swap="undone"))
    share(repository.folder)
    click.echo(f'The swap of {undone.moment:%H:%M} to "{undone.name}" is undone.')


def _partners_after_swap(who: str | None, history: History) -> str:
    """Return the partners with the driver first. Without WHO, two names have to be known."""
    if who is None:
        driver, others = split_partners(history.who)
        if not others:
            raise WrongUsageError(NAME_BOTH)
        who = " and ".join([*others, driver])
    name = shorten(who, MAX_NAME)
    if not name:
        raise WrongUsageError(NAME_BOTH)
    return name
