"""The results of a run, which of them are still valid, and their files.

A result depends on its own region, on the tests that decide it, and on all that these tests call.
If its region changed, or a test, a helper of a test or a file that a test reads, it is not used. If
other code changed, it is an estimate. A change outside of functions makes all results invalid.

A shard is a part of the mutants, which one of several machines tests. Its report has results and
the hashes of all that they depend on, so that only results of the same code, tests and tools are
merged.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from filelock import FileLock
from msgspec import Struct, field, structs

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import DamagedError, read_json, write_json
from dojo.inside.swap import split_lines
from dojo.mutation.inputs import Inputs, added_names, changed_names, path_of
from dojo.mutation.regions import Region, regions_of
from dojo.mutation.results import (
    KILLED,
    NOT_COVERED,
    PENDING,
    SURVIVED,
    Mutant,
    Patch,
    Result,
    Selection,
    Span,
    shared_ends,
)
from dojo.practice.code import is_test_file
from dojo.text import quantity

LAST_RUN = "mutants.json"
NUMBERED = "survivors.json"
KNOWN = "known-survivors.json"
NO_RESULTS = "There are no results yet. Run `dojo mutants` first."


class CoveredTest(Struct, frozen=True):
    """A test without a mutant. `reached`: the functions that it ran; `opened`: the files it read.

    `took` and `computed` are seconds, by the clock and of processor time.
    """

    reached: set[str]
    opened: set[str]
    took: float
    computed: float


class Kept(Struct):
    """The results of a run.

    `patches`, by the name of their region; a region without an entry has no patches made yet.
    `results`, by the name of the mutant. `tests`, by their names. `at_import`: the functions that
    ran before any test. `imported`: the files that tests import or run. `left_out`: the tests that
    fail when they run alone, with the error. `early`: modules that the workers import before the
    tests do. `isolated`: tests disturb each other, so each runs in a fork of its own.
    """

    inputs: Inputs
    moment: datetime
    sources: dict[str, str]
    patches: dict[str, list[Patch]] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    tests: dict[str, CoveredTest] = field(default_factory=dict)
    at_import: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    left_out: dict[str, str] = field(default_factory=dict)
    isolated: bool = False
    early: list[str] = field(default_factory=list)

    def chosen(self, selection: Selection) -> list[str]:
        """Return the names of the mutants of a selection."""
        names: list[str] = []
        for region, patches in self.patches.items():
            if selection.has(region) and path_of(region) in self.sources:
                names += [patch.name for patch in patches]
        return selection.choose(names)

    def runs_at_import(self, patch: Patch) -> bool:
        """Return whether the change runs before the tests do, by its place or by a call."""
        return patch.at_import or patch.region in self.at_import

    def tests_of(self, patch: Patch) -> list[str]:
        """Return the tests that can notice a mutant: all, if it is imported before they run."""
        if self.runs_at_import(patch) and path_of(patch.region) in self.imported:
            return list(self.tests)
        return [name for name, test in self.tests.items() if patch.region in test.reached]


def valid_tests(last: Kept, now: Kept) -> dict[str, CoveredTest]:
    """Return the tests that need not run again: nothing changed that they run or read."""
    changed = changed_names(last.inputs, now.inputs)
    if added_names(last.inputs, now.inputs) - now.inputs.functions:
        return {}
    return {
        name: test
        for name, test in last.tests.items()
        if changed.isdisjoint(test.reached) and changed.isdisjoint(test.opened)
    }


def unchanged_patches(last: Kept, now: Kept) -> dict[str, list[Patch]]:
    """Return the patches of regions that are as in the last run."""
    changed = changed_names(last.inputs, now.inputs)
    return {
        region: patches
        for region, patches in last.patches.items()
        if region in now.inputs.hashes and region not in changed
    }


def keep_results(last: Kept, now: Kept, start: str) -> None:
    """Take over the results that are still valid. `now` knows the tests of this run.

    `start`: the folder from which the paths of tests count.
    """
    unchanged = unchanged_patches(last, now)
    now.patches |= unchanged
    comparison = _Comparison(last, now, start)
    for patches in unchanged.values():
        for patch in patches:
            result = comparison.result_of(patch)
            if result is not None:
                now.results[patch.name] = result


class _Comparison:
    """The changes between two runs. They decide which results are still valid."""

    def __init__(self, last: Kept, now: Kept, start: str) -> None:
        self.last = last
        self.now = now
        self.touched = touched_tests(last, now, start)
        changed = changed_names(last.inputs, now.inputs)
        self.changed_code = {name for name in changed if path_of(name) in now.sources}
        added = added_names(last.inputs, now.inputs) - now.inputs.functions
        # An import that a new test needs changes no other test.
        self.has_new_code = any(not is_test_file(Path(path_of(name))) for name in added)

    def result_of(self, patch: Patch) -> Result | None:
        """Return the result of a mutant in the last run. None: it is not valid any more."""
        result = self.last.results.get(patch.name)
        if result is None:
            return None
        tests = self.now.tests_of(patch)
        deciding = _deciding_tests(result, tests)
        if not self._is_valid(patch, result, tests, deciding):
            return None
        if not tests:
            result = Result(NOT_COVERED)
        if self.has_new_code or self._calls_changed_code(deciding):
            return structs.replace(result, why=None, is_estimate=True)
        return result

    def _is_valid(self, patch: Patch, result: Result, tests: list[str], deciding: set[str]) -> bool:
        """Return whether the tests that decide a result are the same, and unchanged."""
        if self.touched & deciding or not deciding <= self.now.tests.keys():
            return False
        if tests and not deciding <= set(tests):  # its killer does not run it any more
            return False
        if result.status in (SURVIVED, NOT_COVERED):
            return set(tests) == set(self.last.tests_of(patch))
        return True

    def _calls_changed_code(self, tests: set[str]) -> bool:
        """Return whether code changed that some tests ran in the last run."""
        known = tests & self.last.tests.keys()  # a new test has decided nothing yet
        return any(self.changed_code & self.last.tests[test].reached for test in known)


def touched_tests(last: Kept, now: Kept, start: str) -> set[str]:
    """Return the tests of the last run that changed, or whose helpers or files did.

    What changed in a file outside of its functions may change each test in it. `start`: the folder
    from which the paths of tests count.
    """
    changed = changed_names(last.inputs, now.inputs)
    changed = {name for name in changed if path_of(name) not in now.sources}
    paths = {path_of(name) for name in changed if name not in last.inputs.functions}
    touched: set[str] = set()
    for name, test in last.tests.items():
        path = f"{start}/{path_of(name)}".removeprefix("/")
        if path in paths or changed.intersection(test.reached) or changed.intersection(test.opened):
            touched.add(name)
    return touched


def _deciding_tests(result: Result, tests: Sequence[str]) -> set[str]:
    """Return the tests that a result depends on: the killer if one failed, or else all."""
    if not result.killer or result.status != KILLED:
        return set(tests)
    if result.killer in tests:
        return {result.killer}
    # It died while a file of tests was collected.
    inside = {test for test in tests if test.startswith(f"{result.killer}::")}
    return inside or {result.killer}


def patched_lines(lines: list[str], span: Span, new: str) -> list[str]:
    """Return the lines of a file with a new text in place of a span, as one item."""
    line, column, end, end_column = span
    changed = lines[line - 1][:column] + new + lines[end - 1][end_column:]
    return [*lines[: line - 1], changed, *lines[end:]]


def absolute_span(patch: Patch, first: int) -> Span:
    """Return the span of a patch in its file. `first`: the first line of its region."""
    line, column, end, end_column = patch.span
    return line + first, column, end + first, end_column


def mutants_of(kept: Kept, names: Iterable[str] | None = None) -> list[Mutant]:
    """Join the patches of a run and their results to mutants, in the order of their lines.

    `names`: only these. A mutant without a result is pending.
    """
    chosen = None if names is None else set(names)
    mutants: list[Mutant] = []
    for path, text in kept.sources.items():
        lines = split_lines(text)
        for region in regions_of(text):
            patches = kept.patches.get(f"{path}::{region.key}", [])
            if chosen is not None:
                patches = [patch for patch in patches if patch.name in chosen]
            mutants += _mutants_in(region, patches, kept, path, lines)
    return sorted(mutants, key=lambda mutant: (mutant.path, mutant.line))


def _mutants_in(
    region: Region, patches: list[Patch], kept: Kept, path: str, lines: list[str]
) -> Iterator[Mutant]:
    """Yield the mutants of a region. `lines`: those of its file."""
    code = tuple(line.strip() for line in lines[region.first - 1 : region.last])
    tests: dict[bool, tuple[str, ...]] = {}
    for patch in patches:
        if patch.at_import not in tests:
            tests[patch.at_import] = tuple(sorted(kept.tests_of(patch)))
        old, new = changed_lines(lines, patch, region.first)
        start, end = shared_ends(old, new)
        line = region.first + patch.span[0] + start
        result = kept.results.get(patch.name, Result(PENDING))
        yield Mutant(
            name=patch.name,
            path=path,
            function=region.name,
            line=line,
            removed=tuple(old[start : len(old) - end]),
            added=tuple(new[start : len(new) - end]),
            status=result.status,
            seconds=result.seconds,
            tests=tests[patch.at_import],
            killer=result.killer,
            crashed=result.crashed,
            code=code,
            offset=line - region.first,
            at_import=kept.runs_at_import(patch),
            out_of_memory=result.out_of_memory,
            why=result.why,
        )


def changed_lines(lines: list[str], patch: Patch, first: int) -> tuple[list[str], list[str]]:
    """Return the lines that a patch changes, before and after, without their ends."""
    span = absolute_span(patch, first)
    after = len(lines) - span[2]
    changed = patched_lines(lines, span, patch.new)
    old = "".join(lines[span[0] - 1 : span[2]])
    new = "".join(changed[span[0] - 1 : len(changed) - after])
    return old.splitlines(), new.splitlines()


class Known(Struct):
    """How many survivors with each shape are known, so that code that moved has no new survivors.

    `is_complete`: all mutants were tested once.
    """

    shapes: dict[str, int] = field(default_factory=dict)
    is_complete: bool = False

    @property
    def number(self) -> int:
        return sum(self.shapes.values())


def known_after(survivors: Iterable[Mutant]) -> Known:
    """Return the known survivors after a complete run."""
    return Known(Counter(mutant.shape for mutant in survivors), is_complete=True)


@dataclass(frozen=True)
class ResultFiles:
    """The last run, its survivors in the order of their numbers, and the survivors that are known.

    A file that is missing or damaged has no results.
    """

    folder: Path

    @property
    def page(self) -> Path:
        """The page of the last run. Once it was opened, each run brings it up to date."""
        return self.folder / "mutants.html"

    def lock(self) -> FileLock:
        """Return the lock of commands that test mutants of the same project."""
        self.folder.mkdir(exist_ok=True)
        return FileLock(self.folder / "mutants.lock")

    def read(self) -> Kept | None:
        try:
            return read_json(self.folder / LAST_RUN, Kept)
        except (FileNotFoundError, DamagedError):
            return None

    def read_last(self) -> Kept:
        """Return the results of the last run. Raises WorkspaceError if there are none."""
        kept = self.read()
        if kept is None:
            raise WorkspaceError(NO_RESULTS)
        return kept

    def write(self, kept: Kept) -> None:
        """Write the results of a run, and have git ignore their folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        ignore = self.folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        write_json(self.folder / LAST_RUN, kept)

    def read_numbered(self) -> list[str]:
        """Return the names of survivors as they were shown. Raises WorkspaceError if none were."""
        try:
            return read_json(self.folder / NUMBERED, list[str])
        except (FileNotFoundError, DamagedError):
            raise WorkspaceError(NO_RESULTS) from None

    def write_numbered(self, names: list[str]) -> None:
        write_json(self.folder / NUMBERED, names)

    def read_known(self) -> Known:
        try:
            return read_json(self.folder / KNOWN, Known)
        except (FileNotFoundError, DamagedError):
            return Known()

    def write_known(self, known: Known) -> None:
        write_json(self.folder / KNOWN, known)


class ShardReport(Struct):
    """The results of a shard."""

    shard: int
    shards: int
    kept: Kept


def write_shard(path: Path, kept: Kept, selection: Selection) -> None:
    """Write the results of the mutants in a shard."""
    chosen = kept.chosen(selection)
    results = {name: kept.results[name] for name in chosen if name in kept.results}
    part = structs.replace(kept, results=results)
    write_json(path, ShardReport(selection.shard, selection.shards, part))


def read_shards(paths: Sequence[Path], inputs: Inputs) -> Kept:
    """Return the united results of all shards of a run.

    Raises WrongUsageError if a shard is missing or there twice, or if one is not about `inputs`.
    """
    reports = [read_shard(path) for path in paths]
    refuse_incomplete(reports)
    for path, report in zip(paths, reports, strict=True):
        if report.kept.inputs != inputs:
            why = "its code, tests or tools are not those of this folder"
            raise WrongUsageError(f"{path} cannot be merged: {why}.")
    united = reports[0].kept
    for report in reports[1:]:
        united.results |= report.kept.results
    return united


def read_shard(path: Path) -> ShardReport:
    try:
        return read_json(path, ShardReport)
    except (OSError, DamagedError):
        raise WrongUsageError(f"{path} is no report of a shard.") from None


def refuse_incomplete(reports: Sequence[ShardReport]) -> None:
    """Refuse reports unless they are all shards of one run, each once. Raises WrongUsageError."""
    numbers = {report.shards for report in reports}
    if len(numbers) > 1:
        raise WrongUsageError("These reports are of several runs: their numbers of shards differ.")
    [shards] = numbers
    found = sorted(report.shard for report in reports)
    if found != list(range(1, shards + 1)):
        given = ", ".join(map(str, found))
        raise WrongUsageError(f"{quantity(shards, 'shard')} needed, each once; given: {given}.")
