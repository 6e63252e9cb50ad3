"""Running each test without a mutant: which functions it calls, and whether it is reliable."""

from collections.abc import Iterable, Sequence
from concurrent.futures import wait
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from dojo.errors import WorkspaceError
from dojo.inside.reach import MODULE_LINE
from dojo.inside.swap import read_lines
from dojo.mutation.inputs import path_of
from dojo.mutation.kept import CoveredTest, Kept, touched_tests, valid_tests
from dojo.mutation.project import Project
from dojo.mutation.regions import Region, region_at, regions_of
from dojo.mutation.workers import Answer, Crew, Job
from dojo.source import PARSE_ERRORS

if TYPE_CHECKING:
    from concurrent.futures import Future

# Limits of a test without a mutant, in seconds.
MAX_COMPUTED = 60.0
MAX_TOOK = 120.0
# The tests run in random orders for about so long, but at least once, and at most ten times.
SHUFFLE_SECONDS = 2.0
MAX_SHUFFLES = 10
REPEATS = 5  # of a test that fails, to see whether it always does

FLAKY = """\
Nothing was graded, because a test is flaky: without a mutant, it passes and fails.
{test}
{error}
Look for randomness, time, and state that tests share."""
FAILS_IN_COPY = """\
Nothing was graded, because no test passes in a copy of the project. The first error:
{test}
{error}"""


class FunctionNames:
    """The names of the functions in a folder, by their places."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, list[Region]] = {}

    def functions(self, places: Iterable[tuple[str, int]]) -> set[str]:
        """Return the regions of code that begins in these lines, as "path::key"."""
        found: set[str] = set()
        for path, line in places:
            if path not in self.known:
                self.known[path] = self._regions(path)
            region = region_at(self.known[path], line)
            if region is not None:
                found.add(f"{path}::{region.key}")
        return found

    def _regions(self, path: str) -> list[Region]:
        """Return the regions of a file, or none if it cannot be read or parsed."""
        try:
            return regions_of("".join(read_lines(self.folder / path)))
        except (OSError, *PARSE_ERRORS):
            return []


def imported_files(places: Iterable[tuple[str, int]]) -> set[str]:
    """Return the files among places that were imported."""
    return {path for path, line in places if line == MODULE_LINE}


class Coverage:
    """Finds the functions that tests call, with a crew, and notes them in `kept`.

    `last`: the run whose tests need not run again if nothing changed that they call or read.
    `missing`: the tests that do run. `running`: for each, its name, and its coverage or its error.
    """

    def __init__(
        self, project: Project, crew: Crew, names: FunctionNames, kept: Kept, last: Kept | None
    ) -> None:
        self.project = project
        self.crew = crew
        self.names = names
        self.kept = kept
        self.last = last
        self.imported: set[str] = set()  # sources that tests import while they run
        self.collected: Sequence[str] = ()
        self.missing: list[str] = []
        self.running: list[Future[tuple[str, CoveredTest | str]]] = []

    def start(self, tests: Sequence[str]) -> None:
        """Start the tests without a known coverage.

        Tests may import code while they run. One test of each file shows what that is, and the
        workers import it, so that no other test and no mutant has to.
        """
        self.collected = tests
        if self.last is not None:
            valid = valid_tests(self.last, self.kept)
            self.kept.tests = {name: valid[name] for name in tests if name in valid}
            self.kept.isolated = self.last.isolated
        self.missing = [name for name in tests if name not in self.kept.tests]
        waiting = list(self.missing)
        is_new = True
        while is_new and waiting:
            probes = list({path_of(test): test for test in reversed(waiting)}.values())
            waiting = [test for test in waiting if test not in probes]
            probing = [self.crew.submit(self._cover, test) for test in probes]
            wait(probing)
            self.running += probing
            is_new = self._import_early()
        self.running += [self.crew.submit(self._cover, test) for test in waiting]

    def finish(self) -> None:
        """Wait for the tests. Raises WorkspaceError if one is flaky, or if none passes."""
        for future in self.running:
            test, found = future.result()
            if isinstance(found, str):
                self.kept.left_out[test] = found
            else:
                self.kept.tests[test] = found
        # In the order in which pytest runs them.
        known = self.kept.tests
        self.kept.tests = {test: known[test] for test in self.collected if test in known}
        self._import_early()
        if not self.kept.tests and self.kept.left_out:
            test, error = next(iter(self.kept.left_out.items()))
            raise WorkspaceError(FAILS_IN_COPY.format(test=test, error=error))
        if self._has_new_tests():
            self._find_flaky()

    def _cover(self, test: str) -> tuple[str, CoveredTest | str]:
        """Run a test alone. Returns its coverage, or its error if it always fails."""
        answer = self.crew.ask(Job("cover", [test], cpu=MAX_COMPUTED, seconds=MAX_TOOK))
        if not answer.noticed:
            reached = self.names.functions(answer.reached)
            self.kept.imported |= imported_files(answer.reached)
            opened = {path for path in answer.opened if not path.endswith(".py")}
            self.imported |= {name for name, path in answer.imported if path in self.kept.sources}
            return test, CoveredTest(reached, opened, answer.took, answer.computed)
        error = answer.printable_error()
        if not self._always_fails([test]):
            raise WorkspaceError(FLAKY.format(test=test, error=error))
        return test, error

    def _import_early(self) -> bool:
        """Import the modules that tests imported while they ran. Returns whether any is new."""
        new = sorted(self.imported - set(self.kept.early))
        if new:
            self.kept.early += new
            reached = self.crew.import_modules(self.kept.early)
            self.kept.at_import |= self.names.functions(reached)
            self.kept.imported |= imported_files(reached)
        return bool(new)

    def _has_new_tests(self) -> bool:
        """Return whether some tests are new or changed, and not only the code that they call."""
        if self.last is None:
            return True
        touched = touched_tests(self.last, self.kept, self.project.start)
        return any(name not in self.last.tests or name in touched for name in self.missing)

    def _find_flaky(self) -> None:
        """Run the tests in random orders. If one fails, it is flaky, or depends on others."""
        tests = sorted(self.kept.tests)
        computed = sum(test.computed for test in self.kept.tests.values())
        start = self.crew.workers[0].seconds_to_start
        number = min(MAX_SHUFFLES, max(1, int(SHUFFLE_SECONDS / (computed + start))))
        orders = []
        for seed in range(number):
            orders.append(Random(seed).sample(tests, len(tests)))  # noqa: S311 - no secret
        running = [self.crew.submit(self._run, order) for order in orders]
        for order, future in zip(orders, running, strict=True):
            answer = future.result()
            if not answer.noticed:
                continue
            if not (self._always_fails(order) and self._always_passes(answer.test)):
                raise WorkspaceError(FLAKY.format(test=answer.test, error=answer.printable_error()))
            self.kept.isolated = True

    def _run(self, tests: list[str]) -> Answer:
        """Run tests without a mutant until one fails."""
        return self.crew.ask(Job("test", tests, cpu=MAX_COMPUTED, seconds=MAX_TOOK))

    def _always_fails(self, tests: list[str]) -> bool:
        return all(self._run(tests).noticed for _ in range(REPEATS))

    def _always_passes(self, test: str) -> bool:
        return not any(self._run([test]).noticed for _ in range(REPEATS))
