"""Making a call in a fork, and describing all that it did, so that processes can compare it.

The files that it wrote are put back afterwards, because other forks and the test go on with them.
"""

import asyncio
import builtins
import enum
import inspect
import io
import logging
import os
import re
import shutil
import signal
import sys
import threading
import warnings
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import islice
from pathlib import Path
from types import FrameType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

MAX_ITEMS = 10  # a generator may never end
MISSING = "is missing"
FOLDER = "is a folder"
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
NO_FOLDER = -1  # stands for the descriptor of a folder
# Events of sys.addaudithook.
REMOVALS = ("os.remove", "os.rename", "os.rmdir", "os.truncate")
# What is outside of this process, so no comparison sees all of it.
OUTSIDE = {
    "socket.bind": "sockets",
    "socket.connect": "sockets",
    "socket.sendto": "sockets",
    "subprocess.Popen": "processes",
    "os.fork": "processes",
    "os.posix_spawn": "processes",
    "os.system": "processes",
    "os.kill": "processes",
}
OTHER_LOOP = "coroutines that need the event loop of the test"
UNREADABLE = "files that cannot be read"
NOTES = "__notes__"  # an attribute of errors
GROUP: Any = getattr(builtins, "BaseExceptionGroup", ())  # Python 3.10 has none
MAX_DEPTH = 8
MAX_VALUES = 2000  # a limit for one description
MAX_REPR = 200  # characters; some types shorten a longer one
ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...), type(NotImplemented))
BRACKETS = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}

Around = tuple[int, ...]  # the ids of the objects that a value is in

# The effects of a call, such as {"result": "3", "prints": "'hello'"}.
Parts = dict[str, str]


class TooSlow(BaseException):
    """A call takes too long."""


class RefusedCallError(BaseException):
    """A call that no test makes would do something that cannot be undone."""


class LiveCall(NamedTuple):
    """A call of a function with live arguments.

    `arguments` has all of them by their names, with those of `*arguments` under one.
    """

    function: Any
    positional: list[Any]
    named: dict[str, Any]
    arguments: dict[str, Any]


class Observation(NamedTuple):
    """The effects of a call, and names of parts that cannot be compared."""

    parts: Parts
    not_compared: set[str]


def without_addresses(text: str) -> str:
    return ADDRESS.sub("", text)


def attributes_of(value: object) -> Iterator[tuple[str, object]]:
    """Yield the attributes of an object, the ones in slots first."""
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names = [slots] if isinstance(slots, str) else slots
        for name in names:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                yield name, getattr(value, name)
    yield from list(getattr(value, "__dict__", {}).items())


class Describer:
    """Describes values: objects by their attributes, floats exactly, sets in order.

    `unclear`: what two descriptions say too little about to be compared. A function that code of
    the `changed_files` creates in a call is such a thing. `public_only`: leave out attributes
    whose names begin with an underscore.
    """

    def __init__(self, changed_files: Iterable[str] = (), *, public_only: bool = False) -> None:
        self.changed_files = changed_files
        self.public_only = public_only
        self.unclear: set[str] = set()
        self.values_left = MAX_VALUES

    def describe(self, value: Any, around: Around = ()) -> str:  # noqa: ANN401 - any value
        """Describe a value as text, so that values of two processes can be compared.

        `around`: the ids of the objects that it is in. "..." stands for one of them, and for what
        is too deep or too much, which is unclear then.
        """
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
        """Describe an object: by name or state, by its contents and attributes, or by its repr."""
        special = self._describe_special(value, kind, inside)
        if special:
            return special
        contents = self._contents(value, kind, inside)
        attributes = list(attributes_of(value))
        fields: list[str] = []
        for key, item in attributes:
            if not (self.public_only and key.startswith("_")):
                fields.append(f"{key}={self.describe(item, inside)}")
        if kind in BRACKETS or kind is dict:
            return contents[0]
        if contents or attributes:
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
        """Describe a function by its name, its defaults and the values in its closure.

        If the call may have created it, and its code may differ, it is unclear.
        """
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
        """Describe an object without attributes by its repr, or else by what `pickle` would keep.

        A repr with dots may be cut.
        """
        if kind.__repr__ is object.__repr__ and hasattr(value, "__dict__"):
            return f"<{kind.__qualname__}>"
        text = repr(value)
        if len(text) <= MAX_REPR and "..." not in text and not ADDRESS.search(text):
            return text
        if kind is object:
            return "<object>"
        try:
            state = value.__reduce_ex__(2)  # the protocol in which each object has a state
        except Exception:  # noqa: BLE001 - it can be anything
            self.unclear.add(f"{kind.__name__} objects")
            return without_addresses(text)
        return self.describe(state, inside)


class FileJournal:
    """Keeps the contents of files before calls write them.

    `is_strict`: refuse removals, and all that leaves this process.
    """

    def __init__(self, *, is_strict: bool) -> None:
        self.is_strict = is_strict
        self.contents_before: dict[str, bytes | str] = {}
        self.not_compared: set[str] = set()
        self.is_active = False
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Keep the files that an event will change. Raises RefusedCallError.

        Python calls this for each event of the process, and cannot be told to stop.
        """
        if not self.is_active:
            return
        if self.is_strict and (event in OUTSIDE or event in REMOVALS):
            raise RefusedCallError
        if event in OUTSIDE:
            self.not_compared.add(OUTSIDE[event])
        places = written_paths(event, arguments)
        self.is_active = False  # reading a file is an event, too
        for place in places:
            if place not in self.contents_before:
                self._keep(place)
        self.is_active = True

    def _keep(self, place: str) -> None:
        """Keep the state of a file. If it cannot be read, a comparison of the call says less."""
        try:
            self.contents_before[place] = read_state(place)
        except OSError:
            self.not_compared.add(UNREADABLE)

    def written(self) -> Parts:
        """Return the files that calls changed, as they are now, without temporary files."""
        parts: Parts = {}
        for place, before in self.contents_before.items():
            content = read_state(place)
            if content != MISSING or before != MISSING:
                parts[f"file {os.path.relpath(place)}"] = str(content).removeprefix("b")
        return parts

    def put_back(self) -> None:
        """Bring the files back, the last changed first, and begin a new journal."""
        for place, before in reversed(self.contents_before.items()):
            file = Path(place)
            with suppress(OSError):
                if before == FOLDER:
                    file.mkdir(exist_ok=True)
                elif isinstance(before, bytes):
                    file.write_bytes(before)
                elif file.is_dir():
                    shutil.rmtree(file)
                elif file.is_file():  # a device stays
                    file.unlink()
        self.contents_before.clear()


def written_paths(event: str, arguments: tuple[Any, ...]) -> list[str]:
    """Return the files and folders that an event of sys.addaudithook announces to change."""
    found: list[tuple[Any, int]] = []
    match event, arguments:
        case "open", (path, _, flags) if flags & WRITES:
            found = [(path, NO_FOLDER)]
        case "os.rename", (source, target, source_folder, target_folder):
            found = [(source, source_folder), (target, target_folder)]
        case "os.link", (_, target, _, folder):
            found = [(target, folder)]
        case "os.symlink", (_, target, folder):
            found = [(target, folder)]
        case (("os.mkdir" | "os.remove" | "os.rmdir"), (path, *_, folder)):
            found = [(path, folder)]
        case (("os.truncate" | "sqlite3.connect"), (path, *_)):
            found = [(path, NO_FOLDER)]
    places: list[str] = []
    for path, folder in found:
        if isinstance(path, (str, bytes)):  # it may be a descriptor
            places.append(str(Path(folder_of(folder), os.fsdecode(path)).absolute()))
    return places


def read_state(place: str) -> bytes | str:
    """Return the content of a file, or FOLDER or MISSING."""
    file = Path(place)
    if file.is_file():
        return file.read_bytes()
    return FOLDER if file.is_dir() else MISSING


def folder_of(descriptor: int) -> str:
    """Return the folder from which a path counts, if its descriptor says so."""
    with suppress(OSError):
        return str(Path(f"/proc/self/fd/{descriptor}").readlink())
    return ""


class Observer:
    """Makes calls in this process. `changed_files`: their code differs between the versions.

    `public_only`: leave out private attributes of objects.
    """

    def __init__(
        self, changed_files: Iterable[str], *, is_strict: bool = False, public_only: bool = False
    ) -> None:
        self.changed_files = changed_files
        self.public_only = public_only
        self.journal = FileJournal(is_strict=is_strict)
        sys.dont_write_bytecode = True
        setattr(threading.Thread, "start", self._note_thread(threading.Thread.start))  # noqa: B010
        signal.signal(signal.SIGALRM, stop)
        asyncio._set_running_loop(None)  # noqa: SLF001 - that of the test stays in its own process

    def _note_thread(self, start: Callable[..., None]) -> Callable[..., None]:
        """Wrap the start of threads, of which Python before 3.12 has no event."""

        def note_and_start(thread: threading.Thread) -> None:
            self.journal.not_compared.add("threads")
            start(thread)

        return note_and_start

    def _describer(self) -> Describer:
        return Describer(self.changed_files, public_only=self.public_only)

    def observe(self, call: LiveCall, seconds: float) -> Observation:
        """Make a call, and describe its result, its changes, and printed and written text."""
        before: Parts = {}
        for name, value in globals_of(call.function):
            before[name] = self._describer().describe(value)
        printed = io.StringIO()
        describer = self._describer()
        self.journal.not_compared = describer.unclear
        handler = logging.StreamHandler(printed)
        logging.getLogger().addHandler(handler)
        self.journal.is_active = True
        try:
            with (
                redirect_stdout(printed),
                redirect_stderr(printed),
                warnings.catch_warnings(record=True) as caught,
            ):
                signal.setitimer(signal.ITIMER_REAL, seconds)
                result = result_of(call, describer)
        except (TooSlow, RefusedCallError, MemoryError) as error:
            result = type(error).__name__
            describer.unclear.add("calls that take too long or change too much")
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.journal.is_active = False
            logging.getLogger().removeHandler(handler)
        parts = {"result": result, "prints": repr(printed.getvalue()), **self.journal.written()}
        self.journal.put_back()
        for number, warning in enumerate(caught or ()):
            parts[f"warning {number}"] = f"{warning.category.__name__}: {warning.message}"
        parts |= arguments_after(call, describer)
        for name, value in globals_of(call.function):
            after = self._describer()
            text = after.describe(value)
            if text != before.get(name):
                parts[f"global {name}"] = text
                describer.unclear |= after.unclear
        return Observation(parts, describer.unclear)


def stop(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow


def arguments_after(call: LiveCall, describer: Describer) -> Parts:
    """Describe the arguments after a call, which may have changed them."""
    parts: Parts = {}
    for name, value in call.arguments.items():
        parts[f"{name} afterwards"] = describer.describe(value)
    return parts


def globals_of(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield the values that a module and its classes hold, apart from functions and the like."""
    module = function.__globals__.get("__name__")
    for name, value in list(function.__globals__.items()):
        if isinstance(value, type) and value.__module__ == module:
            for key, item in list(vars(value).items()):
                if is_data(key, item):
                    yield f"{name}.{key}", item
        elif is_data(name, value):
            yield name, value


def is_data(name: str, value: object) -> bool:
    """Return whether an attribute is plain data, which a call may change."""
    if name.startswith("__") or callable(value) or hasattr(value, "__get__"):
        return False
    return not inspect.ismodule(value)


def result_of(call: LiveCall, describer: Describer) -> str:
    """Make a call, and return its result or its error."""
    items: list[str] = []
    try:
        returned = call.function(*call.positional, **call.named)
        if inspect.iscoroutine(returned):
            returned = asyncio.run(returned)
        if inspect.isasyncgen(returned):
            returned = asyncio.run(first_items(returned))
        is_iterator = hasattr(returned, "__next__") and not isinstance(returned, io.IOBase)
        if not is_iterator or next(attributes_of(returned), None) is not None:
            return describer.describe(returned)
        for item in islice(returned, MAX_ITEMS):
            items.append(describer.describe(item))
    except (TooSlow, RefusedCallError, MemoryError):
        raise
    except BaseException as error:  # noqa: BLE001 - the code may raise anything
        if isinstance(error, RuntimeError) and "loop" in str(error):
            describer.unclear.add(OTHER_LOOP)
        items.append(f"raises {describe_exception(error, describer)}")
        return ", then ".join(items)
    return f"yields {', '.join(items)}"


def describe_exception(
    error: BaseException, describer: Describer, around: tuple[BaseException, ...] = ()
) -> str:
    """Describe an error by its message, attributes and notes, and by its cause and inner errors.

    `around`: the errors that have it as their cause, or in their group.
    """
    parts = [f"{type(error).__name__}: {without_addresses(str(error))}"]
    for name, value in attributes_of(error):
        if name == NOTES or not name.startswith("__"):
            parts.append(f"{name}={describer.describe(value)}")
    inner = [error.__cause__]
    if isinstance(error, GROUP):
        inner += error.exceptions
    outer = (*around, error)
    for each in inner:
        is_shown = any(each is other for other in outer)
        if each is not None and not is_shown:
            shown = describe_exception(each, describer, outer)
            parts.append(f"({shown})")
    return " ".join(parts)


async def first_items(generator: AsyncIterator[object]) -> Iterator[object]:
    """Return at most MAX_ITEMS items, as an iterator, which is described as a generator is."""
    items: list[object] = []
    async for item in generator:
        items.append(item)
        if len(items) == MAX_ITEMS:
            break
    return iter(items)
