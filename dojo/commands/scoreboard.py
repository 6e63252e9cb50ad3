"""How a tournament stands, and what came of it: for people, and for a program."""

from collections import Counter
from math import ceil
from textwrap import fill
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from dojo.games import INTERRUPTED, OUT_OF_TIME, Estimate, Results, Standing
from dojo.text import BLOCKS, WIDTH, counted
from refactored import listed

COLUMNS = ("points", "mean ± 95 %", "best", "worst", "to leader ± 95 %")  # the last one needs the same dice
RANGES = 40  # of totals, each with a bar
ENDINGS = {
    "": "{took}",
    OUT_OF_TIME: "The time is up, before all {planned:,} games: {took}",
    INTERRUPTED: "stopped after {took}",
}


def board(results: Results) -> Group:
    """Return how a tournament stands while it goes on."""
    return Group(standings(results), "", f"game {results.games:,} of {results.plan.games:,}")


def report(results: Results) -> Group:
    """Return the standings, a histogram of totals, what befell players, and how long it took."""
    parts: list[RenderableType] = [standings(results), *histogram(results), ""]
    for remark in remarks(results):
        lines = fill(remark, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        parts.append(Text(lines))
    return Group(*parts)


def standings(results: Results) -> Table:
    """Return a row for each player: points, mean total with its margin, best and worst."""
    shown = len(COLUMNS) if results.plan.same_dice else len(COLUMNS) - 1
    numbers = [Column(column, justify="right", no_wrap=True) for column in COLUMNS[:shown]]
    table = table_of(results.plan.game, *numbers)
    for name, points, mean, best, worst, behind in results.standings():
        row = [f"{points:,}", estimated(mean), str(best), str(worst), estimated(behind, "+")]
        table.add_row(Text(name), *row[:shown])
    return table


def table_of(heading: str, *columns: Column) -> Table:
    """Return an empty table of players; a long name is cut, for numbers have to fit."""
    names = Column(heading, no_wrap=True, overflow="ellipsis", max_width=20)
    return Table(names, *columns, box=None, pad_edge=False, header_style="bold")


def estimated(found: Estimate | None, sign: str = "") -> str:
    """Show a mean and its margin, as far as there are such."""
    if found is None:
        return "-"
    margin = "" if found.margin is None else f" ± {found.margin:.1f}"
    return f"{found.mean:{sign}.1f}{margin}"


def histogram(results: Results) -> list[RenderableType]:
    """Return a line of bars for each player: how many totals fell into each of 40 ranges; the highest bar is full."""
    totals = {each.name: results.totals[each.name] for each in results.standings()}
    if not totals:
        return []
    low, high = min(map(min, totals.values())), max(map(max, totals.values()))
    half = RANGES // 2
    table = table_of("totals", Column(f"{low:<{half}}{high:>{half}}", no_wrap=True))
    for name, own in totals.items():
        table.add_row(Text(name), bars(own, low, high))
    return ["", table]


def bars(totals: list[int], low: int, high: int) -> str:
    """Return a bar for each of 40 ranges between the lowest and the highest of all totals."""
    span = high - low + 1
    counts = Counter((total - low) * RANGES // span for total in totals)
    step = max(counts.values()) / (len(BLOCKS) - 1)
    heights = [ceil(counts[at] / step) for at in range(RANGES)]  # so that a single total shows
    return "".join(BLOCKS[height] for height in heights)


def remarks(results: Results) -> list[str]:
    """Return what there is to say beside numbers, line by line; at the end, how long it took, and why not longer."""
    lines = [f"{name} is disqualified in {reason}" for name, reason in results.disqualified.items()]
    lines += [f"{name} printed {counted(size, 'byte')}: {path}" for name, size, path in results.printed()]
    standing = results.standings()
    leaders = [each.name for each in standing if each.points == standing[0].points]
    if len(leaders) > 1:
        lines.append(f"{listed(leaders)} share the lead.")
    if not results.points:
        lines.append("Nobody is left.")
    games = counted(results.games, "game")
    took = f"{games} in {results.seconds:.1f} s, {results.games_per_second():.1f} games a second"
    lines.append(ENDINGS[results.cut_short].format(took=took, planned=results.plan.games))
    return lines


def as_data(results: Results) -> dict[str, Any]:
    """Return the results for a program."""
    plan = results.plan
    standings = [standing_as_data(each, same_dice=plan.same_dice) for each in results.standings()]
    disqualified = [{"name": name, "reason": reason} for name, reason in results.disqualified.items()]
    printed = [{"name": name, "bytes": size, "file": str(path)} for name, size, path in results.printed()]
    return {
        "game": plan.game,
        "games": results.games,
        "same_dice": plan.same_dice,
        "standings": standings,
        "disqualified": disqualified,
        "printed": printed,
        "seconds": round(results.seconds, 2),
        "games_per_second": round(results.games_per_second(), 1),
        "interrupted": results.cut_short == INTERRUPTED,
        "out_of_time": results.cut_short == OUT_OF_TIME,
    }


def standing_as_data(standing: Standing, *, same_dice: bool) -> dict[str, Any]:
    """Return a player's line for a program; margins are those of the 95 % confidence intervals."""
    data = {
        "name": standing.name,
        "points": standing.points,
        "mean": standing.mean.mean,
        "mean_margin": standing.mean.margin,
        "best": standing.best,
        "worst": standing.worst,
    }
    if same_dice:
        difference, margin = standing.behind or (None, None)
        data |= {"to_leader": difference, "to_leader_margin": margin}
    return data
