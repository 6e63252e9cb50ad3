"""Equivalent mutants: survivors that make no difference, so that no test could notice them.

explanation: an entry of a document; a mutant's place (a path and a function), what it changes, and why no test could
tell it from the code. Line numbers are left out: code moves. The kata's own document is about the implementations, and
about functions of the tangle in a practice, as long as nobody has changed them; in `practice/equivalent.txt`, a person
marks theirs.
"""

import os
import re
from itertools import dropwhile
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
    place = printable(f"{mutant.path} {mutant.function}")
    diff = [line.rstrip() for line in mutant.diff]
    return (place, *diff)


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


def explain_by_tangle(workspace: Path, sources: dict[str, str], mutants: list[Mutant]) -> list[str]:
    """Return why each mutant makes no difference, as the kata says of the same change of the tangle, or "".

    The reason holds wherever the function went, as long as that is the tangle's, line for line.
    """
    of_the_tangle = {}
    for (place, *diff), why in read_document(workspace / DOCUMENT):
        of_the_tangle[_last_name(place), *diff] = why
    tangle = {_last_name(name): _lines(each) for name, each in functions_of(text_of(workspace / TANGLE)).items()}
    functions = {path: functions_of(text) for path, text in sources.items()}
    reasons = []
    for mutant in mutants:
        name = _last_name(mutant.function)
        is_unchanged = tangle.get(name) == _lines(functions[mutant.path][mutant.function])
        _, *diff = entry_of(mutant)
        reasons.append(of_the_tangle.get((name, *diff), "") if is_unchanged else "")
    return reasons


def _last_name(function: str) -> str:
    return function.rpartition(".")[2]


def _lines(function: Function) -> list[str]:
    return [line.strip() for line in function.lines]


def read_document(document: Path) -> list[Explanation]:
    """Return the entries of a document, those without a reason as well; none when there is no document."""
    text = document.read_bytes().decode("utf-8-sig", "replace") if document.exists() else ""
    explanations = []
    for block in BLANK_LINES.split(text):
        lines = [printable(line.rstrip()) for line in block.splitlines() if line.strip()]
        if any(map(_is_diff, lines)):
            explanations.append(_explanation(lines))
    return explanations


def _explanation(block: list[str]) -> Explanation:
    """Read an entry; its reason is what stands after `Why:`, in a line or in several."""
    lines = [line.strip() for line in block]
    from_why_on = dropwhile(lambda line: not line.startswith(WHY), lines)
    why = " ".join(from_why_on).removeprefix(WHY).strip()
    diff = [line.strip() for line in block if _is_diff(line)]
    return Explanation((lines[0], *diff), why)


def _is_diff(line: str) -> bool:
    sign, _, _ = line.strip().partition(" ")
    return line.startswith(INDENT) and sign in ("-", "+")


def to_explain(mutant: Mutant) -> str:
    """Show an entry that waits for its reason."""
    place, *diff = entry_of(mutant)
    below = [f"{INDENT}{line}" for line in (*diff, f"{WHY} ")]
    return "\n".join([place, *below])


def mark(practice: Practice, mutant: Mutant, why: str) -> str:
    """Add a survivor and the reason why it makes no difference to the person's document; return the entry."""
    document = practice.folder / OF_A_PRACTICE
    entry = to_explain(mutant) + printable(why)
    content = document.read_bytes() if document.exists() else HEADER.encode()
    entries = content.rstrip() + f"\n\n{entry}\n".encode()  # a blank line parts them
    write_whole(Path(os.path.realpath(document)), entries)
    return entry
