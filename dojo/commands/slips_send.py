"""`dojo slips --send`: the last change goes to the room, as a slip for other pairs."""

import click

from dojo import next_step
from dojo.diffs import paint_diff
from dojo.practice.events import SlipSent
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.pushing import share
from dojo.slips.sent import send_slip


def send_change(practice: Practice, story: str) -> None:
    diff, check = send_slip(practice, story)
    Repository(practice.folder).record(f"slip: {story}", SlipSent(slip_sent=story))
    share(practice.folder)
    click.echo(f"{paint_diff(diff)}\n")
    click.echo("Sent to the room. Other pairs run `dojo slips --from-room`.")
    next_step.tell(next_step.after_sent_slip(check))
