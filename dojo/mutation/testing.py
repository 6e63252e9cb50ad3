"""Testing mutants: which tests run, in which order, how long they may take, and the result."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from dojo.errors import WorkspaceError
from dojo.mutation.inputs import Source, path_of
from dojo.mutation.kept import Kept, absolute_span, patched_lines
from dojo.mutation.project import Project
from dojo.mutation.results import (
    NOT_COVERED,
    SURVIVING,
    Patch,
    Result,
)
from dojo.mutation.workers import Answer, Crew, Job, PatchedFunction

if TYPE_CHECKING:
    from dojo.mutation.regions import Region

# A test may compute for so many times as long as without a mutant, and for some seconds more. So
# may all tests together. By the clock, they get more, because the machine may be busy.
TIMES_AS_LONG = 5.0
MORE_SECONDS = 1.0
TIMES_BY_CLOCK = 4.0
SECONDS_TO_IMPORT = 60.0  # all that a cold worker imports

# Is called with the number of finished mutants, and of all; with zeros while mutants are made.
Progress = Callable[[int, int], None]
# Is called with the results, and with a mutant that survived.
OnSurvivor = Callable[[Kept, Patch], None]

FAILS_COLD = """\
Nothing was graded: tests fail when they are imported anew.
{test}
{error}"""


def ignore(_kept: Kept, _patch: Patch) -> None:
    """Do nothing about a survivor."""


class PatchedSources:
    """The sources of a project, and what a patch makes of them."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = {source.path: source for source in sources}
        self.regions: dict[str, Region] = {}
        for source in self.sources.values():
            self.regions |= source.named_regions()

    def apply(self, patch: Patch) -> tuple[PatchedFunction, str]:
        """Return the function around a patch, and the text of the patched file."""
        source = self.source_of(patch)
        region = self.regions[patch.region]
        span = absolute_span(patch, region.first)
        text = "".join(patched_lines(source.lines, span, patch.new))
        longer = patch.new.count("\n") - (span[2] - span[0])
        names = list(region.names)
        return PatchedFunction(source.path, region.first, region.last + longer, names), text

    def source_of(self, patch: Patch) -> Source:
        return self.sources[path_of(patch.region)]


class MutantTester:
    """Tests mutants with a crew, and notes their results in `kept`."""

    def __init__(
        self,
        project: Project,
        sources: list[Source],
        kept: Kept,
        progress: Progress,
        on_survivor: OnSurvivor = ignore,
    ) -> None:
        self.project = project
        self.sources = PatchedSources(sources)
        self.kept = kept
        self.progress = progress
        self.on_survivor = on_survivor
        self.total = 0
        self.tested: set[str] = set()
        self.seconds = 0.0
        self.seconds_to_import = 0.0
        self.is_cold = False
        # For each region, the number of the last mutant that a test killed.
        self.kills: dict[str, dict[str, int]] = {}

    def test_cold(self, crew: Crew, patches: Sequence[Patch]) -> None:
        """Test mutants of code that runs at import, with a cold crew."""
        tests = list(self.kept.tests)
        job = Job("test", tests, cpu=SECONDS_TO_IMPORT, seconds=TIMES_BY_CLOCK * SECONDS_TO_IMPORT)
        self._add_limits(job, times=1.0)
        without = crew.ask(job)
        if without.noticed:
            error = without.printable_error()
            raise WorkspaceError(FAILS_COLD.format(test=without.test, error=error))
        self.seconds_to_import = without.computed
        self.is_cold = True
        self.test(crew, patches)

    def test(self, crew: Crew, patches: Sequence[Patch]) -> list[Patch]:
        """Test mutants. Returns the ones that need a cold worker.

        A mutant that took too long, but not by computing, is tested again, with more time.
        """
        begin = monotonic()
        others: list[Patch] = []
        late: list[Patch] = []
        jobs = {crew.submit(self._test_one, crew, patch, 1.0): patch for patch in patches}
        for job in as_completed(jobs):
            patch = jobs[job]
            answer = job.result()
            if answer.needs_import:
                others.append(patch)
            elif answer.by_clock:
                late.append(patch)
            else:
                self.add_result(patch, answer.result)
        for patch in late:
            self.add_result(patch, self._test_one(crew, patch, 2.0).result)
        self.seconds += monotonic() - begin
        return others

    def _test_one(self, crew: Crew, patch: Patch, times: float) -> Answer:
        """Run tests on a mutant until one fails."""
        function, text = self.sources.apply(patch)
        content = text.encode(self.sources.source_of(patch).encoding)
        answer = Answer(done=True)
        for job in self._jobs(patch):
            job.patch = function
            self._add_limits(job, times)
            answer = crew.ask(job, content)
            if answer.noticed or answer.needs_import:
                break
        return answer

    def add_result(self, patch: Patch, result: Result) -> None:
        self.kept.results[patch.name] = result
        self.tested.add(patch.name)
        if result.killer:
            self.kills.setdefault(patch.region, {})[result.killer] = len(self.tested)
        if result.status in SURVIVING:
            self.on_survivor(self.kept, patch)
        # What no test runs takes no time, so it would spoil an estimate of the time left.
        if result.status != NOT_COVERED:
            self.progress(len(self.tested), self.total)

    def _jobs(self, patch: Patch) -> list[Job]:
        """Return the tests of a mutant, in the order in which they run."""
        if self.is_cold:
            groups = self._cold_groups(patch)
            return [Job("test", tests, self._files_of(tests)) for tests in groups if tests]
        tests = self._in_order(patch, self.kept.tests_of(patch.region, at_import=False))
        if self.kept.isolated:
            return [Job("test", [test]) for test in tests]
        return [Job("test", tests)]

    def _cold_groups(self, patch: Patch) -> tuple[list[str], list[str]]:
        """Return the tests of one file, and all others.

        A cold worker imports the files of its tests for each mutant, and most mutants die soon.
        """
        path = f"{path_of(patch.region)}::"
        near: list[str] = []
        others: list[str] = []
        for name in self.kept.tests_of(patch.region, at_import=True):
            reached = self.kept.tests[name].reached
            if any(region.startswith(path) for region in reached):
                near.append(name)
            else:
                others.append(name)
        tests = self._in_order(patch, near) + self._in_order(patch, others)
        file = path_of(tests[0])
        first = [test for test in tests if path_of(test) == file]
        return first, [test for test in tests if path_of(test) != file]

    def _files_of(self, tests: list[str]) -> list[str]:
        """Return the files of some tests, or no files if one is known only to a plugin."""
        files: dict[str, None] = {}
        for test in tests:
            path = f"{self.project.start}/{path_of(test)}".removeprefix("/")
            if Path(path).suffix != ".py":
                return []
            files[path] = None
        return list(files)

    def _add_limits(self, job: Job, times: float) -> None:
        job.test_cpu = [self._cpu_limit(test, times) for test in job.tests]
        computed = sum(self.kept.tests[test].computed for test in job.tests)
        took = sum(self.kept.tests[test].took for test in job.tests)
        import_seconds = TIMES_AS_LONG * self.seconds_to_import
        job.cpu += times * (TIMES_AS_LONG * computed + MORE_SECONDS) + import_seconds
        seconds = TIMES_AS_LONG * took + MORE_SECONDS
        job.seconds += times * TIMES_BY_CLOCK * seconds + import_seconds

    def _cpu_limit(self, test: str, times: float) -> float:
        return times * (TIMES_AS_LONG * self.kept.tests[test].computed + MORE_SECONDS)

    def _in_order(self, patch: Patch, tests: list[str]) -> list[str]:
        """Sort tests: first the killers of the last mutants of the region, then the quickest."""
        kills = self.kills.get(patch.region, {})
        runs = self.kept.tests
        return sorted(tests, key=lambda test: (-kills.get(test, 0), runs[test].took, test))
