"""What goes to the process of a check, and what comes back from it, each as a JSON object.

job: what is to be run in which practice, how long it may take, and where to report.
report: what came of it. finding: what is wrong, in a few lines, the first of which names a call or a place; and how
often it arose.
"""

import json
from dataclasses import dataclass, field
from typing import NamedTuple


class Finding(NamedTuple):
    """What is wrong, and how often it arose."""

    text: str
    times: int = 1


@dataclass(frozen=True)
class Job:
    """What is to be run: pytest's arguments, and paths of the practice, of the report, and of what Python says at last.

    Where the golden master is run: the `module` of the entry point, the `folder` that it is imported from, and its
    `file` as a person would type it; for a person's own tests, nothing.
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


@dataclass(frozen=True)
class Report:
    """What came of a job: scenarios `passed`, and `expected` to; tests `left_out`, in words; pytest's exit code.

    `asserted`: of what failed, some was an assertion. `written`: paths in the practice that its own code has changed.
    `late`: time ran out.
    """

    passed: int = 0
    expected: int = 0
    left_out: str = ""
    exit_code: int = 0
    findings: list[Finding] = field(default_factory=list)
    asserted: bool = False
    written: list[str] = field(default_factory=list)
    late: bool = False


def read_report(text: str) -> Report:
    """Read a report; ValueError or TypeError when it is none."""
    content = json.loads(text)
    findings = [Finding(str(finding), int(times)) for finding, times in content["findings"]]
    return Report(**{**content, "findings": findings})
