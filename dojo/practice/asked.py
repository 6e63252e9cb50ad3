"""How often a hint was asked for, and which ones a person does not want.

Kept in one small file of the practice. When it is damaged, or about another hint, this one is asked for the first time.
"""

from dataclasses import dataclass, field
from pathlib import Path

from dojo.kata import DamagedError, read_record, write_record

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
        return read_record(home / FILE, Asked)
    except (FileNotFoundError, DamagedError):
        return Asked()


def write_asked(home: Path, asked: Asked) -> None:
    """Remember what was asked for."""
    home.mkdir(parents=True, exist_ok=True)
    write_record(home / FILE, asked)
