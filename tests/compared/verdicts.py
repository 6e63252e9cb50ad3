"""Check verdicts: write a mutant into its file, and run plain pytest in a new process."""

import random
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from tests.compared.mutants import KILLED, SURVIVED, Mutant
from tests.compared.projects import changed

SEED = 7
SURVIVORS = 10
KILLED_ONES = 5
PLAIN = "python -m pytest -x -q -p no:cacheprovider"
FAILS, PASSES = "fails", "passes"
HARMLESS = {SURVIVED: PASSES, KILLED: FAILS}
FACTOR = 10  # times the seconds of the unchanged code; whoever takes longer fails, too

Changes = Callable[[Mutant], Mutant]


@dataclass
class Checked:
    """`by_chance`: of two runs, one passes and one fails. `unwritable`: why, for each."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    by_chance: int = 0
    unwritable: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.right + len(self.wrong)


def choose(mutants: Sequence[Mutant]) -> list[Mutant]:
    """Choose some survivors and some that are killed, the same in each run."""
    chosen: list[Mutant] = []
    for status, number in ((SURVIVED, SURVIVORS), (KILLED, KILLED_ONES)):
        candidates = [mutant for mutant in mutants if mutant.status == status]
        candidates.sort(key=lambda mutant: mutant.name)
        chosen += random.Random(SEED).sample(candidates, min(number, len(candidates)))
    return chosen


def run_plain(folder: Path, variables: Mapping[str, str], limit: float) -> str:
    """Return whether the tests pass. Those that take longer than the limit, in seconds, fail."""
    try:
        result = subprocess.run(  # noqa: S603 - pytest
            PLAIN.split(),
            cwd=folder,
            env=variables,
            check=False,
            capture_output=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return FAILS
    if result.returncode:
        return FAILS
    return PASSES


def time_plain(folder: Path, variables: Mapping[str, str]) -> float | None:
    """Return the seconds of the tests on the unchanged code. None: they fail."""
    begin = time.monotonic()
    if run_plain(folder, variables, limit=600) == FAILS:
        return None
    return time.monotonic() - begin


def check(
    mutants: Sequence[Mutant], with_change: Changes, target: str, run: Callable[[], str], root: Path
) -> Checked:
    """Write each mutant into the target below `root`, and compare its status with a plain run.

    A verdict is wrong if two runs contradict it.
    """
    checked = Checked()
    file = root / target
    source = file.read_text(encoding="utf-8")
    for chosen in mutants:
        try:
            mutant = with_change(chosen)
            text = mutated(mutant, source, target)
        except ValueError as error:
            checked.unwritable.append(f"{chosen.name}: {error}")
            continue
        with changed(file, text):
            results = [run()]
            if results[0] != HARMLESS[mutant.status]:
                results.append(run())
        if len(results) == 1:
            checked.right += 1
        elif results[0] == results[1]:
            checked.wrong.append(f"{mutant.name} ({mutant.status}; pytest {results[0]})")
        else:
            checked.by_chance += 1
    return checked


def mutated(mutant: Mutant, source: str, target: str) -> str:
    """Return the source with a mutant. Raises ValueError if the report does not tell how."""
    if mutant.change is None:
        raise ValueError("its report tells no change")
    if PurePosixPath(mutant.file).name != PurePosixPath(target).name:
        raise ValueError(f"it is in {mutant.file}")
    text = mutant.change.apply(source)
    if text == source:
        raise ValueError("its change changes nothing")
    return text
