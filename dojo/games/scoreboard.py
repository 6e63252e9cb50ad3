"""A tournament on the screen: how it stands while it runs, and what came of it."""

from collections import Counter
from itertools import chain
from math import ceil
from textwrap import TextWrapper

from rich.cells import cell_len, set_cell_size
from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

from dojo.games.external import printed
from dojo.games.tournament_results import OUT_OF_TIME, Estimate, Plan, Results, estimate
from dojo.text import BLOCKS, WIDTH, counted
from refactored import listed

RANGES = 40
NAME_WIDTH = 20
NONE = "-"


def board(plan: Plan, results: Results) -> Group:
    """Return how a tournament stands."""
    table = table_of(plan.game, "points", "mean")
    for name in results.standings():
        points = f"{results.points[name]:,}"
        mean = results.mean(name)
        table.add_row(Text(name), points, NONE if mean is None else f"{mean:.1f}")
    facts = f"game {results.games:,} of {plan.games:,}"
    left = plan.left(results.games, results.seconds)
    if left is not None:
        time = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
        facts += f", {speed(results)} games a second, {time} left"
    return Group(table, "", facts)


def report(plan: Plan, results: Results) -> Group:
    """Return the standings, a histogram of totals, what befell players, and how long it took."""
    totals = {name: results.totals.get(name, []) for name in results.standings()}
    lines = [*histogram(totals), "", *map(wrapped, remarks(plan, results))]
    return Group(standings(plan, results), *map(Text, lines))


def standings(plan: Plan, results: Results) -> Table:
    """Return a row for each player: points, mean total with its margin, best and worst, as far as there are such."""
    columns = ["points", "mean ± 95 %", "best", "worst"]
    if plan.same_dice:
        columns.append("to leader ± 95 %")
    table = table_of(plan.game, *columns)
    for name in results.standings():
        totals = results.totals.get(name, [])
        row = [f"{results.points[name]:,}", estimated(estimate(totals))]
        row += [str(max(totals, default=NONE)), str(min(totals, default=NONE))]
        if plan.same_dice:
            row.append(estimated(results.behind(name), "+"))
        table.add_row(Text(name), *row)
    return table


def table_of(game: str, *columns: str) -> Table:
    """Return an empty table: names, then numbers; a long name is cut, for numbers have to fit."""
    names = Column(game, no_wrap=True, overflow="ellipsis", max_width=NAME_WIDTH)
    numbers = [Column(column, justify="right", no_wrap=True) for column in columns]
    return Table(names, *numbers, box=None, pad_edge=False, header_style="bold")


def estimated(found: Estimate | None, sign: str = "") -> str:
    """Show a mean and its margin, as far as there are such."""
    if found is None:
        return NONE
    mean = f"{found.mean:{sign}.1f}"
    if found.margin is None:
        return mean
    return f"{mean} ± {found.margin:.1f}"


def histogram(totals: dict[str, list[int]]) -> list[str]:
    """Return a line of bars for each player: how many totals fell into each of 40 ranges; the highest bar is full."""
    everything = [*chain(*totals.values())]
    if not everything:
        return []
    low, high = min(everything), max(everything)
    names_width = max(map(cell_len, [*totals, "totals"]))
    width = min(NAME_WIDTH, names_width)
    lines = ["", f"{'totals':<{width}}  {low:<{RANGES // 2}}{high:>{RANGES // 2}}"]
    for name, each in totals.items():
        cut_name = set_cell_size(name, width)
        lines.append(f"{cut_name}  {bars(each, low, high)}")
    return lines


def bars(totals: list[int], low: int, high: int) -> str:
    """Return a bar for each of 40 ranges between the lowest and the highest of all totals."""
    span = high - low + 1
    counts = Counter((total - low) * RANGES // span for total in totals)
    most = max(counts.values(), default=1)
    line = ""
    for at in range(RANGES):
        height = ceil(counts[at] * (len(BLOCKS) - 1) / most)  # so that a single total shows
        line += BLOCKS[height]
    return line


def wrapped(remark: str, first: str = "") -> str:
    """Return a remark in lines that fit a screen, where its words do, with a `first` indent that is left to fill."""
    fitted = TextWrapper(WIDTH, first, "  ", break_long_words=False, break_on_hyphens=False).fill(remark)
    return fitted.removeprefix(first)


def wrapped_error(message: str) -> str:
    """Return each line of an error's message in lines that fit a screen."""
    first, *others = message.splitlines()
    first_wrapped = wrapped(first, " " * len("Error: "))  # so click begins it
    return "\n".join([first_wrapped, *map(wrapped, others)])


def remarks(plan: Plan, results: Results) -> list[str]:
    """Return what there is to say beside numbers, line by line."""
    lines = [f"{name} is disqualified in {reason}" for name, reason in results.disqualified.items()]
    lines += [f"{name} {printed(size, path)}" for name, size, path in results.printed()]
    leaders = results.leaders()
    if not leaders:
        lines.append("Nobody is left.")
    elif results.games and len(leaders) > 1:
        lines.append(f"{listed(leaders)} share the lead.")
    return [*lines, ending(plan, results)]


def ending(plan: Plan, results: Results) -> str:
    """Say how many games were played, in which time, and why not all."""
    took = f"{counted(results.games, 'game')} in {results.seconds:.1f} s"
    if results.games:
        took += f", {speed(results)} games a second"
    if results.cut_short == OUT_OF_TIME:
        return f"The time is up, before all {plan.games:,} games: {took}"
    if results.cut_short:
        return f"stopped after {took}"
    return took


def speed(results: Results) -> str:
    """Show games a second."""
    found = results.games_per_second()
    return f"{found:,.0f}" if found >= 10 else f"{found:.2g}"
