"""Run a Python program, and record its calls of functions in some modules.

    python recorder.py SETTINGS.json

It is started with the interpreter of the program, so it imports the standard library only. At the
end of the program, it writes the recording as JSON. The settings are:

    words    the script and its arguments, or "-m", a module and its arguments
    root     the folder from which the program is to import the modules
    modules  the name of each module by its file
    most     how many calls of each function to keep; with 0, each different call
    answers  what the program reads from standard input, or null
    out      the file of the recording
"""

import ast
import atexit
import builtins
import copyreg
import enum
import inspect
import io
import json
import os
import random
import re
import runpy
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from dis import opname
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from keyword import iskeyword
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    ModuleType,
)
from typing import Any

PATIENCE = 1000  # calls that bring nothing new, before some are passed over
BURST = 100  # calls to look at, between pauses
MAX_STEPS = 50  # calls on one object
MAX_ITEMS = 10  # items of a generator; the test takes as many
MAX_VALUES = 300  # values in the arguments of a call, with those inside of lists
PROTOCOL = 2  # of pickle: the first in which objects name their class
MAX_CHARACTERS = 3000  # a string or a result
MAX_DIFFERENT = 1000  # calls of a function, if each different call is kept
INSTALLED = ("site-packages", "dist-packages")
METHODS = ("method", "getattr")
KINDS = (*METHODS, "function", "staticmethod", "classmethod")
SUSPENDS = inspect.CO_GENERATOR | inspect.CO_COROUTINE
UNWRITABLE = "an argument cannot be written as Python"
PROCESS_EVENTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system")

Trace = Callable[[FrameType, str, Any], Any]


class SkippedError(Exception):
    """A call is skipped, for a reason. `detail` names a value, or else the function is named."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.detail = detail


def clean(text: str) -> str:
    """Return a text in one line, without addresses. The test does the same with a result."""
    return re.sub(r" at 0x[0-9A-Fa-f]+|\b[\w.]+\.<locals>\.", "", text).replace("\n", "\\n")


class Text:
    """A text that is its own repr."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def show(value: Any, around: tuple[int, ...] = ()) -> str:  # noqa: ANN401 - any value
    """Show a value by its repr, with sets in order. The test does the same.

    `around`: the ids of the values that it is in.
    """
    kind = type(value)
    if id(value) in around:
        return "..."
    inside = (*around, id(value))
    if kind in (list, tuple):
        value = kind(Text(show(item, inside)) for item in value)
    elif kind is dict:
        value = {Text(show(key, inside)): Text(show(item, inside)) for key, item in value.items()}
    elif kind in (set, frozenset) and value:
        items = sorted(show(item, inside) for item in value)
        value = kind([Text(", ".join(items))])
    return repr(value)


def qualified_name(code: CodeType) -> str:
    """Return the name of a function with those of the classes and functions around it."""
    if sys.version_info >= (3, 11):
        return code.co_qualname
    names = names_in(code.co_filename)
    return names.get((code.co_firstlineno, code.co_name), code.co_name)


@cache
def names_in(file: str) -> dict[tuple[int, str], str]:
    """Return the qualified names in a file, by the first line and the name of their code.

    Python 3.10 does not keep them in the code.
    """
    source = Path(file).read_bytes()
    names: dict[tuple[int, str], str] = {}
    left = [("", compile(source, file, "exec", dont_inherit=True))]
    while left:
        prefix, code = left.pop()
        for each in code.co_consts:
            if not isinstance(each, CodeType):
                continue
            name = f"{prefix}{each.co_name}"
            names[each.co_firstlineno, each.co_name] = name
            if each.co_flags & inspect.CO_OPTIMIZED:  # not the body of a class
                name += ".<locals>"
            left.append((f"{name}.", each))
    return names


def public_module(thing: Any) -> str:  # noqa: ANN401 - a class or a function
    """Return the module of a thing or, if that is private, the package that offers it.

    Python 3.13 defines pathlib.Path in pathlib._local.
    """
    module: str = thing.__module__
    package, _, last = module.rpartition(".")
    if last.startswith("_"):
        offered = getattr(sys.modules.get(package), thing.__qualname__, None)
        if offered is thing:
            return package
    return module


def is_public(name: str) -> bool:
    """Return whether code may call a name. Python itself calls `__del__`, at any time."""
    is_special = name.startswith("__") and name.endswith("__") and name != "__del__"
    return is_special or not name.startswith(("_", "<"))


def is_value(thing: object) -> bool:
    """Return whether an object is written by its value rather than by how it was created."""
    return is_dataclass(thing) or isinstance(thing, (tuple, enum.Enum))


def is_blank(thing: object) -> bool:
    """Return whether an object is created without arguments, and has no attributes."""
    kind = type(thing)
    if kind.__init__ is not object.__init__ or kind.__new__ is not object.__new__:
        return False  # such as a subclass of int, whose value is not in its attributes
    return not getattr(thing, "__dict__", True)


class Pace:
    """Chooses the calls to look at: as long as nothing new comes, bursts between longer pauses.

    All methods of a class share one, because a story needs each call on an object in a burst.
    `burst`: the number of the present one, 0 before the first pause. `end`: the number of the last
    call before a pause. `Recorder._end` moves it when a call runs something new.
    """

    def __init__(self) -> None:
        self.calls = 0
        self.burst = 0
        self.end = PATIENCE

    def is_due(self) -> bool:
        """Count a call, and return whether to look at it. Each pause is longer than the last."""
        self.calls += 1
        if self.calls <= self.end:
            return True
        if self.calls <= self.end + self.burst * BURST:
            return False
        self.burst += 1
        self.end = self.calls + BURST
        return True


class TracedFunction:
    """A function in one of the modules.

    `kind` is empty until the function was found. Then it says how the function is called, such as
    "getattr" for a property, or why no call of it can be recorded. A function that is "inner" is
    private or inside another one, so its lines count for the call around it.

    `index`: its place in `Recorder.functions`. `parameters`: the name, default and kind of each.
    `has_rest`: it has a parameter such as `*values`. `kept`: how many of its calls are kept.
    """

    def __init__(self, index: int, module: str, code: CodeType) -> None:
        self.index = index
        self.module = module
        self.code = code
        name = qualified_name(code)
        self.path = name.split(".")
        self.name = f"{module}.{name}"
        self.kind = "" if is_public(self.path[-1]) and "<locals>" not in self.path else "inner"
        self.parameters: list[tuple[str, object, str]] = []
        self.has_rest = False
        self.calls = 0
        self.pace = Pace()
        self.kept = 0
        self.sources: set[str] = set()  # calls that are kept and need no object

    def find(self, namespace: dict[str, Any]) -> None:
        """Find the function by its name, and read its parameters."""
        entry: Any = namespace.get(self.path[0])
        for part in self.path[1:]:
            entry = inspect.getattr_static(entry, part, None)
        if entry is None:
            return  # its module or its class is not complete yet
        kind = "function" if len(self.path) == 1 else "method"
        if isinstance(entry, property):
            kind = "getattr"
            entry = entry.fget
        elif isinstance(entry, (staticmethod, classmethod)):
            kind = type(entry).__name__
            entry = entry.__func__
        if callable(entry):
            entry = inspect.unwrap(entry)
        if getattr(entry, "__code__", None) is not self.code:
            kind = "a decorator hides the function, or it sets a property"
        elif self.code.co_flags & inspect.CO_ASYNC_GENERATOR:
            kind = "the function is an asynchronous generator"
        else:
            signature = inspect.signature(entry, follow_wrapped=False)
            for each in signature.parameters.values():
                self.parameters.append((each.name, each.default, each.kind.name))
                self.has_rest |= each.kind is each.VAR_POSITIONAL
        self.kind = kind


class Story:
    """An object: how it was created, and the calls on it. The first `length` calls are kept.

    A negative length: nothing of it is kept, not even the creation. `burst`: that of the class when
    the story began; in a later one, some calls on the object were passed over. `is_busy`: a call on
    it runs, so a call inside that is a part of it.
    """

    def __init__(self, kind: type, burst: int) -> None:
        self.kind = kind
        self.burst = burst
        self.creation: Call | None = None
        self.steps: list[Call] = []
        self.length = -1
        self.is_busy = False


class Call:
    """A call of a function. `target` and `arguments` are Python that needs `modules`.

    `new` has the steps that no kept call ran: the index of a function, a line, and the next line,
    or 0 at the end. `outcome` is empty if nobody needs it; if `is_open`, it is the beginning of it.
    `answers`: what it read of standard input, which begins at `first_answer`. `seed`: the argument
    of random.seed() as Python, if that preceded the call at once and the call drew numbers.
    `module`: Python for the module of the function, if `write_call` made it.
    """

    def __init__(
        self,
        function: TracedFunction,
        target: str,
        arguments: list[str],
        modules: Iterable[str],
        story: Story | None = None,
    ) -> None:
        self.function = function
        self.target = target
        self.arguments = arguments
        self.modules = sorted(modules)
        self.module = ""
        self.story = story
        self.new: set[tuple[int, int, int]] = set()
        self.items: list[str] = []  # of a generator
        self.outcome = ""
        self.is_open = False
        self.waits_at = 0  # the instruction at which a generator waits
        self.is_coroutine = bool(function.code.co_flags & inspect.CO_COROUTINE)
        self.seed = ""
        self.first_answer = 0
        self.answers = ""


class Writer:
    """Writes values as Python.

    `modules`: the names to import them by, by their files. `stories`: by the id of the object.
    `left`: how many more values the arguments of the call may have.
    """

    def __init__(self, modules: dict[str, str]) -> None:
        self.modules = modules
        self.stories: dict[int, Story] = {}
        self.left = 0
        self.used: set[str] = set()  # the modules that the call needs

    def name_of(self, thing: Any) -> str:  # noqa: ANN401 - a class or a function
        """Return the full name of a class or a function."""
        name: str = thing.__qualname__
        if getattr(builtins, name, None) is thing:
            return name
        module = self._import_name(public_module(thing))
        if not module or "<" in name:
            raise SkippedError(UNWRITABLE, f"{thing.__module__}.{name}")
        return f"{self.refer_to(module)}.{name}"

    def refer_to(self, module: str) -> str:
        """Return Python for a module, and add what that needs to `used`.

        Its name may mean a function in the package: `from greet.greet import greet`.
        """
        self.used.add(module)
        package, _, name = module.rpartition(".")
        found = getattr(sys.modules.get(package), name, None)
        if found is None or isinstance(found, ModuleType):
            return module
        self.used.add("sys")
        return f"sys.modules[{module!r}]"

    def _import_name(self, name: str) -> str:
        """Return the name by which a test can import a module, or an empty string."""
        file = getattr(sys.modules.get(name), "__file__", None) or ""
        if file in self.modules:
            return self.modules[file]
        is_installed = any(part in INSTALLED for part in Path(file).parts)
        is_of_python = name.partition(".")[0] in sys.stdlib_module_names
        return name if is_installed or is_of_python else ""

    def write(self, value: Any) -> str:  # noqa: ANN401 - any value of the program
        """Return Python that makes the value, and add its modules to `used`.

        Raises SkippedError if there is none, or if the value is too long.
        """
        kind = type(value)
        self.left -= 1
        if self.left < 0 or (kind in (str, bytes) and len(value) > MAX_CHARACTERS):
            raise SkippedError(UNWRITABLE, "a long value")
        if kind in (type(None), bool, int, float, complex, str, bytes, range):
            text = repr(value)
            if text in ("nan", "inf", "-inf"):
                text = f'float("{text}")'
        elif kind in (list, tuple, set, frozenset):
            text = self._write_sequence(value, kind)
        elif kind is dict:
            pairs = [f"{self.write(key)}: {self.write(each)}" for key, each in value.items()]
            text = ", ".join(pairs).join("{}")
        elif isinstance(value, (type, FunctionType, BuiltinFunctionType)):
            text = self.name_of(value)
        elif isinstance(value, Path):
            text = f"{self.name_of(Path)}({str(value)!r})"
        else:
            text = self._write_instance(value, self.name_of(kind))
        return text

    def _write_sequence(self, value: Iterable[object], kind: type) -> str:
        """Write a list, a tuple or a set. The items of a set are sorted by their text."""
        sources = [self.write(each) for each in value]
        if kind is list:
            return ", ".join(sources).join("[]")
        if kind is tuple:
            comma = "," if len(sources) == 1 else ""
            return f"({', '.join(sources)}{comma})"
        return f"{kind.__name__}([{', '.join(sorted(sources))}])"

    def _write_instance(self, value: Any, name: str) -> str:  # noqa: ANN401 - as above
        """Write an object: by its fields, by the call that created it, or as its repr does."""
        if isinstance(value, enum.Enum) and str(value.name).isidentifier():
            return f"{name}.{value.name}"
        names = getattr(value, "_fields", None)
        if is_dataclass(value):
            names = [each.name for each in fields(value) if each.init]
        if names is not None:
            arguments = [f"{each}={self.write(getattr(value, each))}" for each in names]
            return f"{name}({', '.join(arguments)})"
        if is_blank(value):
            return f"{name}()"
        story = self.stories.get(id(value))
        if story is not None and story.kind is type(value) and story.creation is not None:
            self.used.update(story.creation.modules)
            return f"{name}({', '.join(story.creation.arguments)})"
        if not self._runs_project_code(type(value)):
            with suppress(Exception):  # a repr of the program may be anything
                return self._write_repr(value)
            with suppress(Exception):
                return self._write_reduced(value)
        raise SkippedError(UNWRITABLE, name)

    def _runs_project_code(self, kind: Any) -> bool:  # noqa: ANN401 - a class
        """Return whether one more object of a class could change what the program does."""
        codes = [getattr(each, "__code__", None) for each in (kind.__init__, kind.__new__)]
        return any(code is not None and code.co_filename in self.modules for code in codes)

    def _write_repr(self, value: object) -> str:
        """Return the repr with the full name of each class. Raises an error if it is no value."""
        text = repr(value)
        names = {**vars(builtins), **vars(sys.modules[type(value).__module__]), **sys.modules}
        tree = ast.parse(text, mode="eval")
        made = eval(text, names)  # noqa: S307 - the program wrote it
        if len(text) > MAX_CHARACTERS or type(made) is not type(value) or made != value:
            raise ValueError(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(names[node.id], ModuleType):
                self.used.add(node.id)
            elif isinstance(node, ast.Name):
                node.id = self.name_of(names[node.id])
        return ast.unparse(tree)

    def _write_reduced(self, value: object) -> str:
        """Write an object, for example a defaultdict, as a call of its class, as pickle does.

        Its items are the last argument. Raises an error if that makes no equal object.
        """
        reduced: tuple[Any, ...] = (*value.__reduce_ex__(PROTOCOL), None, None, None)
        function, arguments, state, items, pairs = reduced[:5]
        if function is copyreg.__newobj__:  # type: ignore[attr-defined]
            function, *arguments = arguments
        arguments = list(arguments)
        if items is not None:
            arguments.append(list(items))
        if pairs is not None:
            arguments.append(dict(pairs))
        if state or function is not type(value) or function(*arguments) != value:
            raise ValueError(value)
        return f"{self.name_of(function)}({', '.join(map(self.write, arguments))})"

    def write_arguments(
        self, function: TracedFunction, values: dict[str, Any], skipped: int
    ) -> list[str]:
        """Return the arguments of a call, without defaults."""
        self.left = MAX_VALUES
        by_name = False
        sources: list[str] = []
        for name, default, kind in function.parameters[skipped:]:
            value = values[name]
            if kind == "VAR_POSITIONAL":
                sources += map(self.write, value)
            elif kind == "VAR_KEYWORD":
                if any(not key.isidentifier() or iskeyword(key) for key in value):
                    raise SkippedError(UNWRITABLE, "an argument with another name")
                sources += [f"{key}={self.write(each)}" for key, each in value.items()]
            elif value is default and kind != "POSITIONAL_ONLY" and not function.has_rest:
                by_name = True
            elif by_name or kind == "KEYWORD_ONLY":
                sources.append(f"{name}={self.write(value)}")
            else:
                sources.append(self.write(value))
        return sources


class Recorder:
    """Traces a program, and decides which calls are kept.

    `most`: how many calls of each function to keep; with 0, each different call. `answers`: the
    standard input, if the settings have one. `known`: the steps that kept calls ran. `skipped`: how
    many calls, by the reason and by a value or a function. `seed`: the last argument of
    random.seed(), as Python, which put the generator into the `seeded_state`.
    """

    def __init__(self, modules: dict[str, str], most: int, answers: io.StringIO | None) -> None:
        self.modules = modules
        self.most = most
        self.answers = answers
        self.writer = Writer(modules)
        self.stories = self.writer.stories
        self.functions: list[TracedFunction] = []
        self.paces: dict[str, Pace] = defaultdict(Pace)  # one for each class
        self.by_code: dict[int, TracedFunction | None] = {}
        self.codes: list[CodeType] = []  # the id of a code that is gone is used again
        self.stacks: dict[int, list[Call]] = defaultdict(list)  # one for each thread
        self.suspended: dict[int, Call] = {}  # the keys are ids of frames
        self.known: set[tuple[int, int, int]] = set()
        self.kept: list[object] = []
        self.skipped: Counter[tuple[str, str]] = Counter()
        self.seed = ""
        self.seeded_state: object = None
        self.processes = 0
        self.lacks_input = False

    def on_call(self, frame: FrameType, _event: str, _argument: object) -> Trace | None:
        """Return the tracer of a frame that begins or goes on, or None if nothing is recorded.

        Python calls this for each frame. The lines of a frame without a recorded call of its own
        count for the call around it. The first calls of a function are looked at in each pause,
        too, because other methods of its class share its pace.
        """
        try:
            function = self.by_code[id(frame.f_code)]
        except KeyError:
            function = self._add(frame.f_code)
        if function is None:
            return None
        call = None
        if self.suspended:
            call = self._resume(frame)
        if call is None:
            function.calls += 1
            if not function.pace.is_due() and function.calls > BURST:
                return None
            call = self._begin(function, frame)
        stack = self.stacks[threading.get_ident()]
        if call is not None:
            if call.story is not None:
                call.story.is_busy = True
            stack.append(call)
            return self._trace_lines(function.index, frame.f_lineno, call, is_whole=True)
        if stack:
            return self._trace_lines(function.index, frame.f_lineno, stack[-1], is_whole=False)
        return None

    def _resume(self, frame: FrameType) -> Call | None:
        """Return the call that waits in a frame, or None if this is a new frame with its id."""
        call = self.suspended.pop(id(frame), None)
        if call is None:
            return None
        if call.function.code is frame.f_code and frame.f_lasti >= call.waits_at:
            return call
        self._close(call)
        return None

    def close_generators(self) -> None:
        """End the calls that wait. Python 3.13 closes a generator without an event."""
        for call in self.suspended.values():
            self._close(call)
        self.suspended.clear()

    def _close(self, call: Call) -> None:
        """End a generator that nobody closed. A coroutine that still waits is not recorded."""
        if not call.function.code.co_flags & inspect.CO_GENERATOR:
            return
        try:
            self._end(call, None, GeneratorExit())
        except Exception as reason:  # noqa: BLE001 - a repr of the program may raise anything
            self._skip(call.function, reason)

    def _add(self, code: CodeType) -> TracedFunction | None:
        """Return the function of a code object, or None if it is not in the modules."""
        function = None
        module = self.modules.get(code.co_filename)
        if module and code.co_flags & inspect.CO_OPTIMIZED:  # not the body of a module or a class
            function = TracedFunction(len(self.functions), module, code)
            self.functions.append(function)
        self.codes.append(code)
        self.by_code[id(code)] = function
        return function

    def _trace_lines(self, index: int, line: int, call: Call, *, is_whole: bool) -> Trace:
        """Return the tracer of a frame, which is at a line of the function with an index.

        `is_whole`: the call ends with the frame. Otherwise, it is the call around the frame.
        """
        add = call.new.add
        error: BaseException | None = None

        def trace(frame: FrameType, event: str, argument: Any) -> Trace:  # noqa: ANN401 - sys
            """Note each step to another line. After an error, `line` is negative until the next."""
            nonlocal line, error
            if event == "line":
                number = frame.f_lineno
                add((index, line, number))
                line = number
            elif event == "exception":
                error = argument[1]
                line = -frame.f_lineno  # the step to the next line is no branch
            elif event == "return":
                add((index, line, 0))  # no next line
                if is_whole:
                    self._on_return(call, frame, argument, error if line < 0 else None)
            return trace

        return trace

    def _on_return(
        self, call: Call, frame: FrameType, value: object, error: BaseException | None
    ) -> None:
        """End a call, unless it is a generator or a coroutine that waits."""
        stack = self.stacks[threading.get_ident()]
        stack.pop()
        if call.story is not None:
            call.story.is_busy = False
        is_waiting = False
        if error is not None or call.function.code.co_flags & SUSPENDS:
            instruction = opname[frame.f_code.co_code[frame.f_lasti]]
            if instruction.startswith("RETURN_"):
                error = None  # it was caught in the line that returns
            else:  # it raises, or yields
                is_waiting = error is None
        try:
            if is_waiting:
                call.waits_at = frame.f_lasti
                self.suspended[id(frame)] = call
                if len(call.items) < MAX_ITEMS:
                    call.items.append(self._show(show(value)))
                return
            self._end(call, value, error)
        except Exception as reason:  # noqa: BLE001 - a repr of the program may raise anything
            self._skip(call.function, reason)
        if stack:
            stack[-1].new |= call.new - self.known

    def _skip(self, function: TracedFunction, error: Exception) -> None:
        """Count a call that is not recorded. An error of the program is a reason, too."""
        reason = f"a value cannot be shown: {type(error).__name__}"
        detail = ""
        if isinstance(error, SkippedError):
            reason = str(error)
            detail = error.detail
        self.skipped[reason, detail or function.name] += 1

    def _begin(self, function: TracedFunction, frame: FrameType) -> Call | None:
        """Return the call that begins, or None if it is not recorded."""
        try:
            if not function.kind:
                function.find(frame.f_globals)
                if function.kind in METHODS or function.path[-1] == "__new__":
                    function.pace = self.paces[function.name.rpartition(".")[0]]
            if function.kind in ("", "inner"):
                return None
            call = self._call(function, frame.f_locals)
        except Exception as reason:  # noqa: BLE001 - likewise
            self._skip(function, reason)
            return None
        if call is None:
            function.calls -= 1
            function.pace.calls -= 1
            return None
        if self.answers is not None:
            call.first_answer = self.answers.tell()
        if self.seed and random.getstate() == self.seeded_state:
            call.seed = self.seed
        return call

    def write_call(self, frame: FrameType, changed: dict[str, Any]) -> Call:
        """Write the call that begins with a frame, also of a function that is not public.

        `changed`: other values of arguments. Raises SkippedError.
        """
        function = self.by_code.get(id(frame.f_code)) or self._add(frame.f_code)
        if function is None:
            raise SkippedError("no test can import its module by a name")
        if "<locals>" in function.path:
            raise SkippedError("the function is inside another one")
        if function.kind in ("", "inner"):
            function.find(frame.f_globals)
        for story in self.stories.values():
            story.is_busy = False  # a call inside another call on the object counts, too
        call = self._call(function, {**frame.f_locals, **changed})
        if call is None:
            raise SkippedError("its object cannot be created by itself")
        call.module = self.writer.refer_to(function.module)
        own = call.story
        if own is not None and own.creation is None and function.path[-1] != "__init__":
            # The object is being created.
            for each in self.stacks[threading.get_ident()]:
                if each.story is own:
                    own.creation = each
        return call

    def _call(self, function: TracedFunction, values: dict[str, Any]) -> Call | None:
        """Write a call as Python. Returns None if it is a part of another call."""
        if function.kind not in KINDS:
            raise SkippedError(function.kind)
        name = function.path[-1]
        self.writer.used = set()
        module = self.writer.refer_to(function.module)
        first: Any = None
        if function.parameters:
            first = values[function.parameters[0][0]]
        if function.kind in METHODS:
            if not is_value(first):
                return self._call_on_object(first, function, values)
            if name in ("__init__", "__post_init__"):
                return None
            target = f"{self.writer.name_of(type(first))}.{name}"
            arguments = self.writer.write_arguments(function, values, 0)
        elif name == "__new__":
            target = self.writer.name_of(first)
            arguments = self.writer.write_arguments(function, values, 1)
        elif function.kind == "classmethod":
            target = f"{self.writer.name_of(first)}.{name}"
            arguments = self.writer.write_arguments(function, values, 1)
        else:
            target = ".".join([module, *function.path])
            arguments = self.writer.write_arguments(function, values, 0)
        if function.kind == "getattr":
            target = "getattr"
            arguments.append(repr(name))
        return Call(function, target, arguments, self.writer.used)

    def _call_on_object(
        self, instance: object, function: TracedFunction, values: dict[str, Any]
    ) -> Call | None:
        """Write a call on an object as a step of its story, or the creation that begins one.

        Returns None if it is a part of another call. Raises SkippedError.
        """
        kind: Any = type(instance)
        name = function.path[-1]
        burst = function.pace.burst
        story = self.stories.get(id(instance))
        if story is not None and (story.kind is not kind or story.burst != burst):
            story = None  # the object with this id is gone
        if not is_public(kind.__name__) or (story is not None and story.is_busy):
            return None
        target = self.writer.name_of(kind)
        if name == "__init__":
            self.stories.pop(id(instance), None)
            if getattr(kind.__init__, "__code__", None) is not function.code:
                return None  # the __init__ of a base class
            arguments = self.writer.write_arguments(function, values, 1)
            story = self.stories[id(instance)] = Story(kind, burst)
            return Call(function, target, arguments, self.writer.used, story)
        if story is None:
            if burst:
                raise SkippedError("passed over, after many calls that ran nothing new")
            if not is_blank(instance):
                raise SkippedError("the creation of the object was not recorded")
            story = self.stories[id(instance)] = Story(kind, burst)
            story.creation = Call(function, target, [], self.writer.used)
        if len(story.steps) >= MAX_STEPS:
            raise SkippedError(f"the object has {MAX_STEPS} recorded calls")
        if function.kind == "getattr":
            target = "getattr"
            arguments = ["instance", repr(name)]
        else:
            target = f"instance.{name}"
            arguments = self.writer.write_arguments(function, values, 1)
        return Call(function, target, arguments, self.writer.used, story)

    def _end(self, call: Call, value: object, error: BaseException | None) -> None:
        """Keep a call if it ran something new. Raises SkippedError."""
        if not isinstance(error, (Exception, SystemExit, GeneratorExit, type(None))):
            raise SkippedError("the call was interrupted")
        if self.answers is not None:
            call.answers = self.answers.getvalue()[call.first_answer : self.answers.tell()]
        story = call.story
        call.story = None
        if call.function.path[-1] == "__new__" and error is None:
            story = self.stories[id(value)] = Story(type(value), call.function.pace.burst)
        if story is not None and story.creation is None:
            story.creation = call
            if error is not None:
                story = None  # there is no object
        elif story is not None:
            story.steps.append(call)
        call.new -= self.known
        if not call.new and self.most:
            return
        call.is_open = isinstance(error, GeneratorExit)
        call.outcome = self._outcome(call, value, error)
        if call.seed and random.getstate() == self.seeded_state:
            call.seed = ""
        self._keep(call, story)
        self.known |= call.new
        for index, _, _ in call.new:
            pace = self.functions[index].pace
            pace.end = max(pace.end, pace.calls + PATIENCE)

    def _show(self, text: str) -> str:
        """Return a text as a test shows it, which imports the script rather than runs it."""
        module = self.modules.get(getattr(sys.modules["__main__"], "__file__", ""))
        if module:
            text = re.sub(r"\b__main__\.", f"{module}.", text)
        return clean(text)

    def _outcome(self, call: Call, value: object, error: BaseException | None) -> str:
        """Return how a call ended, as the test writes it."""
        if error is not None and not call.is_open:
            return f"raises {type(error).__name__}: {self._show(str(error))}"
        if call.function.code.co_flags & inspect.CO_GENERATOR:
            return f"yields {', '.join(call.items)}"
        if isinstance(value, (GeneratorType, CoroutineType)):
            return ""  # the test shows its items
        text = self._show(show(value))
        if len(text) > MAX_CHARACTERS:
            raise SkippedError(f"the result has more than {MAX_CHARACTERS:,} characters")
        return f"=> {text}"

    def _keep(self, call: Call, story: Story | None) -> None:
        """Keep a call: by itself, or with all calls on its object before it.

        Raises SkippedError if there are enough, or one with the same arguments.
        """
        function = call.function
        if function.kept >= (self.most or MAX_DIFFERENT):
            raise SkippedError("enough calls of the function are recorded")
        if story is None:
            source = f"{call.target}({call.arguments})"
            if source in function.sources:
                raise SkippedError("an earlier call had the same arguments")
            function.sources.add(source)
            self.kept.append({"creation": None, "calls": [call]})
        else:
            if story.length < 0:
                self.kept.append(story)
            story.length = len(story.steps)
        function.kept += 1

    def watch(self) -> None:
        """Begin to trace all threads, and to note seeds and processes."""
        seed = random.seed

        def note_seed(a: object = None, version: int = 2) -> None:
            seed(a, version)  # type: ignore[arg-type]
            self.seed = "" if a is None else repr(a)
            self.seeded_state = random.getstate()

        def note_process(event: str, _arguments: object) -> None:
            if event in PROCESS_EVENTS:
                self.processes += 1

        random.seed = note_seed
        sys.addaudithook(note_process)
        if hasattr(os, "register_at_fork"):  # Windows has no forks
            os.register_at_fork(after_in_child=lambda: sys.settrace(None))
        threading.settrace(self.on_call)
        sys.settrace(self.on_call)

    def save(self, out: str, process: int) -> None:
        """Write the recording, unless this is a fork of the program."""
        if os.getpid() != process:
            return
        is_complete = sys.gettrace() == self.on_call
        sys.settrace(None)
        self.close_generators()
        modules = list(sys.modules.values())
        recording = {
            "stories": self.kept,
            "sources": [function.code.co_filename for function in self.functions],
            "calls": sum(each.calls for each in self.functions if each.kind != "inner"),
            "skipped": [[*key, count] for key, count in self.skipped.items()],
            "processes": self.processes,
            "imported": [getattr(module, "__file__", None) or "" for module in modules],
            "is_complete": is_complete,
            "lacks_input": self.lacks_input,
        }
        Path(out).write_text(json.dumps(recording, default=for_json), encoding="utf-8")


def for_json(value: object) -> object:
    """Convert an object for JSON, as `dojo.record.program.Recording` declares it."""
    if isinstance(value, Story):
        return {"creation": value.creation, "calls": value.steps[: value.length]}
    if isinstance(value, TracedFunction):
        return value.name
    if isinstance(value, Call):
        return vars(value)
    return list(value)  # type: ignore[call-overload]


class PracticeFinder:
    """Finds the modules in the root, wherever the program would find them."""

    def __init__(self, root: str, modules: dict[str, str]) -> None:
        self.root = root
        self.names = {name.split(".")[0] for name in modules.values()}

    def find_spec(
        self, name: str, path: object = None, _target: object = None
    ) -> ModuleSpec | None:
        if path is None and name in self.names:
            return PathFinder.find_spec(name, [self.root])
        return None


def main() -> None:
    """Run the program with the settings. The recording is written when Python exits."""
    settings = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    words = settings["words"]
    is_module = words[0] == "-m"
    program_folder = Path.cwd() if is_module else Path(words[0]).resolve().parent
    rest = [path for path in sys.path if path != str(Path(__file__).parent)]
    sys.path[:] = [settings["root"], str(program_folder), *rest]
    sys.meta_path.insert(0, PracticeFinder(settings["root"], settings["modules"]))
    answers = None
    if settings["answers"] is not None:
        answers = sys.stdin = io.StringIO(settings["answers"])
    recorder = Recorder(settings["modules"], settings["most"], answers)
    atexit.register(recorder.save, settings["out"], os.getpid())
    recorder.watch()
    try:
        if is_module:
            sys.argv = words[1:]
            runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = words
            runpy.run_path(os.path.realpath(words[0]), run_name="__main__")
    except EOFError:
        recorder.lacks_input = True
        raise


if __name__ == "__main__":
    main()
