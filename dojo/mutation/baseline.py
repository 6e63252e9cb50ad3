"""`dojo verify --baseline`: what this workspace's mutmut settings are worth.

baseline: mutmut on the same tree with nothing configured but where the source is, which tests to run, and the files
they need. Both run from nothing, in copies of the workspace, one after the other, as often as asked.
"""

import re
import shutil
import statistics
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dojo.kata import IMPLEMENTATIONS, text_of
from dojo.mutation.runner import alone

COPIED = (*IMPLEMENTATIONS, "tests", "approved_files", "pyproject.toml")
KEPT_SETTINGS = ("source_paths", "also_copy", "pytest_add_cli_args_test_selection")
MUTMUT_SECTION = re.compile(r"^\[tool\.mutmut\]\n.*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)
ROUNDS = 2
ENOUGH_A_SECOND, ENOUGH_TIMES_BASELINE = 45, 4


class Speeds(NamedTuple):
    """Mutants a second, with our settings and without."""

    configured: float
    baseline: float

    @property
    def ratio(self) -> float:
        """Return how many times as fast our settings are."""
        return self.configured / self.baseline

    @property
    def is_enough(self) -> bool:
        """Tell whether our settings are worth what they ask of a reader."""
        return self.configured >= ENOUGH_A_SECOND and self.ratio >= ENOUGH_TIMES_BASELINE

    def __str__(self) -> str:
        """Show both."""
        return f"as configured {self.configured:.1f}, baseline {self.baseline:.1f} mutants a second"


def measure(workspace: Path, workers: int | None) -> Iterator[Speeds]:
    """Measure both in turn, round by round; WorkspaceError when mutmut gives up."""
    settings = text_of(workspace / "pyproject.toml")
    configured_by = tomllib.loads(settings)["tool"]["mutmut"]
    for _ in range(ROUNDS):
        configured = _speed(workspace, workers, settings)
        yield Speeds(configured, _speed(workspace, workers, _bare(settings, configured_by)))


def median(rounds: Sequence[Speeds]) -> Speeds:
    """Return what lies in the middle of some rounds."""
    return Speeds(*map(statistics.median, zip(*rounds, strict=True)))


def _speed(workspace: Path, workers: int | None, settings: str) -> float:
    """Return mutmut's own figure for a run from nothing, in mutants a second."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = workspace / name
            shutil.copytree(source, copy / name) if source.is_dir() else shutil.copy(source, copy)
        (copy / "pyproject.toml").write_text(settings, encoding="utf-8")
        with alone(copy / "mutants") as mutmut:
            mutmut.run([], workers)
    return mutmut.speed


def _bare(settings: str, configured: dict[str, Any]) -> str:
    """Return the settings with only what mutmut cannot do without."""
    section = "\n".join(["[tool.mutmut]", *(f"{key} = {configured[key]!r}" for key in KEPT_SETTINGS)])
    return MUTMUT_SECTION.sub(lambda _: section + "\n", settings)
