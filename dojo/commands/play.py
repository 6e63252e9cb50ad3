"""`dojo play`: a game at the console."""

from collections.abc import Callable

import click

from dojo.commands.options import GAME, IMPLEMENTATION, PLAYERS, SEED, chosen
from dojo.errors import WorkspaceError
from dojo.games import HELP, PERSON, Person, computer_player, dice, kinds_of
from dojo.kata import find_workspace, load_yatzy
from refactored import game_named


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
    table, rules, any_seed = load_yatzy(find_workspace(), implementation)(), game_named(game), chosen(seed)
    kinds = kinds_of(players or ("Guest=person", "Computer=careful"))
    at_table = [
        Person(name, rules, input, click.echo, table.sheet)
        if kind == PERSON
        else computer_player(name, kind, rules, any_seed)
        for name, kind in kinds.items()
    ]
    if PERSON in kinds.values():
        click.echo(HELP)
    try:
        table.start(game, list(kinds))
        table.play(game, at_table, dice(any_seed), Console(table.sheet).write)
    except KeyboardInterrupt:  # Left is one, too
        click.echo(f"\nYou left. So it stood:\n\n{table.sheet()}")
    except ValueError as error:
        raise WorkspaceError(str(error)) from None


class Console:
    """Shows the transcript, and the score sheet whenever it has changed."""

    def __init__(self, sheet: Callable[[], str]) -> None:
        """Look at the sheet, which is empty."""
        self._sheet, self._last = sheet, sheet()

    def write(self, line: str) -> None:
        """Show a line of the transcript."""
        click.echo(line)
        if self._sheet() != self._last:
            self._last = self._sheet()
            click.echo(f"\n{self._last}\n")
