"""Call the public functions and classes of a module with varied arguments.

    python explore.py SETTINGS.json

It finds stories that run something new, and for other versions of the module a story for which each
differs. A story is a call of a function, or an object and calls on it. Arguments are Python source,
and are evaluated anew for each call. The settings are:

    file      the module
    name      its name
    known     stories to begin with
    modules   the modules that their arguments need
    versions  other texts of the module, by their names
    tries     how many stories to try
    out       the file of the findings
"""

import inspect
import io
import json
import linecache
import re
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from itertools import islice, takewhile
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

from dojo.inside.values import Values

# Seconds of processor time.
CALL_SECONDS = 0.3
IMPORT_SECONDS = 2.0
VERSION_SECONDS = 5.0
MAX_RESULTS = 400  # different results of a function that are kept to compare versions
MAX_CHARACTERS = 600  # story and results together
MAX_STEPS = 6
MAX_ITEMS = 10  # the first of a generator
FORBIDDEN = re.compile(
    r"(os\.(remove|rename|mkdir|rmdir|system|exec|fork|kill|link|symlink|truncate|posix_spawn)"
    r"|shutil|subprocess|socket|urllib|smtplib|ftplib|webbrowser|sqlite3|pty)\b"
)
# Errors that nobody means, unless a line of the module raises them.
ACCIDENTS = (TypeError, AttributeError, NameError, RecursionError, MemoryError, EOFError, OSError)

# The target, the arguments and the steps; after a run, also the results and the lines.
StoryData = dict[str, Any]
Trace = Callable[[FrameType, str, Any], Any]


class TooLongError(BaseException):
    """A call took too long."""


class FailedError(Exception):
    """A call raised an error. The results tell which."""


def raise_too_long(*_: object) -> None:
    raise TooLongError


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    signal.signal(signal.SIGPROF, raise_too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def show(value: Any) -> str:  # noqa: ANN401 - any result
    """Describe a value as the documents do."""
    kind: Any = type(value)
    if inspect.isroutine(value):
        return value.__name__
    text = repr(value)
    if inspect.isgenerator(value):
        return "yields " + ", ".join(show(each) for each in islice(value, MAX_ITEMS))
    if kind.__repr__ is object.__repr__ and hasattr(value, "__dict__"):
        public = [f"{name}={each!r}" for name, each in vars(value).items() if name[0] != "_"]
        text = f"{kind.__name__}({', '.join(public)})"
    return re.sub(r"(?:\w+\.)*(\w+) at 0x\w+", r"\1", text)


def keep_arguments(*positional: object, **named: object) -> list[Any]:
    return [positional, named]


class StoryRun:
    """A run of a story on a version of the module.

    `ran`: the target, and lines that followed each other. `is_accident`: a call was no use.
    """

    def __init__(
        self, module: ModuleType, names: dict[str, Any], story: StoryData, *, traced: bool = False
    ) -> None:
        self.file = str(module.__file__)
        self.target = story["target"]
        self.names = {**names, module.__name__: module, "_keep": keep_arguments}
        self.results: list[str] = []
        self.ran: set[tuple[str, int, int]] = set()
        self.is_accident = False
        sys.modules[module.__name__] = module
        printed = io.StringIO()
        try:
            with time_limit(CALL_SECONDS), redirect_stdout(printed), redirect_stderr(printed):
                if traced:
                    sys.settrace(self.on_call)
                self._make(module, story)
        except FailedError:
            story["steps"] = []  # there is no object
        except (Exception, TooLongError) as error:  # noqa: BLE001 - a repr raises it, for example
            self.results.append(f"cannot be shown: {type(error).__name__}")
            self.is_accident = True
        finally:
            sys.settrace(None)
        self.text = "\n".join([*self.results, printed.getvalue()])

    def _make(self, module: ModuleType, story: StoryData) -> None:
        target: Any = module
        for name in self.target.split("."):
            target = getattr(target, name)
        value = self._call(target, story["arguments"])
        if not story["steps"]:
            self.results.append(show(value))
        for name, arguments in story["steps"]:
            try:
                result = getattr(value, name)
                if callable(result):
                    result = self._call(result, arguments)
                self.results.append(show(result))
            except FailedError:  # noqa: PERF203 - later steps may do better
                continue

    def _call(self, function: Callable[..., Any], sources: list[str]) -> Any:  # noqa: ANN401
        try:
            arguments = eval(f"_keep({', '.join(sources)})", self.names)  # noqa: S307 - our own
            before = show(arguments)
            result = function(*arguments[0], **arguments[1])
            after = show(arguments)
        except Exception as error:  # noqa: BLE001 - the module may raise anything
            self.results.append(f"raises {type(error).__name__}: {error}")
            frames = [*traceback.walk_tb(error.__traceback__)]
            line = linecache.getline(self.file, frames[-1][1])
            is_meant = f"raise {type(error).__name__}" in line
            self.is_accident |= isinstance(error, ACCIDENTS) and not is_meant
            raise FailedError from None
        if after != before:
            self.results.append(f"arguments afterwards: {after}")
        return result

    def on_call(self, frame: FrameType, _event: str, _argument: object) -> Trace | None:
        if frame.f_code.co_filename != self.file:
            return None
        line = frame.f_code.co_firstlineno

        def on_line(frame: FrameType, event: str, _argument: object) -> Trace:
            nonlocal line
            if event == "line":
                self.ran.add((self.target, line, frame.f_lineno))
                line = frame.f_lineno
            return on_line

        return on_line


class Explorer:
    """Looks for stories: in `first`, each runs something new; `others` have another result."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings
        self.names = {"datetime": import_module("datetime")}
        for name in settings["modules"]:
            import_module(name)
            top = name.partition(".")[0]
            self.names[top] = sys.modules[top]
        self.text = Path(settings["file"]).read_text(encoding="utf-8")
        self.module = self.load(self.text)
        self.chance = Random(0)  # noqa: S311 - no secret
        self.values = Values(self.text, self.chance)
        self.ran: set[tuple[str, int, int]] = set()
        self.first: list[StoryData] = []
        self.others: list[StoryData] = []
        self.results: dict[str, set[str]] = defaultdict(set)

    def load(self, text: str) -> ModuleType:
        """Import a version of the module."""
        module = ModuleType(self.settings["name"])
        module.__file__ = self.settings["file"]
        sys.modules[module.__name__] = module
        code = compile(text, self.settings["file"], "exec", dont_inherit=True)
        with time_limit(IMPORT_SECONDS):
            exec(code, vars(module))  # noqa: S102 - as an import does
        return module

    def targets(self) -> dict[str, Any]:
        """Return the public functions and classes, and static methods, by their names."""
        found: dict[str, Any] = {}
        for name, thing in vars(self.module).items():
            is_own = getattr(thing, "__module__", "") == self.module.__name__
            if name[0] == "_" or not is_own or not callable(thing):
                continue
            if not inspect.isclass(thing):
                found[name] = thing
            elif not issubclass(thing, BaseException):
                found[name] = thing
                for method, entry in vars(thing).items():
                    if isinstance(entry, (staticmethod, classmethod)) and method[0] != "_":
                        found[f"{name}.{method}"] = getattr(thing, method)
        return found

    def explore(self) -> None:
        for story in self.settings["known"]:
            self.keep(story, is_known=True)
        targets = self.targets()
        for _ in range(self.settings["tries"] if targets else 0):
            tried = self.chance.choice([self.first, self.first + self.others, []])
            if tried:
                self.keep(self.variation(self.chance.choice(tried)))
            else:
                name = self.chance.choice([*targets])
                self.keep(self.new_story(name, targets[name]))

    def new_story(self, name: str, thing: Any) -> StoryData:  # noqa: ANN401 - a function or a class
        steps: list[Any] = []
        if inspect.isclass(thing):
            steps = [self.new_step(thing) for _ in range(self.chance.randint(1, MAX_STEPS))]
        return {"target": name, "arguments": self.arguments(thing), "steps": steps}

    def new_step(self, kind: Any) -> list[Any]:  # noqa: ANN401 - a class
        names = [name for name in dir(kind) if name[0] != "_"]
        name = self.chance.choice([*names, "__str__"])
        method = getattr(kind, name)
        is_bound = inspect.ismethod(method) or not inspect.isfunction(method)
        return [name, self.arguments(method)[not is_bound :]]

    def arguments(self, function: Any) -> list[str]:  # noqa: ANN401 - a function or a class
        try:
            return self.values.for_parameters(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            return []

    def variation(self, story: StoryData) -> StoryData:
        """Return a story with other arguments, or with one step more or less."""
        steps = [list(step) for step in story["steps"]]
        choice = self.chance.randrange(5)
        if not steps or choice == 0:
            return {**story, "arguments": self.values.vary(story["arguments"]), "steps": steps}
        place = self.chance.randrange(len(steps))
        if choice == 1 and len(steps) > 1:
            steps.pop(place)
        elif choice == 2 and len(steps) < 2 * MAX_STEPS:
            steps.insert(place, self.new_step(getattr(self.module, story["target"])))
        else:
            steps[place][1] = self.values.vary(steps[place][1])
        return {**story, "steps": steps}

    def keep(self, story: StoryData, *, is_known: bool = False) -> None:
        """Run a story, and keep it if it runs something new, or has another result."""
        run = StoryRun(self.module, self.names, story, traced=True)
        self.values.note(failed=run.is_accident)
        size = len(json.dumps([story["arguments"], story["steps"], run.text]))
        if not is_known and (run.is_accident or size > MAX_CHARACTERS):
            return
        kept = {**story, "results": run.text, "lines": sorted({line for _, _, line in run.ran})}
        results = self.results[story["target"]]
        if is_known or not run.ran <= self.ran:
            self.ran |= run.ran
            self.first.append(kept)
        elif len(results) < MAX_RESULTS and run.text not in results:
            results.add(run.text)
            self.others.append(kept)

    def compare(self) -> dict[str, Any]:
        """Find the smallest story for which each version differs; one may do for several.

        Returns the chosen stories, the index of that of each version, and the versions that no
        story of the first shows.
        """
        first = sorted(self.first, key=size_of)
        others = sorted(self.others, key=size_of)
        chosen: list[StoryData] = []
        found: dict[str, int] = {}
        missed: list[str] = []
        for name, text in self.settings["versions"].items():
            try:
                version = self.load(text)
            except (Exception, TooLongError):  # noqa: BLE001, S112 - any story shows that
                continue
            story = self.first_difference(
                version, first_line(self.text, text), [*chosen, *first, *others]
            )
            if story is None:
                continue
            if story not in self.first:
                missed.append(name)
            if story not in chosen:
                chosen.append(story)
            found[name] = chosen.index(story)
        return {"first": self.first, "chosen": chosen, "found": found, "missed": missed}

    def first_difference(
        self, version: ModuleType, line: int, stories: list[StoryData]
    ) -> StoryData | None:
        """Return the first story that differs. `line`: the first that changed."""
        that_run_it = [story for story in stories if line in story["lines"]]
        end = time.process_time() + VERSION_SECONDS
        for story in that_run_it or stories:
            if StoryRun(version, self.names, {**story}).text != story["results"]:
                return story
            if time.process_time() > end:
                break
        return None


def first_line(text: str, other: str) -> int:
    """Return the number of the first line that differs."""
    pairs = zip(text.split("\n"), other.split("\n"), strict=False)
    same = takewhile(lambda pair: pair[0] == pair[1], pairs)
    return len([*same]) + 1


def size_of(story: StoryData) -> int:
    return len(json.dumps([story["arguments"], story["steps"]]))


def forbid(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse an action that could do harm."""
    is_writing = event == "open" and bool(set(str(arguments[1])) & set("wax+"))
    if is_writing or FORBIDDEN.match(event):
        raise PermissionError(f"not while exploring: {event}")


def main() -> None:
    settings = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdin = io.StringIO()
    time.sleep = lambda _seconds: None
    with Path(settings["out"]).open("w", encoding="utf-8") as out:
        sys.addaudithook(forbid)
        explorer = Explorer(settings)
        explorer.explore()
        json.dump(explorer.compare(), out)


if __name__ == "__main__":
    main()
