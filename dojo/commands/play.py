"""`dojo play`: a game at the console."""

from pathlib import Path

import click

from dojo.errors import WorkspaceError
from dojo.games import HELP, Person, Rules, seats
from dojo.kata import load_yatzy

FINE = 0


def play(workspace: Path, game: str, players: tuple[str, ...], *, seed: int, implementation: str) -> int:
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
