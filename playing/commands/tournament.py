"""`dojo tournament`: many games between players, with a table or JSON of the results."""

import json
from contextlib import ExitStack
from functools import partial
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from dojo.cli import fail, json_option, print_lines
from dojo.errors import INTERRUPTED_EXIT_CODE
from dojo.kata.workspace import find_workspace
from dojo.text import quantity
from playing.games.players import GAME_ARGUMENT, PLAYER_CLASSES, SEED_OPTION, parse_players
from playing.games.tournament import Contest, ExternalPlayer, Player
from playing.implementations import CLEAN, call_yatzy, implementation_option
from refactored import game_named


@click.command()
@GAME_ARGUMENT
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME=KIND",
    default=("Careful=careful", "Greedy=greedy", "Random=random"),
    help="A player; repeat the option for more players.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="The number of games.",
)
@SEED_OPTION
@implementation_option(default=CLEAN)
@click.option(
    "--limit",
    type=click.FloatRange(min=0.01, max=3600),
    default=1.0,
    show_default=True,
    help="Timeout for a move, in seconds.",
)
@json_option("table")
def tournament(  # noqa: PLR0913 - each is an option
    game: str,
    players: tuple[str, ...],
    seed: int,
    *,
    games: int,
    implementation: str,
    limit: float,
    as_json: bool,
) -> None:
    """Run a tournament of a GAME between computer players.

    The default GAME is yahtzee. The kinds of player are random, greedy and careful, or a class of
    your own, as in the examples below. The class needs a method `turn(dice, stage, view)`, and its
    constructor may take the player's name.

    `dice` are five numbers from 1 to 6. `stage` is 0, 1 or 2: how often the player has thrown
    again in this turn. `view.free()` returns the free categories, in order. `view.total()`,
    `view.upper_score()`, `view.upper_bonus()` and `view.yahtzee_bonus()` return numbers of the
    player's own card; `view.totals()` returns the totals of all players, the highest first. `turn`
    returns the positions (0-4) of the dice to keep, such as [0, 3], or the name of a category.
    At stage 2 it must be a category.

    A player of your own runs in its own process, and its output is printed immediately. An illegal
    move or a timeout disqualifies the player. Its code runs with your rights, and can do everything
    that you can do on this machine, so use only players whose code you would run anyway.

    If several players share the lead, they play more games. If players have equal points, the one
    with the better mean comes first.

    \b
    dojo tournament --games 100
    dojo tournament yacht --player Me=my_player.py --player Cy=careful
    dojo tournament --player Me=my_package.my_module:MyPlayer --json

    Exit codes: 0 success; 1 a player could not be loaded, or the code in practice/ failed; 2 wrong
    usage, or no such player; 130 interrupted by Ctrl-C, with the results so far.
    """
    find_workspace()
    with ExitStack() as stack:
        contestants: list[Player] = []
        for name, kind in parse_players(players).items():
            if kind in PLAYER_CLASSES:
                contestants.append(PLAYER_CLASSES[kind](name, game_named(game), seed))
            else:
                player = ExternalPlayer(name, kind, limit)
                stack.callback(player.close)
                contestants.append(player)
        contest = Contest(game, contestants, games)
        console = Console(stderr=True, highlight=False)
        show_progress = partial(progress_view, contest)
        with Live(get_renderable=show_progress, console=console, transient=True):
            contest.play(partial(call_yatzy, implementation, "tournament"), seed)
    if as_json:
        click.echo(json.dumps(results_as_data(contest), indent=2))
    else:
        print_lines([standings_table(contest), "", *map(Text, remarks(contest))])
    if contest.is_interrupted:
        fail(INTERRUPTED_EXIT_CODE)


def progress_view(contest: Contest) -> Group:
    """Return the results so far, and how many games are over."""
    progress = f"game {contest.finished_games:,} of {contest.games:,}"
    return Group(standings_table(contest), "", progress)


def standings_table(contest: Contest) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(contest.game, no_wrap=True, overflow="ellipsis", max_width=20)
    for column in ("points", "mean", "best", "worst"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, points, *numbers in contest.standings():
        table.add_row(Text(name), f"{points:,}", *map(str, numbers))
    return table


def remarks(contest: Contest) -> list[str]:
    """Return the lines below the table: disqualified players, and the time it took."""
    disqualified = contest.disqualified.items()
    lines = [f"{name} is disqualified in {reason}" for name, reason in disqualified]
    games = quantity(contest.finished_games, "game")
    speed = f"{contest.games_per_second():.1f} games a second"
    took = f"{games} in {contest.seconds:.1f} s, {speed}"
    if contest.is_interrupted:
        took = f"stopped after {took}"
    return [*lines, took]


def results_as_data(contest: Contest) -> dict[str, Any]:
    disqualified = contest.disqualified.items()
    return {
        "game": contest.game,
        "games": contest.finished_games,
        "standings": [standing._asdict() for standing in contest.standings()],
        "disqualified": [{"name": name, "reason": reason} for name, reason in disqualified],
        "seconds": round(contest.seconds, 2),
        "games_per_second": round(contest.games_per_second(), 1),
        "interrupted": contest.is_interrupted,
    }
