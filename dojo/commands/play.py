"""`dojo play`: a game at the console."""

from typing import Any

import click

from dojo.commands.options import GAME, IMPLEMENTATION, PLAYERS, SEED, chosen
from dojo.errors import WorkspaceError
from dojo.games import HELP, PERSON, Person, Rules, computer_player, dice, kinds_of
from dojo.kata import find_workspace, load_yatzy


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
    yatzy = load_yatzy(find_workspace(), implementation)
    table, rules, any_seed = yatzy(), Rules(yatzy, game), chosen(seed)

    def write(line: str) -> None:
        click.echo(line)
        if " and takes " in line:
            click.echo(f"\n{table.sheet()}\n")

    def seated(name: str, kind: str) -> Any:  # noqa: ANN401 - players share no class
        if kind == PERSON:
            return Person(name, rules, input, click.echo, table.sheet)
        return computer_player(name, kind, rules, any_seed)

    kinds = kinds_of(players or ("Guest=person", "Computer=careful"))
    at_table = [seated(name, kind) for name, kind in kinds.items()]
    if PERSON in kinds.values():
        click.echo(HELP)
    try:
        table.play(game, at_table, dice(any_seed), write)
    except KeyboardInterrupt:  # Left is one, too
        click.echo(f"\nYou left. So it stood:\n\n{table.sheet()}")
    except ValueError as error:
        raise WorkspaceError(str(error)) from None
