"""The game on the table: what may be done now, what comes of it, and what is said of it.

Whatever throws returns the positions, from 0, of the dice that were thrown.
"""

from dataclasses import replace
from pathlib import Path

from dojo.kata.workspace import free_name, record_of, write_record
from dojo.table.rules import in_words
from dojo.table.session import Record, Session, missing_for_bonus

FOLDER = ".table"  # in the workspace, of games that were left in the middle; each is a record
THROWS = 3  # in a turn
ALL_FIVE = frozenset(range(5))
NONE: frozenset[int] = frozenset()
LAST_LINES = 40  # of the transcript: as many as a large screen has room for


class Controller:
    """One game after the other, at one table of a workspace."""

    def __init__(self, workspace: Path, record: Record) -> None:
        """Lay out a game, and turn to its first player."""
        self.folder = workspace / FOLDER
        self.message = ""
        self.begin(Session(record))

    @property
    def throws_left(self) -> int:
        """Return how often whoever's turn it is may still throw; to lift the cover from the first dice is a throw."""
        return THROWS - self.session.question.stage - self.open

    @property
    def may_throw(self) -> bool:
        """Tell whether a person may throw: lift the cover from the first dice, or throw again."""
        return self.session.asks_a_person and self.throws_left > 0

    @property
    def may_take(self) -> bool:
        """Tell whether a person may take a category."""
        return self.session.asks_a_person and self.open

    # Beginning and leaving.

    def begin(self, session: Session) -> frozenset[int]:
        """Turn to whoever a game asks: a person, who throws first; a computer, whose dice lie open; or nobody."""
        self.session = session
        self.kept = NONE  # positions that the next throw leaves
        self.open = not session.asks_a_person or session.question.stage > 0  # everybody sees the dice
        self._has_decided = False  # a computer player has shown what it keeps
        return ALL_FIVE if session.asks_a_computer else NONE

    @property
    def path(self) -> Path:
        """Return where the game is saved."""
        record = self.session.record
        return self.folder / f"{record.game}-{record.seed}.json"

    def saved_game(self) -> Session | None:
        """Return the game that was saved last, if there is one that can be read."""
        files = self.folder.glob(f"{self.session.game.name}-*.json")
        last = max(files, key=lambda file: file.stat().st_mtime, default=None)
        try:
            return Session(record_of(last.read_bytes(), Record)) if last else None
        except (OSError, ValueError) as error:
            self.message = f"The saved game is damaged: {error}. "
            self.leave(last or self.path)
            return None

    def again(self, seed: int) -> frozenset[int]:
        """Begin a new game with the same players; one in the middle is left as it was saved."""
        self.message = ""
        self.leave(self.path)
        return self.begin(Session(replace(self.session.record, seed=seed, moves=[])))

    def leave(self, path: Path) -> None:
        """Keep what is saved of a game, but do not go on with it."""
        if path.exists():
            kept = path.replace(free_name(path.with_suffix(".left")))
            self.message += f"The game before is kept: {FOLDER}/{kept.name}"

    def store(self) -> bool:
        """Save the game, or remove it when it is over; tell whether that was possible, and if not, say why."""
        try:
            self.folder.mkdir(exist_ok=True)
            write_record(self.path, self.session.record)
        except OSError as error:
            self.message = f"The game cannot be saved: {error.strerror}."
            return False
        if self.session.is_over:
            self.path.unlink()
        self.message = ""
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
        return self.begin(self.session)

    def undo(self) -> None:
        """Go back to before the last category that a person took."""
        self.session.undo()
        self.begin(self.session)
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

    # What is said.

    def status(self) -> str:
        """Return the game, the round, and whose turn it is."""
        session = self.session
        kind = f" ({session.record.kinds[session.asked]})" if session.asks_a_computer else ""
        return f" {session.game.name}   {session.round}   {session.asked or 'the end'}{kind}"

    def prompt(self) -> str:
        """Return what is to be done now."""
        name, stage = self.session.asked, self.session.question.stage
        if self.session.is_over:
            (_, name, total), *others = self.session.standings()
            return f"{self.session.transcript[-1]}." if others else f"{name} ends with {total} points."
        if self.session.asks_a_computer:
            return f"{name} is thinking. Space goes on."
        if not self.open:
            return f"{name}, it is your turn. Space throws."
        if self.may_throw:
            return f"Throw {stage + 1}: keep with 1-5, throw with space, or take a category."
        return f"Throw {stage + 1}, the last: take a category with arrows and Enter, or its letter."

    def button(self) -> str:
        """Return what the button beneath the dice does."""
        if self.session.is_over:
            return "New game"
        return f"Throw ({self.throws_left} left)" if self.may_throw else "Throw"

    def remarks(self, category: str) -> str:
        """Return a message, what a category pays, or who has which place; and what was done lately."""
        session = self.session
        said = [self.message] if self.message else []
        if session.is_over:
            said += [f"{place}. {name} {total}" for place, name, total in session.standings()]
        elif category:
            said.append(f"{category}: {in_words(session.game.categories[category].rule)}")
            missing = missing_for_bonus(session.question.card)
            if self.open and self.why_not(category) not in ("", self.message):
                said.append(self.why_not(category))
            elif session.game.categories[category].is_upper and missing:
                said.append(f"The upper bonus is {missing} points away.")
        said += [f"> {done}" for done in reversed(session.transcript[-LAST_LINES:])]
        return "\n".join(said)
