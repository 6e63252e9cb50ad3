"""Games at the table that were left in the middle.

save: the record of a game, a file in `.table/` of the workspace, one for each game. It is written after every
move, in one step. A save that cannot be read, or that breaks the rules, is put aside under another name.
"""

import json
from dataclasses import asdict
from pathlib import Path

from dojo.games import KINDS, PERSON
from dojo.kata import free_name, write_whole
from dojo.table.session import Record, Session
from dojo.text import stamp
from refactored import checked_names

FOLDER = ".table"


def path_of(workspace: Path, game: str) -> Path:
    """Return where a game's save is."""
    return workspace / FOLDER / f"{game}.json"


def write(workspace: Path, record: Record) -> None:
    """Save a game, in one step."""
    path = path_of(workspace, record.game)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, json.dumps(asdict(record)).encode() + b"\n")


def read(workspace: Path, game: str) -> Session | None:
    """Return the game that was left in the middle, if there is one; ValueError when its save is damaged."""
    try:
        found = json.loads(path_of(workspace, game).read_bytes())
        record = Record(**found | {"seed": int(found["seed"]), "moves": list(found["moves"])})
        checked_names(list(record.kinds))
        kinds = [kind for kind in record.kinds.values() if kind in (PERSON, *KINDS)]
        session = Session(record)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"damaged: {error}") from None
    if record.game != game or len(kinds) < len(record.kinds):
        raise ValueError("damaged: it is of another game, or of players that there are not")
    return session if session.question is not None else None


def put_aside(workspace: Path, game: str, why: str) -> str:
    """Keep a game's save under another name, which says why and when; return that name."""
    path = path_of(workspace, game)
    aside = free_name(path.with_name(f"{game}-{why}-{stamp()}.json"))
    path.rename(aside)
    return aside.relative_to(workspace).as_posix()
