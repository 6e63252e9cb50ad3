"""The verdict on an implementation: what the golden master and its mutants say, compared with what is listed.

It fails when the golden master does, when a mutant is undecided or there is none, when a survivor has no reason or a
reason no survivor, or when a statement has slipped out of mutmut's sight.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata import IMPLEMENTATIONS, GoldenMasterResult
from dojo.mutation import unmutated
from dojo.mutation.cache import Inputs, clear, digest, files_below, tools, update
from dojo.mutation.equivalent import DOCUMENT as EQUIVALENT
from dojo.mutation.equivalent import Explanation, explain_implementation
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Counted, Survivor, mutants_of
from dojo.mutation.runner import Progress, alone, check_readable

SHARED = (
    *("tests/golden_master", "approved_files", "pyproject.toml"),
    *("tests/__init__.py", "tests/conftest.py", "tests/warm_session.py"),
    *("conftest.py", "pytest.ini", "tox.ini", "setup.cfg", "tests/pytest.ini", "tests/tox.ini", "tests/setup.cfg"),
)
NO_INPUTS = [Path(each).name for each in (EQUIVALENT, unmutated.DOCUMENT)]  # verify reads them, and no scenario does
CHANGED = "Code, tests or documents changed meanwhile, so there is no verdict. Run the same command again."


@dataclass(frozen=True)
class Verdict(Counted):
    """What came of one implementation, and the explanations that are `stale`: no mutant survives that is like them."""

    stale: list[Explanation]
    unmutated: unmutated.Comparison
    golden_master: GoldenMasterResult

    @property
    def name(self) -> str:
        """Return the implementation's name."""
        return self.golden_master.implementation

    @property
    def fails(self) -> bool:
        """Tell whether anything is wrong."""
        unclear = not self.mutants or self.undecided or self.open or self.stale
        return bool(not self.golden_master.passed or unclear or self.unmutated.new or self.unmutated.gone)

    def as_json(self) -> dict[str, object]:
        """Return the verdict for a program."""
        return {
            "name": self.name,
            "golden_master": "passed" if self.golden_master.passed else "failed",
            "mutants": {
                "made": self.made,
                "killed": self.outcomes[KILLED],
                "killed_by_crash": self.by_crash,
                "timed_out": self.outcomes[TIMED_OUT],
                "survived": self.outcomes[SURVIVED],
                "equivalent": len(self.equivalent),
            },
        }


def run_mutants(
    workspace: Path, passed: list[GoldenMasterResult], inputs: Inputs, workers: int | None, progress: Progress
) -> tuple[list[Verdict], float]:
    """Bring results up to date; return the verdicts, and mutants a second, 0.0 if none was to be tested.

    `inputs` are those that the golden master passed on. WorkspaceError if that fails, or if they changed meanwhile.
    """
    names = tuple(each.implementation for each in passed)
    for name in sorted(names):
        for source in sorted((workspace / name).rglob("*.py")):
            check_readable(source, workspace)
    parts = () if names == IMPLEMENTATIONS else names
    with alone(workspace / "mutants", progress) as mutmut, _unchanged(workspace, inputs, mutmut.home):
        update(mutmut, inputs, parts=parts, workers=workers)
        return [with_mutants(workspace, each) for each in passed], mutmut.speed


@contextmanager
def _unchanged(workspace: Path, inputs: Inputs, home: Path) -> Iterator[None]:
    """Raise WorkspaceError when the inputs are others at the end, and forget all results: nobody knows of which."""
    try:
        yield
    finally:
        if inputs_of(workspace) != inputs:
            clear(home)
            raise WorkspaceError(CHANGED)


def inputs_of(workspace: Path) -> Inputs:
    """Return what all verdicts share, as a hash, and each implementation's own."""
    shared: list[Path] = []
    for name in SHARED:
        shared += [path for path in files_below(workspace / name) if path.name not in NO_INPUTS]
    own = {name: digest(workspace, files_below(workspace / name)) for name in IMPLEMENTATIONS}
    return Inputs(own, digest(workspace, shared, tools()))


def without_mutants(golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict where mutants were not made, for the golden master failed first."""
    return Verdict([], [], [], unmutated.Comparison([], []), golden_master)


def with_mutants(workspace: Path, golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict from the results that mutmut left."""
    name = golden_master.implementation
    mutants = mutants_of(workspace, name)
    survived = [mutant for mutant in mutants if mutant.outcome == SURVIVED]
    found = explain_implementation(workspace, name, survived)
    survivors = list(map(Survivor, count(1), survived, found.reasons))
    comparison = unmutated.compare(workspace, name, mutants)
    return Verdict(mutants, survivors, found.stale, comparison, golden_master)
