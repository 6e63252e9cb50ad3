"""`dojo start`: make a practice."""

from pathlib import Path

import click

from dojo.commands import next_step
from dojo.commands.options import notice
from dojo.kata import LAST, LEVELS, find_workspace
from dojo.practice import Choices, Practice
from dojo.practice import start as start_practice

LEVELS_SHOWN = f"{', '.join(f'{number} {level.title}' for number, level in LEVELS.items())}."


@click.command()
@click.option("--level", type=click.IntRange(1, LAST.number), default=1, show_default=True, help=LEVELS_SHOWN)
@click.option("--blind", is_flag=True, help="No golden master: the tests are yours to write.")
@click.option("--again", is_flag=True, help="Put the practice that is there aside first, under a dated name.")
@click.option(
    "--name", default="", metavar="WHO", help="Who practises: it stands in the story, and in `dojo progress`."
)
def start(level: int, name: str, *, blind: bool, again: bool) -> None:
    """Make practice/, a copy of the tangle for you to work on.

    \b
    dojo start                     level 1, guarded by the golden master
    dojo start --level 4 --blind   all of it, and no tests but your own
    dojo start --again             start over; the old practice is kept

    practice/ is a git repository of its own, which the kata's own repository does not see. Next: `dojo check`.
    """
    here = Path.cwd().resolve()
    practice = Practice(find_workspace(), Choices(level, blind, name))
    aside = start_practice(practice.workspace, practice.choices, again=again, tell=notice)
    if aside is not None:
        inside = ", and so are you" if here.is_relative_to(practice.folder.resolve()) else ""
        click.echo(f"The old practice is in {aside.name}/, as it was{inside}.")
    without = ", blind: the tests are yours to write" if blind else ""
    click.echo(f"practice/ is ready: level {level}, {practice.level.title}{without}.")
    next_step.tell(next_step.AFTER_START)
