"""Build a history from events. Each happens in a minute, and names a check by its minute."""

from datetime import datetime, timedelta
from typing import Any

from dojo.practice.events import (
    Committed,
    Entry,
    Event,
    Left,
    Named,
    Restored,
    Reverted,
    Scored,
    Swapped,
)
from dojo.practice.history import History, fold
from dojo.practice.model import AMBER, GREEN, RED, Status
from tests.dojo.practising import MOMENT, check_of, entry_of, start_entry

FIRST_TREE = "first"


def at(minute: float) -> datetime:
    return MOMENT + timedelta(minutes=minute)


def commit_of(minute: float) -> str:
    """Return the commit of the check in a minute."""
    return f"check-{minute:g}"


def event(minute: float, what: Event, tree: str = "") -> Entry:
    return entry_of(what, at(minute), tree=tree)


def check(minute: float, status: Status, tree: str = "", **more: Any) -> Entry:
    """Return a check. Without a `tree`, its files are those of no other check."""
    return entry_of(check_of(status, **more), at(minute), commit_of(minute), tree)


def green(minute: float, tree: str = "", **more: Any) -> Entry:
    return check(minute, GREEN, tree, **more)


def red(minute: float, tree: str = "", **more: Any) -> Entry:
    return check(minute, RED, tree, **more)


def amber(minute: float, tree: str = "", **more: Any) -> Entry:
    return check(minute, AMBER, tree, **more)


def reverted(minute: float, *, check: float, tree: str = "") -> Entry:
    return event(minute, Reverted(reverts=commit_of(check)), tree)


def restored(minute: float, tree: str) -> Entry:
    return event(minute, Restored(restores="1"), tree)


def scored(minute: float, percent: float, *, check: float) -> Entry:
    return event(minute, Scored(score=percent, of=commit_of(check)))


def swapped(minute: float, name: str = "") -> Entry:
    return event(minute, Swapped(swap="yes", name=name))


def named(minute: float, name: str) -> Entry:
    return event(minute, Named(name=name))


def left(minute: float, branch: str) -> Entry:
    return event(minute, Left(left=branch))


def committed(minute: float, tree: str, subject: str) -> Entry:
    return event(minute, Committed(subject=subject, tree=tree))


def started_over(minute: float, **more: Any) -> Entry:
    return start_entry(FIRST_TREE, **more)._replace(moment=at(minute))


def history(*entries: Entry) -> History:
    """Return the history of a practice that started in minute 0."""
    return fold([started_over(0), *entries])


WORDS = {
    "green": green,
    "red": red,
    "amber": amber,
    "swap": swapped,
    "start over": started_over,
}


def history_of(words: str) -> History:
    """Return the history of a line like "green, red, revert": one event a minute, from minute 1."""
    entries: list[Entry] = []
    for minute, word in enumerate(words.split(", "), start=1):
        if word == "revert":
            entries.append(reverted(minute, check=minute - 1))
        elif word != "wait":
            entries.append(WORDS[word](minute))
    return history(*entries)
