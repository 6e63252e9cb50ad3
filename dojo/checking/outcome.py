"""What a check found."""

from dataclasses import dataclass, field

from dojo.checking.explain import Finding
from dojo.practice.model import AMBER, GREEN, NOTHING_APPROVED, Differences
from dojo.practice.snapshots import Changes
from dojo.practice.story import Entry

FINDINGS = "findings.txt"  # all of the last check
PRINTED = "printed.txt"  # by the code, while the golden master ran


@dataclass(frozen=True)
class Outcome:
    """Green, red or amber, and why; `passed` tests; lines that the code `printed`.

    `left_out`: how many of the person's own tests were skipped, not run, or expected to fail. `asserted`: of what
    failed, some was an assertion. `of_the_kata`: what was found is no fault of the code, but of the kata around it.
    `differences`: how many of the findings are differences of a document, and how many of these are `additions`.
    `agreed`: what the practice's own documents have beside the kata's, as far as they were compared; `as_agreed` is
    that, changes first.
    """

    status: str
    findings: tuple[Finding, ...] = ()
    passed: int = 0
    printed: int = 0
    left_out: str = ""
    asserted: bool = False
    of_the_kata: bool = False
    differences: int = 0
    additions: int = 0
    agreed: Differences = NOTHING_APPROVED
    as_agreed: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        """Return how many findings there are, repeated ones as often as they arose."""
        return sum(finding.times for finding in self.findings)

    @property
    def remark(self) -> str:
        """Return what to know who sees green: what of one's own was left out; else nothing."""
        return f"of your own tests, {self.left_out}" if self.green and self.left_out else ""

    @property
    def approved(self) -> Differences:
        """Return what green and red go by beside the kata's documents; amber code was not compared with them."""
        return NOTHING_APPROVED if self.status == AMBER else self.agreed

    @property
    def green(self) -> bool:
        """Tell whether nothing was found."""
        return self.status == GREEN


@dataclass(frozen=True)
class Report:
    """A run, as it is told to who started it: what came of it, and its entry in the history if it is a check.

    `is_void`: code was saved meanwhile, so that it is about neither state. `changed`: what is not as at the result
    before. `left`: the files afterwards, as git names them; the code may have written some.
    """

    outcome: Outcome
    entry: Entry | None = None
    warning: str = ""
    changed: Changes = field(default_factory=dict)
    left: str | None = None
    is_void: bool = False


def amber(*texts: str, of_the_kata: bool = False) -> Outcome:
    """Return the outcome where the code could not be asked, and why; what is said twice counts once."""
    findings = tuple(Finding(text).to_show() for text in dict.fromkeys(texts))
    return Outcome(AMBER, findings, of_the_kata=of_the_kata)
