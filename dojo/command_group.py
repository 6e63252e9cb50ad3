"""A group of commands, for the tool and for a kata: how commands are loaded, and how they end.

Exit codes: 0 is fine, 1 fails, 2 is wrong usage, 130 is interrupted.
"""

import gc
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from dojo.errors import INTERRUPTED_EXIT_CODE, WorkspaceError
from dojo.processes import END_REQUESTS


class CommandGroup(click.Group):
    """Loads a command when it is called, so that `--help` is fast.

    `modules` has the module of each command, in which a function has the name of the command.
    """

    def __init__(self, modules: Mapping[str, str], **options: Any) -> None:  # noqa: ANN401
        super().__init__(**options)
        self.modules = modules

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a name, and import its module."""
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and name in self.modules:
            gc.set_threshold(10_000)  # all that is imported stays, and there is a lot of it
            command = getattr(import_module(self.modules[name]), name)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run a command, and end each failure with a message and the right exit code.

        An error of the system names the file. An unexpected one is a bug, and leaves a log.
        """
        # Like Ctrl-C, these end the processes that a command started.
        for request in END_REQUESTS:
            signal.signal(request, signal.default_int_handler)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a Windows code page lacks some characters
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED_EXIT_CODE)
        except BrokenPipeError:  # `dojo progress | head` closes the pipe
            raise
        except OSError as error:
            problem = f"{error.strerror or error}: {error.filename or 'no file'}"
            advice = "The command did not finish. Fix this, then run it again."
            raise WorkspaceError(f"{problem}\n{advice}") from error
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            from dojo.error_log import report_unexpected  # noqa: PLC0415 - only a bug needs it

            raise report_unexpected(error) from error
