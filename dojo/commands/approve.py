"""`dojo approve`: write a golden master."""

import sys

import click

from dojo.checking import approve_practice
from dojo.commands.options import practice_here
from dojo.kata import approve as approval
from dojo.kata import find_workspace


@click.command()
@click.argument("whose", type=click.Choice(["practice", "table"]), required=False)
@click.option("--yes", is_flag=True, help="Approve without being asked.")
def approve(whose: str | None, *, yes: bool) -> None:
    """Write the golden master from legacy, and from nothing else.

    Shows what would change in approved_files/, asks for each document, and keeps what it replaces in
    approved_files/.replaced/ until your next commit. Read the difference against the rules first: approved means that
    a person has read it. What changes stands before what is only new; all of it goes into a file that is named.

    \b
    dojo approve             the golden master, from legacy
    dojo approve practice    a change that you mean, in practice/
    dojo approve table       what the table looks like, after a change to it

    A practice keeps documents of its own in practice/approved_files/; the shared golden master stays as it is.
    """
    workspace = find_workspace()
    if whose == "table":
        sys.exit(approval.approve_table(workspace, yes=yes))
    if whose == "practice":
        sys.exit(approve_practice(practice_here(), yes=yes))
    sys.exit(approval.approve(workspace, yes=yes))
