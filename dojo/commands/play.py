"""`dojo play`: a game at the console."""

from collections.abc import Callable
from typing import Any

import click

from dojo.commands.options import GAME, IMPLEMENTATION, PLAYERS, SEED, chosen
from dojo.errors import WorkspaceError
from dojo.games import HELP, PERSON, Person, computer_player, dice, kinds_of
from dojo.kata import find_workspace, load_yatzy
from refactored.players import View
from refactored.rulesets import game_named


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
    console = Console(table.sheet)
    if PERSON in kinds.values():
        click.echo(HELP)
    try:
        table.play(game, [Followed(player, console.hear) for player in at_table], dice(any_seed), console.write)
    except KeyboardInterrupt:  # Left is one, too
        click.echo(f"\nYou left. So it stood:\n\n{table.sheet()}")
    except ValueError as error:
        raise WorkspaceError(str(error)) from None


class Followed:
    """A player whose moves somebody hears of."""

    def __init__(self, player: Any, hear: Callable[[object], None]) -> None:  # noqa: ANN401 - players share no class
        """Follow a player."""
        self.name: str = player.name
        self._player, self._hear = player, hear

    def turn(self, dice: list[int], stage: int, view: View) -> object:
        """Return the player's move."""
        move = self._player.turn(dice, stage, view)
        self._hear(move)
        return move


class Console:
    """Writes the transcript, and the score sheet after each line that tells of a category taken."""

    def __init__(self, sheet: Callable[[], str]) -> None:
        """Begin with nobody's move."""
        self._sheet, self._is_taken = sheet, False

    def hear(self, move: object) -> None:
        """Know whether a category is taken; the next line will tell of it."""
        self._is_taken = isinstance(move, str)

    def write(self, line: str) -> None:
        """Write a line."""
        click.echo(line)
        if self._is_taken:
            click.echo(f"\n{self._sheet()}\n")
            self._is_taken = False
