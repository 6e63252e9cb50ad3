"""What a step is called: the functions, classes and files that it changed, by their names.

piece: the lines of a function, with all that is inside it; those that a class has besides; those that a file has
besides. Of the latter two, blank lines and comments do not count.
mark: + for what came, ~ for what is another now, - for what went.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePosixPath

from dojo.practice.files import is_no_source
from dojo.progress.definitions import UNREADABLE, definitions_of, owners_of
from dojo.text import printable

SHOWN = 3  # names
WIDEST = 60  # characters of one

Blobs = dict[str, str]  # the names that git has for what files contain, by path
Pieces = dict[str, str]  # by name


def name_of(before: Blobs, after: Blobs, texts: Mapping[str, str]) -> str:
    """Name what changed from some files to others, the code by its pieces; `texts` are those of code, by blob."""
    paths = [path for path in sorted(before | after) if before.get(path) != after.get(path)]
    code = [path for path in paths if None not in (_pieces(before, path, texts), _pieces(after, path, texts))]
    old, new = (_defined(files, code, texts) for files in (before, after))
    old_files, new_files = (_besides(files, paths, code, texts) for files in (before, after))
    names = _changed(old, new) + _changed(old_files, new_files)
    if not names:
        names = [f"~ {printable(path)}" for path in paths]
    said = ", ".join(names[:SHOWN])
    unsaid = len(names) - SHOWN
    return f"{said} and {unsaid} more" if unsaid > 0 else said


@lru_cache(maxsize=1000)
def is_code(path: str) -> bool:
    """Tell whether a file is code: neither a test nor hidden nor somebody else's."""
    parts = PurePosixPath(path).parts
    return path.endswith(".py") and not any(map(is_no_source, parts))


def _pieces(files: Blobs, path: str, texts: Mapping[str, str]) -> Pieces | None:
    """Return the pieces of a file that may not be there; None where it is no code that can be read."""
    if path not in files:
        return {}
    return pieces_of(texts[files[path]]) if is_code(path) and files[path] in texts else None


@lru_cache(maxsize=64)
def pieces_of(text: str) -> Pieces | None:
    """Return the pieces of a text by their names, what it has besides by none; None when it does not parse."""
    try:
        functions = {each.name for each in definitions_of(text) if not each.is_class}
    except UNREADABLE:
        return None
    found: dict[str, list[str]] = {}
    for owner, line in zip(owners_of(text), text.split("\n"), strict=True):
        if owner in functions or line.strip()[:1] not in ("", "#"):
            found.setdefault(owner, []).append(line)
    return {owner: "\n".join(of_owner) for owner, of_owner in found.items()}


def _defined(files: Blobs, code: Iterable[str], texts: Mapping[str, str]) -> Pieces:
    """Return the functions and classes of files of code; those of one name together."""
    found: Pieces = {}
    for path in code:
        for name, piece in (_pieces(files, path, texts) or {}).items():
            if name:
                found[name] = found.get(name, "") + piece
    return found


def _besides(files: Blobs, paths: Iterable[str], code: Iterable[str], texts: Mapping[str, str]) -> Pieces:
    """Return what each file has besides, by its path; of no code, its blob."""
    besides: Pieces = {}
    for path in paths:
        if path in files:
            pieces = _pieces(files, path, texts) if path in code else None
            besides[path] = files[path] if pieces is None else pieces.get("", "")
    return besides


def _changed(old: Pieces, new: Pieces) -> list[str]:
    """Return the names of what differs, with their marks; what comes or goes with its class is not named."""
    came = [name for name in new if name not in old]
    differs = [name for name in new if name in old and new[name] != old[name]]
    went = [name for name in old if name not in new]
    marked = {"+": _outermost(came), "~": differs, "-": _outermost(went)}
    return [f"{mark} {printable(name)[:WIDEST]}" for mark, names in marked.items() for name in names]


def _outermost(names: list[str]) -> list[str]:
    """Return those whose class is not among them."""
    all_of_them = set(names)
    return [name for name in names if name.rpartition(".")[0] not in all_of_them]
