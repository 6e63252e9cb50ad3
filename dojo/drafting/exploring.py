"""Calling the public functions of a tangle with varied arguments, in a separate process."""

import ast
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from dojo.errors import WorkspaceError
from dojo.files import read_json, temporary_folder, write_json
from dojo.inside.values import FUNCTIONS, TIMES, split_name
from dojo.pages import TEMPLATES
from dojo.processes import python_environment, run
from dojo.record.program import RecordedCall
from dojo.record.rendering import RecordedTest

TRIES = 3000
HERE = {"PYTHONHASHSEED": "0", "TZ": "WEST+20"}
ELSEWHERE = {"PYTHONHASHSEED": "1", "TZ": "EAST-20"}
EXPLORE = ("-P", "-m", "dojo.inside.explore")
CALLS = TEMPLATES / "kata" / "calls.py.txt"
NOT_EXPLORED = "The functions of {file} could not be called:\n{error}"


class Story(msgspec.Struct):
    """A call of a function, or an object and calls on it: names, with arguments as Python.

    `results`: as text. `lines`: those of the tangle that it runs. `errors`: how many it raises.
    """

    target: str
    arguments: list[str]
    steps: list[tuple[str, list[str]]]
    results: str = ""
    lines: list[int] = []
    errors: int = 0
    modules: list[str] = []

    @property
    def owner(self) -> str:
        """The public function or class."""
        return self.target.partition(".")[0]


class Findings(msgspec.Struct):
    """The stories that run something new; and others, by the version for which one differs.

    `missed`: the versions for which no story of the first differs.
    """

    first: list[Story]
    chosen: list[Story]
    found: dict[str, int]
    missed: list[str] = []

    def story_for(self, version: str) -> Story | None:
        return self.chosen[self.found[version]] if version in self.found else None


def explore(
    tangle: Path,
    known: Iterable[Story] = (),
    versions: Mapping[str, str] | None = None,
    tries: int = TRIES,
    environment: Mapping[str, str] = HERE,
) -> Findings:
    """Explore a tangle in an empty folder. `versions`: changed texts of the tangle, by name.

    Raises WorkspaceError if it cannot be imported.
    """
    stories = list(known)
    with temporary_folder("explore") as folder:
        settings = {
            "file": str(tangle.resolve()),
            "name": tangle.stem,
            "calls": str(CALLS),
            "arguments": str(folder / "arguments.py"),
            "known": msgspec.to_builtins(stories),
            "versions": dict(versions or {}),
            "tries": tries,
            "out": str(folder / "findings.json"),
        }
        write_json(folder / "settings.json", settings)
        text = _module_of_arguments(stories)
        (folder / "arguments.py").write_text(text, encoding="utf-8")
        place = folder / "empty"
        place.mkdir()
        command = [sys.executable, *EXPLORE, str(folder / "settings.json")]
        done = run(command, place, {**python_environment(), **environment})
        if done.returncode:
            error = done.stderr.strip().splitlines()[-1:]
            raise WorkspaceError(NOT_EXPLORED.format(file=tangle, error="".join(error)))
        return read_json(folder / "findings.json", Findings)


def _module_of_arguments(stories: Iterable[Story]) -> str:
    """Return a module whose VALUES makes each argument that is no literal, by its source."""
    modules = {"datetime"}
    # The explorer tries these in place of arguments.
    sources = {*FUNCTIONS, *chain(*TIMES.values())}
    for story in stories:
        modules |= set(story.modules)
        for argument in chain(story.arguments, *(arguments for _, arguments in story.steps)):
            _, value = split_name(argument)
            if not _is_literal(value):
                sources.add(value)
    lines = [f"import {module}" for module in sorted(modules)]
    entries = [f"    {source!r}: lambda: {source}," for source in sorted(sources)]
    return "\n".join([*lines, "VALUES = {", *entries, "}", ""])


def _is_literal(source: str) -> bool:
    try:
        ast.literal_eval(source)
    except (ValueError, TypeError):
        return False
    return True


def settled(stories: Sequence[Story], tangle: Path) -> list[Story]:
    """Leave out stories whose results depend on the day, on chance, or on stories before."""
    again = explore(tangle, reversed(stories), tries=0, environment=ELSEWHERE).first
    pairs = zip(stories, reversed(again), strict=True)
    return [story for story, other in pairs if story.results == other.results]


def stories_of(tests: Iterable[RecordedTest], module: str) -> tuple[list[Story], int]:
    """Return the stories of a recording, and how many calls need the program's input or seed."""
    stories: list[Story] = []
    left_out = 0
    for test in tests:
        if test.seed or test.answers or not test.all_calls[0].target.startswith(f"{module}."):
            left_out += len(test.all_calls)
            continue
        if test.creation is not None:
            steps = [_step_of(call) for call in test.calls]
            stories.append(_story(test.creation, module, steps))
        else:
            stories += [_story(call, module, []) for call in test.calls]
    return stories, left_out


def _story(call: RecordedCall, module: str, steps: list[tuple[str, list[str]]]) -> Story:
    target = call.target.removeprefix(f"{module}.")
    modules = [name for name in call.modules if name != module]
    return Story(target, call.arguments, steps, modules=modules)


def _step_of(call: RecordedCall) -> tuple[str, list[str]]:
    """Return the name and the arguments of a call on an object. A property has no arguments."""
    if call.is_property:
        return call.function.rpartition(".")[2], []
    return call.target.removeprefix("instance."), call.arguments
