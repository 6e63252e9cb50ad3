"""`dojo slips --from-room`: the slips that other pairs sent, one by one."""

from pathlib import Path

import click

from dojo import next_step
from dojo.cli import fail, is_at_terminal, show_waiting
from dojo.diffs import paint_diff
from dojo.errors import UngradedError, WrongUsageError
from dojo.practice.events import SlipsTried
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.pushing import share
from dojo.slips.grade import ASSERTION, CRASH, MISSED, UNCOUNTED, grade_sent_slip
from dojo.slips.sent import fetch_slips
from dojo.text import printable_lines, quantity

RUN_THEIR_CODE = """
Your tests would run this, and the rest of their code, with your rights.
Run it (q quits)?"""
IN_WORDS = {
    ASSERTION: "Noticed by an assertion.",
    CRASH: "Noticed only because the code crashed.",
    MISSED: "Missed.",
    UNCOUNTED: "Not counted, because your tests fail on their code even without the slip:",
}


def defend(practice: Practice, without: tuple[Path, ...]) -> None:
    """Show the slips of other pairs, and run the tests on the ones that the person chooses."""
    if not is_at_terminal():
        raise WrongUsageError("--from-room asks before it runs code, so it needs a terminal.")
    share(practice.folder)
    sent = list(fetch_slips(practice))
    if not sent:
        raise UngradedError("No other pair has sent a slip to the room yet.")
    grades: list[str] = []
    for number, slip in enumerate(sent, start=1):
        click.secho(f"Slip {number} of {len(sent)}, from {slip.sender}: {slip.story}", bold=True)
        click.echo(paint_diff(slip.diff))
        answer = click.prompt(RUN_THEIR_CODE, type=click.Choice(["y", "n", "q"]), default="n")
        if answer == "q":
            break
        if answer == "y":
            outcome, finding = grade_sent_slip(practice, slip, without, show_waiting)
            click.secho(f"{IN_WORDS[outcome]}\n{printable_lines(finding)}", bold=True)
            grades.append(outcome)
    counted = [grade for grade in grades if grade != UNCOUNTED]
    noticed = len(counted) - counted.count(MISSED)
    if not counted:
        raise UngradedError(f"None of {quantity(len(sent), 'slip')} was counted.")
    tried = SlipsTried(tried=len(counted), noticed=noticed)
    subject = f"slips of others: {noticed} of {len(counted)} noticed"
    Repository(practice.folder).record(subject, tried)
    share(practice.folder)
    line = f"Noticed {noticed} of {quantity(len(counted), 'slip')}."
    if len(counted) < len(sent):
        line += f" {len(sent) - len(counted)} more of {len(sent)} did not count, or was not run."
    click.echo(line)
    if MISSED in counted:
        next_step.tell(next_step.after_missed_slips())
        fail()
