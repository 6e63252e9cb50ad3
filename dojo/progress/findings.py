"""Findings about the design of some code, as ruff finds them.

rule: one of ruff's, chosen because it tells of a design that is hard to change: functions that do too much, branches
that say a thing twice, flags, errors that nobody hears of. None asks for docstrings, types, names or layout, and none
counts a function: code that is only taken out into a function of its own adds no finding, unless that needs more than
five arguments. finding: one place in the code, by the name of its rule; no comment in the code hides it.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.workspace import temporary_folder

Findings = Counter[str]
RULES = {  # by ruff's codes, as ruff calls them
    "PLR0911": "too-many-return-statements",
    "PLR0912": "too-many-branches",
    "PLR0913": "too-many-arguments",
    "PLR0914": "too-many-locals",
    "PLR0915": "too-many-statements",
    "PLR0916": "too-many-boolean-expressions",
    "PLR1702": "too-many-nested-blocks",
    "SIM102": "collapsible-if",
    "PLR5501": "collapsible-else-if",
    "RET505": "superfluous-else-return",
    "SIM103": "needless-bool",
    "SIM114": "if-with-same-arms",
    "PLR1714": "repeated-equality-comparison",
    "FBT002": "boolean-default-value-positional-argument",
    "FBT003": "boolean-positional-value-in-call",
    "B006": "mutable-argument-default",
    "PLW0603": "global-statement",
    "BLE001": "blind-except",
    "E722": "bare-except",
}
OPTIONS = (
    *("check", "--isolated", "--no-respect-gitignore", "--no-cache", "--quiet", "--exit-zero", "--ignore-noqa"),
    *("--output-format=json-lines", "--preview", "--target-version=py314"),
    f"--select={','.join(RULES)}",
)


def findings_of(texts: Iterable[str]) -> dict[str, Findings]:
    """Return what is found in each text, by the text; ruff runs once, so a hundred cost little more than one.

    WorkspaceError when ruff cannot.
    """
    found = {text: Findings() for text in texts}
    with temporary_folder("findings") as folder:
        for number, text in enumerate(found):
            (folder / f"{number}.py").write_text(text, encoding="utf-8", errors="replace", newline="")
        places = _places(folder) if found else set()
    by_number = list(found.values())
    for number, rule, _ in places:
        by_number[number][RULES[rule]] += 1
    return found


def _places(folder: Path) -> set[tuple[int, str, str]]:
    """Return the number of a text, the rule, and where: ruff may say a thing several times of one place."""
    reports = (json.loads(line) for line in _ruff(folder).splitlines())
    return {
        (int(Path(report["filename"]).stem), report["code"], str(report["location"]))
        for report in reports
        if report["code"] in RULES
    }


def _ruff(folder: Path) -> str:
    command = [sys.executable, "-m", "ruff", *OPTIONS, "."]
    try:
        done = subprocess.run(  # noqa: S603 - this Python, and arguments of our own
            command,
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    except subprocess.CalledProcessError as failed:
        words = failed.stderr.strip() or f"exit code {failed.returncode}"
        raise WorkspaceError(f"ruff could not measure the code: {words.splitlines()[0].strip()}") from None
    return done.stdout
