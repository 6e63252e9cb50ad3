"""What goes to the process of a check, and what comes back from it, each as a JSON object.

status: green when nothing was found; red when the code gave another answer, or an error instead of one; amber when it
could not be asked, or did not answer in time.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from dojo.kata import NOTHING_APPROVED, Differences
from dojo.practice import AMBER, GREEN, RED, Changes
from dojo.text import INDENT, printable_lines


@dataclass(frozen=True)
class Job:
    """What is to be run: pytest's arguments, and paths of the practice, of the report, and of what Python says at last.

    `computing_seconds`: for each test, which a busy machine does not stretch. `clock_seconds`: for all of them.
    Where the golden master is run: the `module` of the entry point, the `folder` that it is imported from, its `file`
    as a person would type it, and how to have its scenarios `again`; for a person's own tests, nothing.
    """

    practice: str
    arguments: list[str]
    report: str
    stacks: str
    computing_seconds: float
    clock_seconds: float
    module: str = ""
    folder: str = ""
    file: str = ""
    again: str = ""


class Finding(NamedTuple):
    """What is wrong, in a few lines, the first of which names a call or a place; and how often it arose."""

    text: str
    times: int = 1

    def to_show(self) -> Self:
        """Return it as a terminal can show it, below its first line only what is indented: it holds words of others."""
        first, *others = printable_lines(self.text).split("\n")
        indented = [line if line.startswith(" ") else f"{INDENT}{line}" for line in others]
        return self._replace(text="\n".join([first, *indented]))


@dataclass(frozen=True)
class CheckResult:
    """What a check found; `passed` tests; `seconds` of the process; lines that the code `printed`.

    `place`: the file that offers Yatzy, where nobody would look for it. `left_out`: how many tests of the person's own
    were skipped, not run, or expected to fail. `unasked`: no test has begun, or the process did not come to its end.
    `changed`: what is not as at the result before. `left`: the files afterwards, as git names
    them; the code may have written some.
    `around`: what was found is no fault of the code, but of the kata around it. `missing`: paths of approved documents
    that nothing could be compared with.
    `expected`: how many scenarios there are. `exit_code`: pytest's. `asserted`: of what failed, some was an assertion.
    `differences`: how many of the findings are differences of a document, and how many of these are `additions`.
    `agreed`: what documents of the practice's own have beside the kata's, as far as they were compared; `as_agreed` is
    that, changes first.
    """

    findings: list[Finding] = field(default_factory=list)
    passed: int = 0
    seconds: float = 0
    printed: int = 0
    warning: str = ""
    place: str = ""
    left_out: str = ""
    unasked: bool = False
    changed: Changes = field(default_factory=dict)
    left: str | None = None
    expected: int = 0
    exit_code: int = 0
    asserted: bool = False
    around: bool = False
    missing: tuple[str, ...] = ()
    differences: int = 0
    additions: int = 0
    agreed: Differences = NOTHING_APPROVED
    as_agreed: list[Finding] = field(default_factory=list)

    @property
    def status(self) -> str:
        """Return green, amber or red."""
        return GREEN if not self.findings else AMBER if self.unasked else RED

    @property
    def count(self) -> int:
        """Return how many findings there are, repeated ones as often as they arose."""
        return sum(finding.times for finding in self.findings)

    @property
    def approved(self) -> Differences:
        """Return what green and red go by beside the kata's documents; amber code was not compared with them."""
        return NOTHING_APPROVED if self.status == AMBER else self.agreed

    def with_own_tests(self, own: Self) -> Self:
        """Return the result of the golden master, and of a person's own tests that were run after it, as one."""
        return replace(
            self,
            findings=self.findings + own.findings,
            passed=self.passed + own.passed,
            seconds=self.seconds + own.seconds,
            printed=self.printed + own.printed,
            left_out=own.left_out,
            unasked=own.unasked and not self.findings,
            expected=self.expected + own.expected,
            exit_code=self.exit_code or own.exit_code,
            asserted=self.asserted or own.asserted,
            around=own.around and not self.findings,
        )
