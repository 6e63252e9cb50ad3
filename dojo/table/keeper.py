"""Who keeps the games of a table on disk, and says in a line what comes of it; play goes on whatever that is."""

from collections.abc import Callable
from pathlib import Path

from dojo.errors import words_of
from dojo.table.saves import FOLDER, Save
from dojo.table.session import Record, Session


class Keeper:
    """The games of one table on disk, one after the other."""

    def __init__(self, workspace: Path, game: str, say: Callable[[str], None]) -> None:
        """Keep games in a workspace; `say` is told what a player should know."""
        self._workspace, self._game, self._say = workspace, game, say
        self.save = Save(workspace, game)

    def left(self) -> Session | None:
        """Return the game that was left in the middle, if there is one that can be read."""
        try:
            return self.save.newest()
        except OSError as error:
            self._say(f"The saved game cannot be read: {words_of(error)}.")
        except ValueError as error:
            self._say(f"The saved game is {error}. {self._put_aside()}")
        return None

    def _put_aside(self) -> str:
        try:
            return f"It is put aside: {self.save.put_aside()}"
        except OSError as error:
            return f"It cannot be put aside: {words_of(error)}."

    def keep_aside(self, record: Record) -> bool:
        """Keep a game for which a new one begins; tell whether that was possible."""
        try:
            self._say(f"The other game is kept: {self.save.keep_aside(record)}")
        except OSError as error:
            self._say(f"The game cannot be kept aside: {words_of(error)}.")
            return False
        return True

    def begin_elsewhere(self) -> None:
        """Leave alone what was read, whatever is saved from now on."""
        self.save = Save(self._workspace, self._game)

    def store(self, record: Record) -> bool:
        """Save the game that is on the table; tell whether that was possible."""
        before = self.save.name
        try:
            if self.save.write(record):
                self._say(f"{before} holds another game now. This one is saved as {self.save.name}")
        except OSError as error:
            self._say(f"The game cannot be saved in {FOLDER}: {words_of(error)}.")
            return False
        return True

    def forget(self) -> None:
        """Remove the save of a game that is over."""
        try:
            self.save.forget()
        except OSError as error:
            self._say(f"The save of this game cannot be removed: {words_of(error)}.")
