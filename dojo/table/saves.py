"""Games at the table that were left in the middle.

save: the record of a game, a file in `.table/` of the workspace. It is written after every move, in one step. The first
of a game has the game's name; those of other tables that play it at the same time have a number as well.
aside: under another name, which says why and when. There lies a save that cannot be read, or that breaks the rules, and
a game that gave way to a new one.
"""

import json
from dataclasses import asdict
from pathlib import Path

from dojo.games import KINDS, PERSON, is_name
from dojo.kata import free_name, record_of, write_whole
from dojo.table.alone import alone_in
from dojo.table.session import MOST_SEATS, Record, Session
from dojo.text import stamp

FOLDER = ".table"


class Save:
    """Where one table saves its game: over what it read or wrote there itself, and over nothing else."""

    def __init__(self, workspace: Path, game: str) -> None:
        """Begin where the first save of a game is; nothing was read there."""
        self.workspace, self.game = workspace, game
        self.path = path_of(workspace, game)
        self._known: bytes | None = None

    @property
    def name(self) -> str:
        """Return the name of the file, as the workspace has it."""
        return self.path.relative_to(self.workspace).as_posix()

    def write(self, record: Record) -> bool:
        """Save a game, in one step; tell whether another table's game lay there, and this one went elsewhere."""
        self.path.parent.mkdir(exist_ok=True)
        content = as_bytes(record)
        with alone_in(self.path.parent):
            gives_way = not self._is_own()
            path = free_name(path_of(self.workspace, self.game)) if gives_way else self.path
            write_whole(path, content)
        self.path, self._known = path, content
        return gives_way

    def newest(self) -> Session | None:
        """Take over the newest game that was left in the middle, if there is one; ValueError when it is damaged."""
        files = path_of(self.workspace, self.game).parent.glob(f"{self.game}*.json")
        for path in sorted(filter(_is_save, files), key=lambda path: path.lstat().st_mtime_ns, reverse=True):
            if session := self._read(path):
                return session
        return None

    def _read(self, path: Path) -> Session | None:
        self.path, self._known = path, None  # until it turns out to be whole
        content = path.read_bytes()
        session = game_of(content, self.game)
        self._known = content
        return session

    def forget(self) -> None:
        """Remove the save of a game that is over."""
        with alone_in(self.path.parent):
            if self._is_own():
                self.path.unlink(missing_ok=True)
        self._known = None

    def keep_aside(self, record: Record) -> str:
        """Keep a game under another name, for a new one takes its place; return that name."""
        self.path.parent.mkdir(exist_ok=True)
        with alone_in(self.path.parent):
            aside = self._aside("left")
            write_whole(aside, as_bytes(record))
        self.forget()
        return aside.relative_to(self.workspace).as_posix()

    def put_aside(self) -> str:
        """Keep a damaged save under another name; return that name."""
        with alone_in(self.path.parent):
            aside = self._aside("damaged")
            self.path.rename(aside)
        return aside.relative_to(self.workspace).as_posix()

    def _aside(self, why: str) -> Path:
        return free_name(path_of(self.workspace, self.game).with_name(f"{self.game}-{why}-{stamp()}.json"))

    def _is_own(self) -> bool:
        try:
            return self.path.read_bytes() == self._known
        except FileNotFoundError:
            return True
        except OSError:  # whatever is there, it is none of ours
            return False


def path_of(workspace: Path, game: str) -> Path:
    """Return where a game's first save is."""
    return workspace / FOLDER / f"{game}.json"


def _is_save(path: Path) -> bool:
    """Tell whether a file is no game put aside: it has its name from the game alone, or from a number too."""
    _, _, number = path.stem.partition("-")
    return not number or number.isdecimal()


def as_bytes(record: Record) -> bytes:
    """Return what the save of a game holds."""
    return json.dumps(asdict(record)).encode() + b"\n"


def game_of(content: bytes, game: str) -> Session | None:
    """Return the game that a save holds, or nothing if it is over; ValueError when it is damaged."""
    try:
        record = record_of(content, Record)
        session = Session(record) if record.game == game and _can_sit(record.kinds) else None
    except ValueError as error:
        raise ValueError(f"damaged: {error}") from None
    if session is None:
        raise ValueError("damaged: it is of another game, or of players that there are not")
    return session if session.question is not None else None


def _can_sit(kinds: dict[str, str]) -> bool:
    """Tell whether the table has seats for all of these players, can show their names, and knows their kinds."""
    return 0 < len(kinds) <= MOST_SEATS and all(map(is_name, kinds)) and {*kinds.values()} <= {PERSON, *KINDS}
