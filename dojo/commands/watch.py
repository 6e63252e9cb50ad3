"""`dojo watch`: a check on every save."""

import sys

import click

from dojo.checking import watcher as watches
from dojo.commands.options import LIMIT, SECONDS, practice_here


@click.command()
@click.option("--tcr", is_flag=True, help="test && commit || revert: green is committed, red is reverted.")
@click.option("--limit", type=SECONDS, help=f"Seconds for a check.  [default: {LIMIT}]")
def watch(limit: float | None, *, tcr: bool) -> None:
    """Check practice/ on every save, a line each, until Ctrl-C.

    With --tcr, a green check commits to the repository of practice/, and a red one puts your files back to the last
    green commit. So does an amber one (no answer in time) that is amber again with twice the time. What that takes away
    is kept in practice/.dojo/lost/, as files and as a patch.
    """
    sys.exit(watches.follow(practice_here(), limit, tcr=tcr))
