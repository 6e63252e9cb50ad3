"""The documents of equivalent mutants, which make no difference, so that no test can kill them.

An entry names a mutant by its path, its function and its diff, and has a reason. It has no line
numbers, because code moves. The kata's document is about the implementations. It also counts for a
function of the tangle in a practice, as long as nobody changed it. People mark their own mutants in
`practice/equivalent.txt`.
"""

import re
from pathlib import Path
from typing import NamedTuple

from dojo.files import read_text, write_atomically
from dojo.kata.workspace import TANGLE
from dojo.mutation.results import Mutant, functions_of
from dojo.practice.model import Practice
from dojo.text import INDENT, printable

KATA_DOCUMENT = "approved_files/survivors.approved.txt"
PRACTICE_DOCUMENT = "equivalent.txt"
HEADER = """\
Equivalent mutants: changes that make no difference, each with the reason why \
no test could notice it.
`dojo mutants` reads this; `dojo mutants --equivalent NUMBER "why"` writes an entry. \
An entry without a reason counts
for nothing.
"""
EXPLANATION = re.compile(rf"(\S.*)\n((?:{INDENT}[-+].*\n)+){INDENT}Why:(.*(?:\n[ \t]+\S.*)*)")

Entry = tuple[str, ...]  # the path and the function of a mutant in one line, then its diff


class Explanation(NamedTuple):
    entry: Entry
    reason: str


def entry_of(mutant: Mutant) -> Entry:
    place = printable(f"{mutant.path} {mutant.function}")
    return (place, *(line.rstrip() for line in mutant.diff))


def read_document(document: Path) -> list[Explanation]:
    """Read the entries that have a reason. There need not be a document."""
    if not document.exists():
        return []
    text = document.read_text(encoding="utf-8-sig", errors="replace")
    explanations: list[Explanation] = []
    for place, diff, why in EXPLANATION.findall(text):
        lines = [place, *diff.splitlines()]
        entry = tuple(printable(line.strip()) for line in lines)
        reason = printable(" ".join(why.split()))
        if reason:
            explanations.append(Explanation(entry, reason))
    return explanations


def read_tangle_reasons(workspace: Path) -> dict[Entry, str]:
    """Read the kata's reasons about functions of the tangle.

    The keys are all lines of the function, then the diff, so they also fit a function that moved.
    """
    functions = functions_of(read_text(workspace / TANGLE))
    reasons: dict[Entry, str] = {}
    for entry, reason in read_document(workspace / KATA_DOCUMENT):
        place, *diff = entry
        path, _, name = place.partition(" ")
        if path == TANGLE and name in functions:
            reasons[*functions[name].code, *diff] = reason
    return reasons


def entry_text(mutant: Mutant) -> str:
    """Return the text of an entry, up to the reason."""
    place, *diff = entry_of(mutant)
    return "\n".join([place, *(f"{INDENT}{line}" for line in diff), f"{INDENT}Why: "])


def mark_equivalent(practice: Practice, mutant: Mutant, reason: str) -> str:
    """Add an entry to the person's document, and return it."""
    document = practice.folder / PRACTICE_DOCUMENT
    entry = entry_text(mutant) + printable(reason)
    content = HEADER.encode()
    if document.exists():
        content = document.read_bytes()
    # A blank line separates entries.
    write_atomically(document, content.rstrip() + f"\n\n{entry}\n".encode())
    return entry
