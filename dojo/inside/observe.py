"""Making a call in a fork, and describing all that it did.

The files that it wrote are put back afterwards, because other forks and the test go on with them.
"""

import asyncio
import inspect
import io
import logging
import os
import shutil
import signal
import sys
import threading
import warnings
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import islice
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, NamedTuple

from dojo.inside.describe import Describer, attributes_of, without_addresses

MAX_ITEMS = 10  # of a generator
MAX_FILE = 1_000_000  # bytes
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Events of sys.addaudithook.
IN_A_FOLDER = ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link", "os.symlink")
FILE_EVENTS = (*IN_A_FOLDER, "os.truncate", "sqlite3.connect")
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

Parts = dict[str, str]  # what a call did, such as {"result": "3", "prints": "'hello'"}


class TooSlow(BaseException):
    """A call takes too long."""


class RefusedError(BaseException):
    """A call that no test makes would do something that cannot be undone."""


class Call(NamedTuple):
    """A call of a function with live arguments.

    `arguments` has all of them by their names, with those of `*arguments` under one.
    """

    function: Any
    positional: list[Any]
    named: dict[str, Any]
    arguments: dict[str, Any]


class Observation(NamedTuple):
    """What a call did, and what cannot be compared of it."""

    parts: Parts
    not_compared: set[str]


class FileJournal:
    """The files that calls write, as they were before. `is_strict`: refuse what has no way back."""

    def __init__(self, *, is_strict: bool) -> None:
        self.is_strict = is_strict
        self.before: dict[str, bytes | None] = {}
        self.folders: set[str] = set()
        self.not_compared: set[str] = set()
        self.is_active = False
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_active:
            return
        if self.is_strict and (event in OUTSIDE or event in REMOVALS):
            raise RefusedError
        if event in OUTSIDE:
            self.not_compared.add(OUTSIDE[event])
        is_written = event == "open" and arguments[2] & WRITES
        if event in FILE_EVENTS or is_written:
            self.is_active = False  # what is kept is opened, too
            folder = ""
            if event in IN_A_FOLDER:
                folder = folder_of(arguments[-1])
            for path in arguments[:2]:
                if isinstance(path, (str, bytes)):
                    self._keep(path, folder)
                if is_written:
                    break  # the second one is the mode
            self.is_active = True

    def _keep(self, path: str | bytes, folder: str) -> None:
        place = os.path.abspath(os.path.join(folder, os.fsdecode(path)))  # noqa: PTH100, PTH118
        file = Path(place)
        is_device = file.exists() and not (file.is_dir() or file.is_file())
        if place in self.before or is_device:
            return
        self.before[place] = None
        if file.is_dir():
            self.folders.add(place)
        elif file.is_file():
            if file.stat().st_size > MAX_FILE:
                self.not_compared.add("large files")
            self.before[place] = file.read_bytes()

    def written(self) -> Parts:
        parts: Parts = {}
        for place, before in self.before.items():
            file = Path(place)
            content = "is missing"
            if file.is_dir():
                content = "is a folder"
            elif file.is_file():
                content = repr(file.read_bytes()[:MAX_FILE])[1:]
            was_missing = before is None and place not in self.folders
            if not (was_missing and content == "is missing"):
                parts[f"file {os.path.relpath(place)}"] = content
        return parts

    def put_back(self) -> None:
        for place, before in reversed(self.before.items()):
            file = Path(place)
            with suppress(OSError):
                if place in self.folders:
                    file.mkdir(exist_ok=True)
                elif before is not None:
                    file.write_bytes(before)
                elif file.is_dir():
                    shutil.rmtree(file)
                else:
                    file.unlink()
        self.before.clear()
        self.folders.clear()


def folder_of(descriptor: int) -> str:
    """Return the folder from which a path counts, if its descriptor says so."""
    with suppress(OSError):
        return str(Path(f"/proc/self/fd/{descriptor}").readlink())
    return ""


class Observer:
    """Makes calls in this process. `files`: those with other code in the two versions."""

    def __init__(self, files: Iterable[str], *, is_strict: bool = False) -> None:
        self.files = files
        self.journal = FileJournal(is_strict=is_strict)
        sys.dont_write_bytecode = True
        threading.Thread.start = self._note_thread(threading.Thread.start)  # type: ignore[method-assign]
        signal.signal(signal.SIGALRM, stop)
        asyncio._set_running_loop(None)  # noqa: SLF001 - that of the test stays in its own process

    def _note_thread(self, start: Callable[..., None]) -> Callable[..., None]:
        """Wrap the start of threads, of which Python before 3.12 has no event."""

        def note_and_start(thread: threading.Thread) -> None:
            self.journal.not_compared.add("threads")
            start(thread)

        return note_and_start

    def observe(self, call: Call, seconds: float) -> Observation:
        """Make a call, and describe its result and what it changed, printed and wrote."""
        before = {name: Describer().describe(value) for name, value in globals_of(call.function)}
        printed = io.StringIO()
        describer = Describer(self.files)
        self.journal.not_compared = describer.not_compared
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
        except (TooSlow, RefusedError, MemoryError) as error:
            result = type(error).__name__
            describer.not_compared.add("calls that take too long or change too much")
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
            after = Describer(self.files)
            text = after.describe(value)
            if text != before.get(name):
                parts[f"global {name}"] = text
                describer.not_compared |= after.not_compared
        return Observation(parts, describer.not_compared)


def stop(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow


def arguments_after(call: Call, describer: Describer) -> Parts:
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
    if name.startswith("__") or callable(value) or hasattr(value, "__get__"):
        return False
    return not inspect.ismodule(value)


def result_of(call: Call, describer: Describer) -> str:
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
    except (TooSlow, RefusedError, MemoryError):
        raise
    except BaseException as error:  # noqa: BLE001 - the code may raise anything
        if isinstance(error, RuntimeError) and "loop" in str(error):
            describer.not_compared.add(OTHER_LOOP)
        items.append(describe_error(error, describer))
        return ", then ".join(items)
    return f"yields {', '.join(items)}"


def describe_error(error: BaseException, describer: Describer) -> str:
    text = f"raises {type(error).__name__}: {without_addresses(str(error))}"
    fields = [f"{name}={describer.describe(value)}" for name, value in attributes_of(error)]
    return " ".join([text, *(field for field in fields if not field.startswith("__"))])


async def first_items(generator: AsyncIterator[object]) -> Iterator[object]:
    items: list[object] = []
    async for item in generator:
        items.append(item)
        if len(items) == MAX_ITEMS:
            break
    return iter(items)
