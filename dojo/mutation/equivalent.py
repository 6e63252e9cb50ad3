"""Equivalent mutants: survivors that make no difference, so that no test could notice them.

explanation: an entry of a document; a mutant's place (a path and a function), what it changes, and why no test could
tell it from the code. Line numbers are left out: code moves. The kata's own document is about the implementations, and
about functions of the tangle in a practice, as long as nobody has changed them; in `practice/equivalent.txt`, a person
marks theirs.
"""

import re
from pathlib import Path
from typing import NamedTuple

from dojo.kata.workspace import TANGLE, text_of
from dojo.mutation.results import Function, Mutant, functions_of
from dojo.pages import write_whole
from dojo.practice.model import Practice
from dojo.text import INDENT, printable

DOCUMENT = "approved_files/survivors.approved.txt"
OF_A_PRACTICE = "equivalent.txt"
HEADER = """Equivalent mutants: changes that make no difference, each with the reason why no test could notice it.
`dojo mutants` reads this; `dojo mutants --equivalent NUMBER "why"` writes an entry. An entry without a reason counts
for nothing.
"""
EXPLANATION = re.compile(rf"(\S.*)\n((?:{INDENT}[-+].*\n)+){INDENT}Why:(.*(?:\n[ \t]+\S.*)*)")

Entry = tuple[str, ...]  # the lines that identify a mutant: its place, and its diff


class Explanation(NamedTuple):
    """An entry of a document, and its reason."""

    entry: Entry
    why: str


def entry_of(mutant: Mutant) -> Entry:
    """Return what identifies a mutant in a document."""
    place = printable(f"{mutant.path} {mutant.function}")
    return (place, *(line.rstrip() for line in mutant.diff))


def explain(survivors: list[Mutant], listed: list[Explanation]) -> tuple[list[str], list[Explanation]]:
    """Find the reason for each survivor, or ""; return these, and the explanations that are left, like no survivor."""
    left, reasons = list(listed), []
    for mutant in survivors:
        found = next((each for each in left if each.entry == entry_of(mutant)), None)
        reasons.append(found.why if found else "")
        if found:
            left.remove(found)  # one explanation is for one survivor
    return reasons, left


def explain_by_tangle(workspace: Path, sources: dict[str, str], mutants: list[Mutant]) -> list[str]:
    """Return why each mutant makes no difference, as the kata says of the same change of the tangle, or "".

    The reason holds wherever the function went, as long as that is the tangle's, line for line.
    """
    listed = read_document(workspace / DOCUMENT)
    known = {(_last_name(place), *diff): why for (place, *diff), why in listed}
    tangle = {_last_name(name): _lines(each) for name, each in functions_of(text_of(workspace / TANGLE)).items()}
    functions = {path: functions_of(text) for path, text in sources.items()}
    reasons = []
    for mutant in mutants:
        name, (_, *diff) = _last_name(mutant.function), entry_of(mutant)
        is_unchanged = tangle.get(name) == _lines(functions[mutant.path][mutant.function])
        reasons.append(known.get((name, *diff), "") if is_unchanged else "")
    return reasons


def _last_name(function: str) -> str:
    return function.rpartition(".")[2]


def _lines(function: Function) -> list[str]:
    return [line.strip() for line in function.lines]


def read_document(document: Path) -> list[Explanation]:
    """Return the entries of a document that have a reason; none when there is no document."""
    text = document.read_text(encoding="utf-8-sig", errors="replace") if document.exists() else ""
    explanations = []
    for place, diff, why in EXPLANATION.findall(text):
        entry = [printable(line.strip()) for line in (place, *diff.splitlines())]
        reason = " ".join(printable(line.strip()) for line in why.splitlines()).strip()
        if reason:
            explanations.append(Explanation(tuple(entry), reason))
    return explanations


def to_explain(mutant: Mutant) -> str:
    """Show an entry that waits for its reason."""
    place, *diff = entry_of(mutant)
    below = [f"{INDENT}{line}" for line in (*diff, "Why: ")]
    return "\n".join([place, *below])


def mark(practice: Practice, mutant: Mutant, why: str) -> str:
    """Add a survivor and the reason why it makes no difference to the person's document; return the entry."""
    document = practice.folder / OF_A_PRACTICE
    entry = to_explain(mutant) + printable(why)
    content = document.read_bytes() if document.exists() else HEADER.encode()
    write_whole(document.resolve(), content.rstrip() + f"\n\n{entry}\n".encode())  # a blank line parts entries
    return entry
