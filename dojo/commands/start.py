"""`dojo start`: make a practice."""

from collections.abc import Sequence
from pathlib import Path

import click

from dojo.commands import next_step
from dojo.commands.options import notice
from dojo.errors import WrongUsageError
from dojo.kata import LAST, LEVELS, Step, find_workspace
from dojo.practice import Choices, Practice, steps_up_to
from dojo.practice import start as start_practice

LEVELS_SHOWN = f"{', '.join(f'{number} {level.title}' for number, level in LEVELS.items())}."


@click.command()
@click.option("--level", type=click.IntRange(1, LAST.number), help=f"{LEVELS_SHOWN}  [default: 1; with --at, its own]")
@click.option("--blind", is_flag=True, help="No golden master: the tests are yours to write.")
@click.option("--again", is_flag=True, help="Put the practice that is there aside first, under a dated name.")
@click.option("--at", type=int, default=0, metavar="STEP", help="Begin where the worked way is after this step.")
@click.option(
    "--name", default="", metavar="WHO", help="Who practises: it stands in the story, and in `dojo progress`."
)
def start(level: int | None, at: int, name: str, *, blind: bool, again: bool) -> None:
    """Make practice/, a copy of the tangle for you to work on.

    \b
    dojo start                     level 1, guarded by the golden master
    dojo start --level 4 --blind   all of it, and no tests but your own
    dojo start --again             start over; the old practice is kept
    dojo start --at 17 --again     go on where somebody else has come to

    practice/ is a git repository of its own, which the kata's own repository does not see. With --at, its history is
    the worked way up to that step, a commit for each. Next: `dojo check`.
    """
    here, workspace = Path.cwd().resolve(), find_workspace()
    way = steps_up_to(workspace, at) if at else []
    practice = Practice(workspace, Choices(_level_for(level, way), blind, name))
    aside = start_practice(workspace, practice.choices, again=again, tell=notice, way=way)
    if aside is not None:
        inside = ", and so are you" if here.is_relative_to(practice.folder.resolve()) else ""
        click.echo(f"The old practice is in {aside.name}/, as it was{inside}.")
    without = ", blind: the tests are yours to write" if blind else ""
    click.echo(f"practice/ is ready: level {practice.level.number}, {practice.level.title}{without}.")
    if way:
        click.echo(f"It begins after step {at} of the worked way:\n  {way[-1].title}")
    next_step.tell(next_step.AFTER_START_AT if way else next_step.AFTER_START)


def _level_for(level: int | None, way: Sequence[Step]) -> int:
    """Return the level that was chosen, else that of the last step; WrongUsageError when that is higher."""
    least = way[-1].level if way else 1
    if level is not None and level < least:
        raise WrongUsageError(
            f"Step {way[-1].number} is of level {least}: a practice of level {level} has no part of it. "
            f"Choose level {least} or above."
        )
    return level or least
