"""Describing values so that two processes can compare them: exactly, and without addresses."""

import enum
import io
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import FunctionType, MethodType, ModuleType
from typing import Any

MAX_DEPTH = 8
MAX_VALUES = 2000  # a limit for one description
MAX_REPR = 200  # characters; some types shorten a longer one
ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...), type(NotImplemented))
BRACKETS = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}

Around = tuple[int, ...]  # the ids of the objects that a value is in


def without_addresses(text: str) -> str:
    return ADDRESS.sub("", text)


def attributes_of(value: object) -> Iterator[tuple[str, object]]:
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names = [slots] if isinstance(slots, str) else slots
        for name in names:
            if name != "__dict__" and hasattr(value, name):
                yield name, getattr(value, name)
    yield from list(getattr(value, "__dict__", {}).items())


class Describer:
    """Describes values: objects by their attributes, floats exactly, sets in order.

    `unclear`: what two descriptions say too little about to be compared. A function that code of
    the `changed_files` creates in a call is such a thing.
    """

    def __init__(self, changed_files: Iterable[str] = ()) -> None:
        self.changed_files = changed_files
        self.unclear: set[str] = set()
        self.values_left = MAX_VALUES

    def describe(self, value: Any, around: Around = ()) -> str:  # noqa: ANN401 - any value
        kind = type(value)
        if kind in PLAIN:
            return repr(value)
        if id(value) in around:
            return "..."
        self.values_left -= 1
        if self.values_left < 0 or len(around) >= MAX_DEPTH:
            self.unclear.add("parts of large objects")
            return "..."
        inside = (*around, id(value))
        try:
            return self._describe_other(value, kind, inside)
        except Exception:  # noqa: BLE001 - the program wrote attributes and repr
            self.unclear.add(f"{kind.__name__} objects, which cannot be described")
            return f"<{kind.__name__}>"

    def _describe_other(self, value: Any, kind: Any, inside: Around) -> str:  # noqa: ANN401
        special = self._describe_special(value, kind, inside)
        if special:
            return special
        contents = self._contents(value, kind, inside)
        fields = [f"{key}={self.describe(item, inside)}" for key, item in attributes_of(value)]
        if kind in BRACKETS or kind is dict:
            return contents[0]
        if contents or fields:
            return f"{kind.__qualname__}({', '.join([*contents, *fields])})"
        if hasattr(value, "__next__"):
            self.unclear.add("iterators")
            return f"<{kind.__name__}>"
        return self._describe_opaque(value, kind, inside)

    def _describe_special(self, value: Any, kind: Any, inside: Around) -> str:  # noqa: ANN401
        """Describe a value with a name, or with a state that is not in its attributes."""
        text = ""
        if isinstance(value, enum.Enum):
            text = f"{kind.__qualname__}.{value.name}"
        elif isinstance(value, (type, ModuleType)):
            text = getattr(value, "__qualname__", value.__name__)
        elif isinstance(value, FunctionType):
            text = self._describe_function(value, inside)
        elif isinstance(value, MethodType):
            text = f"{self.describe(value.__self__, inside)}.{value.__func__.__name__}"
        elif isinstance(value, (io.StringIO, io.BytesIO)) and not value.closed:
            text = f"{kind.__name__}({value.getvalue()!r})"
        elif hasattr(kind, "fileno"):
            self.unclear.add("open files")
            text = f"<file {getattr(value, 'name', '')}>"
        elif isinstance(value, logging.Logger):
            text = f"Logger({value.name!r})"
        elif isinstance(value, re.Match):
            text = f"Match({value.string!r}, {value.regs})"
        return text

    def _contents(self, value: Any, kind: Any, inside: Around) -> list[str]:  # noqa: ANN401
        """Return the contents of a container or of a subclass, apart from its attributes."""
        if isinstance(value, dict):
            pairs = [
                f"{self.describe(key, inside)}: {self.describe(item, inside)}"
                for key, item in dict.items(value)
            ]
            return [", ".join(pairs).join("{}")]
        for base, brackets in BRACKETS.items():
            if isinstance(value, base):
                items = [self.describe(item, inside) for item in base.__iter__(value)]
                if base in (set, frozenset):
                    items.sort()
                names = getattr(kind, "_fields", ())
                if names:
                    return [f"{name}={item}" for name, item in zip(names, items)]  # noqa: B905
                comma = "," if base is tuple and len(items) == 1 else ""
                return [f"{', '.join(items)}{comma}".join(brackets)]
        for plain in (int, float, complex, str, bytes):
            if isinstance(value, plain):
                return [plain.__repr__(value)]
        if isinstance(value, BaseException):
            return [self.describe(item, inside) for item in value.args]
        return []

    def _describe_function(self, function: FunctionType, inside: Around) -> str:
        name = function.__qualname__
        if "<" in name and function.__code__.co_filename in self.changed_files:
            self.unclear.add("functions that a call creates")
        bound = [*(function.__defaults__ or ())]
        for cell in function.__closure__ or ():
            with suppress(ValueError):  # it has no value yet
                bound.append(cell.cell_contents)
        if not bound:
            return name
        return f"{name}[{', '.join(self.describe(each, inside) for each in bound)}]"

    def _describe_opaque(self, value: Any, kind: Any, inside: Around) -> str:  # noqa: ANN401
        """Describe an object without attributes by its repr, or else as `copy` would copy it."""
        if kind.__repr__ is object.__repr__ and hasattr(value, "__dict__"):
            return f"<{kind.__qualname__}>"
        text = repr(value)
        if len(text) <= MAX_REPR and "..." not in text and not ADDRESS.search(text):
            return text
        if kind is object:
            return "<object>"
        try:
            state = value.__reduce_ex__(2)
        except Exception:  # noqa: BLE001 - it can be anything
            self.unclear.add(f"{kind.__name__} objects")
            return without_addresses(text)
        return self.describe(state, inside)
