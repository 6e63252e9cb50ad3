"""Who leads the game at a table: what may be done now, and what comes of it.

open: dice that their player has thrown, and everybody sees. kept: positions, from 0, that the next throw leaves.
pace: how fast the computer players are. step: one thing that a computer player does.
cheer: words for the last luck; they stay until a person goes on, for computers wait for no reader.
Whatever throws returns the positions of the dice that were thrown.
"""

from dataclasses import replace
from pathlib import Path

from dojo.table.moment import Moment
from dojo.table.occasions import of_move, of_throw
from dojo.table.saves import FOLDER, Save
from dojo.table.session import Record, Session
from refactored import Move

PACE_SECONDS = {"slow": 1.2, "quick": 0.3, "at once": 0.01}
ALL_FIVE = frozenset(range(5))
NONE: frozenset[int] = frozenset()


class Host:
    """The lead of one game after the other, at one table of a workspace."""

    def __init__(self, workspace: Path, record: Record) -> None:
        """Lay out a game; `begin` turns to its first player."""
        self.session = Session(record)
        self.save = Save(workspace, record.game)
        self.kept: frozenset[int] = NONE
        self.open = False
        self.message = ""
        self.pace = "slow"
        self._decided = False  # a computer player has shown what it keeps
        self.cheer = ""

    def moment(self, *, tumbling: bool = False) -> Moment:
        """Return all that there is to see now."""
        said = "\n".join(filter(None, [self.message, self.cheer]))
        return Moment(self.session, self.kept, self.open, tumbling, said, self.pace)

    # What may be done now.

    @property
    def is_over(self) -> bool:
        """Tell whether all cards are full."""
        return self.session.question is None

    @property
    def asks_a_computer(self) -> bool:
        """Tell whether it is the turn of a computer player."""
        return not self.is_over and not self.session.asks_a_person()

    @property
    def may_throw(self) -> bool:
        """Tell whether a person may throw: lift the cover from the first dice, or throw again."""
        return self.moment().may_throw

    @property
    def may_keep(self) -> bool:
        """Tell whether a person may choose what the next throw leaves."""
        return self.open and self.may_throw

    @property
    def may_take(self) -> bool:
        """Tell whether a person may take a category."""
        return self.open and self.session.asks_a_person()

    # Beginning and leaving.

    def left(self) -> Session | None:
        """Return the game that was left in the middle, if there is one that can be read."""
        try:
            return self.save.read()
        except (OSError, ValueError) as error:
            self.message = f"The saved game is damaged: {error}. It is kept beside the next one."
            return None

    def begin(self) -> frozenset[int]:
        """Turn to whoever the game asks: a person, who throws first; a computer, whose dice lie open; or nobody."""
        self.kept, self._decided = NONE, False
        self.open = not self.session.asks_a_person() or self.session.is_in_a_turn
        if self.is_over:
            self.save.forget()
        if not self.asks_a_computer:
            return NONE
        self._cheer(of_throw(self.session))
        return ALL_FIVE

    def go_on(self, left: Session) -> frozenset[int]:
        """Take up a game that was left in the middle."""
        self.session = left
        return self.begin()

    def decline(self) -> frozenset[int]:
        """Begin the game of this table; the one that was left is kept."""
        self.save.give_way()
        return self.begin()

    def again(self, seed: int) -> frozenset[int]:
        """Begin a new game with the same players; one in the middle, which is saved, is kept."""
        self.message = self.cheer = ""
        self.save.give_way()
        self.session = Session(replace(self.session.record, seed=seed, moves=[]))
        return self.begin()

    def store(self) -> bool:
        """Save the game; tell whether that was possible."""
        try:
            kept = self.save.write(self.session.record)
        except OSError as error:
            self.message = f"The game cannot be saved in {FOLDER}: {error.strerror}."
            return False
        if kept:
            self.message = f"Another game was saved here. It is kept: {kept}"
        return True

    def why_lost(self) -> str:
        """Save the game; return why that was not possible, if it was not."""
        return "" if self.store() else self.message

    # A turn.

    def throw(self) -> frozenset[int]:
        """Throw the dice that are not kept; or lift the cover from those that were thrown first."""
        self._hush()
        if not self.open:
            self.open = True
            self._cheer(of_throw(self.session))
            return ALL_FIVE
        self._move(sorted(self.kept))
        self.store()
        return ALL_FIVE - self.kept

    def choose(self, position: int) -> None:
        """Keep a die, or let it go."""
        self.kept ^= {position}

    def why_not(self, category: str) -> str:
        """Return why a category may not be taken; nothing if it may."""
        offer = self.session.offers().get(category)
        if offer is None:
            return f"{category} is taken already."
        return f"Not there: {offer.why_not}." if offer.why_not else ""

    def is_sacrifice(self, category: str) -> bool:
        """Tell whether a category, which may be taken, would pay nothing."""
        return self.session.offers()[category].points == 0

    def take(self, category: str) -> frozenset[int]:
        """Take a category, and turn to whoever is next."""
        self._hush()
        self._move(category)
        self.store()
        return self.begin()

    def _hush(self) -> None:
        self.message = ""
        if self.session.asks_a_person():
            self.cheer = ""

    def _move(self, move: Move) -> None:
        self._cheer(of_move(self.session.move(move), move, self.session))

    def _cheer(self, words: list[str]) -> None:
        self.cheer = " ".join(words) or self.cheer

    def undo(self) -> None:
        """Go back to before the last category that a person took."""
        self.session.undo()
        self.cheer = ""
        self.begin()
        self.open = True
        self.message = "Taken back. These are the dice from before."
        self.store()

    def step(self) -> frozenset[int]:
        """Let the computer player whose turn it is show what it keeps, then throw the rest; or take its category."""
        if self._decided:
            self._decided = False
            return self.throw()
        move = self.session.answer_of_computer()
        if isinstance(move, str):
            return self.take(move)
        self.kept, self._decided = frozenset(move), True
        return NONE

    def change_pace(self) -> None:
        """Let the computer players go faster; from the fastest, slow again."""
        paces = list(PACE_SECONDS)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]
