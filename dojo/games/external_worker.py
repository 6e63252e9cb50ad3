"""A player of somebody else's, in a process of its own, started as a script so that nothing of its folder comes first.

line: the two descriptors that questions come from and answers go to. They are moved away from 0 and 1 before any of the
player's code runs: its standard input is empty, and what it prints goes to standard error, where it is kept.
question, answer: each is sent as JSON, a line of bytes, and an answer with the token of its question, so that none
comes before it was asked for. place: a file and a line in it, `player.py:12`. home: the
folder of a player's file, or of its module's top package; what lies in it is its own, but for libraries in it.
"""

import importlib
import importlib.abc
import importlib.util
import inspect
import io
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from threading import Thread
from traceback import walk_tb
from types import ModuleType
from typing import Any, NamedTuple

from dojo.confinement import confine
from dojo.text import WIDEST_CHARACTERS
from refactored import Sums, View, shown

LONGEST_MOVE = 1000  # in characters, as JSON; no legal move comes near
HERE = Path.cwd()
LIBRARIES = {Path(sys.prefix), Path(sys.base_prefix), Path(os.__file__).parent}
INSTALLED = {"site-packages", "dist-packages"}


class CannotPlayError(Exception):
    """There is no player where one should be; the text says what is there instead."""


class Kind(StrEnum):
    """What an answer tells of."""

    READY = "ready"  # the player is loaded
    NOBODY = "nobody"  # there is no player in that place, and what is there instead
    PROBLEM = "problem"  # what went wrong while it was loaded
    MOVE = "move"  # what it returned
    SHOWN = "shown"  # what it returned, as it shows
    RAISED = "raised"  # what it raised, and where


class Answer(NamedTuple):
    """What came of a question; the first one comes unasked."""

    kind: Kind
    content: Any = ""


class Question(NamedTuple):
    """What a player is asked about."""

    dice: list[int]
    stage: int
    view: View


class Source(importlib.abc.SourceLoader):
    """Loads a module from what its file held before anybody played."""

    def __init__(self, path: Path, source: bytes) -> None:
        """Know where it was read."""
        self._path, self._source = path, source

    def get_filename(self, _: str) -> str:
        """Return where it was read."""
        return str(self._path)

    def get_data(self, path: bytes | str) -> bytes:
        """Return what was read."""
        if str(path) != str(self._path):
            raise FileNotFoundError(path)
        return self._source


class Line:
    """The way to the tournament; a process that the player forks has no part in it."""

    def __init__(self) -> None:
        """Move the line away from standard input and output, and leave the player an empty one and a way to print."""
        self._questions, self._answers, self._token = os.dup(0), os.dup(1), ""
        self._lines = os.fdopen(self._questions, "rb", closefd=False)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._close)

    def source(self) -> bytes | None:
        """Return what the player's file holds, which comes before all questions; None when there is none."""
        self._token, source = json.loads(self._lines.readline())
        return None if source is None else str(source).encode("latin-1")

    def questions(self) -> Iterator[Question]:
        """Yield questions until nobody asks any more; OSError when the player has closed the line."""
        for line in self._lines:
            self._token, (dice, stage, fields) = json.loads(line)
            yield Question(dice, stage, View(**fields | {"_sums": Sums(*fields["_sums"])}))

    def answer(self, answer: Answer) -> None:
        """Send an answer; OSError when the player has closed the line."""
        os.write(self._answers, json.dumps([self._token, *answer]).encode() + b"\n")

    def _close(self) -> None:
        os.close(self._questions)
        os.close(self._answers)
        self._questions = self._answers = -1  # the numbers may soon be those of other files


def end_with(tournament: int) -> None:
    """End this process and its group soon after the tournament's, even when the player never returns."""
    while os.getppid() == tournament:
        time.sleep(1)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def load(where: str, source: bytes | None = None) -> type:
    """Return the class at `package.module:Class` or `file.py:Class`, or the only one there; CannotPlayError if none.

    `source` is what the file holds, if there is one.
    """
    place, name = split(where)
    module = load_file(Path(place).expanduser(), source) if place.endswith(".py") else load_module(place)
    return class_named(name, module, place) if name else only_class(module, place)


def split(where: str) -> tuple[str, str]:
    """Return the place of a module, and the name of a class or nothing; a drive's colon is not the class's."""
    place, colon, name = where.rpartition(":")
    return (place, name) if colon and not where.endswith(".py") else (where, "")


def load_file(path: Path, source: bytes | None) -> ModuleType:
    """Return the module in a file; what lies beside it can be imported, and itself, by processes that it starts."""
    if source is None:
        raise CannotPlayError(f"there is no file {path}")
    name = path.stem if path.stem not in sys.modules else "external_player"
    loader = Source(path, source)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None  # noqa: S101 - with a loader there is one
    sys.path.insert(0, str(path.absolute().parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def load_module(place: str) -> ModuleType:
    """Return a module by its name."""
    if not all(part.isidentifier() for part in place.split(".")):
        raise CannotPlayError(f"{place or 'nothing'} is neither a file that ends in .py nor the name of a module")
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name and f"{place}.".startswith(f"{error.name}."):
            raise CannotPlayError(f"there is no module {place}") from None
        raise


def class_named(name: str, module: ModuleType, place: str) -> type:
    """Return a module's class; CannotPlayError when there is none, or it has no turn."""
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise CannotPlayError(f"there is no class {name} in {place}")
    if not callable(getattr(found, "turn", None)):
        raise CannotPlayError(f"class {name} has no method turn(dice, stage, view)")
    return found


def only_class(module: ModuleType, place: str) -> type:
    """Return the one class of a module that can play; CannotPlayError when there is none, or several."""
    classes = [each for each in vars(module).values() if isinstance(each, type) and hasattr(each, "turn")]
    own = [each for each in classes if each.__module__ == module.__name__]
    if not own:
        raise CannotPlayError(f"no class in {place} has a method turn(dice, stage, view)")
    if len(own) > 1:
        names = ", ".join(each.__name__ for each in own)
        raise CannotPlayError(f"{len(own)} classes in {place} can play, {names}; name one: {place}:{own[0].__name__}")
    return own[0]


def seated(kind: type, name: str) -> Any:  # noqa: ANN401 - somebody else's class
    """Return a player made by a class that may or may not ask for a name."""
    try:
        inspect.signature(kind).bind(name)
    except (TypeError, ValueError):
        return kind()
    return kind(name)


def answer_to(player: Any, question: Question, where: str) -> Answer:  # noqa: ANN401 - somebody else's class
    """Return the player's move, or what it raised; a move that is no JSON, or too long, only as it shows."""
    try:
        move = player.turn(*question)
        return Answer(Kind.MOVE, move) if is_plain(move) else Answer(Kind.SHOWN, shown(move))
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        return Answer(Kind.RAISED, described(error, where))


def is_plain(move: Any) -> bool:  # noqa: ANN401 - whatever somebody else's code returns
    """Tell whether a move goes over the line as it is."""
    if type(move) not in (str, list) or len(move) > LONGEST_MOVE:
        return False
    if any(type(each) not in (int, str, bool, float) for each in move):
        return False
    try:
        return len(json.dumps(move)) <= LONGEST_MOVE
    except ValueError:  # an int of too many digits
        return False


def described(error: BaseException, where: str) -> str:
    """Say in a line what the player at `where` raised, and in which place."""
    try:
        text = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    except Exception:  # noqa: BLE001 - its own __str__ may raise anything
        text = "its text cannot be shown"
    place = place_of(error, where)
    return f"{type(error).__name__}{': ' * bool(text)}{text[:WIDEST_CHARACTERS]}{f' ({place})' * bool(place)}"


def place_of(error: BaseException, where: str) -> str:
    """Return the last place that an exception came through in the player's own files, or else in any."""
    if isinstance(error, SyntaxError) and Path(error.filename or "").is_file():
        return shown_place(str(error.filename), error.lineno or 1)
    steps = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    theirs = [step for step in steps if step[0] != __file__ and not step[0].startswith("<")]
    homes = homes_of(where)
    own = [step for step in theirs if any(is_own(step[0], home) for home in homes)] or theirs
    return shown_place(*own[-1]) if own else ""


def homes_of(where: str) -> list[Path]:
    """Return the homes of the player at `where`; a package may lie in several folders."""
    place, _ = split(where)
    if place.endswith(".py"):
        return [home_of(Path(place).expanduser())]
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


def prepare() -> Line:
    """Keep the tournament's things from the player, and return the line to the tournament."""
    line = Line()
    confine()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tournament, which stops this process itself
    Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    sys.path.insert(0, str(HERE))
    return line


def main() -> None:
    """Load the player, say so, and answer until nobody asks."""
    line = prepare()
    where, name = sys.argv[1:]
    player, ready, source = None, Answer(Kind.READY), line.source()
    try:
        player = seated(load(where, source), name)
    except CannotPlayError as error:
        ready = Answer(Kind.NOBODY, str(error))
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        ready = Answer(Kind.PROBLEM, described(error, where))
    try:
        line.answer(ready)
        for question in line.questions():
            line.answer(answer_to(player, question, where))
    except OSError:  # the player closed the line, or this is a process that it forked
        os._exit(0)


if __name__ == "__main__":
    main()
