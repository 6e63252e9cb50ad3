"""What a check found, as data.

status: green when nothing was found; amber when nobody can tell, for time ran out; else red.
"""

from dataclasses import dataclass

from dojo.checking.job import Finding
from dojo.practice import AMBER, GREEN, RED


@dataclass(frozen=True)
class CheckResult:
    """What a check found; `passed` tests; `seconds` of the process; lines that the code `printed`.

    `place`: the file that offers Yatzy, where nobody would look for it. `left_out`: how many tests of the person's own
    were skipped, or expected to fail. `asserted`: of what failed, some was an assertion. `late`: all that was found is
    that time ran out. `written`: paths in the practice that its own code has changed. `left`: the files afterwards, as
    git names them, if nothing else has changed.
    """

    findings: list[Finding]
    passed: int
    seconds: float
    printed: int
    warning: str = ""
    place: str = ""
    left_out: str = ""
    asserted: bool = False
    late: bool = False
    written: frozenset[str] = frozenset()
    left: str | None = None

    @property
    def status(self) -> str:
        """Return green, amber or red."""
        return AMBER if self.late else RED if self.findings else GREEN

    @property
    def count(self) -> int:
        """Return how many findings there are, repeated ones as often as they arose."""
        return sum(finding.times for finding in self.findings)
