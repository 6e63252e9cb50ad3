"""The game on the table: what may be done now, and what comes of it.

Whatever throws returns the positions, from 0, of the dice that were thrown.
"""

from dataclasses import replace
from pathlib import Path

from dojo.table.saves import Save
from dojo.table.session import THROWS, Record, Session

PACE_SECONDS = {"slow": 1.2, "quick": 0.3, "at once": 0.01}
ALL_FIVE = frozenset(range(5))
NONE: frozenset[int] = frozenset()


class Controller:
    """One game after the other, at one table of a workspace."""

    def __init__(self, workspace: Path, record: Record) -> None:
        """Lay out a game; `begin` turns to its first player."""
        self.session = Session(record)
        self.save = Save(workspace, record.game)
        self.kept = NONE  # positions that the next throw leaves
        self.open = False  # the dice have been thrown, and everybody sees them
        self.message = ""
        self.pace = "slow"
        self._has_decided = False  # a computer player has shown what it keeps

    @property
    def asks_a_computer(self) -> bool:
        """Tell whether it is the turn of a computer player."""
        return self.session.question is not None and not self.session.asks_a_person()

    @property
    def throws_left(self) -> int:
        """Return how often whoever's turn it is may still throw; to lift the cover from the first dice is a throw."""
        return self.session.throws_left + (not self.open)

    @property
    def may_throw(self) -> bool:
        """Tell whether a person may throw: lift the cover from the first dice, or throw again."""
        return self.session.asks_a_person() and self.throws_left > 0

    @property
    def may_keep(self) -> bool:
        """Tell whether a person may choose what the next throw leaves."""
        return self.open and self.may_throw

    @property
    def may_take(self) -> bool:
        """Tell whether a person may take a category."""
        return self.open and self.session.asks_a_person()

    # Beginning and leaving.

    def saved_game(self) -> Session | None:
        """Return the game that was left in the middle, if there is one that can be read."""
        try:
            return self.save.read()
        except (OSError, ValueError) as error:
            self.message = f"The saved game is damaged: {error}. It is kept beside the next one."
            return None

    def go_on(self, saved: Session) -> frozenset[int]:
        """Take up a game that was left in the middle."""
        self.session = saved
        return self.begin()

    def begin(self) -> frozenset[int]:
        """Turn to whoever the game asks: a person, who throws first; a computer, whose dice lie open; or nobody."""
        self.kept, self._has_decided = NONE, False
        self.open = not self.session.asks_a_person() or self.session.throws_left < THROWS - 1
        if self.session.question is None:
            self.save.remove()
        return ALL_FIVE if self.asks_a_computer else NONE

    def again(self, seed: int) -> frozenset[int]:
        """Begin a new game with the same players; one in the middle, which is saved, is kept."""
        self.save.set_free()
        self.message = ""
        self.session = Session(replace(self.session.record, seed=seed, moves=[]))
        return self.begin()

    def store(self) -> bool:
        """Save the game, or say why that was not possible; tell whether it was."""
        try:
            self.message = self.save.write(self.session.record)
        except OSError as error:
            self.message = f"The game cannot be saved: {error.strerror}."
            return False
        return True

    # A turn.

    def throw(self) -> frozenset[int]:
        """Throw the dice that are not kept; or lift the cover from those that were thrown first."""
        thrown = ALL_FIVE - self.kept
        if not thrown:
            self.message = "All five dice are kept: let one go, or take a category."
        elif self.open:
            self.session.move(sorted(self.kept))
            self.store()
        self.open = True
        return thrown

    def keep(self, position: int) -> None:
        """Keep a die, or let it go."""
        self.kept ^= {position}
        self.message = ""

    def why_not(self, category: str) -> str:
        """Return why a category may not be taken; nothing if it may."""
        offer = self.session.offers().get(category)
        if offer is None:
            return f"{category} is taken already."
        return offer.why_not and f"Not there: {offer.why_not}."

    def take(self, category: str) -> frozenset[int]:
        """Take a category, and turn to whoever is next."""
        self.session.move(category)
        self.store()
        return self.begin()

    def undo(self) -> None:
        """Go back to before the last category that a person took."""
        self.session.undo()
        self.begin()
        self.open = True
        self.store()
        self.message = self.message or "Taken back. These are the dice from before."

    def step(self) -> frozenset[int]:
        """Let the computer player whose turn it is show what it keeps, then throw the rest; or take its category."""
        if self._has_decided:
            self._has_decided = False
            return self.throw()
        move = self.session.answer_of_computer()
        if isinstance(move, str):
            return self.take(move)
        self.kept, self._has_decided = frozenset(move), True
        return NONE

    def change_pace(self) -> None:
        """Let the computer players go faster; from the fastest, slow again."""
        paces = list(PACE_SECONDS)
        self.pace = paces[(paces.index(self.pace) + 1) % len(paces)]
