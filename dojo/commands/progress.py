"""`dojo progress`: the timeline of a practice, check by check, for a terminal."""

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from dojo.commands.options import fail, practice_here
from dojo.kata import write_page
from dojo.practice import AMBER, RED, Practice, Repository, Story, read_story
from dojo.progress import DATE_AND_TIME, MEASURES, Streak, Timeline, charts, diffs_of, page_of, steps_of, timeline_of
from dojo.text import STATUS_MARKS, STATUS_STYLES, counted

TO_ASCII = str.maketrans("▁▂▃▄▅▆▇█…", "....####~")
COLUMNS = (("time", 5), ("min", 5), *((each.heading, each.width) for each in MEASURES), ("killed", 7))
SHOWN_FIRST, SHOWN_LAST, SHOWN = 5, 20, 30  # rows


@click.command()
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page for a projector, too.")
@click.option("--all", "every", is_flag=True, help="Show every row, however many.")
def progress(html: Path | None, *, every: bool) -> None:
    """Show the timeline of practice/, check by check.

    A row for each green check that changed the code: its cognitive complexity, its duplicated lines, its design
    findings, its size (`dojo compare --help` says what these are), and the mutation score where `dojo mutants` was run.
    Red streaks stand between them. Below, the same as a chart.
    """
    practice = practice_here()
    story = read_story(Repository(practice.folder))
    if not story.checks:
        click.echo("No check yet: run `dojo check`, and look here again.")
        fail()
    timeline = timeline_of(steps_of(practice, story))
    lead = summary(practice, story)
    if html is not None:
        write_page(html, page_of(lead, timeline, diffs_of(Repository(practice.folder), timeline)), "dojo progress")
    _print([Text(lead, "bold"), Text(), *table(timeline, every=every), *charts(timeline.steps)])
    if html is not None:
        click.echo(f"\nThe same as a page: {html}")


def _print(lines: list[Text]) -> None:
    """Print, in what letters the terminal has; colour only at a terminal, none with NO_COLOR."""
    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        try:
            line.plain.encode(console.encoding)
        except UnicodeEncodeError:
            line.plain = line.plain.translate(TO_ASCII)  # what is not there either, the stream replaces
        console.print(line)


def summary(practice: Practice, story: Story) -> str:
    """Say in a line what was practised, by whom, since when, and how often it was checked."""
    red, amber = (sum(entry.status == status for entry in story.checks) for status in (RED, AMBER))
    level, start = practice.level, story.checks[0].moment
    checks = f"{counted(len(story.checks), 'check')}, {red} red{f', {amber} amber' if amber else ''}"
    blind, name = ", blind" if practice.choices.blind else "", f", {story.name}" if story.name else ""
    return f"Level {level.number}, {level.title}{blind}{name}, since {start:{DATE_AND_TIME}}: {checks}"


def table(timeline: Timeline, *, every: bool) -> list[Text]:
    """Return the timeline as lines; a long one without its middle, unless `every` row is wanted."""
    columns = COLUMNS[: len(timeline.columns)]
    headings = "  ".join(_fitted(*column) for column in columns)
    lines = [Text("complexity".rjust(headings.index("mean") + 3), "bold"), Text(headings, "bold")]
    hidden = 0 if every or len(timeline.rows) <= SHOWN else len(timeline.rows) - SHOWN_FIRST - SHOWN_LAST
    day = timeline.steps[0].start.date()
    for number, row in enumerate(timeline.rows):
        if hidden and number == SHOWN_FIRST:
            lines.append(Text(f"  ... {hidden} more rows (--all shows them)", "dim"))
        if SHOWN_FIRST <= number < SHOWN_FIRST + hidden:
            continue
        if row.start.date() != day:
            day = row.start.date()
            lines.append(Text(f"{day}", "bold"))
        if isinstance(row, Streak):
            lines.append(Text(f"    {STATUS_MARKS[row.status]} {row}", STATUS_STYLES[row.status]))
        else:
            cells = zip(timeline.cells(row), columns, strict=True)
            lines.append(Text("  ".join(_fitted(cell, width) for cell, (_, width) in cells).rstrip()))
    return lines


def _fitted(cell: str, width: int) -> str:
    text = Text(cell, overflow="ellipsis")
    text.align("right" if width > 0 else "left", abs(width))
    return text.plain
