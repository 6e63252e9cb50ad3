"""The equivalent mutants of the implementations: survivors that make no difference, so that no test could notice them.

explanation: an entry of approved_files/survivors.approved.txt, or of a document like it; a mutant's place (a path and
a function), what it changes, and why no test could tell it from the code. Line numbers are left out: code moves.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from dojo.mutation.results import Mutant

DOCUMENT = "approved_files/survivors.approved.txt"
INDENT = "    "
WHY = f"{INDENT}Why: "

BLANK_LINES = re.compile(r"\n[ \t]*\n")

Entry = tuple[str, ...]  # the lines that identify a mutant: its place, and its diff


class Explanation(NamedTuple):
    """An entry of a document, and its reason; empty when it has none."""

    entry: Entry
    why: str


@dataclass(frozen=True)
class Comparison:
    """How the survivors found compare with those listed: `new` ones have no reason, `gone` ones no mutant."""

    equivalent: list[Mutant]
    new: list[Mutant]
    gone: list[Entry]


def entry_of(mutant: Mutant) -> Entry:
    """Return what identifies a mutant in the document."""
    return (f"{mutant.path} {mutant.function}", *(line.rstrip() for line in mutant.diff))


def compare(workspace: Path, implementation: str, survivors: list[Mutant]) -> Comparison:
    """Compare an implementation's survivors with those that are known to be equivalent."""
    listed = read_explanations(workspace)
    left = Counter({entry: count for entry, count in listed.items() if entry[0].startswith(f"{implementation}/")})
    equivalent: list[Mutant] = []
    new: list[Mutant] = []
    for mutant in survivors:
        entry = entry_of(mutant)
        (equivalent if left[entry] else new).append(mutant)
        left[entry] -= 1
    return Comparison(equivalent, new, list((+left).elements()))


def read_explanations(workspace: Path) -> Counter[Entry]:
    """Return how often each survivor is explained; an entry without a reason explains nothing."""
    return Counter(each.entry for each in read_document(workspace / DOCUMENT) if each.why)


def read_document(document: Path) -> list[Explanation]:
    """Return the entries of a document, those without a reason as well; none when there is no document."""
    text = document.read_text(encoding="utf-8-sig", errors="replace") if document.exists() else ""
    blocks = [[line.rstrip() for line in block.splitlines() if line.strip()] for block in BLANK_LINES.split(text)]
    return [Explanation(_entry(block), _reason(block)) for block in blocks if any(map(_is_diff, block))]


def _entry(block: list[str]) -> Entry:
    return (block[0].strip(), *(line.strip() for line in block if _is_diff(line)))


def _is_diff(line: str) -> bool:
    return line.startswith(INDENT) and (line.strip() in ("-", "+") or line.strip()[:2] in ("- ", "+ "))


def _reason(block: list[str]) -> str:
    """Return what stands after `Why:`, in a line or in several."""
    lines = [line.strip() for line in block]
    start = next((number for number, line in enumerate(lines) if line.startswith(WHY.strip())), len(lines))
    return " ".join(lines[start:]).removeprefix(WHY.strip()).strip()


def to_explain(mutant: Mutant) -> str:
    """Show an entry that waits for its reason."""
    place, *diff = entry_of(mutant)
    return "\n".join([place, *(INDENT + line for line in diff), WHY])
