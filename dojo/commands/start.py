"""`dojo start`: make a practice."""

from collections.abc import Sequence
from pathlib import Path

import click

from dojo import next_step
from dojo.checking import runner
from dojo.checking.check import Job
from dojo.cli import LEVEL, notice
from dojo.commands.check import render_findings
from dojo.commands.join import join_or_rename
from dojo.errors import WrongUsageError
from dojo.kata.way import WorkedStep, worked_steps
from dojo.kata.workspace import LEVELS, OWN_CODE, find_workspace
from dojo.practice.create import create_practice, steps_up_to
from dojo.practice.model import EARLIER, NAME, Choices, Practice
from dojo.practice.own_code import read_own_code
from dojo.practice.snapshots import Repository
from dojo.room.git import parse_room_url
from dojo.room.membership import forget_membership, read_membership, write_membership
from dojo.room.sharing import parse_pair_name

LEVEL_NAMES = ", ".join(f"{number} {level.title}" for number, level in LEVELS.items())

NOT_ASKED = """So your code could not be called. Mend that in practice/; install what it needs;
rename a module of yours that is called as an installed one is;
or bring the folder around it: dojo start --again --from FOLDER"""


@click.command()
@click.option("--level", type=LEVEL, help=f"{LEVEL_NAMES}.  [default: 1; with --at, the next step's]")
@click.option("--blind", is_flag=True, help="Start without the golden master: you write the tests.")
@click.option("--again", is_flag=True, help=f"Put the old practice aside first, in {EARLIER}/.")
@click.option("--at", type=int, default=0, metavar="STEP", help="Begin after this step of the worked way.")
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="Copy your own code: a module, a package or a project.",
)
@click.option(
    "--name", default="", metavar="WHO", help="Who practises; the history and `dojo progress` show this name."
)
@click.option("--room", metavar="URL", help="Share each check with a room; `dojo join --help` says more.")
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
    dojo start --level 4 --blind   all of the tangle, with only your own tests
    dojo start --again             start over; the old practice is kept
    dojo start --at 17 --again     begin after step 17 of the worked way
    dojo start --at 78             level 2: step 78 is the last step of level 1
    dojo start --name Panda --room URL       each check goes to a room, too
    dojo start --from ~/shop/invoice.py      your own code, not the kata

    practice/ is a git repository of its own; the kata's repository ignores it. With --at, its log has a commit for each
    step of the worked way up to that step. With --again, the new practice stays in the room of the old one, and goes on
    with its line; `dojo progress --earlier` shows the old one. Then type `dojo check`.

    --from copies your code, and leaves the original as it is. PATH is a .py file, a package, or a folder with modules
    and tests. Only your own tests guard the copy; it has a first one. It runs with the Python of the dojo: install the
    packages that it needs there. "On Monday" in KATA.md says how to go on.
    """
    if source is not None and (level or at or blind):
        raise WrongUsageError("Your own code has no level, no worked way and no golden master: use --from alone.")
    workspace = find_workspace()
    folder = workspace / NAME
    own = None if source is None else read_own_code(source, workspace)
    steps = worked_steps(workspace) if at else []
    way = steps_up_to(steps, at)
    before = read_membership(folder) if again else None
    url = parse_room_url(room) if room is not None else before.url if before else None
    who = name or (before.pair if before else "")
    pair = "" if url is None else parse_pair_name(who)
    goes_on = before is not None and before.url == url
    is_known = url is None or (before is not None and (before.url, before.pair) == (url, pair))
    known = who if is_known else ""  # a room may refuse the name of another pair; who joins has their name then
    if own is None:
        choices = Choices(_level_for(level, steps, at), blind, known)
    else:
        choices = Choices(OWN_CODE.number, blind=True, name=known, code=own.name)
    aside = create_practice(workspace, choices, again=again, continues=goes_on, way=way, own=own)
    if aside is not None:
        click.echo(f"The old practice is in {EARLIER}/{aside.name}/, as it was. You may delete {EARLIER}/.")
    practice = Practice(workspace, choices)
    click.echo(f"practice/ is ready: {choices.about}{': the tests are yours to write' * blind}.")
    if way:
        click.echo(f"It begins after step {at} of the worked way:\n  {way[-1].title}")
    if own is not None:
        _approve_first_test(practice)
    if aside is not None and before is not None and goes_on:
        write_membership(before)
        forget_membership(aside)
    if url is not None:
        join_or_rename(practice, url, who)
    next_step.tell(next_step.AFTER["start at" if way else "start"])


def _level_for(level: int | None, steps: Sequence[WorkedStep], at: int) -> int:
    """Return the level that was chosen, else that of the step after; WrongUsageError for one below that of the last."""
    levels = [1, *(step.level for step in steps[: at + 1])]
    least = levels[at]
    if level is not None and level < least:
        raise WrongUsageError(f"Step {at} is of level {least}: choose level {least} or above.")
    return level or levels[-1]


def _approve_first_test(practice: Practice) -> None:
    """Approve what others may call of somebody's own code, as it is; say so when that cannot be asked."""
    outcome = runner.run(practice, Job(practice.choices), notice, options=("-p", "dojo.checking.quiet_approvals"))
    received = list(practice.folder.glob("tests/*.test_what_others_may_call.*.received.txt"))
    for file in received:
        test, function, *_ = file.name.split(".")
        file.rename(file.with_name(f"{test}.{function}.approved.txt"))
    if received:
        repository = Repository(practice.folder)
        repository.commit(repository.tree(), f"What others may call of {practice.choices.code}, approved as it is")
    else:
        click.echo("\n".join([*render_findings(practice, outcome), NOT_ASKED]))
