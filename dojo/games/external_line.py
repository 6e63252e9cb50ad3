"""The line between a tournament and an external player's process: what goes over it, and its end at the player's.

question, answer: each is sent as JSON, a line of bytes, and an answer with the token of its question, so that none
comes before it was asked for. plain: a move that goes over the line as it is; any other, only as it shows.
line: two descriptors. They are moved away from 0 and 1 before any of the player's code runs: its standard input is
empty, and what it prints goes to standard error, where it is kept.
"""

import json
import os
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from refactored import Sums, View

LONGEST_MOVE = 1000  # in characters, as JSON; no legal move comes near


class Kind(StrEnum):
    """What an answer tells of."""

    READY = "ready"  # the player is loaded
    NOBODY = "nobody"  # there is no player in that place, and what is there instead
    PROBLEM = "problem"  # what went wrong while it was loaded
    MOVE = "move"  # what it returned
    SHOWN = "shown"  # what it returned, as it shows
    RAISED = "raised"  # what it raised, and where


class Answer(NamedTuple):
    """What came of a question; the first one comes unasked."""

    kind: Kind
    content: Any = ""


class Question(NamedTuple):
    """What a player is asked about."""

    dice: list[int]
    stage: int
    view: View


class Line:
    """The way to the tournament; a process that the player forks has no part in it."""

    def __init__(self) -> None:
        """Move the line away from standard input and output, and leave the player an empty one and a way to print."""
        self._questions, self._answers, self._token = os.dup(0), os.dup(1), ""
        self._lines = os.fdopen(self._questions, "rb", closefd=False)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._close)

    def source(self) -> bytes | None:
        """Return what the player's file holds, which comes before all questions; None when there is none."""
        self._token, source = json.loads(self._lines.readline())
        return None if source is None else str(source).encode("latin-1")

    def questions(self) -> Iterator[Question]:
        """Yield questions until nobody asks any more; OSError when the player has closed the line."""
        for line in self._lines:
            self._token, (dice, stage, fields) = json.loads(line)
            yield Question(dice, stage, View(**fields | {"_sums": Sums(*fields["_sums"])}))

    def answer(self, answer: Answer) -> None:
        """Send an answer; OSError when the player has closed the line."""
        os.write(self._answers, json.dumps([self._token, *answer]).encode() + b"\n")

    def _close(self) -> None:
        os.close(self._questions)
        os.close(self._answers)
        self._questions = self._answers = -1  # the numbers may soon be those of other files


def is_plain(move: Any) -> bool:  # noqa: ANN401 - whatever somebody else's code returns
    """Tell whether a move goes over the line as it is."""
    if type(move) not in (str, list) or len(move) > LONGEST_MOVE:
        return False
    if any(type(each) not in (int, str, bool, float) for each in move):
        return False
    try:
        return len(json.dumps(move)) <= LONGEST_MOVE
    except ValueError:  # an int of too many digits
        return False
