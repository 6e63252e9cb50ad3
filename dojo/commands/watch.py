"""`dojo watch`: a check on every save."""

import click

from dojo.checking import Tcr, Watch
from dojo.commands import next_step
from dojo.commands.options import LIMIT, SECONDS, notice, practice_here
from dojo.practice import AMBER, RED, Practice


@click.command()
@click.option("--tcr", is_flag=True, help="test && commit || revert: green is committed, red and amber are reverted.")
@click.option("--limit", type=SECONDS, help=f"Seconds for a check.  [default: {LIMIT}]")
def watch(limit: float | None, *, tcr: bool) -> None:
    """Check practice/ on every save, a line each, until Ctrl-C.

    With --tcr, a green check commits to the repository of practice/, and a red or an amber one reverts your files to
    the last green commit. What is reverted is kept; the line after it names the command that brings it back, `dojo
    restore`.
    """
    follow(practice_here(), limit, tcr=tcr)


def follow(practice: Practice, limit: float | None, *, tcr: bool) -> None:
    """Check on every save until Ctrl-C."""
    watched = Watch(practice, limit, Tcr(practice) if tcr else None, say=click.echo, tell=notice)
    rule = "Green commits, red and amber revert." if tcr else "After red, `dojo check` shows what differs."
    click.echo(f"Watching {practice.name}/. {rule} Ctrl-C ends it.")
    try:
        watched.follow()
    except KeyboardInterrupt:
        amber = f", {watched.checks[AMBER]} amber" if watched.checks[AMBER] else ""
        counts = f"{watched.checks.total()} checks, {watched.checks[RED]} of them red{amber}"
        click.echo(f"\n{counts}.")
        next_step.tell(next_step.AFTER["watch"])
