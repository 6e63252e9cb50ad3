"""`dojo play`: a game at the console."""

import sys
from pathlib import Path

import click

from dojo.commands.options import GAME, IMPLEMENTATION, PLAYERS, SEED, chosen
from dojo.errors import WorkspaceError
from dojo.games import HELP, Person, Rules, seats
from dojo.kata import find_workspace, load_yatzy

FINE = 0


@click.command()
@GAME
@PLAYERS
@SEED
@IMPLEMENTATION
def play(game: str, players: tuple[str, ...], seed: int | None, implementation: str) -> None:
    """Play a GAME at the console, in plain text.

    The games are yatzy, yahtzee (if you name none) and yacht.

    The kinds of player are person, random, greedy and careful. Without any, a guest plays a careful computer.

    \b
    dojo play yatzy
    dojo play yahtzee --player Ann=person --player Bob=person --player Cy=greedy
    """
    seats = players or ("Guest=person", "Computer=careful")
    sys.exit(held(find_workspace(), game, seats, seed=chosen(seed), implementation=implementation))


def held(workspace: Path, game: str, players: tuple[str, ...], *, seed: int, implementation: str) -> int:
    """Play a game; show the score sheet after each turn; return the exit code."""
    yatzy = load_yatzy(workspace, implementation)
    table = yatzy()

    def write(line: str) -> None:
        click.echo(line)
        if " and takes " in line:
            click.echo(f"\n{table.sheet()}\n")

    rules = Rules(yatzy, game)
    table_players = [
        Person(name, rules, input, click.echo, table.sheet)
        if kind == seats.PERSON
        else seats.computer_player(name, kind, rules, seed)
        for name, kind in seats.named(players)
    ]
    click.echo(f"{HELP}\n" if any(isinstance(player, Person) for player in table_players) else "", nl=False)
    try:
        table.play(game, table_players, seats.dice(seed), write)
    except KeyboardInterrupt:  # Left is one, too
        click.echo(f"\nYou left. So it stood:\n\n{table.sheet()}")
    except ValueError as error:
        raise WorkspaceError(str(error)) from None
    return FINE
