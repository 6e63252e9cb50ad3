"""The events of a practice, and the trailers of the commits that record them.

No other module knows the trailers. A commit may record several events: a check also names the
person's last commit.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from typing import Annotated, Literal, NamedTuple

import msgspec
import pygit2

from dojo.kata.description import FIRST_HOUR
from dojo.practice.model import ChangedExpectations, Prediction, Status
from dojo.text import printable, shorten

MAX_NAME = 40  # characters
MAX_SUBJECT = 72
MAX_TRAILER = 500
MAX_RED_MINUTES = 60

LevelNumber = Annotated[int, msgspec.Meta(ge=FIRST_HOUR)]
SlipNumber = Annotated[int, msgspec.Meta(ge=0)]
Percent = Annotated[float, msgspec.Meta(ge=0, le=100)]
Minutes = Annotated[float, msgspec.Meta(gt=0, le=MAX_RED_MINUTES)]
YesOrNo = Literal["yes", "no"]


class Event(msgspec.Struct, rename="pascal", omit_defaults=True):
    """Something that happened in a practice. Each field is a trailer."""


class Started(Event, kw_only=True):
    """A practice began. An earlier one in the same history ended.

    `practice`: a random number. `step`: the worked step after which it begins, 0 for the tangle.
    `title`: that of the level. `code`: the name of somebody's own code; its level is 0.
    """

    practice: str
    level: LevelNumber
    blind: YesOrNo
    title: str = ""
    step: int = 0
    code: str = ""
    name: str = ""


class Named(Event, kw_only=True):
    name: str


class Swapped(Event, kw_only=True):
    """Partners were swapped, or the last swap was undone. `name`: the new ones, driver first."""

    swap: Literal["yes", "undone"]
    name: str = ""


class Committed(Event, kw_only=True):
    """The person committed a tree. A room does not get their own branch, so it is recorded here."""

    subject: str = msgspec.field(name="Commit")
    tree: str = msgspec.field(name="Commit-Tree")


class RedLimitSet(Event, kw_only=True):
    """The pair chose how long it may be red. `minutes`: from then on."""

    minutes: Minutes = msgspec.field(name="Red-Minutes")


class Checked(Event, kw_only=True):
    """A check ended. `findings`: how many; `finding`: the first.

    `expected`: the status that the person predicted, if they did.
    `approved_changes` and `approved_additions` count where the practice's own approved files differ
    from the kata's.
    """

    status: Status
    level: LevelNumber
    blind: YesOrNo
    seconds: float
    findings: int
    finding: str = ""
    approved_changes: int = msgspec.field(name="Approved-Changes", default=0)
    approved_additions: int = msgspec.field(name="Approved-Additions", default=0)
    expected: Prediction = ""
    remark: str = ""  # written by an earlier version: which documents a green check went by

    @property
    def approved(self) -> ChangedExpectations:
        return ChangedExpectations(self.approved_changes, self.approved_additions)


class Reverted(Event, kw_only=True):
    """The files of a check were reverted. `reverts`: the commit of the check."""

    reverts: str


class Restored(Event, kw_only=True):
    """The files of a commit were restored."""

    restores: str


class Scored(Event, kw_only=True):
    """Mutants were tested. `score`: in percent; `of`: the commit of the check before."""

    score: Percent
    of: str
    mutants: int = 0
    killed: int = 0
    equivalent: int = 0


class SlipsGraded(Event, kw_only=True):
    """`slips`: how many were noticed, in percent."""

    slips: Percent


class SlipSent(Event, kw_only=True):
    """The pair sent a slip to its room. `slip_sent`: its story."""

    slip_sent: str = msgspec.field(name="Slip-Sent")


class SlipsTried(Event, kw_only=True):
    """The pair ran its tests on slips of other pairs. `noticed`: how many of those that count."""

    tried: SlipNumber = msgspec.field(name="Slips-Tried")
    noticed: SlipNumber = msgspec.field(name="Slips-Noticed")


class Left(Event, kw_only=True):
    """The pair left the room. `left`: the name of its branch."""

    left: str


# By the trailer that each kind of event has, in the order in which they are applied.
KINDS: dict[str, type[Event]] = {
    "Practice": Started,
    "Swap": Swapped,
    "Name": Named,
    "Commit-Tree": Committed,
    "Red-Minutes": RedLimitSet,
    "Status": Checked,
    "Reverts": Reverted,
    "Restores": Restored,
    "Score": Scored,
    "Slips": SlipsGraded,
    "Slip-Sent": SlipSent,
    "Slips-Tried": SlipsTried,
    "Left": Left,
}


class Entry(NamedTuple):
    """A commit of the history. `merged`: the end of another history that this one continues."""

    commit: str
    tree: str
    moment: datetime
    merged: str
    events: list[Event]


def parse_entry(commit: pygit2.Commit) -> Entry:
    """Return a commit of the history with its events. Impossible ones are skipped."""
    zone = timezone(timedelta(minutes=commit.author.offset))
    moment = datetime.fromtimestamp(commit.author.time, zone)
    merged = ""
    if len(commit.parent_ids) > 1:
        merged = str(commit.parent_ids[1])
    trailers = {key: printable(value) for key, value in commit.message_trailers.items()}
    events = parse_trailers(trailers)
    return Entry(str(commit.id), str(commit.tree_id), moment, merged, events)


def parse_trailers(trailers: dict[str, str]) -> list[Event]:
    """Return the events in trailers. An event whose values are impossible is skipped."""
    events: list[Event] = []
    for key, kind in KINDS.items():
        if key not in trailers:
            continue
        if kind is Named and ("Practice" in trailers or "Swap" in trailers):
            continue  # the name is part of that event
        try:
            events.append(msgspec.convert(_shorten_texts(trailers), kind, strict=False))
        except msgspec.ValidationError:
            continue
    return events


def _shorten_texts(trailers: dict[str, str]) -> dict[str, str]:
    """Shorten the texts that other people wrote, and that share a line with others."""
    limited = dict(trailers)
    for key, most in (("Name", MAX_NAME), ("Commit", MAX_SUBJECT)):
        if key in trailers:
            limited[key] = shorten(trailers[key], most)
    return limited


def format_message(subject: str, events: Iterable[Event]) -> str:
    """Return the message of a commit: a subject for people, and the trailers of the events."""
    trailers: dict[str, object] = {}
    for event in events:
        trailers |= msgspec.to_builtins(event)
    lines = [shorten(subject, MAX_SUBJECT), ""]
    for key, value in trailers.items():
        most = MAX_TRAILER - len(f"{key}: ")
        text = shorten(str(value), most)
        if text:
            lines.append(f"{key}: {text}")
    return "\n".join([*lines, ""])
