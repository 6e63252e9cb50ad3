"""`dojo progress`: the way that somebody's code has come, check by check, for a terminal.

summary: a line on what was practised, since when, and how often it was checked.
table: the rows of the way, below their headings; a long one without its middle.
"""

import sys
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from dojo.commands.options import practice_here
from dojo.practice import AMBER, RED, Entry, Practice, Repository, read_checks
from dojo.progress import DATE_AND_TIME, Step, Streak, Way, cells, charts, is_scored, page, page_of, steps_of, way_of
from dojo.text import counted

FINE, FALLS_SHORT = 0, 1
TO_ASCII = str.maketrans("▁▂▃▄▅▆▇█…", "....####~")

SHOWN_FIRST, SHOWN_LAST, SHOWN = 5, 20, 30  # rows
HEADINGS = ("time", "min", "lines", "methods", "worst", "mean", "longest method", "lint", "killed")
WIDTHS = (5, 5, 5, 7, 5, 4, -22, 4, 7)  # to the left when negative
COMPLEXITY = " " * 30 + "complexity"


@click.command()
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page for a projector, too.")
@click.option("--all", "every", is_flag=True, help="Show every row, however many.")
def progress(html: Path | None, *, every: bool) -> None:
    """Show the way that practice/ came, check by check.

    A row for each green check that changed the code: its size, its complexity, its lint findings, and the mutation
    score where `dojo mutants` was run. Red streaks stand between them. Below, the same as a chart.
    """
    sys.exit(show(practice_here(), html, every=every))


def show(practice: Practice, html: Path | None = None, *, every: bool = False) -> int:
    """Print the way, all of it if `every`, and draw it as a page in the file `html`; return the exit code.

    Raises WorkspaceError when the page cannot be written; nothing is printed then.
    """
    entries = read_checks(practice.home)
    if not entries:
        click.echo("No check yet: run `dojo check`, and look here again.")
        return FALLS_SHORT
    steps = steps_of(practice, entries)
    way = way_of(steps)
    lead = summary(practice, entries)
    if html is not None:
        page.write(html, page_of(lead, steps, way))
    _print([Text(lead, "bold"), Text(), *table(way, every=every), *charts(steps)])
    if html is not None:
        click.echo(f"\nThe same as a page: {html}")
    if complaint := Repository(practice.folder).complaint():
        click.echo(f"\nThe code of those checks is not known: {complaint}")
    return FINE


def _print(lines: list[Text]) -> None:
    """Print, in what letters the terminal has; colour only at a terminal, none with NO_COLOR."""
    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        try:
            line.plain.encode(console.encoding)
        except UnicodeEncodeError:
            plain = line.plain.translate(TO_ASCII).encode(console.encoding, "replace")
            line.plain = plain.decode(console.encoding)
        console.print(line)


def summary(practice: Practice, entries: list[Entry]) -> str:
    """Say in a line what was practised, since when, and how often it was checked."""
    red, amber = (sum(entry.status == status for entry in entries) for status in (RED, AMBER))
    level, start = practice.level, entries[0].moment
    checks = f"{counted(len(entries), 'check')}, {red} red{f', {amber} amber' if amber else ''}"
    blind = ", blind" if practice.choices.blind else ""
    return f"Level {level.number}, {level.title}{blind}, since {start:{DATE_AND_TIME}}: {checks}"


# The table.


def table(way: Way, *, every: bool) -> list[Text]:
    """Return the way as lines; a long one without its middle, unless `every` row is wanted."""
    start = _moment(way[0])
    scored = is_scored(way)
    lines = [Text(COMPLEXITY, "bold"), Text(_laid_out(list(HEADINGS), scored=scored), "bold")]
    hidden = len(way) - SHOWN_FIRST - SHOWN_LAST if len(way) > SHOWN and not every else 0
    day = start.date()
    for number, each in enumerate(way):
        if hidden and number == SHOWN_FIRST:
            lines.append(Text(f"  ... {hidden} more rows (--all shows them)", "dim"))
        if SHOWN_FIRST <= number < SHOWN_FIRST + hidden:
            continue
        if _moment(each).date() != day:
            day = _moment(each).date()
            lines.append(Text(f"{day}", "bold"))
        lines.append(_line(each, start, scored=scored))
    return lines


def _moment(each: Step | Streak) -> datetime:
    return each.start if isinstance(each, Streak) else each.entry.moment


def _line(each: Step | Streak, start: datetime, *, scored: bool) -> Text:
    if isinstance(each, Streak):
        return Text(f"    x {each}", "red") if each.red else Text(f"    ? {each}", "yellow")
    return Text(_laid_out(cells(each, start), scored=scored))


def _laid_out(row: list[str], *, scored: bool) -> str:
    columns = list(zip(row, WIDTHS, strict=True))
    return "  ".join(_fitted(cell, width) for cell, width in columns[: None if scored else -1]).rstrip()


def _fitted(cell: str, width: int) -> str:
    text = Text(cell)
    text.truncate(abs(width), overflow="ellipsis", pad=width < 0)
    return text.plain.rjust(width) if width > 0 else text.plain
