"""Why mutants survived: which calls of the tests make a difference that no test looks at."""

import ast
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import as_completed
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

from msgspec import structs

from dojo.errors import WorkspaceError
from dojo.mutation.inputs import path_of, read_inputs, read_sources
from dojo.mutation.kept import Kept, absolute_span
from dojo.mutation.project import Project
from dojo.mutation.results import SURVIVED, Patch, Place, Result, Twin, Why
from dojo.mutation.run import PatchedSources, Progress
from dojo.mutation.workers import (
    Answer,
    Crew,
    Job,
    TwinSettings,
    WantedCall,
    start_crew,
    temporary_copies,
)
from dojo.source import parse_source

# Limits for a survivor.
MAX_CALLS = 1000
CALLS_TO_VARY = 40
SECONDS = 1.0
SECONDS_TO_TRACE = 3.0
SECONDS_TO_VARY = 0.5
JOB_SECONDS = 120.0  # nothing should take so long
NO_CALL = "No call is known that differs, so there is none to write."
NOT_WRITTEN = """\
The call cannot be written as Python: {reason}.
Write a test by hand, with the call that --call shows."""
CHANGED = """\
The code, the tests or the dojo changed since the last run. Run `dojo mutants` first; it tests only
what changed, and may give survivors other numbers."""


def find_why(project: Project, kept: Kept, names: Iterable[str], progress: Progress) -> None:
    """Find out why mutants survived, unless that is known, and keep it.

    Raises WorkspaceError if files changed since the mutants were tested.
    """
    wanted = set(names)
    mutants: list[Patch] = []
    for patches in kept.patches.values():
        mutants += [patch for patch in patches if patch.name in wanted]
    mutants = [mutant for mutant in mutants if _is_unknown(kept.results[mutant.name])]
    if not mutants:
        return
    number = max(1, min(os.cpu_count() or 1, len(mutants) // 2))
    with start_again(project, kept, number) as (crew, original):
        explainer = Explainer(project, original, kept, crew)
        jobs = {crew.submit(explainer.explain, mutant): mutant.name for mutant in mutants}
        try:
            for done, job in enumerate(as_completed(jobs), start=1):
                name = jobs[job]
                kept.results[name] = structs.replace(kept.results[name], why=job.result())
                progress(done, len(jobs))
        finally:  # also after an interruption
            project.results.write(kept)


def _is_unknown(result: Result) -> bool:
    """Return whether nobody asked yet why a mutant survived that tests reach."""
    return result.status == SURVIVED and result.why is None


@contextmanager
def start_again(project: Project, kept: Kept, number: int) -> Iterator[tuple[Crew, Path]]:
    """Start workers as in the last run. Raises WorkspaceError if files changed since."""
    with temporary_copies() as folder:
        original = folder / "original"
        project.copy_to(original)
        # New tests, such as one that --write wrote, change nothing about the old ones.
        if not kept.inputs.hashes.items() <= read_inputs(original, project).hashes.items():
            raise WorkspaceError(CHANGED)
        with start_crew(project, original, number) as crew:
            crew.hello()
            crew.import_modules(kept.early)
            yield crew, original


def write_call(project: Project, kept: Kept, why: Why) -> dict[str, Any]:
    """Write the smallest call that differs as Python, in the words of a recording.

    Raises WorkspaceError if there is none, or if it cannot be written.
    """
    example = why.example
    if example is None:
        raise WorkspaceError(NO_CALL)
    path, line, *_ = why.found.place
    job = Job("write", [example.test], cpu=JOB_SECONDS, seconds=JOB_SECONDS)
    job.wanted = WantedCall(path, line, example.number, example.variation)
    with start_again(project, kept, 1) as (crew, _):
        answer = crew.ask(job)
    if answer.story is None:
        raise WorkspaceError(NOT_WRITTEN.format(reason=answer.error))
    return answer.story


class Explainer:
    """Compares the code with its mutants at the calls of the tests that run them."""

    def __init__(self, project: Project, original: Path, kept: Kept, crew: Crew) -> None:
        self.kept = kept
        self.crew = crew
        self.sources = PatchedSources(read_sources(original, project))

    def explain(self, mutant: Patch) -> Why:
        """Compare at the calls of the tests that reach the change. If none differs, vary them."""
        reached = self.kept.tests_of(mutant)
        tests = sorted(reached, key=lambda name: (self.kept.tests[name].took, name))
        lines = self._changed_lines(mutant)
        calls: dict[str, list[int]] = {}
        is_partial = False
        if lines:
            traced = self._compare(mutant, tests, lines=lines, total_seconds=SECONDS_TO_TRACE)
            calls = calls_that_reach(traced.twins)
            is_partial = traced.tests_run < len(tests)  # some tests did not run in time
            if not calls:
                varied = self._vary(mutant, tests)
                # Calls in other threads and processes are not traced.
                is_traced = any(not twin.not_compared for twin in traced.twins)
                may_reach = is_partial or not is_traced
                found = structs.replace(varied, is_partial=is_partial)
                return Why(found, traced.tests_run, reaches_change=may_reach)
            tests = [test for test in tests if test in calls]
        answer = self._compare(mutant, tests, only=calls)  # all calls, if there are no lines
        found = merged(answer.twins)
        is_partial |= found.is_partial or answer.tests_run < len(tests)
        if found.compared and found.example is None:
            varied = self._vary(mutant, tests)
            found = structs.replace(
                varied, compared=found.compared, not_compared=found.not_compared
            )
        return Why(structs.replace(found, is_partial=is_partial), answer.tests_run)

    def _vary(self, mutant: Patch, tests: list[str]) -> Twin:
        """Compare the calls with other arguments."""
        seconds = SECONDS_TO_VARY
        answer = self._compare(
            mutant,
            tests,
            vary=True,
            calls=CALLS_TO_VARY,
            seconds=seconds,
            total_seconds=seconds,
        )
        return merged(answer.twins)

    def _compare(self, mutant: Patch, tests: list[str], **limits: Any) -> Answer:  # noqa: ANN401
        """Compare the code with a mutant. `limits`: fields of TwinSettings."""
        function, text = self.sources.apply(mutant)
        anew = self.kept.runs_at_import(mutant)
        places = [(function.path, function.first, ".".join(function.names), True)]
        if anew:
            places = self._functions_in(function.path)
        others = {function.path: text}
        settings = TwinSettings(places, others, MAX_CALLS, SECONDS, SECONDS, anew=anew)
        job = Job("twins", tests, cpu=JOB_SECONDS, seconds=JOB_SECONDS)
        job.patch = function
        job.twins = structs.replace(settings, **limits)
        return self.crew.ask(job)

    def _changed_lines(self, mutant: Patch) -> list[int]:
        """Return the lines of a changed statement, or none if no call can tell who reaches it."""
        if self.kept.runs_at_import(mutant):
            return []
        region = self.sources.regions[mutant.region]
        first, _, last, _ = absolute_span(mutant, region.first)
        tree = parse_source(self.sources.source_of(mutant).text)
        return lines_around(tree, first, last)

    def _functions_in(self, path: str) -> list[Place]:
        """Return the functions of a file that tests run."""
        reached: set[str] = set()
        for test in self.kept.tests.values():
            reached |= test.reached
        found: list[Place] = []
        changed = False  # in its own code: only what it uses may differ
        for name, region in self.sources.regions.items():
            is_function = bool(region.names)
            if is_function and name in reached and path_of(name) == path:
                found.append((path, region.first, region.name, changed))
        return found


def lines_around(tree: ast.AST, first: int, last: int) -> list[int]:
    """Return the lines of the innermost statement around some lines, without its body.

    Returns none unless that is in exactly one function: a call of a function may have ended before
    a function inside it runs, so the lines that it reached do not say whether it matters.
    """
    functions = 0
    start = first
    end = last
    for node in ast.walk(tree):  # outer statements come first
        if not isinstance(node, ast.stmt) or not node.lineno <= first <= (node.end_lineno or 0):
            continue
        functions += isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        start = node.lineno
        body = getattr(node, "body", None)
        end = max(last, body[0].lineno - 1 if body else node.end_lineno or last)
    if functions != 1:
        return []
    return list(range(start, end + 1))


def calls_that_reach(twins: Iterable[Twin]) -> dict[str, list[int]]:
    """Return the numbers of the calls that reach the change, by the test."""
    found: dict[str, list[int]] = {}
    for twin in twins:
        found.update(twin.reached)
    return found


def merged(twins: Iterable[Twin]) -> Twin:
    """Return the sums for some functions, and the smallest of their calls that differ."""
    total = Twin()
    for twin in twins:
        smallest = min(total, twin, key=_length_of_example)
        total = Twin(
            smallest.place,
            total.compared + twin.compared,
            total.differing + twin.differing,
            total.varied + twin.varied,
            total.is_partial or twin.is_partial,
            Counter(total.not_compared) + Counter(twin.not_compared),
            example=smallest.example,
        )
    return total


def _length_of_example(twin: Twin) -> float:
    return len(twin.example.call) if twin.example is not None else inf
