"""What came of the mutants of some code: the grade of a practice, and the verdict on an implementation.

score: the share of the mutants that were killed, in percent, of those that a test can kill: equivalent ones are
counted out. One that ran out of time was noticed, so it is killed as well.

A verdict fails when the golden master does, when a mutant is undecided or there is none, when a survivor has no reason
or a reason no survivor, or when a statement has slipped out of mutmut's sight.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from filelock import FileLock

from dojo.errors import UngradedError, WorkspaceError
from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.mutation import equivalent, sandbox, unmutated
from dojo.mutation.equivalent import Entry, explain, read_document
from dojo.mutation.inputs import Inputs, files_below, hash_files, hash_tools
from dojo.mutation.results import (
    EQUIVALENT,
    KILLED,
    TIMED_OUT,
    UNDECIDED,
    UNREACHED,
    Mutant,
    mutants_of,
    sources_in,
)
from dojo.mutation.run import (
    LOCK_FILE,
    MANIFEST_FILE,
    Progress,
    RunResult,
    is_finished,
    read_manifest,
    update_results,
)
from dojo.mutation.unmutated import Statement
from dojo.practice.model import Practice

NO_MUTANT = """\
There is no score: mutmut found no mutant that your tests reach.
Put what your code does into functions, and call them in a test."""
FILES = (
    *IMPLEMENTATIONS,
    *("tests/golden_master", "tests/__init__.py", "tests/conftest.py", "approved_files", "pyproject.toml"),
)
NO_INPUTS = [Path(each).name for each in (equivalent.DOCUMENT, unmutated.DOCUMENT)]  # no scenario reads them


@dataclass(frozen=True)
class Grade:
    """What came of the mutants of some sources.

    `stale` entries are marks that count for nothing, for no mutant survives that is like them; `unmutated` are the
    statements that mutmut never changes.
    """

    mutants: list[Mutant]
    sources: dict[str, str]
    stale: list[Entry]
    unmutated: list[Statement]
    run: RunResult

    @property
    def survivors(self) -> list[Mutant]:
        """Return all that nothing noticed, the equivalent ones, too."""
        return [mutant for mutant in self.mutants if mutant.number]

    @property
    def open(self) -> list[Mutant]:
        """Return the survivors that a test could notice."""
        return [mutant for mutant in self.survivors if not mutant.reason]

    @property
    def equivalent(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant.reason]

    @cached_property
    def account(self) -> dict[str, Any]:
        """Return how the mutants made come to the score.

        `made` is `killed`, `survived` and `undecided` together, and also `cached` and `tested`; an `estimate`,
        if code or tests changed since what is `cached` was tested. `killed` is by an assertion, by a crash, or
        `timed_out`; of the `survived`, some are equivalent, and of the others some unreached.
        """
        counts = Counter(mutant.status for mutant in self.mutants)
        made, killed = len(self.mutants), counts[KILLED] + counts[TIMED_OUT]
        crashed = sum(mutant.crashed for mutant in self.mutants)
        return {
            "made": made,
            "cached": self.run.kept,
            "tested": made - self.run.kept,
            "estimate": self.run.estimate,
            "killed": killed,
            "killed_by_assertion": counts[KILLED] - crashed,
            "killed_by_crash": crashed,
            "timed_out": counts[TIMED_OUT],
            "survived": len(self.survivors),
            "equivalent": counts[EQUIVALENT],
            "unreached": counts[UNREACHED],
            "undecided": counts[UNDECIDED],
            "score": _percent(killed, made - counts[EQUIVALENT]),
            "score_of_all": _percent(killed, made),
        }

    @property
    def fails(self) -> bool:
        """Tell whether a test is missing, or a result."""
        return bool(self.open or self.account["undecided"])


def _percent(part: int, whole: int) -> float:
    """Return a share in percent, to a tenth; only all of it is 100.0."""
    return 100.0 if part == whole else min(round(100 * part / whole, 1), 99.9)


def grade_mutants(practice: Practice, progress: Progress, *, use_cache: bool = True) -> Grade:
    """Test the mutants of a practice, and return their grade, or raise UngradedError."""
    try:
        run = sandbox.run_in_sandbox(practice, progress, use_cache=use_cache)
    except WorkspaceError as error:
        has_mutant = "could not find any test case for any mutant" not in str(error)
        raise UngradedError(str(error) if has_mutant else NO_MUTANT) from None
    return _read_grade(practice, run)


def last_grade(practice: Practice) -> Grade:
    """Return the grade of the last run; WorkspaceError when none came to its end."""
    if not is_finished(sandbox.workdir_of(practice)):
        raise WorkspaceError("There is no finished run yet. `dojo mutants` makes mutants first.")
    return _read_grade(practice, RunResult())


def _read_grade(practice: Practice, run: RunResult) -> Grade:
    mutants, sources = sandbox.read_mutants(practice)
    marks = read_document(practice.folder / equivalent.OF_A_PRACTICE)
    mutants, stale = explain(mutants, marks, equivalent.known_of_tangle(practice.workspace))
    return Grade(mutants, sources, stale, list(unmutated.find_unmutated(sources, mutants)), run)


def as_json(grade: Grade) -> dict[str, object]:
    """Return a grade for a program."""
    return {
        **grade.account,
        "survivors": [_survivor_as_json(each) for each in grade.survivors],
        "stale": ["\n".join(each) for each in grade.stale],
        "unmutated": [{"path": each.path, "line": each.line, "text": each.text} for each in grade.unmutated],
    }


def _survivor_as_json(mutant: Mutant) -> dict[str, object]:
    return {
        "number": mutant.number,
        "path": mutant.path,
        "line": mutant.line,
        "method": mutant.function,
        "removed": [line.strip() for line in mutant.removed],
        "added": [line.strip() for line in mutant.added],
        "reached": bool(mutant.tests),
        "tests": mutant.tests,
        "equivalent": bool(mutant.reason),
        "reason": mutant.reason or None,
        "marked": mutant.marked,
    }


# The verdict.


@dataclass(frozen=True)
class Verdict(Grade):
    """What came of one implementation; `new` unmutated statements are not listed, and `gone` ones are no more."""

    golden_master: GoldenMasterResult
    new: Sequence[str] = ()
    gone: Sequence[str] = ()

    @property
    def name(self) -> str:
        return self.golden_master.implementation

    @property
    def fails(self) -> bool:
        unclear = not self.mutants or super().fails or self.stale
        return bool(not self.golden_master.passed or unclear or self.new or self.gone)

    def as_json(self) -> dict[str, object]:
        """Return the verdict for a program."""
        return {
            "name": self.name,
            "golden_master": "passed" if self.golden_master.passed else "failed",
            "mutants": {
                "made": self.account["made"],
                "killed": self.account["killed"] - self.account["timed_out"],
                **{name: self.account[name] for name in ("killed_by_crash", "timed_out", "survived", "equivalent")},
            },
        }


def run_mutants(
    workspace: Path, passed: list[GoldenMasterResult], inputs: Inputs, workers: int | None, progress: Progress
) -> list[Verdict]:
    """Bring results up to date, and return the verdicts; WorkspaceError when mutmut gives up.

    `inputs` are those that the golden master passed on.
    """
    sources = {each.implementation: sources_in(workspace / each.implementation) for each in passed}
    part = f"{passed[0].implementation}." if len(passed) == 1 else ""
    workdir = workspace / "mutants"
    workdir.mkdir(exist_ok=True)
    with FileLock(workdir / LOCK_FILE):
        last = read_manifest(workdir)
        unchanged = last if last and last.inputs == inputs else None  # else what is kept would be an estimate
        run = update_results(workdir, unchanged, inputs, progress, part=part, workers=workers)
        changed = sorted({name for name, _ in inputs.other.items() ^ inputs_of(workspace).other.items()})
        if changed:  # nobody knows whether the results are of these or the others
            (workdir / MANIFEST_FILE).unlink()
        run = replace(run, changed=changed)
        return [_read_verdict(workspace, each, sources[each.implementation], run) for each in passed]


def inputs_of(workspace: Path) -> Inputs:
    """Return what verdicts depend on; nothing is kept when it changes."""
    files = [path for name in FILES for path in files_below(workspace / name) if path.name not in NO_INPUTS]
    return Inputs({}, {**hash_files(workspace, files), **hash_tools()})


def without_mutants(golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict where mutants were not made, for the golden master failed first."""
    return Verdict([], {}, [], [], RunResult(), golden_master)


def _read_verdict(
    workspace: Path, golden_master: GoldenMasterResult, sources: dict[str, str], run: RunResult
) -> Verdict:
    name = golden_master.implementation
    listed = [each for each in read_document(workspace / equivalent.DOCUMENT) if each[0][0].startswith(f"{name}/")]
    mutants, stale = explain(mutants_of(workspace / "mutants" / name, sources, name), listed, {})
    texts = {f"{name}/{path}": text for path, text in sources.items()}
    statements = list(unmutated.find_unmutated(texts, mutants))
    new, gone = unmutated.compare(workspace, name, statements)
    return Verdict(mutants, texts, stale, statements, run, golden_master, new, gone)
