"""The commands that a kata adds: `dojo NAME` runs the package of the kata as a process."""

import sys
from pathlib import Path

import click

from dojo.kata.description import read_kata
from dojo.kata.workspace import workspace_or_none
from dojo.processes import run_in_foreground

# The workspace comes last in sys.path: a player in a file random.py hides no module of Python.
RUN_PACKAGE = (
    "import runpy, sys; sys.path.append(sys.argv.pop(1)); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


class ForwardedCommand(click.Command):
    """Passes all arguments on, --help too."""

    def __init__(self, name: str, summary: str, package: str, workspace: Path) -> None:
        super().__init__(name, short_help=summary)
        self.package = package
        self.workspace = workspace

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.args = args
        return args

    def invoke(self, ctx: click.Context) -> None:
        python = [sys.executable, "-P", "-c", RUN_PACKAGE, str(self.workspace), self.package]
        ctx.exit(run_in_foreground([*python, str(self.name), *ctx.args]))


def kata_commands() -> dict[str, ForwardedCommand]:
    """Return the commands of the nearest kata, or none outside of a kata.

    Raises WorkspaceError if its description is wrong.
    """
    workspace = workspace_or_none()
    if workspace is None:
        return {}
    added = read_kata(workspace).commands
    if added is None:
        return {}
    return {
        name: ForwardedCommand(name, summary, added.package, workspace)
        for name, summary in added.help.items()
    }
