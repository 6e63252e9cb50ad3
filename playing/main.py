"""The commands to play. kata.toml has their names and the first line of each help, too."""

import click

from dojo.command_group import CommandGroup
from dojo.text import WIDTH

MODULES = {
    "table": "playing.commands.table",
    "play": "playing.commands.play",
    "score": "playing.commands.play",
    "tournament": "playing.commands.tournament",
}


@click.group(
    cls=CommandGroup,
    modules=MODULES,
    commands=[click.Command(name) for name in MODULES],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
)
def playing() -> None:
    """Play the games of the kata."""
