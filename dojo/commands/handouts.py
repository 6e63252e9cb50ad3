"""`dojo handouts`: a page to print, for those who practise in a room."""

from pathlib import Path

import click

from dojo.commands.options import page_option
from dojo.kata import LEVELS, find_workspace, handouts_page, key_page
from dojo.pages import write_page


@click.command()
@page_option("The page to write; open it in a browser, and print it.", required=True)
@click.option(
    "--level",
    type=click.IntRange(min(LEVELS), max(LEVELS)),
    default=1,
    show_default=True,
    help="What is untangled, as for `dojo start`.",
)
@click.option("--key", is_flag=True, help="The key of the smells instead, for who runs the session.")
def handouts(file: Path, level: int, *, key: bool) -> None:
    """Make a page to print, for those who practise in a room.

    \b
    dojo handouts --html pairs.html            listing, rules, cards, words
    dojo handouts --html key.html --key        the smells of it, for you alone
    dojo handouts --html pairs.html --level 2  for another level

    The page is for A4 or letter, in black and white: a listing of the tangle with line numbers, the rules with dice,
    constraint cards to cut out, and the glossary. All of it comes from the files of the kata: make it anew when they
    change. A file that this command did not make stays as it is.
    """
    make = key_page if key else handouts_page
    write_page(file, make(find_workspace(), LEVELS[level]), "dojo handouts")
    click.echo(f"{file}: {'the key' if key else 'handouts'} for level {level}, {LEVELS[level].title}.")
    click.echo("Open it in a browser, and print it on one side of the paper.")
