"""Where the class of an external player is, and how it comes from there: from a file or a module.

place: a file that ends in `.py`, or the name of a module; what is behind a colon is the name of the class.
"""

import importlib
import importlib.abc
import importlib.util
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType


class CannotPlayError(Exception):
    """There is no player where one should be; the text says what is there instead."""


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


def load(where: str, source: bytes | None = None) -> type:
    """Return the class at `package.module:Class` or `file.py:Class`, or the only one there; CannotPlayError if none.

    `source` is what the file holds, if there is one.
    """
    place, name = split(where)
    module = load_file(file_at(place), source) if place.endswith(".py") else load_module(place)
    return class_named(name, module, place) if name else only_class(module, place)


def split(where: str) -> tuple[str, str]:
    """Return the place of a module, and the name of a class or nothing; a drive's colon is not the class's."""
    place, colon, name = where.rpartition(":")
    return (place, name) if colon and not where.endswith(".py") else (where, "")


def file_at(place: str) -> Path:
    """Return the path of a file; where nobody has the home that it begins with, as it is written."""
    path = Path(place)
    with suppress(RuntimeError):
        return path.expanduser()
    return path


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
    if not can_play(found):
        raise CannotPlayError(f"class {name} has no method turn(dice, stage, view)")
    return found


def can_play(found: type) -> bool:
    """Tell whether a class has a method `turn`."""
    return callable(getattr(found, "turn", None))


def only_class(module: ModuleType, place: str) -> type:
    """Return the one class of a module that can play; CannotPlayError when there is none, or several."""
    classes = [each for each in vars(module).values() if isinstance(each, type) and can_play(each)]
    own = [each for each in classes if each.__module__ == module.__name__]
    if not own:
        raise CannotPlayError(f"no class in {place} has a method turn(dice, stage, view)")
    if len(own) > 1:
        names = ", ".join(each.__name__ for each in own)
        raise CannotPlayError(f"{len(own)} classes in {place} can play, {names}; name one: {place}:{own[0].__name__}")
    return own[0]
