"""`dojo tournament`: many games between players."""

import json
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from typing import Any

import click
from rich.console import Console
from rich.live import Live

from dojo.commands.game_options import PLAYERS, SEED, chosen, of_a_game
from dojo.commands.group import INTERRUPTED_EXIT_CODE
from dojo.commands.library import hold_tournament
from dojo.commands.options import as_json_instead_of, fail, place_of
from dojo.commands.scoreboard import as_data, board, report
from dojo.errors import WrongUsageError
from dojo.games import INTERRUPTED, Contest, Plan, Results, kinds_of, seat
from dojo.kata.workspace import IMPLEMENTATIONS, find_workspace
from dojo.practice.model import NAME

CLEAN = IMPLEMENTATIONS[-1]  # its own parts run a tournament, without a transcript
MINUTES = click.FloatRange(min=0.01, max=100_000)


@click.command()
@of_a_game
@PLAYERS
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--minutes", type=MINUTES, help="End after so many minutes, when the game in hand is over.")
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
    seed: int | None,
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
    hold = None if implementation == CLEAN else partial(hold_tournament, *place_of(implementation))
    if hold is not None and plan["same_dice"]:
        raise WrongUsageError("--same-dice follows each turn, which only refactored tells: leave --implementation out.")
    kinds = kinds_of(players or ("Careful=careful", "Greedy=greedy", "Random=random"))
    planned = Plan(game, seed=chosen(seed), **plan)
    with ExitStack() as at_table:
        seated = [seat(name, kind, planned, at_table) for name, kind in kinds.items()]
        contest = Contest(planned, seated, hold)
        with shown(contest.results):
            results = contest.play()
    if as_json:
        click.echo(json.dumps(as_data(results), indent=2))
    else:
        Console(highlight=False, soft_wrap=True).print(report(results))
    if results.cut_short == INTERRUPTED:
        fail(INTERRUPTED_EXIT_CODE)


def shown(results: Results) -> AbstractContextManager[object]:
    """Show on a terminal how it stands, again and again, until it is over."""
    if not sys.stderr.isatty():
        return nullcontext()
    console = Console(stderr=True, highlight=False)
    return Live(get_renderable=lambda: board(results), console=console, transient=True)
