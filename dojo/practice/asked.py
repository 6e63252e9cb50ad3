"""How often a hint was asked for, and which ones a person does not want.

Kept in one small file of the practice. When it is damaged, or about another hint, this one is asked for the first time.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from dojo.kata import write_whole

FILE = "hint.json"


@dataclass(frozen=True)
class Asked:
    """What the last hint was about, how often it was asked for in a row, and what is left out from now on."""

    about: str = ""
    times: int = 0
    left_out: list[str] = field(default_factory=list)

    def again(self, about: str) -> "Asked":
        """Return the same with this hint asked for once more."""
        return Asked(about, self.times + 1 if about == self.about else 1, self.left_out)

    def without(self, about: str) -> "Asked":
        """Return the same with this hint left out."""
        return Asked("", 0, [*self.left_out, about])


def read_asked(home: Path) -> Asked:
    """Return what was asked for; nothing, when that cannot be read."""
    try:
        found = json.loads((home / FILE).read_text(encoding="utf-8"))
        return Asked(str(found["about"]), max(0, int(found["times"])), [str(each) for each in found["left_out"]])
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return Asked()


def write_asked(home: Path, asked: Asked) -> None:
    """Remember what was asked for."""
    home.mkdir(parents=True, exist_ok=True)
    write_whole(home / FILE, json.dumps(asdict(asked)).encode())
