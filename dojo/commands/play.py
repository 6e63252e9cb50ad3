"""`dojo play`: a game at the console."""

from collections.abc import Callable

import click

from dojo.commands.game_options import AT_A_TABLE, PLAYERS, SEED, chosen, of_a_game
from dojo.commands.options import IMPLEMENTATION
from dojo.errors import WorkspaceError
from dojo.games import HELP, PERSON, Person, computer_player, dice, kinds_of
from dojo.kata import find_workspace, load_yatzy
from refactored import game_named


@click.command()
@of_a_game
@PLAYERS
@SEED
@IMPLEMENTATION
def play(game: str, players: tuple[str, ...], seed: int | None, implementation: str) -> None:
    """Play a GAME at the console, in plain text.

    The games are {games}.

    The kinds of player are person, {kinds}. Without any, a guest plays a careful computer.

    \b
    dojo play yatzy
    dojo play yahtzee --player Ann=person --player Bob=person --player Cy=greedy
    """
    table, rules, any_seed = load_yatzy(find_workspace(), implementation)(), game_named(game), chosen(seed)
    kinds = kinds_of(players or AT_A_TABLE)
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
        table.play(game, at_table, dice(any_seed), console(table.sheet))
    except KeyboardInterrupt:  # Left is one, too
        click.echo(f"\nYou left. So it stood:\n\n{table.sheet()}")
    except ValueError as error:
        raise WorkspaceError(str(error)) from None


def console(sheet: Callable[[], str]) -> Callable[[str], None]:
    """Return what shows a line of the transcript, and the score sheet whenever it has changed."""
    shown = [sheet()]

    def write(line: str) -> None:
        click.echo(line)
        if sheet() != shown[-1]:
            shown.append(sheet())
            click.echo(f"\n{shown[-1]}\n")

    return write
