"""`dojo compare`: legacy, a practice and refactored side by side."""

import sys

import click

from dojo.commands.options import as_json_instead_of, practice_here
from dojo.kata import find_workspace
from dojo.practice import NAME
from dojo.progress import comparison


@click.command()
@as_json_instead_of("table")
def compare(*, as_json: bool) -> None:
    """Set legacy, practice/ and refactored side by side.

    On the measures of `dojo progress`; of legacy and refactored, the part that your level is about. Look when you are
    done, not before.
    """
    workspace = find_workspace()
    practice = practice_here() if (workspace / NAME).is_dir() else None
    sys.exit(comparison.show(workspace, practice, as_json=as_json))
