"""The scores of a practice: a JSON object in a line for each run of its mutants.

score: the share of the mutants that were killed, from 0 to 1; equivalent ones are left out.
"""

from pathlib import Path
from typing import Any

from dojo.kata import append_line, read_lines
from dojo.mutation import Grade
from dojo.text import now

FILE = "scores.jsonl"


def append_score(home: Path, snapshot: str, grade: Grade) -> None:
    """Note what came of the mutants of a snapshot."""
    counts = {"killed": grade.killed, "made": grade.made, "equivalent": len(grade.equivalent)}
    append_line(home / FILE, {"when": now().isoformat(timespec="seconds"), "snapshot": snapshot, **counts})


def read_scores(home: Path) -> dict[str, float]:
    """Return the score of each snapshot that has one, the latest; a line that cannot be read counts for nothing."""
    return dict(read_lines(home / FILE, _score))


def _score(found: dict[str, Any]) -> tuple[str, float]:
    return str(found["snapshot"]), found["killed"] / (found["made"] - found.get("equivalent", 0))
