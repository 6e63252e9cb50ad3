"""Compare what functions do now with what they did in a snapshot, at the calls of the tests."""

import ast
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from dojo.inside.swap import split_lines
from dojo.mutation.inputs import Source, path_of, read_sources
from dojo.mutation.project import project_of_practice
from dojo.mutation.regions import regions_of, text_of
from dojo.mutation.results import Example, Place, Twin
from dojo.mutation.why import merged
from dojo.mutation.workers import Crew, Job, TwinSettings, start_crew, temporary_copies
from dojo.practice.code import is_test_file
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.source import parse_or_none, parse_source

MAX_CALLS = 50  # of a function, in the tests of one file
SECONDS = 1.0  # to compare them
TOTAL_SECONDS = 20.0  # of the tests of one file
JOB_SECONDS = 600.0  # nothing should take so long
NEW = "new, renamed or moved"
OTHER_PARAMETERS = "other parameters"
NOT_CALLED = "no call in a test"
GONE = "gone, renamed or moved"


class Difference(Struct):
    """The smallest call of a function that differs, as it was before, and as it is now."""

    function: str
    call: str
    test: str
    before: dict[str, str]
    now: dict[str, str]


class Comparison(Struct):
    """How many calls and functions were compared, and what differs.

    `not_compared`: functions, by the reason. `unclear`: how often something could not be compared.
    """

    calls: int
    functions: int
    differences: list[Difference]
    not_compared: dict[str, list[str]]
    unclear: dict[str, int]


def compare_behaviour(practice: Practice, tree: str) -> Comparison:
    """Compare the current code with that of a snapshot. Raises WorkspaceError."""
    project = project_of_practice(practice)
    with temporary_copies() as folder:
        original = folder / "original"
        project.copy_to(original)
        sources = read_sources(original, project)
        before = _texts_in(practice, tree, {source.path for source in sources})
        changed: dict[str, str] = {}
        for source in sources:
            text = before.get(source.path)
            if text is not None and text != source.text and parse_or_none(text.encode()):
                changed[source.path] = text
        not_compared = _not_comparable(sources, before)
        places = _places(sources, changed, not_compared)
        twins: list[Twin] = []
        if changed and places:
            with start_crew(project, original, os.cpu_count() or 1) as crew:
                twins = _compare(
                    crew, TwinSettings(places, changed, MAX_CALLS, SECONDS, TOTAL_SECONDS)
                )
    return _comparison(twins, places, not_compared)


def _texts_in(practice: Practice, tree: str, current: set[str]) -> dict[str, str]:
    """Return the code in a tree, by the paths that sources have."""
    texts: dict[str, str] = {}
    for path, text in Repository(practice.folder).files(tree).items():
        shown = practice.display_path(practice.folder / path)
        is_code = path.endswith(".py") and not is_test_file(practice.folder / path)
        if shown in current or is_code:
            texts[shown] = text
    return texts


def parameters_of(path: str, text: str) -> dict[str, str]:
    """Return the parameters of functions, with defaults, by the names of their regions."""
    by_line: dict[int, str] = {}
    for node in ast.walk(parse_source(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in ast.walk(node.args):
                if isinstance(each, ast.arg):
                    each.annotation = None
            lines = [node.lineno, *(each.lineno for each in node.decorator_list)]
            by_line[min(lines)] = ast.unparse(node.args)
    found: dict[str, str] = {}
    for region in regions_of(text):
        if region.names:
            found[f"{path}::{region.key}"] = by_line[region.first]
    return found


def _not_comparable(sources: Iterable[Source], before: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the functions that have no counterpart, as "path::key", by the reason."""
    old: dict[str, str] = {}
    new: dict[str, str] = {}
    for path, text in before.items():
        if parse_or_none(text.encode()):
            old |= parameters_of(path, text)
    for source in sources:
        new |= parameters_of(source.path, source.text)
    shared = old.keys() & new.keys()
    found = {
        NEW: sorted(new.keys() - old.keys()),
        GONE: sorted(old.keys() - new.keys()),
        OTHER_PARAMETERS: sorted(name for name in shared if old[name] != new[name]),
    }
    return {reason: names for reason, names in found.items() if names}


def _places(
    sources: Iterable[Source], changed: Mapping[str, str], not_compared: Mapping[str, list[str]]
) -> list[Place]:
    """Return the functions to compare, and whether the code of each one changed."""
    places: list[Place] = []
    left_out = {name for names in not_compared.values() for name in names}
    for source in sources:
        old = changed.get(source.path, source.text)
        lines = split_lines(old)
        before = {each.key: text_of(lines, each) for each in regions_of(old)}
        for region in source.regions:
            if region.names and f"{source.path}::{region.key}" not in left_out:
                has_changed = text_of(source.lines, region) != before[region.key]
                places.append((source.path, region.first, region.name, has_changed))
    return places


def _compare(crew: Crew, settings: TwinSettings) -> list[Twin]:
    tests: dict[str, list[str]] = defaultdict(list)
    hello = crew.hello()
    crew.begin([])
    for test in hello.tests:
        tests[path_of(test)].append(test)
    found: list[Twin] = []
    for job in [crew.submit(_compare_file, crew, settings, names) for names in tests.values()]:
        found += job.result()
    return found


def _compare_file(crew: Crew, settings: TwinSettings, tests: list[str]) -> list[Twin]:
    """Compare at the calls of some tests. After a test that fails, the others run anew."""
    found: list[Twin] = []
    while tests:
        job = Job("twins", tests, cpu=JOB_SECONDS, seconds=JOB_SECONDS)
        job.twins = settings
        answer = crew.ask(job)
        found += answer.twins
        tests = tests[answer.tests_run :] if answer.failed else []
    return found


def _comparison(
    twins: list[Twin], places: list[Place], not_compared: dict[str, list[str]]
) -> Comparison:
    by_place: dict[Place, list[Twin]] = defaultdict(list)
    for twin in twins:
        by_place[twin.place].append(twin)
    calls = 0
    functions = 0
    unclear: Counter[str] = Counter()
    differences: list[Difference] = []
    without: list[str] = []
    for place in places:
        found = merged(by_place.get(place, []))
        if found is None or not found.compared:
            without.append(f"{place[0]}::{place[2]}")
        if found is None:
            continue
        calls += found.compared
        functions += found.compared > 0
        unclear.update(found.not_compared)
        if found.example is not None:
            differences.append(_difference(place, found.example))
    if without:
        not_compared = {**not_compared, NOT_CALLED: without}
    return Comparison(calls, functions, differences, not_compared, dict(unclear))


def _difference(place: Place, example: Example) -> Difference:
    return Difference(place[2], example.call, example.test, example.after, example.before)
