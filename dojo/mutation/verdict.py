"""The verdict on an implementation: what the golden master and its mutants say, compared with what is listed.

It fails when the golden master does, when a mutant is undecided or there is none, when a survivor has no reason or a
reason no survivor, or when a statement has slipped out of mutmut's sight.
"""

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.mutation import unmutated
from dojo.mutation.cache import Inputs, digest, distrust, files_below, hashes, tools, update
from dojo.mutation.equivalent import DOCUMENT as EQUIVALENT
from dojo.mutation.equivalent import Explanation, explain, read_document
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Counted, Survivor, mutants_of, sources_below
from dojo.mutation.runner import Progress, alone, check_readable

SHARED = (
    *("tests/golden_master", "approved_files", "pyproject.toml"),
    *("tests/__init__.py", "tests/conftest.py"),
    *("conftest.py", "pytest.ini", "tox.ini", "setup.cfg", "tests/pytest.ini", "tests/tox.ini", "tests/setup.cfg"),
)
NO_INPUTS = [Path(each).name for each in (EQUIVALENT, unmutated.DOCUMENT)]  # verify reads them, and no scenario does


@dataclass(frozen=True)
class Verdict(Counted):
    """What came of one implementation.

    `stale` are explanations: no mutant survives that is like them. `sources` are the texts that were tested, and
    `changed` names what is another since: the verdict does not know it.
    """

    stale: list[Explanation]
    unmutated: unmutated.Comparison
    golden_master: GoldenMasterResult
    sources: dict[str, str]
    changed: list[str] = field(default_factory=list)

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

    `inputs` are those that the golden master passed on. WorkspaceError when mutmut gives up.
    """
    names = tuple(each.implementation for each in passed)
    sources = {name: sources_below(workspace, name) for name in sorted(names)}
    for texts in sources.values():
        for path in texts:
            check_readable(workspace / path, workspace)
    parts = () if names == IMPLEMENTATIONS else names
    with alone(workspace / "mutants", progress) as mutmut:
        update(mutmut, inputs, parts=parts, workers=workers)
        changed = changed_since(inputs, inputs_of(workspace))
        if changed:
            distrust(mutmut.home, changed)
        verdicts = [with_mutants(workspace, each, sources[each.implementation], changed) for each in passed]
    return verdicts, mutmut.speed


def changed_since(before: Inputs, now: Inputs) -> list[str]:
    """Name what is another."""
    old, new = {**before.code, **before.shared}, {**now.code, **now.shared}
    return sorted(name for name in {**old, **new} if old.get(name) != new.get(name))


def inputs_of(workspace: Path) -> Inputs:
    """Return what all verdicts share, and each implementation's own, as hashes."""
    shared: list[Path] = []
    for name in SHARED:
        shared += [path for path in files_below(workspace / name) if path.name not in NO_INPUTS]
    own = {name: digest(workspace, files_below(workspace / name)) for name in IMPLEMENTATIONS}
    return Inputs(own, {**hashes(workspace, shared), **tools()})


def without_mutants(golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict where mutants were not made, for the golden master failed first."""
    return Verdict([], [], [], unmutated.Comparison([], []), golden_master, {})


def with_mutants(
    workspace: Path, golden_master: GoldenMasterResult, sources: dict[str, str], changed: list[str]
) -> Verdict:
    """Return the verdict from the results that mutmut left."""
    name = golden_master.implementation
    mutants = mutants_of(workspace / "mutants", sources)
    survived = [mutant for mutant in mutants if mutant.outcome == SURVIVED]
    listed = [each for each in read_document(workspace / EQUIVALENT) if each.entry[0].startswith(f"{name}/")]
    reasons, stale = explain(survived, listed)
    survivors = list(map(Survivor, count(1), survived, reasons))
    comparison = unmutated.compare(workspace, name, sources, mutants)
    return Verdict(mutants, survivors, stale, comparison, golden_master, sources, changed)
