"""A run: make the mutants that have no valid result, test them, and keep the results.

1. `project` copies the files, and `inputs` hashes them.
2. The workers collect the tests. Each test that changed runs once, to find what it calls.
3. `kept.keep_results` takes over what is still valid. `make` makes the other mutants.
4. The workers test them. What runs at import is tested last, by cold workers.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from dojo.errors import WorkspaceError
from dojo.inside.swap import read_lines
from dojo.mutation.inputs import (
    Inputs,
    Source,
    changed_names,
    path_of,
    read_inputs,
    read_sources,
    reason_to_discard,
)
from dojo.mutation.kept import (
    CoveredTest,
    Kept,
    absolute_span,
    keep_results,
    read_kept,
    touched_tests,
    valid_tests,
    write_kept,
)
from dojo.mutation.make import Patch, make_patches
from dojo.mutation.project import Project
from dojo.mutation.regions import Region, region_at, regions_of
from dojo.mutation.results import (
    ALL,
    KILLED,
    NOT_COVERED,
    SURVIVED,
    TIMED_OUT,
    Result,
    Selection,
)
from dojo.mutation.shards import read_shards, write_shard
from dojo.mutation.workers import Answer, Crew, start_crew, temporary_copies
from dojo.source import PARSE_ERRORS
from dojo.text import now, printable_lines

# Limits of a test without a mutant, in seconds.
MAX_COMPUTED = 60.0
MAX_TOOK = 120.0
# A mutant may compute for so many times as long as its tests do, and for some seconds more. By the
# clock, it gets more, because the machine may be busy.
TIMES_AS_LONG = 5.0
MORE_SECONDS = 1.0
TIMES_BY_CLOCK = 4.0
# The tests run in random orders for about so long, but at least once, and at most ten times.
SHUFFLE_SECONDS = 2.0
MAX_SHUFFLES = 10
REPEATS = 5  # of a test that fails, to see whether it always does
REGIONS_PER_WORKER = 6  # starting a worker takes as long as testing their mutants

FLAKY = """\
Nothing was graded, because a test is flaky: without a mutant, it passes and fails.
{test}
{error}
Look for randomness, time, and state that tests share."""
FAILS_IN_COPY = """\
Nothing was graded, because no test passes in a copy of the project. The first error:
{test}
{error}"""
FAILS_COLD = """\
Nothing was graded: tests fail when they are imported anew.
{test}
{error}"""

# Is called with the number of finished mutants, and of all; with zeros while mutants are made.
Progress = Callable[[int, int], None]


class InterruptedEarly(KeyboardInterrupt):
    """A run was interrupted before a mutant was tested. The results of the last one are kept."""


@dataclass(frozen=True)
class RunResult:
    """A finished run.

    `kept` results are of the run at `since`. Some are `estimates`, because code changed after it.
    `why`: the change because of which no result was kept. `left_out`: tests that fail when they run
    alone, with the error.
    """

    kept: int = 0
    since: datetime | None = None
    estimates: int = 0
    why: str = ""
    mutants_per_second: float = 0.0
    left_out: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class MutantOptions:
    """What a person chose for a run.

    `selection`: the mutants to test. `workers`: how many mutants are tested at a time, by default
    one per core. `shard_report`: write the results of a shard to this file. `merged`: use the
    results in these reports of shards. `may_estimate`: keep results that are an estimate.
    """

    selection: Selection = ALL
    use_cache: bool = True
    workers: int | None = None
    shard_report: Path | None = None
    merged: Sequence[Path] = ()
    may_estimate: bool = True


DEFAULTS = MutantOptions()


def update_results(
    project: Project, progress: Progress, options: MutantOptions = DEFAULTS
) -> tuple[Kept, RunResult]:
    """Test the mutants that have no valid result. Returns all results.

    Raises WorkspaceError if the tests cannot run, WrongUsageError if shards do not fit, and
    InterruptedEarly.
    """
    if sys.platform == "win32":
        raise WorkspaceError("Mutants need Linux, macOS, or WSL on Windows: they need fork.")
    with temporary_copies() as folder:
        original = folder / "original"
        project.copy_to(original)
        inputs = read_inputs(original, project)
        last = None
        if options.merged:
            last = read_shards(options.merged, inputs)
        elif options.use_cache:
            last = read_kept(project.results)
        why = _why_not_kept(last, inputs, project, options)
        if why:
            last = None
        sources = read_sources(original, project)
        kept = Kept(inputs, now(), {source.path: source.text for source in sources})
        run = Run(project, original, options, progress, kept, last, sources)
        if last is not None and last.inputs == inputs:
            run.take_over_all(last)
        if run.is_unfinished():
            run.test()
        if not options.shard_report:
            write_kept(project.results, kept)
        else:
            chosen = run.chosen_mutants()
            write_shard(options.shard_report, kept, options.selection, chosen)
        return kept, run.result(why)


def _why_not_kept(
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
        try:
            return regions_of("".join(read_lines(self.folder / path)))
        except (OSError, *PARSE_ERRORS):
            return []


class Run:
    """A run, from the files to the results in `kept`. `last`: the run whose results are used."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a run is about
        self,
        project: Project,
        original: Path,
        options: MutantOptions,
        progress: Progress,
        kept: Kept,
        last: Kept | None,
        sources: list[Source],
    ) -> None:
        self.project = project
        self.original = original
        self.options = options
        self.progress = progress
        self.kept = kept
        self.last = last
        self.sources = sources
        self.regions: dict[str, Region] = {}
        for source in sources:
            self.regions |= source.named_regions()
        # For each function, the number of the last mutant that a test killed.
        self.kills: dict[str, dict[str, int]] = {}
        self.tested: set[str] = set()
        self.imported: list[tuple[str, str]] = []  # modules and their paths, by tests
        self.seconds = 0.0

    def take_over_all(self, last: Kept) -> None:
        """Use all results of a run whose inputs are the same."""
        self.kept.patches = dict(last.patches)
        self.kept.results = dict(last.results)
        self.kept.tests = last.tests
        self.kept.at_import = last.at_import
        self.kept.left_out = last.left_out
        self.kept.isolated = last.isolated
        self.kept.early = last.early

    def chosen_regions(self) -> list[str]:
        return [region for region in self.regions if self.options.selection.has(region)]

    def chosen_mutants(self) -> list[str]:
        """Return the names of the mutants of this run."""
        names: list[str] = []
        for region in self.chosen_regions():
            names += [patch.name for patch in self.kept.patches.get(region, [])]
        return sorted(self.options.selection.choose(names))

    def is_unfinished(self) -> bool:
        """Return whether a mutant is not made yet, or has no result."""
        if not self.kept.tests:
            return True
        chosen = set(self.chosen_regions())
        return not chosen <= self.kept.patches.keys() or bool(
            set(self.chosen_mutants()) - self.kept.results.keys()
        )

    def result(self, why: str) -> RunResult:
        chosen = self.chosen_mutants()
        kept = [name for name in chosen if name in self.kept.results and name not in self.tested]
        rate = 0.0
        if self.seconds:
            rate = len(self.tested) / self.seconds
        return RunResult(
            kept=len(kept),
            since=self.last.moment if self.last else None,
            estimates=sum(self.kept.results[name].is_estimate for name in kept),
            why=why,
            mutants_per_second=rate,
            left_out=self.kept.left_out,
        )

    def test(self) -> None:
        """Test all mutants without a valid result. After an interruption, keep the new results."""
        self.progress(0, 0)
        try:
            with start_crew(self.project, self.original, self._number_of_workers()) as crew:
                cold = self._test_warm(crew)
            if cold:
                self._test_cold(cold)
        except KeyboardInterrupt:
            if not self.tested:
                raise InterruptedEarly from None
            write_kept(self.project.results, self.kept)
            raise

    def _number_of_workers(self) -> int:
        """Return how many workers are worth their start."""
        most = self.options.workers or os.cpu_count() or 1
        unmade = self._unmade_regions()
        return max(1, min(most, len(unmade) // REGIONS_PER_WORKER))

    def _unmade_regions(self) -> list[str]:
        """Return the chosen regions whose patches are not known from the last run."""
        if self.last is None:
            return self.chosen_regions()
        changed = changed_names(self.last.inputs, self.kept.inputs)
        known = self.last.patches.keys() - changed
        return [region for region in self.chosen_regions() if region not in known]

    # The tests, without a mutant.

    def _test_warm(self, crew: Crew) -> list[tuple[str, Patch]]:
        """Test the mutants of functions. Returns the mutants that need cold workers."""
        unmade = self._unmade_regions()
        hellos = [worker.hello() for worker in crew.workers]
        tests = hellos[0].tests
        named = FunctionNames(self.original)
        if self.last is not None:
            self.kept.early = self.last.early
        self.kept.at_import = named.functions(hellos[0].reached)
        self.kept.at_import |= named.functions(crew.begin(self.kept.early))
        if not self.kept.tests:
            if self.last is not None:
                valid = valid_tests(self.last, self.kept)
                self.kept.tests = {name: valid[name] for name in tests if name in valid}
                self.kept.isolated = self.last.isolated
            missing = [name for name in tests if name not in self.kept.tests]
            with self._threads(crew) as pool:
                covered = [pool.submit(self._cover, crew, name, named) for name in missing]
                self._make(unmade)
                for future in covered:
                    self._collect(*future.result())
                self._import_early(crew, named)
                if not self.kept.tests and self.kept.left_out:
                    test, error = next(iter(self.kept.left_out.items()))
                    raise WorkspaceError(FAILS_IN_COPY.format(test=test, error=error))
                if self._has_new_tests(missing):
                    self._find_flaky(crew, pool)
            if self.last is not None:
                keep_results(self.last, self.kept, self.project.start)
        else:
            self._make(unmade)
        return self._test_all(crew)

    @contextmanager
    def _threads(self, crew: Crew) -> Iterator[ThreadPoolExecutor]:
        """Give threads that wait for the workers. If they are interrupted, the workers end."""
        pool = ThreadPoolExecutor(len(crew.workers))
        try:
            yield pool
        except BaseException:
            crew.close()
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()

    def _cover(self, crew: Crew, test: str, named: FunctionNames) -> tuple[str, CoveredTest | str]:
        """Run a test alone. Returns its coverage, or its error if it always fails."""
        job = {"kind": "cover", "tests": [test], "files": []}
        answer = crew.ask(job | _limits(MAX_COMPUTED, MAX_TOOK))
        if not answer.noticed:
            reached = named.functions(answer.reached)
            opened = {path for path in answer.opened if not path.endswith(".py")}
            self.imported += answer.imported
            return test, CoveredTest(reached, opened, answer.took, answer.computed)
        error = answer.error or "It ends Python, or never ends."
        job = {"kind": "test", "tests": [test], "files": []}
        for _ in range(REPEATS):
            again = crew.ask(job | _limits(MAX_COMPUTED, MAX_TOOK))
            if not again.noticed:
                raise WorkspaceError(FLAKY.format(test=test, error=printable_lines(error)))
        return test, printable_lines(error)

    def _import_early(self, crew: Crew, named: FunctionNames) -> None:
        """Import the sources that tests import while they run, so that no mutant has to."""
        early = [name for name, path in self.imported if path in self.kept.sources]
        self.kept.early = list(dict.fromkeys(self.kept.early + early))
        self.kept.at_import |= named.functions(crew.begin(self.kept.early))

    def _collect(self, test: str, found: CoveredTest | str) -> None:
        if isinstance(found, str):
            self.kept.left_out[test] = found
        else:
            self.kept.tests[test] = found

    def _has_new_tests(self, covered: Iterable[str]) -> bool:
        """Return whether some tests are new or changed, and not only the code that they call."""
        if self.last is None:
            return True
        touched = touched_tests(self.last, self.kept, self.project.start)
        return any(name not in self.last.tests or name in touched for name in covered)

    def _find_flaky(self, crew: Crew, pool: ThreadPoolExecutor) -> None:
        """Run the tests in random orders. If one fails, it is flaky, or depends on others."""
        tests = sorted(self.kept.tests)
        computed = sum(test.computed for test in self.kept.tests.values())
        number = min(MAX_SHUFFLES, max(1, int(SHUFFLE_SECONDS / (computed + 0.01))))
        jobs: list[Future[Answer]] = []
        for seed in range(number):
            order = Random(seed).sample(tests, len(tests))
            jobs.append(pool.submit(crew.ask, self._job(order, 1.0)))
        for job in jobs:
            answer = job.result()
            if not answer.noticed:
                continue
            for _ in range(REPEATS):
                alone = crew.ask(self._job([answer.test], 1.0))
                if alone.noticed:
                    error = printable_lines(alone.error)
                    raise WorkspaceError(FLAKY.format(test=answer.test, error=error))
            self.kept.isolated = True

    # The mutants.

    def _make(self, regions: list[str]) -> None:
        """Make the patches of some regions."""
        by_path: dict[str, list[str]] = {}
        for name in regions:
            path, _, key = name.partition("::")
            by_path.setdefault(path, []).append(key)
        for source in self.sources:
            keys = by_path.get(source.path, [])
            module = self.project.module_of(source.path)
            if keys:
                made = make_patches(source.path, source.text, module, keys)
                for key, patches in made.items():
                    self.kept.patches[f"{source.path}::{key}"] = patches

    def _test_all(self, crew: Crew) -> list[tuple[str, Patch]]:
        """Test the chosen mutants without a result. Returns the mutants for cold workers."""
        warm: list[tuple[str, Patch]] = []
        cold: list[tuple[str, Patch]] = []
        chosen = set(self.chosen_mutants()) - self.kept.results.keys()
        for region in self.chosen_regions():
            for patch in self.kept.patches[region]:
                if patch.name not in chosen:
                    continue
                if patch.at_import or region in self.kept.at_import:
                    cold.append((region, patch))
                elif self.kept.tests_of(region, at_import=False):
                    warm.append((region, patch))
                else:
                    self.kept.results[patch.name] = Result(NOT_COVERED)
                    self.tested.add(patch.name)
        self.total = len(warm) + len(cold)
        late = self._test_each(crew, warm, cold, self.test_one)
        for region, patch in late:
            self.finish(region, patch, self.test_one(crew, region, patch, times=2.0))
        return cold

    def _test_cold(self, mutants: list[tuple[str, Patch]]) -> None:
        number = min(self.options.workers or os.cpu_count() or 1, len(mutants))
        with start_crew(self.project, self.original, number, cold=True) as crew:
            tests = list(self.kept.tests)
            without = crew.ask(self._job(tests, 5.0) | _limits(MAX_COMPUTED, MAX_TOOK))
            if without.noticed:
                error = printable_lines(without.error)
                raise WorkspaceError(FAILS_COLD.format(test=without.test, error=error))
            self.seconds_to_import = without.computed
            late = self._test_each(crew, mutants, [], self.test_one_cold)
            for region, patch in late:
                self.finish(region, patch, self.test_one_cold(crew, region, patch, times=2.0))

    def _test_each(
        self,
        crew: Crew,
        mutants: list[tuple[str, Patch]],
        others: list[tuple[str, Patch]],
        test: Callable[[Crew, str, Patch], Answer],
    ) -> list[tuple[str, Patch]]:
        """Test mutants. Returns the late ones, and adds to `others` if a cold worker is needed."""
        begin = monotonic()
        late: list[tuple[str, Patch]] = []
        with self._threads(crew) as pool:
            jobs = {pool.submit(test, crew, *mutant): mutant for mutant in mutants}
            for job in as_completed(jobs):
                region, patch = jobs[job]
                answer = job.result()
                if answer.needs_import:
                    others.append((region, patch))
                elif answer.timed_out:
                    late.append((region, patch))
                else:
                    self.finish(region, patch, answer)
        self.seconds += monotonic() - begin
        return late

    def test_one(self, crew: Crew, region: str, patch: Patch, times: float = 1.0) -> Answer:
        tests = self._in_order(region, self.kept.tests_of(region, at_import=False))
        groups = [[test] for test in tests] if self.kept.isolated else [tests]
        answer = Answer(done=True)
        for group in groups:
            job = self._job(group, times) | {"patch": self._patch_for_worker(region, patch)}
            answer = crew.ask(job)
            if answer.noticed or answer.needs_import:
                break
        return answer

    def test_one_cold(self, crew: Crew, region: str, patch: Patch, times: float = 1.0) -> Answer:
        """Test a mutant that runs at import: first by the tests that call code of its file."""
        all_tests = self.kept.tests_of(region, at_import=True)
        path = f"{path_of(region)}::"
        near: list[str] = []
        for name in all_tests:
            if any(reached.startswith(path) for reached in self.kept.tests[name].reached):
                near.append(name)
        others = [name for name in all_tests if name not in near]
        answer = Answer(done=True)
        for group in (near, others):
            if not group:
                continue
            job = self._job(self._in_order(region, group), times)
            job["cpu"] += TIMES_AS_LONG * self.seconds_to_import
            job["seconds"] += TIMES_AS_LONG * self.seconds_to_import
            answer = crew.ask(job | {"patch": self._patch_for_worker(region, patch)})
            if answer.noticed:
                break
        return answer

    def _in_order(self, region: str, tests: list[str]) -> list[str]:
        """Sort tests: first the killers of the last mutants of the region, then the quickest."""
        kills = self.kills.get(region, {})
        runs = self.kept.tests
        return sorted(tests, key=lambda test: (-kills.get(test, 0), runs[test].took, test))

    def _job(self, tests: list[str], times: float) -> dict[str, Any]:
        computed = sum(self.kept.tests[test].computed for test in tests)
        took = sum(self.kept.tests[test].took for test in tests)
        most_computed = times * (TIMES_AS_LONG * computed + MORE_SECONDS)
        most_took = times * TIMES_BY_CLOCK * (TIMES_AS_LONG * took + MORE_SECONDS)
        files: dict[str, None] = {}
        for test in tests:
            path = f"{self.project.start}/{path_of(test)}".removeprefix("/")
            if Path(path).suffix != ".py":
                files.clear()  # a file that a plugin adds is found only from its folder
                break
            files[path] = None
        job = {"kind": "test", "tests": tests, "files": list(files)}
        return job | _limits(most_computed, most_took)

    def _patch_for_worker(self, region: str, patch: Patch) -> dict[str, Any]:
        place = self.regions[region]
        return {
            "path": path_of(region),
            "span": absolute_span(patch, place.first),
            "new": patch.new,
            "function": {"first": place.first, "last": place.last, "names": place.names},
        }

    def finish(self, region: str, patch: Patch, answer: Answer) -> None:
        """Note the result of a mutant."""
        status = SURVIVED
        if answer.timed_out:
            status = TIMED_OUT
        elif answer.noticed:
            status = KILLED
            kills = self.kills.setdefault(region, {})
            kills[answer.test] = len(self.tested) + 1
        self.kept.results[patch.name] = Result(
            status,
            round(answer.took, 4),
            answer.test if answer.noticed else "",
            crashed=answer.noticed and not answer.timed_out and answer.has_crashed,
            out_of_memory=answer.out_of_memory,
        )
        self.tested.add(patch.name)
        self.progress(len(self.tested), self.total)


def _limits(computed: float, took: float) -> dict[str, float]:
    return {"cpu": computed, "seconds": took}
