"""Call the public functions and classes of a module with varied arguments.

    python explore.py SETTINGS.json

It finds stories that run something new, and for other versions of the module a story for which each
differs. A story is a call of a function, or an object and calls on it. The settings are:

    file       the module
    name       its name
    calls      the module that makes and shows calls, as the golden master does
    arguments  the module that makes the arguments that are no literals
    known      stories to begin with
    versions   other texts of the module, by their names
    tries      how many stories to try
    out        the file of the findings
"""

import copy
import inspect
import io
import json
import re
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.abc import SourceLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import takewhile
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

from dojo.inside.values import Values

# Seconds of processor time.
CALL_SECONDS = 0.1
IMPORT_SECONDS = 2.0
VERSION_SECONDS = 2.0
MAX_RESULTS = 400  # different results of a function that are kept to compare versions
MAX_CHARACTERS = 600  # story and results together
MAX_STEPS = 6
MAX_VARIATIONS = 200  # tried for a version, if no story differs
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


def raise_too_long(*_: object) -> None:
    raise TooLongError


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooLongError after some seconds of processor time, and again if the code catches it."""
    signal.signal(signal.SIGPROF, raise_too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class TextLoader(SourceLoader):
    """Imports a text as if it were in a file."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    def get_filename(self, _fullname: str) -> str:
        return self.path

    def get_data(self, _path: str | bytes) -> bytes:
        return self.text.encode()


def import_text(name: str, path: str, text: str) -> ModuleType:
    """Import a text as a module, which takes the place of an earlier version."""
    loader = TextLoader(path, text)
    spec = spec_from_loader(name, loader)
    module = module_from_spec(spec)  # type: ignore[arg-type] # there is one
    sys.modules[name] = module
    with time_limit(IMPORT_SECONDS):
        loader.exec_module(module)
    return module


def import_file(name: str, path: str) -> Any:  # noqa: ANN401 - a module
    return import_text(name, path, Path(path).read_text(encoding="utf-8"))


class StoryRun:
    """A run of a story on a version of the module. It is made at once, within CALL_SECONDS.

    `results`: what documents would show, and `text` the same as one string, to compare versions.
    `ran`: the target, and lines that followed each other, if the run is `traced`. `errors`: how
    many calls raised one. `is_accident`: the story is no use, because a call took too long or
    raised an error that nobody means.
    """

    def __init__(
        self,
        calls: Any,  # noqa: ANN401 - a module
        values: Values,
        module: ModuleType,
        story: StoryData,
        *,
        traced: bool = False,
    ) -> None:
        self.calls = calls
        self.values = values
        self.file = str(module.__file__)
        self.target = story["target"]
        self.results: list[str] = []
        self.ran: set[tuple[str, int, int]] = set()
        self.errors = 0
        self.is_accident = False
        sys.modules[module.__name__] = module
        sink = io.StringIO()
        try:
            with time_limit(CALL_SECONDS), redirect_stdout(sink), redirect_stderr(sink):
                if traced:
                    sys.settrace(self.on_call)
                self._make(module, story)
        except (Exception, TooLongError) as error:  # noqa: BLE001 - a property raises it, say
            self.results.append(f"cannot be shown: {type(error).__name__}")
            self.is_accident = True
        finally:
            sys.settrace(None)
        self.text = "\n".join(self.results)

    def _make(self, module: ModuleType, story: StoryData) -> None:
        """Call the target, and then the steps on the object that it returns.

        If the target raises an error, the story loses its steps.
        """
        target: Any = module
        for name in self.target.split("."):
            target = getattr(target, name)
        value = self._call(target, story["arguments"])
        if self.errors:
            story["steps"] = []  # there is no object
        if story["steps"]:
            self.results.pop(0)  # documents show the object only by its steps
        for name, arguments in story["steps"]:
            attribute = getattr(value, name)
            if callable(attribute):
                self._call(attribute, arguments)
            else:
                self.results.append(self.calls.show(attribute))

    def _call(self, function: Callable[..., Any], sources: list[str]) -> Any:  # noqa: ANN401
        """Make a call, and add its lines to the results, the first one without the call itself."""
        positional, named = self.values.make_arguments(sources)
        value, lines = self.calls.make(function, positional, named)
        self.results += [lines[0].partition(" -> ")[2], *lines[1:]]
        if isinstance(value, (Exception, SystemExit)):
            self.errors += 1
            self.is_accident |= isinstance(value, ACCIDENTS) and not self._is_meant(value)
        return value

    def _is_meant(self, error: BaseException) -> bool:
        """Return whether a line of the module raises an error."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        return last.filename == self.file and f"raise {type(error).__name__}" in (last.line or "")

    def on_call(self, frame: FrameType, _event: str, _argument: object) -> Trace | None:
        """Trace the lines of the module's own code. Python calls this for each frame."""
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
    """Looks for stories: in `first`, each runs something new; `others` have another result.

    `ran`: all that the stories in `first` ran. `results`: those of the stories in `others`, by the
    target. `calls` and `arguments` are the modules of the settings. `chance` has a fixed seed, so
    the same settings give the same stories.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings
        self.text = Path(settings["file"]).read_text(encoding="utf-8")
        self.calls = import_file("dojo_calls", settings["calls"])
        self.module = self.load(self.text)
        self.arguments = import_file("dojo_arguments", settings["arguments"])
        self.chance = Random(0)  # noqa: S311 - no secret
        self.values = Values(self.text, self.chance, self.arguments.VALUES)
        self.ran: set[tuple[str, int, int]] = set()
        self.first: list[StoryData] = []
        self.others: list[StoryData] = []
        self.results: dict[str, set[str]] = defaultdict(set)

    def load(self, text: str) -> ModuleType:
        """Import a version of the module."""
        return import_text(self.settings["name"], self.settings["file"], text)

    def run(self, story: StoryData, version: ModuleType | None = None) -> StoryRun:
        """Run a story on the module, and note its lines; or run it on a version, and note none."""
        module = version or self.module
        # Arguments name the module: `tickets.Event(...)`.
        setattr(self.arguments, module.__name__, module)
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()
        return StoryRun(self.calls, self.values, module, story, traced=version is None)

    def targets(self) -> dict[str, Any]:
        """Return the public functions and classes, and static methods, by their names."""
        found: dict[str, Any] = {}
        public = getattr(self.module, "__all__", vars(self.module))
        for name, thing in vars(self.module).items():
            is_own = getattr(thing, "__module__", "") == self.module.__name__
            if name[0] == "_" or name not in public or not is_own or not callable(thing):
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
        """Run the known stories, then try others, and keep the useful ones.

        A try varies a story that is kept, or is a new one of any target.
        """
        for story in self.settings["known"]:
            run = self.run(story)
            self.ran |= run.ran
            self.first.append(told(story, run))
        targets = self.targets()
        for _ in range(self.settings["tries"] if targets else 0):
            to_vary = self.chance.choice([self.first, self.first + self.others, []])
            if to_vary:
                self.keep(self.variation(self.chance.choice(to_vary)))
            else:
                name = self.chance.choice([*targets])
                self.keep(self.new_story(name, targets[name]))

    def new_story(self, name: str, thing: Any) -> StoryData:  # noqa: ANN401 - a function or a class
        """Return a story with random arguments, and with random steps if the target is a class."""
        steps: list[Any] = []
        if inspect.isclass(thing):
            steps = [self.new_step(thing) for _ in range(self.chance.randint(1, MAX_STEPS))]
        return {"target": name, "arguments": self.arguments_for(thing), "steps": steps}

    def new_step(self, kind: Any) -> list[Any]:  # noqa: ANN401 - a class
        """Return a step: an attribute of an object, and arguments if that is a method."""
        names = [name for name in dir(kind) if name[0] != "_"]
        name = self.chance.choice([*names, "__str__"])
        method = getattr(kind, name)
        is_bound = inspect.ismethod(method) or not inspect.isfunction(method)
        arguments = self.arguments_for(method)
        if not is_bound:
            arguments = arguments[1:]  # without self
        return [name, arguments]

    def arguments_for(self, function: Any) -> list[str]:  # noqa: ANN401 - a function or a class
        """Choose arguments. A function of C may have no signature; it gets none."""
        try:
            return self.values.for_parameters(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            return []

    def variation(self, story: StoryData) -> StoryData:
        """Return a story with other arguments, or with one step more or less."""
        other = copy.deepcopy(story)
        steps = other["steps"]
        choice = self.chance.randrange(5)
        if not steps or choice == 0:
            other["arguments"] = self.values.vary(other["arguments"])
            return other
        place = self.chance.randrange(len(steps))
        if choice == 1 and len(steps) > 1:
            steps.pop(place)
        elif choice == 2 and len(steps) < 2 * MAX_STEPS:
            steps.insert(place, self.new_step(getattr(self.module, story["target"])))
        else:
            steps[place][1] = self.values.vary(steps[place][1])
        return other

    def keep(self, story: StoryData) -> None:
        """Run a story, and keep it if it runs something new, or has another result."""
        run = self.run(story)
        self.values.note(failed=run.is_accident)
        if run.is_accident or size_of(story) + len(run.text) > MAX_CHARACTERS:
            return
        new = run.ran - self.ran
        results = self.results[story["target"]]
        if new:
            story, run = self.simplified(story, run, lambda _, other: new <= other.ran)
            self.ran |= run.ran
            self.first.append(told(story, run))
        elif len(results) < MAX_RESULTS and run.text not in results:
            results.add(run.text)
            self.others.append(told(story, run))

    def simplified(
        self, story: StoryData, run: StoryRun, is_as_good: Callable[[StoryData, StoryRun], bool]
    ) -> tuple[StoryData, StoryRun]:
        """Return the story with fewer steps and plainer arguments, as far as that is as good.

        It comes with its run. A simpler story raises no errors that the `run` did not raise.
        """
        most_errors = run.errors

        def is_good(other: StoryData, other_run: StoryRun) -> bool:
            if other_run.is_accident or other_run.errors > most_errors:
                return False
            return is_as_good(other, other_run)

        for place in reversed(range(len(story["steps"]))):
            other = copy.deepcopy(story)
            del other["steps"][place]
            other_run = self.run(other)
            if other["steps"] and is_good(other, other_run):
                story = other
                run = other_run
        for place, sources in enumerate(argument_lists(story)):
            for index in reversed(range(len(sources))):
                for plainer in self.values.plainer_than(sources[index]):
                    other = copy.deepcopy(story)
                    argument_lists(other)[place][index : index + 1] = plainer
                    other_run = self.run(other)
                    if is_good(other, other_run):
                        story = other
                        run = other_run
                        break
        return story, run

    def compare(self) -> dict[str, Any]:
        """Find a simple story for which each version differs; one may do for several.

        Returns the chosen stories, the index of that of each version, and the versions that no
        story of the first shows.
        """
        stories = [*sorted(self.first, key=size_of), *sorted(self.others, key=size_of)]
        chosen: list[StoryData] = []
        found: dict[str, int] = {}
        missed: list[str] = []
        for name, text in self.settings["versions"].items():
            try:
                version = self.load(text)
            except (Exception, TooLongError):  # noqa: BLE001, S112 - any story shows that
                continue
            line = first_line(self.text, text)
            story = self.differing_story(version, line, [*chosen, *stories])
            if story is None:
                continue
            if story not in self.first:
                missed.append(name)
            if story not in chosen:
                chosen.append(self.simple_difference(version, story))
                story = chosen[-1]
            found[name] = chosen.index(story)
        return {"first": self.first, "chosen": chosen, "found": found, "missed": missed}

    def differing_story(
        self, version: ModuleType, line: int, stories: list[StoryData]
    ) -> StoryData | None:
        """Return a story that differs: one of these, or a variation. `line`: the first changed."""
        that_run_it = [story for story in stories if line in story["lines"]] or stories
        end = time.process_time() + VERSION_SECONDS
        for story in that_run_it:
            if self.run(copy.copy(story), version).text != story["results"]:
                return story
            if time.process_time() > end:
                return None
        for _ in range(MAX_VARIATIONS if that_run_it else 0):
            story = self.variation(self.chance.choice(that_run_it))
            run = self.run(story, self.module)
            self.values.note(failed=run.is_accident)
            if not run.is_accident and self.run(copy.copy(story), version).text != run.text:
                return story
            if time.process_time() > end:
                return None
        return None

    def simple_difference(self, version: ModuleType, story: StoryData) -> StoryData:
        """Return the simplified story, as long as it differs for the version."""

        def is_as_good(other: StoryData, run: StoryRun) -> bool:
            return self.run(copy.copy(other), version).text != run.text

        story = copy.deepcopy(story)
        return told(*self.simplified(story, self.run(story), is_as_good))


def told(story: StoryData, run: StoryRun) -> StoryData:
    """Return a story with the results, the lines and the number of errors of its run."""
    lines = sorted({line for _, _, line in run.ran})
    return {**story, "results": run.text, "lines": lines, "errors": run.errors}


def argument_lists(story: StoryData) -> list[list[str]]:
    """Return the arguments of the target and of each step. The lists belong to the story."""
    return [story["arguments"], *(arguments for _, arguments in story["steps"])]


def first_line(text: str, other: str) -> int:
    """Return the number of the first line that differs."""
    pairs = zip(text.split("\n"), other.split("\n"), strict=False)
    same = takewhile(lambda pair: pair[0] == pair[1], pairs)
    return len([*same]) + 1


def size_of(story: StoryData) -> int:
    """Return how long a story is as text. Shorter ones are simpler."""
    return len(json.dumps([story["arguments"], story["steps"]]))


def forbid(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse an action that could do harm."""
    is_writing = event == "open" and bool(set(str(arguments[1])) & set("wax+"))
    if is_writing or FORBIDDEN.match(event):
        raise PermissionError(f"not while exploring: {event}")


def main() -> None:
    """Explore the module of the settings, and write the findings.

    Their file is opened first, because then the code can open no file for writing.
    """
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
