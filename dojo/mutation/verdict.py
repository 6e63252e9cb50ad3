"""The verdict on an implementation: what the golden master and its mutants say, compared with what is listed.

It fails when the golden master does, when a mutant is undecided or there is none, when a survivor has no reason or a
reason no survivor, or when a statement has slipped out of mutmut's sight.
"""

from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock

from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.mutation import unmutated
from dojo.mutation.equivalent import DOCUMENT as EQUIVALENT
from dojo.mutation.equivalent import explain, read_document
from dojo.mutation.grade import Grade
from dojo.mutation.results import mutants_of, sources_in
from dojo.mutation.run import LOCK, MANIFEST, Inputs, Kept, Progress, files_below, hash_files, hash_tools, update

FILES = (
    *IMPLEMENTATIONS,
    *("tests/golden_master", "tests/__init__.py", "tests/conftest.py", "approved_files", "pyproject.toml"),
)
NO_INPUTS = [Path(each).name for each in (EQUIVALENT, unmutated.DOCUMENT)]  # verify reads them, and no scenario does


@dataclass(frozen=True)
class Verdict(Grade):
    """What came of one implementation.

    `new` unmutated statements are not listed, and `gone` ones are no more. `changed` names files that are others since
    they were tested: the verdict does not know it.
    """

    golden_master: GoldenMasterResult
    new: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

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
                "killed": self.account["killed_by_assertion"] + self.account["killed_by_crash"],
                **{name: self.account[name] for name in ("killed_by_crash", "timed_out", "survived", "equivalent")},
            },
        }


def run_mutants(
    workspace: Path, passed: list[GoldenMasterResult], inputs: Inputs, workers: int | None, progress: Progress
) -> tuple[list[Verdict], float]:
    """Bring results up to date; return the verdicts, and mutants a second, 0.0 if none was to be tested.

    `inputs` are those that the golden master passed on. WorkspaceError when mutmut gives up.
    """
    sources = {each.implementation: sources_in(workspace / each.implementation) for each in passed}
    part = f"{passed[0].implementation}." if len(passed) == 1 else ""
    home = workspace / "mutants"
    home.mkdir(exist_ok=True)
    with FileLock(home / LOCK):
        _, speed = update(home, inputs, progress, part=part, workers=workers)
        now = inputs_of(workspace).guards
        changed = sorted({name for name, _ in inputs.guards.items() ^ now.items()})
        if changed:  # nobody knows whether the results are of these or the others
            (home / MANIFEST).unlink()
        return [_read_verdict(workspace, each, sources[each.implementation], changed) for each in passed], speed


def inputs_of(workspace: Path) -> Inputs:
    """Return what verdicts depend on; nothing is kept when it changes."""
    files = [path for name in FILES for path in files_below(workspace / name) if path.name not in NO_INPUTS]
    return Inputs({}, {**hash_files(workspace, files), **hash_tools()})


def without_mutants(golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict where mutants were not made, for the golden master failed first."""
    return Verdict([], {}, [], [], Kept(), golden_master)


def _read_verdict(
    workspace: Path, golden_master: GoldenMasterResult, sources: dict[str, str], changed: list[str]
) -> Verdict:
    name = golden_master.implementation
    listed = [each for each in read_document(workspace / EQUIVALENT) if each[0][0].startswith(f"{name}/")]
    mutants, stale = explain(mutants_of(workspace / "mutants" / name, sources, name), listed)
    texts = {f"{name}/{path}": text for path, text in sources.items()}
    statements = list(unmutated.find_unmutated(texts, mutants))
    new, gone = unmutated.compare(workspace, name, statements)
    return Verdict(mutants, texts, stale, statements, Kept(), golden_master, new, gone, changed)
