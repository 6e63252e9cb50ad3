"""Compare plain mutmut with `dojo verify`, mutant by mutant: `python -m tests.crosscheck`.

Both test all mutants anew, which takes some minutes. Each difference is shown with its reason, and
the exit code is 1 if one has none.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import click
from mutmut.stats import status_by_exit_code

from dojo.mutation.kept import LAST_RUN, Kept, ResultFiles
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, SURVIVING, TIMED_OUT
from dojo.practice.model import STATE_DIRECTORY
from dojo.text import quantity

WORKSPACE = Path(__file__).resolve().parents[1]
MUTMUT_FOLDER = WORKSPACE / "mutants"
RESULTS = ResultFiles(WORKSPACE / STATE_DIRECTORY)
STATUSES = {
    "killed": KILLED,
    "survived": SURVIVED,
    "no tests": NOT_COVERED,
    "timeout": TIMED_OUT,
    "segfault": KILLED,
}
NOTICED = {KILLED, TIMED_OUT}
FAILED = 1  # the exit code of pytest if a test fails

# Reasons for differences.
ONLY_DOJO = "only dojo makes it: outside of functions, in a decorated function, or in a default"
DEFAULT = "it changes a default value, but mutmut calls it with the original one"
TOO_LATE = (
    "its test fails in a new process with mutmut's mutant, too: in a run, mutmut switches a mutant "
    "on when the code was imported and caches are filled"
)
TIME_LIMIT = "both notice it, but only one of them by its time limit"
UNEXPLAINED = "unexplained"


@dataclass(frozen=True)
class Run:
    """A run of all mutants: the status of each by its name, and what it took in seconds."""

    statuses: dict[str, str]
    seconds: float
    cpu_seconds: float

    def describe(self, name: str) -> str:
        number = len(self.statuses)
        return (
            f"{name}: {number} mutants in {self.seconds:.0f} s, {self.cpu_seconds:.0f} CPU s, "
            f"{number / self.seconds:.1f} a second"
        )


def run_mutmut() -> Run:
    shutil.rmtree(MUTMUT_FOLDER, ignore_errors=True)
    seconds, cpu_seconds = timed_run([sys.executable, "-m", "mutmut", "run"])
    statuses: dict[str, str] = {}
    for file in MUTMUT_FOLDER.rglob("*.meta"):
        codes: dict[str, int | None] = json.loads(file.read_text())["exit_code_by_key"]
        for name, code in codes.items():
            word = status_by_exit_code[code]
            statuses[name] = STATUSES.get(word, word)
    return Run(statuses, seconds, cpu_seconds)


def run_dojo() -> tuple[Run, Kept]:
    (RESULTS.folder / LAST_RUN).unlink(missing_ok=True)
    command = [sys.executable, "-c", "from dojo.main import main; main()", "verify"]
    seconds, cpu_seconds = timed_run(command)
    kept = RESULTS.read()
    if kept is None:
        raise click.ClickException("dojo verify has kept no results.")
    statuses = {name: result.status for name, result in kept.results.items()}
    return Run(statuses, seconds, cpu_seconds), kept


def timed_run(command: Sequence[str]) -> tuple[float, float]:
    """Run a command in the workspace. Returns its seconds, by the clock and of processor time."""
    begin = monotonic()
    before = os.times()
    subprocess.run(command, cwd=WORKSPACE, check=True)  # noqa: S603 - one of two known commands
    after = os.times()
    computed = after.children_user + after.children_system
    computed -= before.children_user + before.children_system
    return monotonic() - begin, computed


def mutants_of_defaults(kept: Kept) -> set[str]:
    """Return the names of the mutants in the head of a function, which runs at import."""
    names: set[str] = set()
    for patches in kept.patches.values():
        names |= {patch.name for patch in patches if patch.at_import}
    return names


def fails_in_new_process(mutant: str, test: str) -> bool:
    """Return whether a test fails in the folder of mutmut, with its mutant on from the start."""
    command = [sys.executable, "-m", "pytest", "-q", "--for-mutants", test]
    environment = os.environ | {"MUTANT_UNDER_TEST": mutant}
    result = subprocess.run(  # noqa: S603 - pytest, with the name of one of our tests
        command, cwd=MUTMUT_FOLDER, env=environment, check=False, capture_output=True
    )
    return result.returncode == FAILED


def reason_for(
    mutmut: str | None, dojo: str | None, *, in_default: bool, fails: Callable[[], bool]
) -> str:
    """Return why the statuses of a mutant differ. None: it was not made.

    `fails`: tells whether the test that notices it fails in a new process of mutmut's.
    """
    if mutmut is None:
        return ONLY_DOJO
    if {mutmut, dojo} == NOTICED:
        return TIME_LIMIT
    if mutmut in SURVIVING and dojo in NOTICED:
        if in_default:
            return DEFAULT
        if fails():
            return TOO_LATE
    return UNEXPLAINED


def differences(mutmut: Run, dojo: Run, kept: Kept) -> dict[str, list[str]]:
    """Return the mutants whose statuses differ, by the reason."""
    in_defaults = mutants_of_defaults(kept)

    def reason(name: str) -> str:
        return reason_for(
            mutmut.statuses.get(name),
            dojo.statuses.get(name),
            in_default=name in in_defaults,
            fails=lambda: fails_in_new_process(name, kept.results[name].killer),
        )

    names = sorted(mutmut.statuses.keys() | dojo.statuses.keys())
    different = [name for name in names if mutmut.statuses.get(name) != dojo.statuses.get(name)]
    found: dict[str, list[str]] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, why in zip(different, pool.map(reason, different), strict=True):
            old = mutmut.statuses.get(name, "does not make it")
            new = dojo.statuses.get(name, "does not make it")
            found.setdefault(why, []).append(f"{name}: mutmut {old}, dojo {new}")
    return found


def report(mutmut: Run, dojo: Run, found: dict[str, list[str]]) -> list[str]:
    faster = mutmut.seconds / len(mutmut.statuses) / (dojo.seconds / len(dojo.statuses))
    less = dojo.cpu_seconds / mutmut.cpu_seconds
    lines = [mutmut.describe("mutmut run"), dojo.describe("dojo verify")]
    lines.append(f"dojo verify: {faster:.1f} times the mutants a second, {less:.2f} of the CPU")
    same = mutmut.statuses.items() & dojo.statuses.items()
    counts = Counter(status for _, status in same)
    shown = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    lines.append(f"the same: {quantity(len(same), 'mutant')} ({shown})")
    for reason, mutants in found.items():
        lines.append(f"different: {quantity(len(mutants), 'mutant')}; {reason}")
        lines += [f"  {mutant}" for mutant in mutants]
    return lines


@click.command()
def main() -> None:
    """Compare plain mutmut with `dojo verify`, mutant by mutant."""
    mutmut = run_mutmut()
    dojo, kept = run_dojo()
    found = differences(mutmut, dojo, kept)
    click.echo("\n".join(report(mutmut, dojo, found)))
    if UNEXPLAINED in found:
        raise click.ClickException("a difference has no reason")


if __name__ == "__main__":
    main()
