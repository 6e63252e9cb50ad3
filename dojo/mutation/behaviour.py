"""Compare the behaviour of functions with a snapshot, at the calls of the tests, and report it."""

import ast
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from dojo.errors import WorkspaceError
from dojo.inside.swap import LOCALS, SourceFunction, functions_by_name, head_of
from dojo.inside.twins import NO_TIME
from dojo.mutation.inputs import path_of, read_sources
from dojo.mutation.project import Project, project_of_practice
from dojo.mutation.results import Place, Twin
from dojo.mutation.text import cut_call, difference_lines
from dojo.mutation.why import merged
from dojo.mutation.workers import Answer, Crew, Job, TwinSettings, start_crew, temporary_copies
from dojo.practice.model import Practice
from dojo.practice.project import read_settings
from dojo.practice.snapshots import Repository
from dojo.source import parse_or_none
from dojo.text import fill, printable, quantity

MAX_DIFFERENCES = 5
MAX_NAMES = 20
NOT_COMPARED = "No call could be compared."
UNCHANGED = "Nothing to compare: no earlier code changed."
# Limits for a function that changed in the tests of one file, and for all functions there.
MAX_CALLS = 500
SECONDS = 10.0
TOTAL_SECONDS = 20.0
JOB_SECONDS = 600.0  # nothing should take so long
BROKEN = "{path} cannot be compared, because it is no valid Python. `dojo check` shows where."
NEW = "new, renamed or moved"
OTHER_PARAMETERS = "other parameters or defaults"
OTHER_DECORATORS = "changed decorators"
OTHER_DATA = "except where a function uses it"
GONE = "gone, renamed or moved"
AT_IMPORT = "called at import only"
NOT_CALLED = "no call in a test's own process"
NOT_CALLED_YET = "no call in the tests that were run"
BECAUSE = "because of {}"
TESTS_LEFT = "tests that were not run"


class ChangedFunction(Struct):
    """The smallest call of a function that differs, with the effects of both versions."""

    function: str
    call: str
    test: str
    before: dict[str, str]
    now: dict[str, str]


class Comparison(Struct):
    """The number of calls and functions that were compared, and the differences.

    `not_compared`: functions, by the reason. `unclear`: how often something could not be compared.
    """

    calls: int
    functions: int
    differences: list[ChangedFunction]
    not_compared: dict[str, list[str]]
    unclear: dict[str, int]


class TestedCalls(NamedTuple):
    """The calls of the tests. `at_import`: the places of the functions that ran before any test.

    `tests_left`: how many tests were not run, because there was no time or no need.
    """

    twins: list[Twin]
    at_import: set[tuple[str, int]]
    tests_left: int


def compare_behaviour(practice: Practice, tree: str) -> Comparison:
    """Compare the current code with that of a snapshot. Raises WorkspaceError."""
    project = project_of_practice(practice)
    with temporary_copies() as folder:
        original = folder / "original"
        project.copy_to(original)
        now = {source.path: source.text for source in read_sources(original, project)}
        then = _texts_in(practice, tree, now)
        _refuse_broken(original, then.keys() - now.keys())
        changed = {path: then[path] for path in then.keys() & now if then[path] != now[path]}
        places, not_compared = _match(functions_of_files(then), functions_of_files(now))
        if changed_data := _changed_data(then, now):
            not_compared[OTHER_DATA] = changed_data
        if not changed:
            return Comparison(0, 0, [], not_compared, {})
        calls = TestedCalls([], set(), 0)
        _write_missing_modules(original, project, then)
        if places:
            with start_crew(project, original, os.cpu_count() or 1) as crew:
                limits = (MAX_CALLS, SECONDS, TOTAL_SECONDS)
                calls = _compare(crew, TwinSettings(places, changed, *limits, is_earlier=True))
    return _comparison(calls, places, not_compared)


def _refuse_broken(folder: Path, missing: Iterable[str]) -> None:
    """Raise WorkspaceError if a file is there, but no Python: its functions are not gone."""
    for path in missing:
        file = folder / path
        if file.is_file() and parse_or_none(file.read_bytes()) is None:
            raise WorkspaceError(BROKEN.format(path=path))


def _write_missing_modules(folder: Path, project: Project, then: Mapping[str, str]) -> None:
    """Write the modules that are gone, because the earlier code may import them."""
    modules = {project.module_of(path) for path in project.sources}
    for path, text in then.items():
        if project.module_of(path) not in modules:
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def _texts_in(practice: Practice, tree: str, current: Mapping[str, str]) -> dict[str, str]:
    """Return the code in a tree, by the paths that sources have."""
    settings = read_settings(practice.folder)
    texts: dict[str, str] = {}
    for path, text in Repository(practice.folder).files(tree).items():
        shown = practice.display_path(practice.folder / path)
        is_code = shown in current or settings.has_code(Path(path))
        if is_code and parse_or_none(text.encode()):
            texts[shown] = text
    return texts


def functions_of_files(texts: Mapping[str, str]) -> dict[str, SourceFunction]:
    """Return the functions of files, as "path::name"."""
    found: dict[str, SourceFunction] = {}
    for path, text in texts.items():
        for name, function in functions_by_name(text).items():
            found[f"{path}::{name}"] = function
    return found


def _changed_data(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the names of data and classes with other statements outside of functions."""
    before = data_in(then)
    return [name for name, text in data_in(now).items() if text != before.get(name, text)]


def data_in(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the data and the heads of the classes of files as text, by "path::name"."""
    found: dict[str, str] = {}
    for path, text in texts.items():
        for name, node in _data_below(ast.parse(text).body, ""):
            found[f"{path}::{name}"] = node
    return found


def _data_below(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, str]]:
    """Yield the data and the heads of the classes in a block. `owner`: a class and a dot."""
    for node in body:
        match node:
            case ast.ClassDef():
                yield f"class {owner}{node.name}", head_of(node)
                yield from _data_below(node.body, f"{owner}{node.name}.")
            case ast.Assign(value=ast.Lambda()) | ast.AnnAssign(value=ast.Lambda()):
                continue  # a function
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                yield f"{owner}{ast.unparse(target)}", ast.dump(node.value or ast.Pass())


def decorators_of(function: SourceFunction) -> list[str]:
    return [ast.dump(each) for each in getattr(function.node, "decorator_list", [])]


def parameters_of(function: SourceFunction) -> str:
    """Return the parameters of a function without annotations, with defaults."""
    arguments = deepcopy(function.node.args)
    for each in ast.walk(arguments):
        if isinstance(each, ast.arg):
            each.annotation = None
    return ast.unparse(arguments)


def _match(
    old: Mapping[str, SourceFunction], new: Mapping[str, SourceFunction]
) -> tuple[list[Place], dict[str, list[str]]]:
    """Return the functions to compare, and the names of the others by the reason.

    A function inside of another one is a part of it, and is not named.
    """
    places: list[Place] = []
    not_compared: dict[str, list[str]] = defaultdict(list)
    for name, function in new.items():
        before = old.get(name)
        if before is not None and parameters_of(before) == parameters_of(function):
            has_changed = function.differs_from(before)
            places.append((path_of(name), function.first, function.place_name, has_changed))
            if decorators_of(before) != decorators_of(function) and not is_inner(name):
                not_compared[OTHER_DECORATORS].append(name)
        elif not is_inner(name):
            reason = NEW if before is None else OTHER_PARAMETERS
            not_compared[reason].append(name)
    gone = [name for name in old if name not in new and not is_inner(name)]
    if gone:
        not_compared[GONE] = gone
    return places, not_compared


def is_inner(name: str) -> bool:
    """Return whether another function creates the one with a name."""
    return LOCALS in name


def _compare(crew: Crew, settings: TwinSettings) -> TestedCalls:
    """Compare at the calls of all tests. Each file of tests is a job, with limits of its own."""
    tests: dict[str, list[str]] = defaultdict(list)
    hello = crew.hello()
    # Without modules, this only prepares the workers for forks.
    crew.import_modules([])
    for test in hello.tests:
        tests[path_of(test)].append(test)
    twins: list[Twin] = []
    tests_left = len(hello.tests)
    for job in [crew.submit(_compare_file, crew, settings, names) for names in tests.values()]:
        for answer in job.result():
            twins += answer.twins
            tests_left -= answer.tests_run
    return TestedCalls(twins, set(hello.reached), tests_left)


def _compare_file(crew: Crew, settings: TwinSettings, tests: list[str]) -> list[Answer]:
    """Compare at the calls of some tests. After a test that fails, the others run anew."""
    answers: list[Answer] = []
    while tests:
        job = Job("twins", tests, cpu=JOB_SECONDS, seconds=JOB_SECONDS)
        job.twins = settings
        answer = crew.ask(job)
        answers.append(answer)
        tests = tests[answer.tests_run :] if answer.failed else []
    return answers


def _comparison(
    calls: TestedCalls, places: list[Place], not_compared: dict[str, list[str]]
) -> Comparison:
    """Join the calls of all tests to a comparison, by their places. Changed functions come first.

    Adds the functions without a compared call to `not_compared`.
    """
    by_place: dict[Place, list[Twin]] = defaultdict(list)
    for twin in calls.twins:
        by_place[twin.place].append(twin)
    result = Comparison(0, 0, [], not_compared, merged(calls.twins).not_compared)
    if calls.tests_left:
        result.unclear[TESTS_LEFT] = calls.tests_left
    for place in sorted(places, key=_is_unchanged):
        found = merged(by_place[place])
        result.calls += found.compared
        result.functions += found.compared > 0
        if not found.compared and (by_place[place] or not is_inner(place[2])):
            reason = _reason(calls, place, by_place[place])
            not_compared.setdefault(reason, []).append(f"{place[0]}::{place[2]}")
        example = found.example
        if example is not None:
            # In a twin, the current code comes before the snapshot.
            result.differences.append(
                ChangedFunction(place[2], example.call, example.test, example.after, example.before)
            )
    return result


def _is_unchanged(place: Place) -> bool:
    _, _, _, has_changed = place
    return not has_changed


def _reason(calls: TestedCalls, place: Place, twins: list[Twin]) -> str:
    """Return why no call of a function was compared. It has `twins` if a test called it."""
    obstacles = merged(twins).not_compared
    if obstacles:
        return BECAUSE.format(", ".join(sorted(obstacles)))
    if twins:
        return BECAUSE.format(NO_TIME)
    if calls.tests_left:
        return NOT_CALLED_YET
    if place[:2] in calls.at_import:
        return AT_IMPORT
    return NOT_CALLED


def behaviour_lines(found: Comparison, then: str) -> list[str]:
    """Return the report of a comparison. `then`: a name of the other version."""
    calls = quantity(found.calls, "call")
    number = len(found.differences)
    has_earlier = found.not_compared.keys() - {NEW}
    lines = [NOT_COMPARED if has_earlier else UNCHANGED]
    if found.calls:
        differ = f"{quantity(number, 'function')} {'differs' if number == 1 else 'differ'}"
        if not number:
            differ = "no function differs"
        lines = [fill(f"{calls} of {quantity(found.functions, 'function')}: {differ}.")]
    for difference in found.differences[:MAX_DIFFERENCES]:
        lines += ["", printable(cut_call(difference.call, difference.function))]
        lines += difference_lines(difference.before, difference.now, (then, "now"))
        lines.append(printable(f"  in {difference.test}"))
    if number > MAX_DIFFERENCES:
        lines += ["", f"... and {number - MAX_DIFFERENCES} more; --json has all"]
    for reason, names in found.not_compared.items():
        shown = ", ".join(name.partition("::")[2] for name in names[:MAX_NAMES])
        if len(names) > MAX_NAMES:
            shown += f" and {len(names) - MAX_NAMES} more"
        lines += ["", fill(f"Not compared, {reason}: {shown}.")]
    if found.unclear:
        names = [f"{name} ({count})" for name, count in sorted(found.unclear.items())]
        lines += ["", fill(f"Not compared in calls: {', '.join(names)}.")]
    return lines
