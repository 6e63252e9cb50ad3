"""`dojo swap`: other partners go on with a practice."""

import click

from dojo.commands.options import practice_here
from dojo.errors import WrongUsageError
from dojo.practice.appending import append_swap
from dojo.practice.rooms import LONGEST_NAME
from dojo.practice.snapshots import Repository
from dojo.practice.story import read_story
from dojo.text import shortened


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
    practice = practice_here()
    repository = Repository(practice.folder)
    append_swap(repository, name)
    checks = len(read_story(repository).checks)
    click.echo(f"From check {checks + 1} on, this is the work of {name}.")
