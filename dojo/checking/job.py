"""What a command wants of the pytest that it starts."""

import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self

from dojo.practice.model import Choices
from dojo.text import now

COMPUTING_SECONDS = 10.0  # what takes longer is an endless loop


@dataclass(frozen=True)
class Job:
    """How the practice is guarded, and what for.

    When the command was typed: the `moment` by the calendar, when it `began` by a clock, and `here`, in what folder.
    `report`: the file for the outcome. `is_check`: keep it in the history; `tcr`: it is one that TCR asked for.
    `documents`: the folder to write the documents of the level into. `with_shared`: compare with the kata's documents;
    only what the practice approved otherwise may differ. `computing_seconds`: of a test, which a busy
    machine does not stretch; `clock_seconds`: of all of them.
    """

    choices: Choices
    moment: datetime
    began: float
    here: str
    computing_seconds: float
    report: str = ""
    is_check: bool = True
    tcr: bool = False
    documents: str | None = None
    with_shared: bool = False
    clock_seconds: float | None = None

    @classmethod
    def typed(cls, choices: Choices) -> Self:
        """Return a check that is typed now, and here."""
        return cls(choices, now(), time.monotonic(), str(Path.cwd()), COMPUTING_SECONDS)
