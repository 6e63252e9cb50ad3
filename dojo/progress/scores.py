"""The scores of a practice: a JSON object in a line for each run of its mutants.

score: the share of the mutants that were killed, from 0 to 1; equivalent ones are left out.
"""

import json
from contextlib import suppress
from pathlib import Path

from dojo.mutation import Grade
from dojo.practice import append_line
from dojo.text import now

FILE = "scores.jsonl"


def append_score(home: Path, snapshot: str, grade: Grade) -> None:
    """Note what came of the mutants of a snapshot."""
    counts = {"killed": grade.killed, "made": grade.made, "equivalent": len(grade.equivalent)}
    append_line(home / FILE, {"when": now().isoformat(timespec="seconds"), "snapshot": snapshot, **counts})


def read_scores(home: Path) -> dict[str, float]:
    """Return the score of each snapshot that has one, the latest; a line that cannot be read counts for nothing."""
    scores: dict[str, float] = {}
    with suppress(FileNotFoundError):
        for line in (home / FILE).read_text(encoding="utf-8", errors="replace").splitlines():
            with suppress(ValueError, TypeError, KeyError, ZeroDivisionError):
                found = json.loads(line)
                scores[str(found["snapshot"])] = found["killed"] / (found["made"] - found.get("equivalent", 0))
    return scores
