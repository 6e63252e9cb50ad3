"""The order in which tests try to kill a mutant.

Mutants of a function mostly die by the same few tests. Whether a mutant dies does not depend on the
order, but its killer does.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from dojo.mutation.results import key_of

RECENT_KILLS = 4096  # bytes of the file: about 30 kills, which predict the next one best


def in_order(tests: Iterable[str], seconds: dict[str, float], kills: Counter[str]) -> list[str]:
    """Sort tests: first by kills per second, then by their seconds."""
    return sorted(tests, key=lambda test: (-kills[test] / seconds[test], seconds[test], test))


def recent_kills(killers: Path, function: str) -> Counter[str]:
    """Count the mutants of a function that each test killed recently."""
    with killers.open("a+b") as file:
        file.seek(max(0, file.tell() - RECENT_KILLS))
        lines = file.read().decode(errors="replace").splitlines()
    return Counter(line.partition("\t")[2] for line in lines if key_of(line) == function)
