"""The table at a moment: all that there is to see on it."""

from itertools import takewhile
from typing import NamedTuple

from dojo.table.session import Session
from refactored import decide

MOST_THROWS = 9  # that are counted


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
        """Return how often whoever's turn it is may still throw."""
        question = self.session.question
        if question is None:
            return 0

        def is_allowed(stage: int) -> bool:
            try:
                decide(question._replace(stage=stage), [])
            except ValueError:
                return False
            return True

        stages = range(question.stage, question.stage + MOST_THROWS)
        return len(list(takewhile(is_allowed, stages))) + (not self.open)

    @property
    def may_throw(self) -> bool:
        """Tell whether a person may throw now."""
        return self.session.asks_a_person() and self.throws_left > 0
