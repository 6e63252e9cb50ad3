"""Games at the table that were left in the middle.

save: the record of a game, a file in `.table/` of the workspace, one for each of the three games. It is written after
every move, in one step. A save that cannot be read, or that breaks the rules, is put aside under another name.
"""

import json
from dataclasses import asdict
from pathlib import Path

from dojo.games import KINDS, PERSON
from dojo.kata import free_name
from dojo.table.session import Record, Session
from dojo.text import now
from refactored import checked_names

FOLDER = ".table"


def path_of(workspace: Path, game: str) -> Path:
    """Return where a game's save is."""
    return workspace / FOLDER / f"{game}.json"


def write(workspace: Path, record: Record) -> None:
    """Save a game, in one step."""
    path = path_of(workspace, record.game)
    path.parent.mkdir(exist_ok=True)
    unfinished = path.with_suffix(".new")
    unfinished.write_text(json.dumps(asdict(record)) + "\n", encoding="utf-8")
    unfinished.replace(path)


def read(workspace: Path, game: str) -> Session | None:
    """Return the game that was left in the middle, if there is one; ValueError when its save is damaged."""
    try:
        text = path_of(workspace, game).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    try:
        found = json.loads(text)
        kinds = {str(name): str(kind) for name, kind in found["kinds"].items()}
        moves = [move if isinstance(move, str) else list(move) for move in found["moves"]]
        record = Record(found["game"], kinds, int(found["seed"]), moves)
        checked_names(list(kinds))
        session = Session(record)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        message = f"damaged: {error}"
        raise ValueError(message) from None
    if record.game != game or not set(kinds.values()) <= {PERSON, *KINDS}:
        message = "damaged: it is of another game, or of players that there are not"
        raise ValueError(message)
    return session if session.question is not None else None


def put_aside(workspace: Path, game: str, why: str) -> str:
    """Keep a game's save under another name, which says why and when; return that name."""
    path = path_of(workspace, game)
    aside = free_name(path.with_name(f"{game}-{why}-{now():%Y-%m-%d-%H%M%S}.json"))
    path.rename(aside)
    return aside.relative_to(workspace).as_posix()


def forget(workspace: Path, game: str) -> None:
    """Drop the save of a game that came to its end."""
    path_of(workspace, game).unlink(missing_ok=True)
