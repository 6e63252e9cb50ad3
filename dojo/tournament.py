"""`dojo tournament`: many games between the kata's players and anybody's own.

standing: a player's points, and the mean, best and worst of its totals. histogram: how often a player's totals fell
into each of 40 ranges.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from dojo import seats
from dojo.players import Rules
from dojo.progress import Progress
from dojo.stranger import Stranger
from dojo.workspace import WorkspaceError
from refactored.tournament import Tournament
from refactored.yatzy import Yatzy

FINE, INTERRUPTED = 0, 130
BARS = " ▁▂▃▄▅▆▇█"
RANGES = 40


@dataclass
class Results:
    """What came of a tournament so far."""

    totals: dict[str, list[int]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    disqualified: dict[str, str] = field(default_factory=dict)
    games: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    def take(self, totals: dict[str, int]) -> None:
        """Count a game."""
        self.games += 1
        for name, total in totals.items():
            self.totals.setdefault(name, []).append(total)

    def hear(self, line: str) -> None:
        """Listen to the transcript for disqualifications."""
        name, found, reason = line.partition(" is disqualified in ")
        if found:
            self.disqualified[name] = reason


def hold(  # noqa: PLR0913 - what the command is told
    game: str, players: tuple[str, ...], *, games: int, seed: int, limit: float, as_json: bool
) -> int:
    """Hold a tournament, show the results, and return the exit code; Ctrl-C shows the results so far."""
    named = seats.named(players)
    results, rules = Results(), Rules(Yatzy, game)
    at_table: list[Any] = []
    try:
        for name, kind in named:
            if seats.is_stranger(kind):
                at_table.append(Stranger(name, kind, limit))
            else:
                at_table.append(seats.computer_player(name, kind, rules, seed))
        run(game, at_table, results, games, seed)
    except ValueError as error:
        raise WorkspaceError(str(error)) from None
    finally:
        for player in at_table:
            if isinstance(player, Stranger):
                player.stop()
    click.echo(json.dumps(as_data(game, results), indent=2)) if as_json else show(game, results)
    return INTERRUPTED if results.interrupted else FINE


def run(game: str, players: list[Any], results: Results, games: int, seed: int) -> None:
    """Play all games, and note what comes of them."""
    tournament = Tournament(game, players, seats.dice(seed), results.hear)
    start = time.perf_counter()
    with Progress("games") as progress:
        progress.tell(f"{game}: {', '.join(player.name for player in players)}")
        try:
            for totals in played(tournament, games):
                results.take(totals)
                progress.count(results.games, games)
        except KeyboardInterrupt:
            results.interrupted = True
    results.seconds = time.perf_counter() - start
    results.points = tournament.standings()


def played(tournament: Tournament, games: int) -> Iterator[dict[str, int]]:
    """Play a tournament; yield the totals of each game by name, when it is over."""
    tournament.open(games)
    while tournament.goes_on():
        yield tournament.play_one()
    tournament.close()


def as_data(game: str, results: Results) -> dict[str, object]:
    """Return the results for a program."""
    return {
        "game": game,
        "games": results.games,
        "standings": [
            {"name": name, "points": points, **summary(results.totals.get(name, []))}
            for name, points in results.points.items()
        ],
        "disqualified": [{"name": name, "reason": reason} for name, reason in results.disqualified.items()],
        "seconds": round(results.seconds, 2),
        "games_per_second": round(results.games / max(results.seconds, 0.001), 1),
        "interrupted": results.interrupted,
    }


def summary(totals: list[int]) -> dict[str, float]:
    """Return the mean, best and worst of some totals."""
    if not totals:
        return {"mean": 0.0, "best": 0, "worst": 0}
    return {"mean": round(sum(totals) / len(totals), 1), "best": max(totals), "worst": min(totals)}


def show(game: str, results: Results) -> None:
    """Print the standings, a histogram of totals, and who was disqualified and why."""
    console = Console(highlight=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(game)
    for heading in ("points", "mean", "best", "worst"):
        table.add_column(heading, justify="right")
    for name, points in results.points.items():
        found = summary(results.totals.get(name, []))
        table.add_row(name, str(points), f"{found['mean']:.1f}", str(found["best"]), str(found["worst"]))
    console.print(table)
    for line in histogram({name: results.totals.get(name, []) for name in results.points}):
        console.print(line, markup=False)
    for name, reason in results.disqualified.items():
        console.print(f"\n{name} is disqualified in {reason}", markup=False)
    speed = results.games / max(results.seconds, 0.001)
    stopped = "stopped after " if results.interrupted else ""
    console.print(f"\n{stopped}{results.games} games in {results.seconds:.1f} s, {speed:.0f} games a second")


def histogram(totals: dict[str, list[int]]) -> list[str]:
    """Return a line of bars for each player, over the same 40 ranges; each player's highest bar is full."""
    everything = [total for each in totals.values() for total in each]
    if not everything:
        return []
    low, high = min(everything), max(everything) + 1
    width = min(20, max(map(len, totals)))
    lines = ["", f"{'totals':<{width}}  {low:<{RANGES // 2}}{high - 1:>{RANGES - RANGES // 2}}"]
    for name, each in totals.items():
        counts = [0] * RANGES
        for total in each:
            counts[(total - low) * RANGES // (high - low)] += 1
        most = max(counts)
        bars = "".join(BARS[-(-count * (len(BARS) - 1) // most)] if most else " " for count in counts)
        lines.append(f"{name[:width]:<{width}}  {bars}")
    return lines
