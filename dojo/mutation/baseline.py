"""`dojo verify --baseline`: what this workspace's mutmut settings are worth.

baseline: mutmut on the same tree with nothing configured but where the source is, which tests to run, and the files
they need. Both run from nothing, in copies of the workspace, one after the other, as often as asked.
"""

import re
import shutil
import statistics
import subprocess
import tempfile
import time
import tomllib
from pathlib import Path

import click

from dojo.errors import WorkspaceError
from dojo.kata import lean_mutmut, mutmut

COPIED = ("legacy", "refactored", "tests", "approved_files", "pyproject.toml")
KEPT_SETTINGS = ("source_paths", "also_copy", "pytest_add_cli_args_test_selection")
MUTMUT_SECTION = re.compile(r"^\[tool\.mutmut\]\n.*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)
SPEED = re.compile(r"([\d.]+) mutations/second")
ROUNDS = 2
FINE, FALLS_SHORT = 0, 1
ENOUGH_A_SECOND, ENOUGH_TIMES_BASELINE = 45, 1.5


def compare(workspace: Path, workers: int | None) -> int:
    """Measure both, in turn; print the mutants a second of each and their ratio; return the exit code."""
    ours, theirs = [], []
    for number in range(1, ROUNDS + 1):
        ours.append(_measure(workspace, workers, configured=True))
        theirs.append(_measure(workspace, workers, configured=False))
        click.echo(f"round {number}: as configured {ours[-1]:.1f}, baseline {theirs[-1]:.1f} mutants a second")
    speed, baseline = statistics.median(ours), statistics.median(theirs)
    click.echo(f"median:  as configured {speed:.1f}, baseline {baseline:.1f}: {speed / baseline:.2f} times as fast")
    return FINE if speed >= ENOUGH_A_SECOND and speed >= ENOUGH_TIMES_BASELINE * baseline else FALLS_SHORT


def _measure(workspace: Path, workers: int | None, *, configured: bool) -> float:
    """Return mutmut's own figure for a run from nothing, in mutants a second."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = workspace / name
            shutil.copytree(source, copy / name) if source.is_dir() else shutil.copy(source, copy)
        if not configured:
            settings = copy / "pyproject.toml"
            settings.write_text(_bare(settings.read_text(encoding="utf-8")), encoding="utf-8")
        limit = [] if workers is None else ["--max-children", str(workers)]
        done = subprocess.run(  # noqa: S603 - the mutmut that is installed beside this command
            [*(lean_mutmut() if configured else mutmut()), "run", *limit],
            cwd=copy,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    speed = SPEED.search(done.stdout)
    if done.returncode != 0 or speed is None:
        raise WorkspaceError("mutmut gave up; it said:\n" + "\n".join(done.stdout.splitlines()[-12:]))
    click.echo(f"  {'as configured' if configured else 'baseline'}: {time.perf_counter() - start:.0f} s", err=True)
    return float(speed.group(1))


def _bare(settings: str) -> str:
    """Return the settings with only what mutmut cannot do without."""
    kept = {key: value for key, value in tomllib.loads(settings)["tool"]["mutmut"].items() if key in KEPT_SETTINGS}
    section = "\n".join(["[tool.mutmut]", *(f"{key} = {value!r}" for key, value in kept.items())])
    return MUTMUT_SECTION.sub(lambda _: section + "\n", settings)
