"""The table at a moment: all that there is to see on it."""

from typing import NamedTuple

from dojo.table.session import Session


class Moment(NamedTuple):
    """A session and what its player does just now: positions kept, from 0; `open` when the dice are to be seen."""

    session: Session
    kept: frozenset[int]
    open: bool
    tumbling: bool
    message: str
    pace: str
    may_undo: bool
