"""`dojo tournament`: many games between players, shown to people and to a program."""

import json
from contextlib import ExitStack, closing
from functools import partial
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from dojo.cli import INTERRUPTED_EXIT_CODE, as_json_instead_of, fail, implementation_option, show
from dojo.commands.play import call
from dojo.games.players import GAME, KINDS, SEED, kinds_of
from dojo.games.tournament import Contest, ExternalPlayer
from dojo.kata.workspace import CLEAN, find_workspace
from dojo.text import quantity
from refactored import game_named


@click.command()
@GAME
@click.option("--player", "players", multiple=True, metavar="NAME=KIND", help="A player; repeat it for more players.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@SEED
@implementation_option(default=CLEAN)
@click.option(
    "--limit",
    type=click.FloatRange(min=0.01, max=3600),
    default=1.0,
    show_default=True,
    help="How many seconds a player may take for a move.",
)
@as_json_instead_of("table")
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
    """Hold a tournament of a GAME.

    It is yahtzee if you name none. The kinds of player are random, greedy and careful. Or name a class of your own, as
    below. It needs a method `turn(dice, stage, view)`; its constructor may take the player's name.

    `dice` are five numbers from 1 to 6. `stage` is 0, 1 or 2: how often the player has thrown again in this turn.
    `view.free()` returns the free categories, in order. `view.total()`, `view.upper_score()`, `view.upper_bonus()` and
    `view.yahtzee_bonus()` return numbers of the player's own card; `view.totals()` returns those of all players, the
    highest first. `turn` returns the positions (0-4) of the dice to keep, such as [0, 3], or the name of a category. At
    stage 2 it must be a category.

    A player of your own runs in a process of its own, and what it prints is shown at once. An illegal move, or one that
    takes too long, disqualifies it. Its code has your rights: it can do all that you can do on this machine. So let
    only code play that you would run anyway.

    If several players share the lead, they play more games. With equal points, the better mean comes first.

    \b
    dojo tournament --games 100
    dojo tournament yacht --player Me=my_player.py --player Cy=careful
    dojo tournament --player Me=my_package.my_module:MyPlayer --json

    Exit codes: 0 fine, 1 a player failed while it was loaded, or practice/ broke, 2 wrong usage, or no such player,
    130 interrupted by Ctrl-C: the results so far are shown.
    """
    find_workspace()
    kinds = kinds_of(players or ("Careful=careful", "Greedy=greedy", "Random=random"))
    with ExitStack() as at_table:
        contestants: list[Any] = []
        for name, kind in kinds.items():
            if kind in KINDS:
                contestants.append(KINDS[kind](name, game_named(game), seed))
            else:
                contestants.append(at_table.enter_context(closing(ExternalPlayer(name, kind, limit))))
        contest = Contest(game, contestants, games)
        console = Console(stderr=True, highlight=False)
        with Live(get_renderable=lambda: board(contest), console=console, transient=True):
            contest.play(partial(call, implementation, "tournament"), seed)
    if as_json:
        click.echo(json.dumps(as_data(contest), indent=2))
    else:
        show([standings(contest), "", *map(Text, remarks(contest))])
    if contest.is_interrupted:
        fail(INTERRUPTED_EXIT_CODE)


def board(contest: Contest) -> Group:
    """Return how a tournament stands while it goes on."""
    return Group(standings(contest), "", f"game {contest.over:,} of {contest.games:,}")


def standings(contest: Contest) -> Table:
    """Return a row for each player: points, mean total, best and worst."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(contest.game, no_wrap=True, overflow="ellipsis", max_width=20)  # numbers have to fit
    for column in ("points", "mean", "best", "worst"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in contest.standings():
        numbers = f"{row['points']:,}", str(row["mean"]), str(row["best"]), str(row["worst"])
        table.add_row(Text(row["name"]), *numbers)
    return table


def remarks(contest: Contest) -> list[str]:
    """Return what there is to say beside numbers, line by line; at the end, how long it took."""
    lines = [f"{name} is disqualified in {reason}" for name, reason in contest.disqualified.items()]
    took = (
        f"{quantity(contest.over, 'game')} in {contest.seconds:.1f} s, {contest.games_per_second():.1f} games a second"
    )
    return [*lines, f"stopped after {took}" if contest.is_interrupted else took]


def as_data(contest: Contest) -> dict[str, Any]:
    """Return the results for a program."""
    return {
        "game": contest.game,
        "games": contest.over,
        "standings": contest.standings(),
        "disqualified": [{"name": name, "reason": reason} for name, reason in contest.disqualified.items()],
        "seconds": round(contest.seconds, 2),
        "games_per_second": round(contest.games_per_second(), 1),
        "interrupted": contest.is_interrupted,
    }
