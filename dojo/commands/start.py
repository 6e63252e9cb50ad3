"""`dojo start`: make a practice."""

import shlex
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import click

from dojo.checking import runner
from dojo.checking.check import Job
from dojo.commands import next_step
from dojo.commands.check import render_findings
from dojo.commands.cli import notice
from dojo.commands.join import WHO, enter
from dojo.kata.way import Step, worked_steps
from dojo.kata.workspace import LAST, LEVELS, OWN_CODE, find_workspace
from dojo.practice.code import own_modules, read_own_code
from dojo.practice.create import IsThereError, steps_up_to
from dojo.practice.create import start as start_practice
from dojo.practice.model import CHECK, EARLIER, NAME, Choices, Practice, hold
from dojo.practice.rooms import Membership, hand_over, pair_name, read_membership, room_url, shown_url
from dojo.practice.snapshots import Repository
from dojo.text import WrongUsageError

LEVELS_SHOWN = f"{', '.join(f'{number} {level.title}' for number, level in LEVELS.items())}."
ANEW = f"`dojo start --again` puts it aside in {EARLIER}/, under today's date, and starts anew."
QUIET = ("-p", "dojo.mutation.quiet_approvals")
FIRST_DOCUMENT = "tests/*.test_what_others_may_call.*.received.txt"
NOT_ASKED = """So your code could not be asked. Mend that in practice/; install what it needs;
or bring the folder around it: dojo start --again --from FOLDER"""
NAMED_ALIKE = "A module {} is installed here, too, and the tools may need it: rename yours in a copy, and bring that."
DELETE = f"{EARLIER}/ may be deleted."


@click.command()
@click.option(
    "--level", type=click.IntRange(1, LAST.number), help=f"{LEVELS_SHOWN}  [default: 1; with --at, the next step's]"
)
@click.option("--blind", is_flag=True, help="No golden master: the tests are yours to write.")
@click.option("--again", is_flag=True, help=f"Put the practice that is there aside first, in {EARLIER}/.")
@click.option("--at", type=int, default=0, metavar="STEP", help="Begin where the worked way is after this step.")
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="Your own code: a module, a package or a project, which is copied.",
)
@click.option(
    "--name", default="", metavar="WHO", help="Who practises: it stands in the story, and in `dojo progress`."
)
@click.option("--room", metavar="URL", help="Share it with a room; `dojo join --help` says more.")
def start(  # noqa: PLR0913 - each is an option
    level: int | None,
    at: int,
    source: Path | None,
    name: str,
    room: str | None,
    *,
    blind: bool,
    again: bool,
) -> None:
    """Make practice/, a copy of the tangle for you to work on.

    \b
    dojo start                     level 1, guarded by the golden master
    dojo start --level 4 --blind   all of it, and no tests but your own
    dojo start --again             start over; the old practice is kept
    dojo start --at 17 --again     go on where somebody else has come to
    dojo start --at 78             level 2, with level 1 done: 78 is its last step
    dojo start --name Panda --room URL       each check goes to a room, too
    dojo start --from ~/shop/invoice.py      your own code; the kata waits

    practice/ is a git repository of its own, which the kata's own repository does not see. With --at, its history is
    the worked way up to that step, a commit for each. With --again, it stays in the room that the old one was in, where
    its line goes on; `dojo progress --earlier` shows what was before. Next: `dojo check`.

    --from copies your code, and never touches what it copies: a .py file, a package, or a folder with modules and
    tests beside them. It is guarded by your own tests alone; there is a first one. It runs with the Python that the
    dojo runs with: packages that it needs are to be installed there. "On Monday" in KATA.md says how to go on.
    """
    if source is not None and (level or at):
        raise WrongUsageError("Your own code has neither levels nor a worked way: leave --level and --at out.")
    here, workspace = Path.cwd().resolve(), find_workspace()
    own = read_own_code(source, workspace) if source is not None else None
    steps = worked_steps(workspace) if at else []
    way = steps_up_to(steps, at)
    before = read_membership(workspace / NAME) if again else None
    url, who = _room_for(room, name, before)
    if own is None:
        choices = Choices(_level_for(level, way, steps), blind, who)
    else:
        choices = Choices(OWN_CODE.number, blind=True, name=who, code=own.name)
    practice = Practice(workspace, choices)
    goes_on = before is not None and before.url == url
    try:
        aside = start_practice(workspace, choices, again=again, goes_on=goes_on, tell=notice, way=way, own=own)
    except IsThereError as error:
        joined = f"\n`dojo join {shown_url(url)} --name {shlex.quote(who)}` goes into the room with it." if url else ""
        raise IsThereError(f"{error.message}{joined}\n{ANEW}") from None
    if aside is not None:
        inside = ", and so are you" if here.is_relative_to(practice.folder.resolve()) else ""
        click.echo(f"The old practice is in {EARLIER}/{aside.name}/, as it was{inside}. {DELETE}")
    _tell_begin(practice, way, steps)
    if own is not None:
        _approve_first_test(practice)
    if aside is not None and before is not None and goes_on:
        hand_over(before, aside)
    if url is not None:
        enter(practice, url, who)
    is_left = any(step.level <= practice.level.number for step in steps[at:])
    next_step.tell(next_step.after_start_at(practice, is_left=is_left) if way else next_step.AFTER["start"])


def _tell_begin(practice: Practice, way: Sequence[Step], steps: Sequence[Step]) -> None:
    without = ": the tests are yours to write" if practice.choices.blind else ""
    if practice.is_own_code:
        without = ", copied"
    click.echo(f"practice/ is ready: {practice.choices.about}{without}.")
    if way:
        click.echo(f"It begins after step {len(way)} of the worked way{_done(way, steps)}:\n  {way[-1].title}")


def _approve_first_test(practice: Practice) -> None:
    """Approve what others may call of somebody's own code, as it is; say so when that cannot be asked."""
    with hold(practice.folder, CHECK, tell=notice):
        outcome = runner.run(practice, Job(practice.choices), notice, options=QUIET)
        received = list(practice.folder.glob(FIRST_DOCUMENT))
        for file in received:
            test, function, *_ = file.name.split(".")
            file.rename(file.with_name(f"{test}.{function}.approved.txt"))
    if not received:
        click.echo("\n".join(render_findings(practice, outcome)))
        found = {name: find_spec(name) for name in own_modules(practice.folder)}
        installed = [name for name, spec in found.items() if spec and spec.origin]
        click.echo(NAMED_ALIKE.format(installed[0]) if installed else NOT_ASKED)
        return
    repository = Repository(practice.folder)
    repository.commit(repository.tree(), f"What others may call of {practice.choices.code}, approved as it is")


def _room_for(room: str | None, name: str, before: Membership | None) -> tuple[str | None, str]:
    """Return the room to go into, or none, and who does; WrongUsageError for what can be neither."""
    url = room_url(room) if room is not None else before.url if before else None
    who = name or (before.pair if before else "")
    if url is not None:
        if not who:
            raise WrongUsageError(WHO)
        pair_name(who)
    return url, who


def _done(way: Sequence[Step], steps: Sequence[Step]) -> str:
    """Say what is done with the last step of a level, or of all."""
    if len(way) == len(steps):
        return ", the last: the way is walked"
    level = way[-1].level
    return f", the last of level {level}" if steps[len(way)].level > level else ""


def _level_for(level: int | None, way: Sequence[Step], steps: Sequence[Step]) -> int:
    """Return the level that was chosen, else that of the step after; WrongUsageError when that of the last is higher.

    After the last of all, it is that of the last.
    """
    least = way[-1].level if way else 1
    if level is not None and level < least:
        raise WrongUsageError(
            f"Step {way[-1].number} is of level {least}: a practice of level {level} has no part of it. "
            f"Choose level {least} or above."
        )
    return level or max([least, *(step.level for step in steps[len(way) :][:1])])
