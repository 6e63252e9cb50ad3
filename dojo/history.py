"""`dojo progress`: the way that somebody's code has come, check by check.

step: a check, and what is known of the code at that moment; nothing is measured of code that was red.
way: what is worth a row, in the order in which it happened. That is each green step whose code, or whose score, differs
from the green one before it; and each streak. streak: red checks in a row, up to the green one that ends it.
score: the share of the mutants that were killed, from 0 to 1.
"""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from dojo import check_log, page
from dojo.check_log import Entry
from dojo.measures import Measures, State, code_of, measure
from dojo.page import Band, Curve, Page
from dojo.practice import Practice
from dojo.repository import GitError, Repository

FINE, FALLS_SHORT = 0, 1
SCORES = "scores.jsonl"
TIME, DATE_AND_TIME = "%H:%M", "%Y-%m-%d %H:%M"
PAUSE = 30  # minutes without a check: nobody was at work

SHOWN_FIRST, SHOWN_LAST, SHOWN = 5, 20, 30  # rows
WIDTH, MARGIN = 80, 7  # of a chart, and of what stands to its left
WIDEST = 4  # characters for a check
HEIGHT = 5  # lines
BLOCKS = " ▁▂▃▄▅▆▇█"
TO_ASCII = str.maketrans("▁▂▃▄▅▆▇█…", "....####~")

UNKNOWN = "-"
HEADINGS = ("time", "min", "lines", "methods", "worst", "mean", "longest method", "lint", "killed")
HEADINGS_IN_FULL = (
    *("time", "minutes", "lines", "methods", "worst complexity", "mean complexity"),
    *("longest method", "lint findings", "mutants killed"),
)
WIDTHS = (5, 5, 5, 7, 5, 4, -23, 4, 6)  # to the left when negative
COMPLEXITY = " " * 30 + "complexity"


@dataclass(frozen=True)
class Step:
    """A check, its code and what was measured of it, and the score; None where nothing is known."""

    entry: Entry
    code: State | None
    measures: Measures | None
    score: float | None

    def is_like(self, other: "Step") -> bool:
        """Tell whether both are of the same code, as far as anybody knows."""
        if self.code is None or other.code is None:
            return self.entry.snapshot is not None and self.entry.snapshot == other.entry.snapshot
        return self.code == other.code

    def is_news_after(self, before: "Step | None") -> bool:
        """Tell whether a green step has anything to show that the green one before it had not."""
        return before is None or not self.is_like(before) or self.score not in (None, before.score)


@dataclass(frozen=True)
class Streak:
    """So many red checks in a row, when the first was made, how long until green or the last of them, how it ended."""

    checks: int
    start: datetime
    seconds: float
    ending: str

    def __str__(self) -> str:
        """Say it in a line."""
        lasted = [duration(self.seconds)] if self.seconds else []
        return ", ".join([counted(self.checks, "red check"), *lasted, *([self.ending] if self.ending else [])])


Way = list[Step | Streak]


def show(practice: Practice, html: Path | None = None, *, every: bool = False) -> int:
    """Print the way, all of it if `every`, and draw it as a page in the file `html`; return the exit code.

    Raises WorkspaceError when the page cannot be written; nothing is printed then.
    """
    entries = check_log.read(practice.home)
    if not entries:
        click.echo("No check yet: run `dojo check`, and look here again.")
        return FALLS_SHORT
    steps = steps_of(practice, entries)
    way = way_of(steps)
    if html is not None:
        page.write(html, page_of(practice, steps, way))
    _print([Text(summary(practice, entries), "bold"), Text(), *table(way, every=every), *charts(steps)])
    if html is not None:
        click.echo(f"\nThe same as a page: {html}")
    return FINE


# What is known.


def read_scores(home: Path) -> dict[str, float]:
    """Return the score of each snapshot that has one, the latest; a line that cannot be read counts for nothing."""
    try:
        lines = (home / SCORES).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    return dict(score for line in lines for score in _score(line))


def _score(line: str) -> Iterator[tuple[str, float]]:
    try:
        found: dict[str, Any] = json.loads(line)
        yield str(found["snapshot"]), found["killed"] / found["made"]
    except (ValueError, TypeError, KeyError, ZeroDivisionError):
        return


def steps_of(practice: Practice, entries: list[Entry]) -> list[Step]:
    """Return what is known of each check; a snapshot that is lost leaves what the log says."""
    codes = _codes(practice, entries)
    measured = dict(zip(codes, measure(practice.workspace, list(codes.values())), strict=True))
    scores = read_scores(practice.home)
    # The same code may be green by one's own tests, and red by the golden master.
    snapshots = [(entry.snapshot or "") if entry.green else "" for entry in entries]
    both = zip(entries, snapshots, strict=True)
    return [Step(entry, codes.get(each), measured.get(each), scores.get(each)) for entry, each in both]


def _codes(practice: Practice, entries: list[Entry]) -> dict[str, State]:
    """Return the code in each snapshot of a green check, if it can be had."""
    repository = Repository(practice.folder)

    def code(commit: str) -> State | None:
        try:
            return code_of(repository.files(commit))
        except GitError:
            return None

    commits = dict.fromkeys(entry.snapshot for entry in entries if entry.green and entry.snapshot)
    with ThreadPoolExecutor() as at_once:
        found = zip(commits, at_once.map(code, commits), strict=True)
        return {commit: state for commit, state in found if state is not None}


def way_of(steps: list[Step]) -> Way:
    """Return the green steps that have something new to show, and the streaks between them."""
    runs = [list(run) for _, run in groupby(steps, key=lambda step: step.entry.green)]
    way: Way = []
    before: Step | None = None
    for run, after in pairwise([*runs, []]):
        if not run[0].entry.green:
            way.append(_streak(before, run, after))
            continue
        for step in run:
            if step.is_news_after(before):
                way.append(step)
            before = step
    return way


def _streak(before: Step | None, run: list[Step], after: list[Step]) -> Streak:
    start = run[0].entry.moment
    end = (after or run[-1:])[0].entry.moment
    taken_back = bool(after) and before is not None and after[0].is_like(before)
    ending = "taken back" if taken_back else "" if after else "still red"
    return Streak(len(run), start, seconds_between(start, end), ending)


# In words.


def counted(number: int, noun: str) -> str:
    """Return a number and what it counts."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return how long something took, as people say it."""
    minutes = int(seconds / 60)
    if not minutes:
        return f"{int(seconds)} s"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def seconds_between(start: datetime, end: datetime) -> float:
    """Return the seconds from one moment to another, none when the clock was put back."""
    return max(0.0, (end - start).total_seconds())


def summary(practice: Practice, entries: list[Entry]) -> str:
    """Say in a line what was practised, since when, and how often it was checked."""
    red = sum(not entry.green for entry in entries)
    level, start = practice.level, entries[0].moment
    checks = f"{counted(len(entries), 'check')}, {red} red"
    blind = ", blind" if practice.choices.blind else ""
    return f"Level {level.number}, {level.title}{blind}, since {start:{DATE_AND_TIME}}: {checks}"


def cells(step: Step, start: datetime, clock: str = TIME) -> list[str]:
    """Return the row of a green step: what the log knows, what was measured, the score if it has one."""
    row = [f"{step.entry.moment:{clock}}", f"{seconds_between(start, step.entry.moment) // 60:.0f}"]
    score = "" if step.score is None else f"{int(100 * step.score)} %"
    if step.measures is None:
        return [*row, *[UNKNOWN] * 6, score]
    measures = step.measures
    row += [str(measures.lines), str(measures.methods), str(measures.worst), f"{measures.mean:.1f}"]
    longest = f"{measures.longest.lines:>3} {measures.longest.name}".rstrip()
    return [*row, longest, str(measures.findings), score]


def is_scored(way: Way) -> bool:
    """Tell whether a score is known of any row."""
    return any(isinstance(each, Step) and each.score is not None for each in way)


# As a table.


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
        return Text(f"    x {each}", "red")
    return Text(_laid_out(cells(each, start), scored=scored))


def _laid_out(row: list[str], *, scored: bool) -> str:
    columns = list(zip(row, WIDTHS, strict=True))
    return "  ".join(_fitted(cell, width) for cell, width in columns[: None if scored else -1]).rstrip()


def _fitted(cell: str, width: int) -> str:
    text = Text(cell)
    text.truncate(abs(width), overflow="ellipsis", pad=width < 0)
    return text.plain.rjust(width) if width > 0 else text.plain


# As charts.


def charts(steps: list[Step]) -> list[Text]:
    """Return the worst complexity and the lines over the checks, and below them where it was red."""
    if sum(step.measures is not None for step in steps) < 2:
        return []
    columns = columns_of(steps, WIDTH - MARGIN - 1)
    marks = "".join("x" if any(not step.entry.green for step in column) else " " for column in columns).rstrip()
    return [
        *chart("worst complexity", "worst", columns),
        *chart("lines", "lines", columns),
        *([Text.assemble("red".rjust(MARGIN - 1), " ", (marks, "bold red"))] if marks else []),
        Text(" " * MARGIN + counted(len(steps), "check").rjust(len(columns)), "dim"),
    ]


def columns_of(steps: list[Step], width: int) -> list[list[Step]]:
    """Return the checks that stand in each column: one in several columns, or several in one."""
    times = min(WIDEST, width // len(steps))
    if times:
        return [[step] for step in steps for _ in range(times)]
    return [steps[len(steps) * n // width : len(steps) * (n + 1) // width] for n in range(width)]


def chart(title: str, name: str, columns: list[list[Step]]) -> list[Text]:
    """Draw a measure as columns on a scale from 0; nothing stands where nothing is known."""
    values = [measured(column, name) for column in columns]
    known = [value for column in values for value in column]
    top = max(known)
    lines = [Text(), Text(f"{title}: {known[0]} at first, {known[-1]} now", "bold")]
    for row in reversed(range(HEIGHT)):
        label = str(top) if row == HEIGHT - 1 else "0" if row == 0 else ""
        drawn = _row_of_chart([column[-1] if column else 0 for column in values], top, row)
        lines.append(Text.assemble(label.rjust(MARGIN - 1), " ", (drawn, "cyan")))
    return lines


def measured(steps: list[Step], name: str) -> list[int]:
    """Return a measure of those steps that have it."""
    return [getattr(step.measures, name) for step in steps if step.measures is not None]


def _row_of_chart(values: list[int], top: int, row: int) -> str:
    full = len(BLOCKS) - 1
    heights = [round(value / max(top, 1) * HEIGHT * full) for value in values]
    return "".join(BLOCKS[min(max(height - row * full, 0), full)] for height in heights).rstrip()


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


# As a page.


def page_of(practice: Practice, steps: list[Step], way: Way) -> Page:
    """Return the way as a page: what was measured over the minutes, where it was red, and all rows."""
    entries = [step.entry for step in steps]
    start, minutes = entries[0].moment, minutes_at_work(entries)
    clock = DATE_AND_TIME if entries[-1].moment.date() != start.date() else TIME
    paused = any(gap > PAUSE for gap in gaps(entries))
    columns = slice(None if is_scored(way) else -1)
    return Page(
        title="The way so far",
        lead=summary(practice, entries),
        curves=[curve("worst complexity", "worst", steps, minutes), curve("lines", "lines", steps, minutes)],
        bands=red_bands(entries, minutes),
        axis=f"minutes; shaded while red{f'; a pause counts as {PAUSE} minutes at most' if paused else ''}",
        headings=list(HEADINGS_IN_FULL[columns]),
        rows=[str(each) if isinstance(each, Streak) else cells(each, start, clock)[columns] for each in way],
    )


def curve(title: str, name: str, steps: list[Step], minutes: list[float]) -> Curve:
    """Return a measure over the minutes, where it is known."""
    both = zip(minutes, steps, strict=True)
    return Curve(title, [(minute, value) for minute, step in both for value in measured([step], name)])


def minutes_at_work(entries: list[Entry]) -> list[float]:
    """Return for each check the minutes since the first, no pause counted longer than it may be."""
    return list(accumulate((min(gap, PAUSE) for gap in gaps(entries)), initial=0.0))


def gaps(entries: list[Entry]) -> list[float]:
    """Return the minutes between each check and the next."""
    return [seconds_between(before.moment, after.moment) / 60 for before, after in pairwise(entries)]


def red_bands(entries: list[Entry], minutes: list[float]) -> list[Band]:
    """Return from when to when it was red: from a red check to the next green one."""
    bands = []
    for green, run in groupby(zip(entries, [*minutes[1:], minutes[-1]], minutes, strict=True), _is_green):
        checks = list(run)
        if not green:
            bands.append(Band(checks[0][2], checks[-1][1]))
    return bands


def _is_green(check: tuple[Entry, float, float]) -> bool:
    return check[0].green
