"""Build a history from events. Each happens in a minute, and names a check by its minute."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from dojo.practice.branch import Branch
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
from dojo.practice.model import AMBER, GREEN, RED, Choices, Practice, Status
from dojo.practice.recording import record_start
from dojo.practice.snapshots import Repository
from tests.dojo.practising import MOMENT, check_of, entry_of, start_entry, write_files

FIRST_TREE = "first"


def at(minute: float) -> datetime:
    return MOMENT + timedelta(minutes=minute)


def commit_of(minute: float) -> str:
    """Return the commit of the check in a minute."""
    return f"check-{minute:g}"


def event(minute: float, event: Event, tree: str = "") -> Entry:
    return entry_of(event, at(minute), tree=tree)


def check(minute: float, tree: str = "", *, status: Status, **more: Any) -> Entry:
    """Return a check. Without a `tree`, no other check has its files."""
    return entry_of(check_of(status, **more), at(minute), commit_of(minute), tree)


green = partial(check, status=GREEN)
red = partial(check, status=RED)
amber = partial(check, status=AMBER)


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


BUILDERS: dict[str, Callable[..., Entry]] = {
    "green": green,
    "red": red,
    "amber": amber,
    "restore": restored,
    "swap": swapped,
    "name": named,
    "leave": left,
    "restart": started_over,
}


def history_of(line: str) -> History:
    """Return the history of a line like "green a, red b, revert": an event a minute.

    A letter after a check or a restore stands for its files. "revert" is about the check before.
    """
    entries: list[Entry] = []
    for minute, words in enumerate(line.split(", "), start=1):
        kind, *arguments = words.split()
        if kind == "revert":
            entries.append(reverted(minute, check=minute - 1))
        elif kind != "wait":
            entries.append(BUILDERS[kind](minute, *arguments))
    return history(*entries)


def new_practice(workspace: Path) -> Practice:
    """Make a practice without a kata: a repository with one file, and a history that began."""
    practice = Practice(workspace, Choices())
    write_files(practice.folder, {"yatzy.py": "one = 1\n", ".gitignore": ".dojo/\n"})
    Branch(practice.folder).create("begun")
    repository = Repository(practice.folder)
    repository.create()
    record_start(repository, practice.choices)
    return practice
