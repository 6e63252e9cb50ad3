"""The results of a run, and which of them are still valid.

A result depends on its own region, on the tests that decide it, and on all that these tests call.
If its region changed, or a test, a helper of a test or a file that a test reads, it is not used. If
other code changed, it is an estimate. A change outside of functions makes all results invalid.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct, field

from dojo.mutation.inputs import Inputs, added_names, changed_names, path_of
from dojo.mutation.results import (
    KILLED,
    NOT_COVERED,
    SURVIVED,
    Patch,
    Result,
    Selection,
    Span,
)
from dojo.practice.code import is_test_file


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
        return patch.at_import or patch.region in self.at_import

    def tests_of(self, patch: Patch, *, anew: bool = False) -> list[str]:
        """Return the tests that can notice a mutant; tests that run its region come first.

        `anew`: its file is imported anew, as if it changed what runs at import.
        """
        found = [name for name, test in self.tests.items() if patch.region in test.reached]
        path = path_of(patch.region)
        if (anew or self.runs_at_import(patch)) and path in self.imported:
            for name, test in self.tests.items():
                if any(reached.startswith(f"{path}::") for reached in test.reached):
                    found.append(name)
            found += self.tests
        return list(dict.fromkeys(found))


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


def keep_results(last: Kept, now: Kept, start: str) -> None:
    """Take over the results that are still valid. `now` knows the tests of this run.

    `start`: the folder from which the paths of tests count.
    """
    changed = changed_names(last.inputs, now.inputs)
    added = added_names(last.inputs, now.inputs) - now.inputs.functions
    # An import that a new test needs changes no other test.
    is_estimate = any(not is_test_file(Path(path_of(name))) for name in added)
    sources = now.sources.keys()
    changed_code = {name for name in changed if path_of(name) in sources}
    touched = touched_tests(last, now, start)
    for region, patches in last.patches.items():
        if region in changed or region not in now.inputs.hashes:
            continue
        now.patches[region] = patches
        for patch in patches:
            result = last.results.get(patch.name)
            if result is None:
                continue
            tests = now.tests_of(patch)
            deciding = _deciding_tests(result, tests)
            is_same = set(tests) == set(last.tests_of(patch))
            if touched.intersection(deciding) or not deciding <= now.tests.keys():
                continue
            if tests and not deciding <= set(tests):  # its killer does not run it any more
                continue
            if result.status in (SURVIVED, NOT_COVERED) and not is_same:
                continue
            if not tests and result.status != NOT_COVERED:
                result = Result(NOT_COVERED)
            known = deciding & last.tests.keys()  # a new test has decided nothing yet
            depends_on_change = any(
                changed_code.intersection(last.tests[test].reached) for test in known
            )
            if is_estimate or depends_on_change:
                result = Result(
                    result.status,
                    result.seconds,
                    result.killer,
                    crashed=result.crashed,
                    out_of_memory=result.out_of_memory,
                    is_estimate=True,
                )
            now.results[patch.name] = result


def touched_tests(last: Kept, now: Kept, start: str) -> set[str]:
    """Return the tests of the last run that changed, or whose helpers or files did.

    `start`: the folder from which the paths of tests count.
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
    if not result.killer or result.status != KILLED:
        return set(tests)
    if result.killer in tests:
        return {result.killer}
    # It died while a file of tests was collected.
    inside = {test for test in tests if test.startswith(f"{result.killer}::")}
    return inside or {result.killer}


def patched_lines(lines: list[str], span: Span, new: str) -> list[str]:
    line, column, end, end_column = span
    changed = lines[line - 1][:column] + new + lines[end - 1][end_column:]
    return [*lines[: line - 1], changed, *lines[end:]]


def absolute_span(patch: Patch, first: int) -> Span:
    """Return the span of a patch in its file. `first`: the first line of its region."""
    line, column, end, end_column = patch.span
    return line + first, column, end + first, end_column
