"""`dojo handouts`: make a page to print, from the files of the kata."""

import shlex
from datetime import datetime
from pathlib import Path

import click

from dojo.cli import LEVEL_RANGE, html_option
from dojo.errors import WrongUsageError
from dojo.kata.handouts import handouts_page, key_page, session_page
from dojo.kata.workspace import LEVELS, find_workspace
from dojo.pages import write_page
from dojo.room.git import display_url, parse_room_url

HOW_TO_PRINT = "Open it in a browser, and print it on one side of the paper."


@click.command()
@html_option("The page to write; open it in a browser, and print it.", required=True)
@click.option(
    "--level",
    type=LEVEL_RANGE,
    default=1,
    show_default=True,
    help="The level, as for `dojo start`.",
)
@click.option(
    "--key",
    is_flag=True,
    help="Make the key of the smells, for the person who runs the session.",
)
@click.option(
    "--session",
    is_flag=True,
    help="Make the plan of two hours, for the person who runs the session.",
)
@click.option(
    "--at",
    type=click.DateTime(["%H:%M"]),
    metavar="TIME",
    help="With --session: the time when the session begins.",
)
@click.option(
    "--pairs",
    default="",
    metavar="NAMES",
    help="With --session: the names of the pairs: Panda,Otter.",
)
@click.option("--room", metavar="URL", help="The URL of the room, for the commands on the page.")
def handouts(  # noqa: PLR0913 - each is an option
    file: Path,
    level: int,
    *,
    key: bool,
    session: bool,
    at: datetime | None,
    pairs: str,
    room: str | None,
) -> None:
    """Make a page to print, for people who practise in a room.

    \b
    dojo handouts --html pairs.html            today, listing, rules, cards, words
    dojo handouts --html key.html --key        the smells, for you alone
    dojo handouts --html sheet.html --session --at 18:30   your plan, on a page
    dojo handouts --html pairs.html --level 2  for another level

    The page is for A4 or letter, in black and white. It has what to type today, a listing of the
    tangle with line numbers, the rules with dice, constraint cards to cut out, and the glossary.
    All of it comes from the files of the kata: make it again when they change. The command does not
    replace a file that the dojo did not make.
    """
    is_wrong_with_session = session and (key or level > 1)
    is_wrong_alone = not session and (at or pairs)
    if is_wrong_with_session or is_wrong_alone:
        rule = "--session is the plan of level 1, without --key and --level."
        raise WrongUsageError(f"{rule} --at and --pairs go with it.")
    workspace = find_workspace()
    about = LEVELS[level]
    url = ""
    if room:
        url = shlex.quote(display_url(parse_room_url(room)))
    if session:
        names = [name.strip() for name in pairs.split(",") if name.strip()]
        page = session_page(workspace, about, url, at, names)
    elif key:
        page = key_page(workspace, about)
    else:
        page = handouts_page(workspace, about, url)
    write_page(file, page)
    click.echo(f"{file}: for {about.heading}. {HOW_TO_PRINT}")
