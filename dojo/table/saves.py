"""Games at the table that were left in the middle.

save: the record of a game, a file in `.table/` of the workspace, written after every move in one step. Of two tables
that play a game at the same time, the last one saves; what it finds there of others, it keeps beside.
"""

import json
from dataclasses import asdict
from pathlib import Path

from dojo.games import KINDS, PERSON
from dojo.kata import free_name, record_of
from dojo.pages import write_whole
from dojo.table.session import Record, Session
from dojo.text import stamp

FOLDER = ".table"


class Save:
    """Where a table saves its game."""

    def __init__(self, workspace: Path, game: str) -> None:
        """Begin with nothing that is this table's own."""
        self.path = path_of(workspace, game)
        self.game = game
        self._own: bytes | None = None
        self._beside: Path | None = None

    def read(self) -> Session | None:
        """Take over the game that was left in the middle, if there is one; ValueError when it is damaged."""
        if not self.path.exists():
            return None
        content = self.path.read_bytes()
        session = game_of(content, self.game)
        self._own = content
        return session

    def write(self, record: Record) -> str:
        """Save a game; return where another one is kept now that was saved here, if there was one."""
        self.path.parent.mkdir(exist_ok=True)
        kept = self._keep_other()
        content = as_bytes(record)
        write_whole(self.path, content)
        self._own = content
        return kept

    def give_way(self) -> None:
        """Let what is saved be a game of its own, which the next one keeps beside."""
        self._own = self._beside = None

    def forget(self) -> None:
        """Remove the save of a game that is over."""
        if self._is_own():
            self.path.unlink()

    def _is_own(self) -> bool:
        return self.path.exists() and self.path.read_bytes() == self._own

    def _keep_other(self) -> str:
        """Keep beside what others have saved here, over what was kept of them before; return its name."""
        if not self.path.exists() or self._is_own():
            return ""
        if self._beside is None:
            self._beside = free_name(self.path.with_stem(f"{self.game}-left-{stamp()}"))
        self.path.replace(self._beside)
        return f"{FOLDER}/{self._beside.name}"


def path_of(workspace: Path, game: str) -> Path:
    """Return where the save of a game is."""
    return workspace / FOLDER / f"{game}.json"


def as_bytes(record: Record) -> bytes:
    """Return what the save of a game holds."""
    return json.dumps(asdict(record)).encode() + b"\n"


def game_of(content: bytes, game: str) -> Session | None:
    """Return the game that a save holds, or nothing if it is over; ValueError when it is damaged."""
    record = record_of(content, Record)
    if record.game != game or not {*record.kinds.values()} <= {PERSON, *KINDS}:
        raise ValueError("it is of another game, or of players that there are not")
    session = Session(record)
    return session if session.question is not None else None
