"""What an external player raised, in a line, and in which place of its own files.

place: a file and a line in it, `player.py:12`. home: the folder of a player's file, or of its module's top package;
what lies in it is its own, but for libraries in it.
"""

import importlib.util
import os
import sys
from pathlib import Path
from traceback import walk_tb

from dojo.games.external_class import file_at, split
from dojo.text import WIDEST_CHARACTERS

HERE = Path.cwd()  # a player may go elsewhere
OURS = str(Path(__file__).with_name("external_"))  # how the files begin that call it
LIBRARIES = {Path(sys.prefix), Path(sys.base_prefix), Path(os.__file__).parent}
INSTALLED = {"site-packages", "dist-packages"}


def described(error: BaseException, where: str) -> str:
    """Say in a line what the player at `where` raised, and in which place."""
    try:
        text = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    except Exception:  # noqa: BLE001 - its own __str__ may raise anything
        text = "its text cannot be shown"
    place = place_of(error, where)
    name = type(error).__name__[:WIDEST_CHARACTERS]
    return f"{name}{': ' * bool(text)}{text[:WIDEST_CHARACTERS]}{f' ({place})' * bool(place)}"


def place_of(error: BaseException, where: str) -> str:
    """Return the last place that an exception came through in the player's own files, or else in any."""
    if isinstance(error, SyntaxError) and Path(error.filename or "").is_file():
        return shown_place(str(error.filename), error.lineno or 1)
    steps = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    theirs = [step for step in steps if not step[0].startswith((OURS, "<"))]
    homes = homes_of(where)
    own = [step for step in theirs if any(is_own(step[0], home) for home in homes)] or theirs
    return shown_place(*own[-1]) if own else ""


def homes_of(where: str) -> list[Path]:
    """Return the homes of the player at `where`; a package may lie in several folders."""
    place, _ = split(where)
    if place.endswith(".py"):
        return [home_of(file_at(place))]
    try:
        spec = importlib.util.find_spec(place.partition(".")[0])
    except (ImportError, ValueError):  # what a player has made itself comes from nowhere
        return []
    if spec and spec.submodule_search_locations is not None:
        return [absolute(folder) for folder in spec.submodule_search_locations]
    return [home_of(Path(spec.origin))] if spec and spec.origin else []


def home_of(file: Path) -> Path:
    """Return the home of a module that is a file; among libraries, nothing but the file."""
    path = absolute(file)
    return path if is_library(path.parent) else path.parent


def is_own(file: str, home: Path) -> bool:
    """Tell whether a file lies in a player's home, and in no library there."""
    path = absolute(file)
    folders = [each for each in path.parents if each.is_relative_to(home)]
    return path.is_relative_to(home) and not any(map(is_library, folders))


def is_library(folder: Path) -> bool:
    """Tell whether a folder holds Python's own modules, or installed ones."""
    return folder in LIBRARIES or folder.name in INSTALLED


def absolute(path: Path | str) -> Path:
    """Return a path from the root, without detours, even when the player has changed its folder."""
    return Path(os.path.normpath(HERE / path))


def shown_place(file: str, line: int) -> str:
    """Show a line of a file; a file in the current folder by its short name."""
    path = Path(file)
    return f"{path.relative_to(HERE) if path.is_relative_to(HERE) else path}:{line}"
