"""Equivalent mutants: survivors that make no difference, so that no test could notice them.

explanation: an entry of a document; a mutant's place (a path and a function), what it changes, and why no test could
tell it from the code. Line numbers are left out: code moves. The kata's own document is about the implementations; in
`practice/equivalent.txt`, a person marks theirs.
"""

import os
import re
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple

from dojo.kata import write_whole
from dojo.mutation.results import Mutant
from dojo.practice import Practice
from dojo.text import INDENT, printable

DOCUMENT = "approved_files/survivors.approved.txt"
OF_A_PRACTICE = "equivalent.txt"
HEADER = """Equivalent mutants: changes that make no difference, each with the reason why no test could notice it.
`dojo mutants` reads this; `dojo mutants --equivalent NUMBER "why"` writes an entry. An entry without a reason counts
for nothing.
"""
WHY = "Why:"
BLANK_LINES = re.compile(r"\n[ \t]*\n")

Entry = tuple[str, ...]  # the lines that identify a mutant: its place, and its diff


class Explanation(NamedTuple):
    """An entry of a document, and its reason; empty when it has none."""

    entry: Entry
    why: str


class Explained(NamedTuple):
    """The reason for each survivor, or ""; explanations that are stale, like no survivor that is left; bare ones."""

    reasons: list[str]
    stale: list[Explanation]
    without_reason: list[Explanation]


def entry_of(mutant: Mutant) -> Entry:
    """Return what identifies a mutant in a document."""
    return (printable(f"{mutant.path} {mutant.function}"), *(line.rstrip() for line in mutant.diff))


def explain(survivors: list[Mutant], listed: list[Explanation]) -> Explained:
    """Find the reason for each survivor; one explanation is for one survivor."""
    left = [each for each in listed if each.why]
    reasons = []
    for mutant in survivors:
        found = next((each for each in left if each.entry == entry_of(mutant)), None)
        reasons.append(found.why if found else "")
        if found:
            left.remove(found)
    return Explained(reasons, left, [each for each in listed if not each.why])


def explain_implementation(workspace: Path, implementation: str, survivors: list[Mutant]) -> Explained:
    """Find what the kata says of an implementation's survivors."""
    listed = read_document(workspace / DOCUMENT)
    return explain(survivors, [each for each in listed if each.entry[0].startswith(f"{implementation}/")])


def read_document(document: Path) -> list[Explanation]:
    """Return the entries of a document, those without a reason as well; none when there is no document."""
    text = document.read_bytes().decode("utf-8-sig", "replace") if document.exists() else ""
    blocks = [
        [printable(line.rstrip()) for line in block.splitlines() if line.strip()] for block in BLANK_LINES.split(text)
    ]
    return [_explanation(block) for block in blocks if any(map(_is_diff, block))]


def _explanation(block: list[str]) -> Explanation:
    """Read an entry; its reason is what stands after `Why:`, in a line or in several."""
    lines = [line.strip() for line in block]
    why = " ".join(dropwhile(lambda line: not line.startswith(WHY), lines)).removeprefix(WHY).strip()
    return Explanation((lines[0], *(line.strip() for line in block if _is_diff(line))), why)


def _is_diff(line: str) -> bool:
    return line.startswith(INDENT) and (line.strip() in ("-", "+") or line.strip()[:2] in ("- ", "+ "))


def to_explain(mutant: Mutant) -> str:
    """Show an entry that waits for its reason."""
    place, *diff = entry_of(mutant)
    return "\n".join([place, *(INDENT + line for line in diff), f"{INDENT}{WHY} "])


def mark(practice: Practice, mutant: Mutant, why: str) -> str:
    """Add a survivor and the reason why it makes no difference to the person's document; return the entry."""
    document = practice.folder / OF_A_PRACTICE
    entry = to_explain(mutant) + printable(why)
    before = document.read_bytes() if document.exists() else b""
    gap = "" if before.endswith(b"\n\n") else "\n" if before.endswith(b"\n") or not before else "\n\n"
    write_whole(Path(os.path.realpath(document)), before + f"{'' if before else HEADER}{gap}{entry}\n".encode())
    return entry
