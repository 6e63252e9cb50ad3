"""Equivalent mutants: survivors that make no difference, so that no test could notice them.

An entry of a document names a mutant by its path, its function and its diff, and says why. It has no line numbers: code
moves. The kata's own document is about the implementations, and about functions of the tangle in a practice, as long as
nobody has changed them; in `practice/equivalent.txt`, a person marks theirs.
"""

import re
from dataclasses import replace
from itertools import count
from pathlib import Path

from dojo.files import read_text, write_atomically
from dojo.kata.workspace import TANGLE
from dojo.mutation.results import EQUIVALENT, OPEN, Mutant, functions_of
from dojo.practice.model import Practice
from dojo.text import INDENT, printable

DOCUMENT = "approved_files/survivors.approved.txt"
OF_A_PRACTICE = "equivalent.txt"
HEADER = """Equivalent mutants: changes that make no difference, each with the reason why no test could notice it.
`dojo mutants` reads this; `dojo mutants --equivalent NUMBER "why"` writes an entry. An entry without a reason counts
for nothing.
"""
EXPLANATION = re.compile(rf"(\S.*)\n((?:{INDENT}[-+].*\n)+){INDENT}Why:(.*(?:\n[ \t]+\S.*)*)")

Entry = tuple[str, ...]  # the lines that identify a mutant: its path and function, and its diff
Explanation = tuple[Entry, str]  # an entry, and its reason


def entry_of(mutant: Mutant) -> Entry:
    """Return what identifies a mutant in a document."""
    return (printable(f"{mutant.path} {mutant.function}"), *(line.rstrip() for line in mutant.diff))


def explain(
    mutants: list[Mutant], listed: list[Explanation], of_tangle: dict[Entry, str]
) -> tuple[list[Mutant], list[Entry]]:
    """Give each survivor its number and its reason, if there is one; return also the entries of no survivor."""
    left, numbers = list(listed), count(1)
    explained = [
        _explain(mutant, next(numbers), left, of_tangle) if mutant.status in OPEN else mutant for mutant in mutants
    ]
    return explained, [entry for entry, _ in left]


def _explain(mutant: Mutant, number: int, left: list[Explanation], of_tangle: dict[Entry, str]) -> Mutant:
    entry = entry_of(mutant)
    known = of_tangle.get((*mutant.code, *entry[1:]), "")
    own = next((why for each, why in left if each == entry), "")
    if own:
        left.remove((entry, own))  # one explanation is for one survivor
    status = EQUIVALENT if known or own else mutant.status
    return replace(mutant, status=status, number=number, reason=known or own, marked=bool(own and not known))


def known_of_tangle(workspace: Path) -> dict[Entry, str]:
    """Return the kata's reasons for changes of the tangle, each by all lines of the function, wherever it goes."""
    functions = functions_of(read_text(workspace / TANGLE))
    known = {}
    for (place, *diff), why in read_document(workspace / DOCUMENT):
        path, _, function = place.partition(" ")
        if path == TANGLE and function in functions:
            _, code = functions[function]
            known[*code, *diff] = why
    return known


def read_document(document: Path) -> list[Explanation]:
    """Return the entries of a document that have a reason; none when there is no document."""
    text = document.read_text(encoding="utf-8-sig", errors="replace") if document.exists() else ""
    explanations = []
    for place, diff, why in EXPLANATION.findall(text):
        entry = tuple(printable(line.strip()) for line in (place, *diff.splitlines()))
        reason = printable(" ".join(why.split()))
        if reason:
            explanations.append((entry, reason))
    return explanations


def to_explain(mutant: Mutant) -> str:
    """Show an entry that waits for its reason."""
    place, *diff = entry_of(mutant)
    return "\n".join([place, *(f"{INDENT}{line}" for line in (*diff, "Why: "))])


def mark(practice: Practice, mutant: Mutant, why: str) -> str:
    """Add a survivor and the reason why it makes no difference to the person's document; return the entry."""
    document = practice.folder / OF_A_PRACTICE
    entry = to_explain(mutant) + printable(why)
    content = document.read_bytes() if document.exists() else HEADER.encode()
    write_atomically(document.resolve(), content.rstrip() + f"\n\n{entry}\n".encode())  # a blank line parts entries
    return entry
