"""`dojo tournament`: many games between players, shown to people and to a program."""

import json
import random
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from dojo.commands.cli import INTERRUPTED_EXIT_CODE, as_json_instead_of, fail, show
from dojo.commands.play import call
from dojo.games.external import ExternalPlayer
from dojo.games.players import KINDS, kinds_of
from dojo.games.tournament import INTERRUPTED, OUT_OF_TIME, Contest, Plan, Results
from dojo.kata.workspace import IMPLEMENTATIONS, find_workspace
from dojo.practice.model import NAME
from dojo.text import WrongUsageError, counted
from refactored import game_named, games, listed

COLUMNS = ("points", "mean ± 95 %", "best", "worst", "to leader ± 95 %")  # the last one needs the same dice
ENDINGS = {
    "": "{took}",
    OUT_OF_TIME: "The time is up, before all {planned:,} games: {took}",
    INTERRUPTED: "stopped after {took}",
}
# Without one, any other.
SEED = click.option("--seed", type=int, default=lambda: random.randrange(2**32), help="Throw the same dice again.")
CLEAN = IMPLEMENTATIONS[-1]  # its own parts run a tournament, without a transcript


def of_a_game(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument GAME, and its help the names of all for `{games}`, and of all kinds for `{kinds}`."""
    default = "yahtzee"
    names = [f"{name} (if you name none)" if name == default else name for name in games()]
    command.__doc__ = str(command.__doc__).replace("{games}", listed(names)).replace("{kinds}", listed([*KINDS]))
    return click.argument("game", type=click.Choice(list(games())), default=default)(command)


@click.command()
@of_a_game
@click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; repeat it for more.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0.01, max=100_000),
    help="End after so many minutes, when the game in hand is over.",
)
@click.option("--same-dice", is_flag=True, help="Let all players of a game find the same dice.")
@SEED
@click.option(
    "--implementation",
    type=click.Choice([*IMPLEMENTATIONS, NAME]),
    default=CLEAN,
    show_default=True,
    help="Whose code runs it.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0.01, max=3600),
    default=1.0,
    show_default=True,
    help="Seconds that a player may take for a move.",
)
@as_json_instead_of("table")
def tournament(
    game: str,
    players: tuple[str, ...],
    seed: int,
    implementation: str,
    *,
    as_json: bool,
    **plan: Any,  # noqa: ANN401 - as Plan has them
) -> None:
    """Hold a tournament of a GAME.

    The games are {games}. The kinds of player are {kinds}. Or
    say where a class of your own is: it needs a method `turn(dice, stage, view)`, and may ask for its name.

    `dice` are five numbers from 1 to 6. `stage` is 0, 1 or 2: how often it has thrown again in this turn. `view`
    answers `free()`, the categories that are left to take, in order, and numbers: `total()`, `upper_score()`,
    `upper_bonus()` and `yahtzee_bonus()` of its own card, `totals()` of all players, highest first. `turn` returns a
    list of the positions (0-4) of the dice to keep, such as [0, 3], or, as it must at stage 2, the name of a category.

    A player of your own runs in a process of its own, and an illegal move, or one that takes too long, disqualifies it.
    It is somebody's code with your rights: it can do all that you can do on this machine. Let only those play whose
    code you would run anyway.

    Beside each mean stands its 95 % confidence interval, from 30 games on: 19 of 20 tournaments have the true mean in
    theirs. With --same-dice, the n-th throw of each round shows every player the same dice (who throws fewer takes the
    first of them), and the last column is the difference to the leader, game by game: it may be luck as long as its
    interval holds 0. A tie for the lead then stands; without --same-dice more games break it. With equal points, the
    better mean comes first.

    \b
    dojo tournament --games 100
    dojo tournament yacht --player Me=my_player.py --player Cy=careful --same-dice
    dojo tournament --player Me=my_package.my_module:MyPlayer --minutes 2.5 --json

    Exit codes: 0 fine, 1 a player failed while it was loaded, or practice/ broke, 2 wrong usage, also when there
    is no player in the place that you named, 130 interrupted by Ctrl-C: it then shows what there is.
    """
    find_workspace()
    hold = None if implementation == CLEAN else partial(call, implementation, "tournament")
    if hold is not None and plan["same_dice"]:
        raise WrongUsageError("--same-dice follows each turn, which only refactored tells: leave --implementation out.")
    kinds = kinds_of(players or ("Careful=careful", "Greedy=greedy", "Random=random"))
    planned = Plan(game, seed=seed, **plan)
    with ExitStack() as at_table:
        seated = [seat(name, kind, planned, at_table) for name, kind in kinds.items()]
        contest = Contest(planned, seated, hold)
        console = Console(stderr=True, highlight=False)
        with Live(get_renderable=lambda: board(contest.results), console=console, transient=True):
            results = contest.play()
    if as_json:
        click.echo(json.dumps(as_data(results), indent=2))
    else:
        show([report(results)])
    if results.cut_short == INTERRUPTED:
        fail(INTERRUPTED_EXIT_CODE)


def seat(name: str, kind: str, plan: Plan, at_table: ExitStack) -> Any:  # noqa: ANN401 - players share no class
    """Return a player, which is stopped when the table is left; WorkspaceError when it cannot be had."""
    if kind in KINDS:
        return KINDS[kind](name, game_named(plan.game), plan.seed)
    return at_table.enter_context(closing(ExternalPlayer(name, kind, plan.limit)))


def board(results: Results) -> Group:
    """Return how a tournament stands while it goes on."""
    return Group(standings(results), "", f"game {results.games:,} of {results.plan.games:,}")


def report(results: Results) -> Group:
    """Return the standings, what befell players, and how long it took."""
    return Group(standings(results), "", *map(Text, remarks(results)))


def standings(results: Results) -> Table:
    """Return a row for each player: points, mean total with its margin, best and worst."""
    columns = COLUMNS if results.plan.same_dice else COLUMNS[:-1]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(results.plan.game, no_wrap=True, overflow="ellipsis", max_width=20)  # numbers have to fit
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for name, points, mean, margin, best, worst, ahead, ahead_margin in results.standings():
        difference = estimated(ahead, ahead_margin, "+")
        row = [f"{points:,}", estimated(mean, margin), str(best), str(worst), difference]
        table.add_row(Text(name), *row[: len(columns)])
    return table


def estimated(mean: float | None, margin: float | None, sign: str = "") -> str:
    """Show a mean and its margin, as far as there are such."""
    if mean is None:
        return "-"
    return f"{mean:{sign}.1f}" + ("" if margin is None else f" ± {margin:.1f}")


def remarks(results: Results) -> list[str]:
    """Return what there is to say beside numbers, line by line; at the end, how long it took, and why not longer."""
    lines = [f"{name} is disqualified in {reason}" for name, reason in results.disqualified.items()]
    lines += [f"{name} printed {counted(size, 'byte')}: {path}" for name, size, path in results.printed()]
    standing = results.standings()
    leaders = [each.name for each in standing if each.points == standing[0].points]
    if not results.points:
        lines.append("Nobody is left.")
    elif len(leaders) > 1:
        lines.append(f"{listed(leaders)} share the lead.")
    games = counted(results.games, "game")
    took = f"{games} in {results.seconds:.1f} s, {results.games_per_second():.1f} games a second"
    lines.append(ENDINGS[results.cut_short].format(took=took, planned=results.plan.games))
    return lines


def as_data(results: Results) -> dict[str, Any]:
    """Return the results for a program."""
    plan = results.plan
    standings = [standing._asdict() for standing in results.standings()]
    if not plan.same_dice:
        standings = [{key: each[key] for key in each if not key.startswith("to_leader")} for each in standings]
    return {
        "game": plan.game,
        "games": results.games,
        "same_dice": plan.same_dice,
        "standings": standings,
        "disqualified": [{"name": name, "reason": reason} for name, reason in results.disqualified.items()],
        "printed": [{"name": name, "bytes": size, "file": str(path)} for name, size, path in results.printed()],
        "seconds": round(results.seconds, 2),
        "games_per_second": round(results.games_per_second(), 1),
        "interrupted": results.cut_short == INTERRUPTED,
        "out_of_time": results.cut_short == OUT_OF_TIME,
    }
