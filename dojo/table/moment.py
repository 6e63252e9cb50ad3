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

    @property
    def throws_left(self) -> int:
        """Return how often whoever's turn it is may still throw; lifting the cover from the first dice is a throw."""
        return self.session.throws_left + (not self.open and self.session.question is not None)

    @property
    def may_throw(self) -> bool:
        """Tell whether a person may throw now."""
        return self.session.asks_a_person() and self.throws_left > 0
