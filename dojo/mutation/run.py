"""A run: make the mutants that have no valid result, test them, and keep the results.

1. `Run` copies the files, hashes them, and reads the last results.
2. `Run.make_and_test` makes the mutants. Meanwhile, `Coverage` runs each test that changed, to find
   what it calls. `keep_results` takes over what is still valid.
3. `MutantTester.test` gives each of the others to a worker: a patched file, and the tests that can
   notice it, in their order. What runs at import is tested last.
4. `update_results` keeps all results.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import as_completed
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from dojo.errors import WorkspaceError
from dojo.mutation.coverage import Coverage, FunctionNames, imported_files
from dojo.mutation.fresh import FreshWorker
from dojo.mutation.inputs import (
    Inputs,
    Source,
    path_of,
    read_inputs,
    read_sources,
    reason_to_discard,
)
from dojo.mutation.kept import (
    Kept,
    absolute_span,
    keep_results,
    patched_lines,
    read_shards,
    touched_tests,
    unchanged_patches,
    write_shard,
)
from dojo.mutation.project import Project
from dojo.mutation.results import ALL, NOT_COVERED, SURVIVING, Patch, Result, Selection
from dojo.mutation.workers import (
    WARM,
    Answer,
    Crew,
    Hello,
    Job,
    PatchedFunction,
    Start,
    Worker,
    has_fork,
    start_crew,
    temporary_copies,
)
from dojo.text import now

if TYPE_CHECKING:
    from dojo.mutation.regions import Region

REGIONS_PER_WORKER = 6  # starting a worker takes as long as testing their mutants
# A test may compute for so many times as long as without a mutant, and for some seconds more. So
# may all tests together. By the clock, they get more, because the machine may be busy.
TIMES_AS_LONG = 5.0
MORE_SECONDS = 1.0
TIMES_BY_CLOCK = 4.0
SECONDS_TO_IMPORT = 60.0  # all that a cold worker imports

# Is called with the number of finished mutants, and of all; with zeros while mutants are made.
Progress = Callable[[int, int], None]
# Shows the progress of what it is called with, for as long as the context lasts.
Bar = Callable[[str], AbstractContextManager[Progress]]
# Is called with the results, and with a mutant that survived.
OnSurvivor = Callable[[Kept, Patch], None]

FAILS_COLD = """\
Nothing was graded: tests fail when they are imported anew.
{test}
{error}"""


def ignore(_kept: Kept, _patch: Patch) -> None:
    """Do nothing about a survivor."""


def nothing() -> None:
    """Do nothing."""


class InterruptedEarly(KeyboardInterrupt):
    """A run was interrupted before a mutant was tested. The results of the last one are kept."""


@dataclass(frozen=True)
class RunResult:
    """A finished run.

    `kept` results are of the run at `since`. Some are `estimates`, because code changed after it.
    `changed`: the name because of which no result was kept. `left_out`: tests that fail when they
    run alone, with the error. `forks`: the run could fork.
    """

    kept: int = 0
    since: datetime | None = None
    estimates: int = 0
    changed: str = ""
    mutants_per_second: float = 0.0
    left_out: dict[str, str] = field(default_factory=dict)
    forks: bool = True


@dataclass(frozen=True, kw_only=True)
class MutantOptions:
    """The options of a run.

    `selection`: the mutants to test. `workers`: how many mutants are tested at a time, by default
    one per core. `shard_report`: write the results of a shard to this file. `merged`: use the
    results in these reports of shards. `may_estimate`: keep results that are an estimate.
    `tests_estimates`: test them again, and keep the others. `asks_why`: find out why the survivors
    survived. `when_ready` is called before the first mutant is tested, and `on_survivor` with each
    survivor when it is found. `no_fork`: test each mutant in a process that imports everything
    anew, as where there is no fork.
    """

    selection: Selection = ALL
    use_cache: bool = True
    workers: int | None = None
    shard_report: Path | None = None
    merged: Sequence[Path] = ()
    may_estimate: bool = True
    tests_estimates: bool = False
    asks_why: bool = False
    when_ready: Callable[[], object] = nothing
    on_survivor: OnSurvivor = ignore
    no_fork: bool = False

    @property
    def forks(self) -> bool:
        return has_fork() and not self.no_fork


DEFAULTS = MutantOptions()


def update_results(
    project: Project, progress: Progress, options: MutantOptions = DEFAULTS
) -> tuple[Kept, RunResult]:
    """Make the mutants that have no valid result, test them, and keep all results.

    Raises WorkspaceError if the tests cannot run, WrongUsageError if shards do not fit, and
    InterruptedEarly.
    """
    with temporary_copies() as folder:
        run = Run(project, folder / "original", options, progress)
        if run.is_unfinished():
            run.make_and_test()
        if options.shard_report:
            write_shard(options.shard_report, run.kept, options.selection)
        else:
            project.results.write(run.kept)
        return run.kept, run.result()


def _reason_to_forget(
    last: Kept | None, inputs: Inputs, project: Project, options: MutantOptions
) -> str:
    """Return why no result of the last run can be used, or an empty string."""
    if last is None or last.inputs == inputs:
        return ""
    opened: set[str] = set()
    for test in last.tests.values():
        opened.update(test.opened)
    why = reason_to_discard(last.inputs, inputs, opened, project.start)
    if not why and not options.may_estimate:
        different = last.inputs.hashes.items() ^ inputs.hashes.items()
        why = min(path_of(name) for name, _ in different)
    return why.removeprefix(f"{project.start}/")


class Run:
    """A run, from the files to the results in `kept`. `last`: the run before, if it counts."""

    def __init__(
        self, project: Project, original: Path, options: MutantOptions, progress: Progress
    ) -> None:
        """Copy the project to `original`, hash it, and read the last results.

        Raises WrongUsageError if shards do not fit.
        """
        self.project = project
        self.original = original
        self.options = options
        project.copy_to(original)
        self.names = FunctionNames(original)
        inputs = read_inputs(original, project)
        self.last = None
        if options.merged:
            self.last = read_shards(options.merged, inputs)
        elif options.use_cache:
            self.last = project.results.read()
        self.changed = _reason_to_forget(self.last, inputs, project, options)
        if self.changed:
            self.last = None
        self.is_unchanged = self.last is not None and self.last.inputs == inputs
        self.sources = read_sources(original, project)
        self.kept = Kept(inputs, now(), {source.path: source.text for source in self.sources})
        if self.last is not None and self.is_unchanged:
            self.kept = msgspec.structs.replace(
                self.last,
                moment=self.kept.moment,
                sources=self.kept.sources,
                patches=dict(self.last.patches),
                results=dict(self.last.results),
            )
        self.tester = MutantTester(project, self.sources, self.kept, progress, options.on_survivor)
        self.forget_estimates()
        self.cold_start = WARM  # is replaced by that of cold workers

    def chosen_regions(self) -> list[str]:
        """Return the regions of the selection. A shard has mutants of all of them."""
        regions: list[str] = []
        for source in self.sources:
            regions += source.named_regions()
        return [region for region in regions if self.options.selection.has(region)]

    def is_unfinished(self) -> bool:
        """Return whether a mutant is not made yet, or has no result."""
        if not self.is_unchanged or not set(self.chosen_regions()) <= self.kept.patches.keys():
            return True
        return not set(self.kept.chosen(self.options.selection)) <= self.kept.results.keys()

    def forget_estimates(self) -> None:
        """Forget the estimates of this run if they are to be tested again."""
        if not self.options.tests_estimates:
            return
        for name in self.kept.chosen(self.options.selection):
            result = self.kept.results.get(name)
            if result is not None and result.is_estimate:
                del self.kept.results[name]

    def result(self) -> RunResult:
        """Return the counts of the run, for the chosen mutants."""
        tested = self.tester.tested
        chosen = self.kept.chosen(self.options.selection)
        reused = [name for name in chosen if name in self.kept.results and name not in tested]
        rate = 0.0
        if self.tester.seconds:
            rate = len(tested) / self.tester.seconds
        return RunResult(
            kept=len(reused),
            since=self.last.moment if self.last else None,
            estimates=sum(self.kept.results[name].is_estimate for name in reused),
            changed=self.changed,
            mutants_per_second=rate,
            left_out=self.kept.left_out,
            forks=self.options.forks,
        )

    def make_and_test(self) -> None:
        """Make and test all mutants without a result. After an interruption, keep the new ones.

        Warm workers test those of functions. The others, of what runs at import, need cold ones.
        """
        self.tester.progress(0, 0)
        kind = Worker if self.options.forks else FreshWorker
        number = self._number_of_workers()
        try:
            with start_crew(self.project, self.original, number, kind=kind) as crew:
                hello = self._start(crew)
                coverage = None
                if not self.is_unchanged:
                    coverage = Coverage(self.project, crew, self.names, self.kept, self.last)
                    coverage.start(hello.tests)
                self._make()
                if coverage is not None:
                    coverage.finish()
                    self._keep_results()
                self.options.when_ready()
                cold = self._test(crew)
            if cold:
                self._test_with_cold_crew(cold)
        except KeyboardInterrupt:
            if not self.tester.tested:
                raise InterruptedEarly from None
            self.project.results.write(self.kept)
            raise

    def _make(self) -> None:
        """Make the mutants of the regions that changed."""
        # The workers collect the tests while mutmut is imported.
        from dojo.mutation.make import make_patches  # noqa: PLC0415

        unmade = set(self._unmade_regions())
        for source in self.sources:
            module = self.project.module_of(source.path)
            self.kept.patches |= make_patches(source, module, unmade)

    def _untested(self) -> list[Patch]:
        """Return the chosen mutants without a result."""
        chosen = set(self.kept.chosen(self.options.selection)) - self.kept.results.keys()
        untested: list[Patch] = []
        for region in self.chosen_regions():
            untested += [patch for patch in self.kept.patches[region] if patch.name in chosen]
        return untested

    def _note_not_covered(self, untested: list[Patch]) -> list[Patch]:
        """Note the result of mutants that no test reaches. Returns the others."""
        self.tester.total = len(untested)
        reached: list[Patch] = []
        for patch in untested:
            if self.kept.tests_of(patch):
                reached.append(patch)
            else:
                self.tester.add_result(patch, Result(NOT_COVERED))
        return reached

    def _test(self, crew: Crew) -> list[Patch]:
        """Test mutants with the first crew. Returns the ones that need a cold one."""
        reached = self._note_not_covered(self._untested())
        if not self.options.forks:
            if reached:
                self.tester.test_cold(crew, reached)
            return []
        warm = [patch for patch in reached if not self.kept.runs_at_import(patch)]
        cold = [patch for patch in reached if self.kept.runs_at_import(patch)]
        return cold + self.tester.test(crew, warm)

    def _test_with_cold_crew(self, patches: list[Patch]) -> None:
        """Test mutants of code that runs at import, with workers that import it for each.

        These fork late if only tests import the code, while they run.
        """
        number = min(self._cores(), len(patches))
        with start_crew(self.project, self.original, number, self.cold_start) as crew:
            if self.cold_start == WARM:
                crew.hello()
                crew.import_modules([])
            self.tester.test_cold(crew, patches)

    def _cores(self) -> int:
        return self.options.workers or os.cpu_count() or 1

    def _number_of_workers(self) -> int:
        """Return how many workers are worth their start."""
        per_worker = REGIONS_PER_WORKER if self.options.forks else 1
        return max(1, min(self._cores(), len(self._regions_to_test()) // per_worker))

    def _regions_to_test(self) -> list[str]:
        """Return the chosen regions that may have a mutant to test."""
        if self.last is None or self.options.tests_estimates:
            return self.chosen_regions()
        unchanged = unchanged_patches(self.last, self.kept)
        reached: set[str] = set()
        for test in touched_tests(self.last, self.kept, self.project.start):
            reached |= self.last.tests[test].reached
        regions: list[str] = []
        for region in self.chosen_regions():
            names = {patch.name for patch in unchanged.get(region, [])}
            is_tested = region in unchanged and names <= self.last.results.keys()
            if region in reached or not is_tested:
                regions.append(region)
        return regions

    def _unmade_regions(self) -> list[str]:
        """Return the chosen regions without patches from the last run."""
        if self.last is None:
            return self.chosen_regions()
        made = unchanged_patches(self.last, self.kept)
        return [region for region in self.chosen_regions() if region not in made]

    def _start(self, crew: Crew) -> Hello:
        """Have the workers import the code, and note the functions that this runs."""
        hello = crew.hello()
        self.cold_start = self._cold_start(hello)
        if self.last is not None:
            self.kept.early = self.last.early
            self.kept.imported |= self.last.imported
        reached = [*hello.reached, *crew.import_modules(self.kept.early)]
        self.kept.at_import = self.names.functions(reached)
        self.kept.imported |= {*hello.files, *imported_files(reached)}
        return hello

    def _keep_results(self) -> None:
        """Take over the valid results of the last run."""
        if self.last is not None:
            keep_results(self.last, self.kept, self.project.start)
            self.forget_estimates()

    def _cold_start(self, hello: Hello) -> Start:
        """Return how cold workers start: as late as possible, before the sources are imported.

        If only tests import them, while they run, even warm workers have not imported them yet.
        """
        if self.kept.sources.keys() & hello.by_conftest:
            return Start("conftest", hello.other_modules)
        if self.kept.sources.keys() & hello.files:
            return Start("collection", hello.other_modules)
        return WARM


class PatchedSources:
    """The sources of a project, to which patches are applied."""

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
    """Tests mutants with a crew, and notes their results in `kept`.

    `tested`: the names of mutants with a new result, of a `total` in the progress. `is_cold`: the
    crew imports the code for each mutant, which takes `seconds_to_import` of processor time.
    """

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
        # For each region and test: how many mutants were tested when the test last killed one.
        self.last_kills: dict[str, dict[str, int]] = {}

    def test_cold(self, crew: Crew, patches: Sequence[Patch]) -> None:
        """Test mutants with a crew that imports the code anew for each."""
        tests = list(self.kept.tests)
        if self.kept.isolated:
            tests = tests[:1]
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
        """Test mutants, in a thread for each worker. Returns the ones that need a cold worker.

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
        """Run tests on a mutant until one fails. `times`: as much time as otherwise."""
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
        """Keep a result, and tell the progress and a survivor."""
        self.kept.results[patch.name] = result
        self.tested.add(patch.name)
        if result.killer:
            self.last_kills.setdefault(patch.region, {})[result.killer] = len(self.tested)
        if result.status in SURVIVING:
            self.on_survivor(self.kept, patch)
        # What no test runs takes no time, so it would spoil an estimate of the time left.
        if result.status != NOT_COVERED:
            self.progress(len(self.tested), self.total)

    def _jobs(self, patch: Patch) -> list[Job]:
        """Return the jobs of a mutant: all of its tests, or one for each group that runs apart."""
        in_order_of_pytest = self.kept.tests_of(patch)
        tests = self._sort(patch, in_order_of_pytest)
        if self.kept.isolated:
            groups = [[test] for test in tests]
        else:
            # A cold worker imports the files of its tests for each mutant, and most die soon.
            groups = [of_first_file(tests) if self.is_cold else tests]
            # A test may leave a state that hides the mutant from another one. So a survivor has to
            # survive in the order of pytest, too.
            if groups != [in_order_of_pytest]:
                groups.append(in_order_of_pytest)
        if not self.is_cold:
            return [Job("test", tests) for tests in groups]
        known: list[str] = []
        if self.kept.runs_at_import(patch):
            known = [*self.kept.tests, *self.kept.left_out]
        return [Job("test", tests, self._files_of(tests), known) for tests in groups]

    def _sort(self, patch: Patch, tests: list[str]) -> list[str]:
        """Sort the tests of a mutant: first the ones that run code of its file."""
        if not self.kept.runs_at_import(patch):  # then, all of them do
            return self._in_order(patch, tests)
        path = f"{path_of(patch.region)}::"
        near: list[str] = []
        others: list[str] = []
        for name in tests:
            reached = self.kept.tests[name].reached
            if any(region.startswith(path) for region in reached):
                near.append(name)
            else:
                others.append(name)
        return self._in_order(patch, near) + self._in_order(patch, others)

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
        """Add limits to a job, from the times of its tests without a mutant.

        `times`: as much time as otherwise. The job may have limits for the import already.
        """
        limits = [TIMES_AS_LONG * self.kept.tests[test].computed for test in job.tests]
        job.test_cpu = [times * (limit + MORE_SECONDS) for limit in limits]
        computed = sum(self.kept.tests[test].computed for test in job.tests)
        took = sum(self.kept.tests[test].took for test in job.tests)
        import_seconds = TIMES_AS_LONG * self.seconds_to_import
        job.cpu += times * (TIMES_AS_LONG * computed + MORE_SECONDS) + import_seconds
        seconds = TIMES_AS_LONG * took + MORE_SECONDS
        job.seconds += times * TIMES_BY_CLOCK * (seconds + import_seconds)

    def _in_order(self, patch: Patch, tests: list[str]) -> list[str]:
        """Sort tests: first the killers of the last mutants of the region, then the quickest."""
        last_kills = self.last_kills.get(patch.region, {})
        runs = self.kept.tests
        return sorted(tests, key=lambda test: (-last_kills.get(test, 0), runs[test].took, test))


def of_first_file(tests: list[str]) -> list[str]:
    """Return the tests of the file of the first test."""
    file = path_of(tests[0])
    return [test for test in tests if path_of(test) == file]
