"""Games at the table that were left in the middle: each is a record in `.table/` of the workspace."""

from pathlib import Path

from dojo.games.players import KINDS, PERSON
from dojo.kata.workspace import free_name, record_of, write_record
from dojo.table.session import Record, Session
from dojo.text import stamp

FOLDER = ".table"


class Save:
    """Where a table saves its game; what other tables saved there is kept beside."""

    def __init__(self, workspace: Path, game: str) -> None:
        """Begin with nothing that is this table's own."""
        self.path = workspace / FOLDER / f"{game}.json"
        self._own: bytes | None = None

    def read(self) -> Session | None:
        """Take over the game that was left in the middle, if there is one; ValueError when it is damaged."""
        if not self.path.exists():
            return None
        content = self.path.read_bytes()
        record = record_of(content, Record)
        if record.game != self.path.stem or not {*record.kinds.values()} <= {PERSON, *KINDS}:
            raise ValueError("it is of another game, or of players that there are not")
        session = Session(record)
        self._own = content
        return session if session.question else None

    def write(self, record: Record) -> str:
        """Save a game; say where another one is kept now that was saved here, if there was one."""
        self.path.parent.mkdir(exist_ok=True)
        said = ""
        if self.path.exists() and not self._is_own():
            kept = self.path.replace(free_name(self.path.with_stem(f"{self.path.stem}-left-{stamp()}")))
            said = f"Another game was saved here. It is kept: {FOLDER}/{kept.name}"
        write_record(self.path, record)
        self._own = self.path.read_bytes()
        return said

    def set_free(self) -> None:
        """Let what is saved be a game of its own, which the next one keeps beside."""
        self._own = None

    def remove(self) -> None:
        """Remove the save of a game that is over."""
        if self._is_own():
            self.path.unlink()

    def _is_own(self) -> bool:
        return self.path.exists() and self.path.read_bytes() == self._own
