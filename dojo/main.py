"""The command `dojo`: its list of commands.

Exit codes are those of a CommandGroup, and 3: could not grade.
"""

from collections.abc import Mapping
from typing import Any

import click

from dojo.command_group import CommandGroup
from dojo.errors import UngradedError, WorkspaceError, WrongUsageError
from dojo.kata.description import read_kata
from dojo.kata.workspace import NoKataError, workspace_or_none
from dojo.kata_commands import kata_commands
from dojo.text import WIDTH

# The first line of each help is here, too, so that `dojo --help` need not load any command.
# The first group has at most eight commands, in the order in which people need them.
FIRST_GROUP = "Practise"
KATA_GROUP = "The kata"  # its own commands come first
GROUPS = {
    FIRST_GROUP: {
        "start": "Create practice/, your own copy of the tangled code.",
        "check": "Run the tests on practice/ and record the result.",
        "hint": "Show a code smell in practice/, then the refactoring for it.",
        "restore": "Restore the files of the last green check, or of any check.",
        "watch": "Run a check each time a file is saved, until Ctrl-C.",
        "mutants": "Grade the tests of practice/ with mutants: small code changes.",
        "approve": "Approve changed results: they become the expected results.",
        "slips": "Grade your own tests with slips: typical refactoring mistakes.",
    },
    "Your own code": {
        "record": "Record a run of a program as tests of your code.",
        "kata": "Make a kata from code of your own, and grade its golden master.",
    },
    "Review": {
        "progress": "Show the timeline of practice/: its steps and measures.",
        "compare": "Compare your code with the tangle and the clean code.",
        "way": "Show the worked way: all steps from the tangle to clean code.",
    },
    "In a room": {
        "join": "Share the checks of practice/ with a room.",
        "swap": "Record a swap of partners, and say who drives.",
        "room": "Create a room for a session, or show the board of one.",
        "handouts": "Write a page to print for a session.",
    },
    KATA_GROUP: {
        "verify": "Test both implementations, and the golden master with mutants.",
    },
}
OTHER_COMMANDS = """\
In a project of your own: `dojo start --here` practises in its folder, and
`dojo record -- PROGRAM` writes tests from a run of a program.

`dojo --help` lists all commands, also those to review, to share and to play.
`dojo COMMAND --help` explains a command. KATA.md has the exercise."""
COMMANDS: dict[str, str] = {}
for _group in GROUPS.values():
    COMMANDS |= _group
# Commands that share a module with another one.
SHARED_MODULES = {"restore": "check", "swap": "join"}
MODULES = {name: f"dojo.commands.{SHARED_MODULES.get(name, name)}" for name in COMMANDS}
TOOL_COMMANDS = {
    name: click.Command(name, short_help=summary) for name, summary in COMMANDS.items()
}
# Outside of a kata, these have nothing to work on.
NEED_A_KATA = ("hint", "slips", "way", "handouts", "verify")
# Exit code 1 of these says that mutants or slips were missed.
GRADERS = ("verify", "mutants", "slips")


def write_group(formatter: click.HelpFormatter, title: str, commands: Mapping[str, str]) -> None:
    with formatter.section(title):
        formatter.write_dl([(name.ljust(10), summary) for name, summary in commands.items()])


class Commands(CommandGroup):
    """The commands of the tool and of the kata."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> click.Context:
        """Take the commands of the tool, and of the kata around the current folder."""
        self.commands = {**TOOL_COMMANDS, **kata_commands()}
        return super().make_context(info_name, args, parent, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a name. Raises UsageError if there is none.

        Outside of a kata, the error also says so, because a kata may have the command.
        """
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if workspace_or_none():
                raise
            raise WrongUsageError(f"{error.format_message()}\n{NoKataError().message}") from None

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands by group. Outside of a kata, commands that need one are left out."""
        hidden = () if workspace_or_none() else NEED_A_KATA
        for title, commands in GROUPS.items():
            listed = {name: text for name, text in commands.items() if name not in hidden}
            if title == KATA_GROUP:
                listed = {**self.commands_of_the_kata(), **listed}
            if listed:
                write_group(formatter, title, listed)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text, and the parts of the kata."""
        super().format_help_text(ctx, formatter)
        workspace = workspace_or_none()
        if workspace is None:
            return
        kata = read_kata(workspace)
        parts = [
            (kata.tangle, "the tangle: the code to refactor"),
            (f"{kata.clean}/", "a clean implementation with the same behaviour"),
            (f"{kata.approved_files}/", "the golden master: the expected results of both"),
            (kata.exercise, "the exercise"),
            ("practice/", "your own copy of the tangle"),
        ]
        with formatter.section(kata.name):
            formatter.write_dl(parts)

    def commands_of_the_kata(self) -> dict[str, str]:
        """Return the commands that the kata adds, with the line of each."""
        added = [self.commands[name] for name in self.commands if name not in TOOL_COMMANDS]
        return {str(command.name): str(command.short_help) for command in added}

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run a command. The error of a grader exits with 3: 1 would say that mutants survived."""
        try:
            return super().invoke(ctx)
        except WorkspaceError as failure:
            if ctx.invoked_subcommand in GRADERS and failure.exit_code == 1:
                raise UngradedError(failure.message) from None
            raise


@click.group(
    cls=Commands,
    modules=MODULES,
    invoke_without_command=True,
    commands=TOOL_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDTH},
)
@click.version_option(package_name="yatzy-dojo")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Practise refactoring tangled code, with tests that you can trust.

    In a kata, begin with `dojo start`, then run `dojo check` after every change. `dojo verify`
    shows why you can trust the tests. In a project of your own, begin with `dojo start --here`.

    Exit codes: 0 success, 1 failure, 2 wrong usage, 3 nothing could be graded, 130 interrupted by
    Ctrl-C.
    """
    if ctx.invoked_subcommand is None:
        click.echo(first_commands(ctx))


def first_commands(ctx: click.Context) -> str:
    """Return the first group of commands, and how to see the others."""
    formatter = ctx.make_formatter()
    write_group(formatter, FIRST_GROUP, GROUPS[FIRST_GROUP])
    return f"{formatter.getvalue()}\n{OTHER_COMMANDS}"
