"""Twins: two versions of a function, called with the same live arguments in two forks.

While a test runs, each call of a function is stopped at its beginning. One fork makes the call as
it is, another one first puts the other version in place, and what both did is compared. If it
differs, a third fork makes the call as it is again: what differs then, too, is not compared.
"""

import dis
import gc
import inspect
import json
import operator
import os
import random
import re
import select
import signal
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any, NoReturn

from dojo.inside.observe import Describer, LiveCall, Observation, Observer
from dojo.inside.reach import real_path
from dojo.inside.swap import LAMBDA, Versions, version_of
from dojo.inside.variations import Variation, Varied

CALL_SECONDS = 1.0
VARIED_SECONDS = 0.1
TIMES_BY_CLOCK = 4  # the limits count processor time; a busy machine takes longer
FORK_SECONDS = 3.0  # without a word
MAX_SAME = 3  # calls with the same arguments
MAX_DIFFERENCES = 10  # the smallest of them is shown
# Functions that did not change have a part of the limits of others, and a share of all time.
PART_IF_UNCHANGED = 0.1
SHARE_OF_UNCHANGED = 0.5
CHUNK = 65_536  # bytes
IN_A_THREAD = "calls in other threads"
ENDS = "calls that end Python or never end"
OVER = "over\n"
OTHER_ATTRIBUTES = "objects with other attributes"
NOT_REPEATED = "what differs each time"
NO_TIME = "lack of time"
NOT_REPLACED = "a function whose code Python cannot replace"
NOT_IMPORTED = "a version that raises an error at import"

PRIVATE_NAME = re.compile(r"[( ](_\w+)=")  # an attribute in the description of an object
NO_ATTRIBUTE = re.compile("raises AttributeError: '(?!NoneType)\\w+' object has no attribute")

Trace = Callable[[FrameType, str, Any], Any]


class TracedTwin:
    """A function with two versions, and the differences between them.

    `place`: its path, its first line, its name, and whether its own code has another version.
    `functions`: the live ones, which may have different closures.
    `started`: how many calls the test that runs has begun, the compared ones and the others.
    `calls`: how many were made with both versions, in `seconds` of processor time. `seen`: how
    often a call had the same arguments, by its text. `example`: the smallest call that differs.
    Other counts are explained in `dojo.mutation.results.Twin`.
    """

    def __init__(self, place: list[Any], code: CodeType, functions: list[FunctionType]) -> None:
        self.place = place
        self.code = code
        self.functions = functions
        self.started = 0
        self.seconds = 0.0
        self.calls = 0
        self.compared = 0
        self.differing = 0
        self.varied = 0
        self.is_partial = False
        self.not_compared: Counter[str] = Counter()
        self.reached: dict[str, list[int]] = {}
        self.example: dict[str, Any] | None = None
        self.seen: Counter[str] = Counter()
        self.variations = Varied([code])

    def for_json(self, below: str) -> dict[str, Any]:
        """Return the findings. `below`: the folder from which paths count."""
        names = ("compared", "differing", "varied", "is_partial", "not_compared", "reached")
        found = {name: getattr(self, name) for name in (*names, "example")}
        path, *rest = self.place
        return found | {"place": [path.removeprefix(below), *rest]}


class Tracer:
    """Compares the calls of functions while tests run.

    `places`: those of the functions, as in a twin. `find` returns the live functions of a path and
    a line. `versions` puts the other code in place, which `files` have. `settings` are those of
    `dojo.mutation.workers.TwinSettings`. Time is up when the forks have computed for too long, or
    at the `deadline`, by the clock.
    """

    def __init__(
        self,
        places: Iterable[list[Any]],
        find: Callable[[tuple[str, int]], list[FunctionType]],
        versions: Versions,
        files: Iterable[str],
        settings: dict[str, Any],
    ) -> None:
        self.places = {(place[0], place[1]): place for place in places}
        self.find = find
        self.versions = versions
        self.files = files
        self.settings = settings
        self.vary: bool = settings["vary"]
        self.lines: list[int] = settings["lines"]
        self.only = {test: set(numbers) for test, numbers in settings["only"].items()}
        self.computed_before = computed_seconds()
        self.deadline = time.monotonic() + TIMES_BY_CLOCK * settings["total_seconds"]
        self.test = ""
        # By the id of a code. None: its calls are not compared.
        self.twins: dict[int, TracedTwin | None] = {}
        self.codes: list[CodeType] = []  # the id of a code that is gone is used again
        self.test_thread = threading.get_ident()
        self.is_over = False  # the time for the variations of a call

    def start(self, test: str) -> None:
        """Begin a test: trace its calls in all threads that it starts."""
        self.test = test
        for twin in self.found():
            twin.started = 0
        threading.settrace(self.on_event)
        sys.settrace(self.on_event)

    def stop(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def found(self) -> list[TracedTwin]:
        return [twin for twin in self.twins.values() if twin is not None]

    @property
    def is_done(self) -> bool:
        """Whether time is up, or every function has had enough calls."""
        twins = self.found()
        wants_more = len(twins) < len(self.places) or any(map(self._wants_calls, twins))
        return not wants_more or self._is_late()

    def _is_late(self, share: float = 1.0) -> bool:
        """Return whether the time for all functions, or a share of it, is up."""
        computed = computed_seconds() - self.computed_before
        is_late: bool = computed > share * self.settings["total_seconds"]
        return is_late or time.monotonic() > self.deadline

    def _wants_calls(self, twin: TracedTwin) -> bool:
        """Return whether more calls of a function are compared."""
        return twin.differing < MAX_DIFFERENCES and not self._is_beyond_limit(twin)

    def _is_beyond_limit(self, twin: TracedTwin) -> bool:
        """Return whether a function had its calls or its time."""
        part = 1.0
        share = 1.0
        if self.settings["is_earlier"] and not twin.place[3]:
            part = PART_IF_UNCHANGED
            share = SHARE_OF_UNCHANGED
        had_calls: bool = twin.calls >= part * self.settings["calls"]
        had_time: bool = twin.seconds >= part * self.settings["seconds"]
        return had_calls or had_time or self._is_late(share)

    def on_event(self, frame: FrameType, event: str, _argument: object) -> Trace | None:
        """Compare a call that begins, if its function has two versions.

        Python calls this for each frame. With `lines`, no call is compared: the tracer that is
        returned notes whether the call reaches them. With `only`, some calls are compared.
        """
        if event != "call":
            return None
        code = frame.f_code
        try:
            twin = self.twins[id(code)]
        except KeyError:
            twin = self._add(code)
        if twin is None or not is_start(frame):
            return None
        if threading.get_ident() != self.test_thread:
            twin.not_compared[IN_A_THREAD] += 1
            return None
        twin.started += 1
        if self.lines:
            return self._trace_lines(twin, twin.started)
        if self.only and twin.started not in self.only.get(self.test, ()):
            return None
        function = function_of(frame, twin.functions)
        if function is not None:
            self._compare_in_time(twin, function, frame)
        return None

    def _trace_lines(self, twin: TracedTwin, number: int) -> Trace:
        """Return a tracer of a frame that notes whether it reaches one of the lines."""

        def trace(frame: FrameType, event: str, _argument: object) -> Trace:
            if event == "line" and frame.f_lineno in self.lines:
                twin.reached.setdefault(self.test, []).append(number)
                frame.f_trace_lines = False  # once is enough, and to return None has no effect
            return trace

        return trace

    def _add(self, code: CodeType) -> TracedTwin | None:
        """Note code that is called for the first time. Returns its twin if it is to be compared."""
        self.codes.append(code)
        place = (real_path(code.co_filename), code.co_firstlineno)
        twin = None
        if place in self.places and code.co_name == self.places[place][2].rpartition(".")[2]:
            functions = [each for each in self.find(place) if each.__code__ is code]
            if functions:
                twin = TracedTwin(self.places[place], code, functions)
        self.twins[id(code)] = twin
        return twin

    def _compare_in_time(self, twin: TracedTwin, function: FunctionType, frame: FrameType) -> None:
        """Compare a call within the limits. Calls beyond are noted if the function changed."""
        if self._wants_calls(twin):
            begin = computed_seconds()
            self._compare(twin, function, frame)
            twin.seconds += computed_seconds() - begin
            return
        twin.is_partial = True
        if self.settings["is_earlier"] and twin.place[3] and twin.differing < MAX_DIFFERENCES:
            twin.not_compared[NO_TIME] += 1

    def _compare(self, twin: TracedTwin, function: FunctionType, frame: FrameType) -> None:
        """Make a call, or variations of it, with both versions, and note the differences."""
        call = call_of(function, frame, leave_defaults=self.settings["anew"])
        self.versions.prepare()
        shown, _ = describe_call(twin, call)
        twin.seen[shown] += 1
        if twin.seen[shown] > (1 if self.vary else MAX_SAME):
            return
        twin.calls += 1
        variations: list[Variation] = [{}]  # the call as it is
        if self.vary:
            variations = twin.variations.of(without_first(twin, call))
        self.is_over = False
        before = self._observe(twin, call, variations, other=False)
        after = self._observe(twin, call, variations, other=True)
        for number, variation in enumerate(variations):
            if number >= min(len(before), len(after)):
                if not self.is_over:  # a fork died
                    twin.not_compared[ENDS] += 1
                return
            self._note(twin, call, variation, (before[number], after[number]))
            if twin.differing >= MAX_DIFFERENCES:
                return

    def _note(
        self,
        twin: TracedTwin,
        call: LiveCall,
        variation: Variation,
        pair: tuple[Observation, Observation],
    ) -> None:
        """Note whether a call differs. If it does, it is made again, to rule out chance."""
        shown, unclear_before = describe_call(twin, vary_call(call, variation))
        before, after = pair
        not_compared = before.not_compared | after.not_compared
        if not (before.parts and after.parts):  # no call was made
            twin.not_compared.update(not_compared)
            return
        different = differing_parts(before, after)
        if different:
            public_only = self.settings["is_earlier"] and differ_in_names(pair, different)
            again: list[Observation] = []
            for other in (False, True, False):
                again += self._observe(
                    twin, call, [variation], other=other, public_only=public_only
                )
            if len(again) < 3:
                twin.not_compared[ENDS] += 1
                return
            before, after, repeated = again
            different, reasons = self._judge(before, after, repeated)
            not_compared |= reasons
            if public_only and not different:
                not_compared.add(OTHER_ATTRIBUTES)
        twin.not_compared.update(not_compared)
        # What is in the arguments before the call says nothing against the rest.
        if different or not not_compared - unclear_before:
            twin.compared += not variation
            twin.varied += bool(variation)
        if not different:
            return
        twin.differing += 1
        if twin.example is None or len(shown) < len(twin.example["call"]):
            twin.example = {
                "test": self.test,
                "number": twin.started,
                "call": shown,
                "variation": {name: Describer().describe(variation[name]) for name in variation},
                "before": {part: before.parts.get(part, "") for part in sorted(different)},
                "after": {part: after.parts.get(part, "") for part in sorted(different)},
            }

    def _judge(
        self, before: Observation, after: Observation, repeated: Observation
    ) -> tuple[set[str], set[str]]:
        """Return the parts of a call that differ, and why others are not compared."""
        if self.settings["is_earlier"] and lacks_attribute(before, after):
            return set(), {OTHER_ATTRIBUTES}
        by_chance = differing_parts(before, repeated)
        reasons: set[str] = set()
        if by_chance:
            reasons.add(NOT_REPEATED)
        return differing_parts(before, after) - by_chance, reasons

    def _observe(
        self,
        twin: TracedTwin,
        call: LiveCall,
        variations: list[Variation],
        *,
        other: bool,
        public_only: bool = False,
    ) -> list[Observation]:
        """Make variations of a call in a fork, as many as there is time for.

        There are fewer observations if it ends early, too.
        """

        def make(write: Callable[[str], None]) -> None:
            """Make the calls in the fork, and write each observation as a line of JSON.

            A call without a variation is made at any time. OVER says that there is no more time.
            """
            observer = Observer(self.files, is_strict=self.vary, public_only=public_only)
            obstacle = self._put_in_place(twin, call.function, other=other)
            current = call._replace(function=version_of(call.function))
            end = time.monotonic() + self.settings["seconds"]
            for variation in variations:
                if variation and time.monotonic() > end:
                    write(OVER)
                    return
                found = Observation({}, {obstacle})
                if not obstacle:
                    seconds = VARIED_SECONDS if variation else CALL_SECONDS
                    found = observer.observe(vary_call(current, variation), seconds)
                write(json.dumps([found.parts, sorted(found.not_compared)]) + "\n")

        observations: list[Observation] = []
        for line in in_fork(make).split("\n")[:-1]:
            if line == OVER.strip():
                self.is_over = True
                break
            parts, not_compared = json.loads(line)
            observations.append(Observation(parts, set(not_compared)))
        return observations

    def _put_in_place(self, twin: TracedTwin, function: FunctionType, *, other: bool) -> str:
        """Put a version of a function in place, or return why it cannot be."""
        try:
            self.versions.put_in_place(other=other)
        except Exception:  # noqa: BLE001 - the code of the person
            return NOT_IMPORTED
        must_change = twin.place[3] and other
        if must_change and version_of(function).__code__ is twin.code:
            return NOT_REPLACED
        return ""


def computed_seconds() -> float:
    """Return the processor time of this process and of its forks."""
    return sum(os.times()[:4])


def is_start(frame: FrameType) -> bool:
    """Return whether a frame begins, rather than goes on after a yield or an await."""
    if frame.f_lasti < 0:  # before Python 3.11
        return True
    # Since then, the last bits of its argument are 0 at the begin of a function.
    code = frame.f_code.co_code
    return dis.opname[code[frame.f_lasti]] == "RESUME" and code[frame.f_lasti + 1] & 3 == 0


def function_of(frame: FrameType, functions: list[FunctionType]) -> FunctionType | None:
    """Return the function that a frame runs, among those with its code, or None.

    A decorator creates several functions with the same code. Each has its own closure.
    """
    values = frame.f_locals
    closure = [values.get(name) for name in frame.f_code.co_freevars]
    for function in functions:
        contents = map(contents_of, function.__closure__ or ())
        if all(map(operator.is_, closure, contents)):
            return function
    return None


def contents_of(cell: CellType) -> object:
    """Return the value of a variable of a closure, or None if it has none yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def call_of(function: FunctionType, frame: FrameType, *, leave_defaults: bool = False) -> LiveCall:
    """Return the call that begins with a frame.

    `leave_defaults`: leave out the arguments that are default values, which may differ.
    """
    code = frame.f_code
    values = frame.f_locals
    count = code.co_argcount
    names = list(code.co_varnames)
    left_out: set[str] = set()
    if leave_defaults and not code.co_flags & inspect.CO_VARARGS:
        left_out = defaults_among(function, values)
    positional: list[Any] = []
    named: dict[str, Any] = {}
    place = count + code.co_kwonlyargcount
    for number, name in enumerate(names[:place]):
        if name in left_out:
            continue
        if number < count and number == len(positional):
            positional.append(values[name])
        else:
            named[name] = values[name]
    arguments = {name: values[name] for name in names[:place] if name not in left_out}
    if code.co_flags & inspect.CO_VARARGS:
        arguments[f"*{names[place]}"] = values[names[place]]
        positional += values[names[place]]
        place += 1
    if code.co_flags & inspect.CO_VARKEYWORDS:
        arguments |= values[names[place]]
        named |= values[names[place]]
    return LiveCall(function, positional, named, arguments)


def defaults_among(function: FunctionType, values: dict[str, Any]) -> set[str]:
    """Return the parameters with their default value that a call can leave out.

    If the others are given by name, that is, so none of them may be positional-only.
    """
    code = function.__code__
    defaults = function.__defaults__ or ()
    first = code.co_argcount - len(defaults)
    known = dict(zip(code.co_varnames[first : code.co_argcount], defaults, strict=True))
    known |= function.__kwdefaults__ or {}
    positional_only = code.co_varnames[: code.co_posonlyargcount]
    return {name for name in known if name not in positional_only and values[name] is known[name]}


def vary_call(call: LiveCall, variation: Variation) -> LiveCall:
    """Return a call with copies of all arguments, and other values of some."""
    if not variation:
        return call
    values: dict[str, Any] = {}
    memo: dict[int, Any] = {}
    for name, value in {**call.arguments, **variation}.items():
        values[name] = value  # shared if it cannot be copied
        with suppress(Exception):
            values[name] = deepcopy(value, memo)
    positional: list[Any] = []
    for name, value in values.items():
        if name.startswith("*"):
            positional += value
        elif name not in call.named:
            positional.append(value)
    named = {name: values[name] for name in call.named}
    return LiveCall(call.function, positional, named, values)


def without_first(twin: TracedTwin, call: LiveCall) -> dict[str, Any]:
    """Return the arguments of a call without the object of a method."""
    arguments = list(call.arguments.items())
    return dict(arguments[is_method(twin) :])


def is_method(twin: TracedTwin) -> bool:
    """Return whether the first parameter is called `self` or `cls`, and is that of a method."""
    first = twin.code.co_varnames[: min(twin.code.co_argcount, 1)]
    return "." in twin.place[2] and first in (("self",), ("cls",))


def describe_call(twin: TracedTwin, call: LiveCall) -> tuple[str, set[str]]:
    """Return a call as a person would write it, and the unclear parts of its arguments."""
    describer = Describer()
    shown = [(name, describer.describe(value)) for name, value in call.arguments.items()]
    target = twin.place[2].removesuffix(f".{LAMBDA}")
    if is_method(twin):
        owner, _, name = target.rpartition(".")
        described = shown.pop(0)[1]
        target = owner if name == "__init__" else f"{described}.{name}"
    arguments: list[str] = []
    for name, text in shown:
        if name in call.named:
            arguments.append(f"{name}={text}")
        elif name.startswith("*"):
            arguments += [describer.describe(value) for value in call.arguments[name]]
        else:
            arguments.append(text)
    return f"{target}({', '.join(arguments)})", describer.unclear


def differing_parts(one: Observation, other: Observation) -> set[str]:
    names = one.parts.keys() | other.parts.keys()
    return {name for name in names if one.parts.get(name) != other.parts.get(name)}


def differ_in_names(pair: tuple[Observation, Observation], parts: set[str]) -> bool:
    """Return whether the objects in some parts have other private attributes."""
    one, other = (private_names(found, parts) for found in pair)
    return one != other


def private_names(found: Observation, parts: set[str]) -> set[str]:
    names: set[str] = set()
    for part in parts:
        names.update(PRIVATE_NAME.findall(found.parts.get(part, "")))
    return names


def lacks_attribute(before: Observation, after: Observation) -> bool:
    """Return whether an object lacks an attribute that only the other version uses."""
    one, other = (NO_ATTRIBUTE.search(found.parts["result"]) for found in (before, after))
    return other is not None and one is None


def in_fork(make: Callable[[Callable[[str], None]], None]) -> str:
    """Run a function in a fork, and return the text that it writes, also if it ends early."""
    reader, writer = os.pipe()
    random_state = random.getstate()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of forks beside threads
        pid = os.fork()
    if pid == 0:
        os.close(reader)
        random.setstate(random_state)  # each fork has a new one
        run_and_exit(make, writer)
    os.close(writer)
    chunks: list[bytes] = []
    while select.select([reader], [], [], FORK_SECONDS)[0]:
        chunk = os.read(reader, CHUNK)
        if not chunk:
            break
        chunks.append(chunk)
    os.close(reader)
    os.kill(pid, signal.SIGKILL)  # it has ended, or never will
    os.waitpid(pid, 0)
    return b"".join(chunks).decode()


def run_and_exit(make: Callable[[Callable[[str], None]], None], writer: int) -> NoReturn:
    """Run a function in this fork, and end the fork, whatever happens.

    `writer`: the descriptor to which the text goes. The limit of processor time ends a function
    that catches each error.
    """

    def write(text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")
        while data:
            data = data[os.write(writer, data) :]

    try:
        gc.disable()  # a collection would copy all objects
        sys.settrace(None)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, FORK_SECONDS)  # if it catches all errors
        make(write)
    finally:
        os._exit(0)
