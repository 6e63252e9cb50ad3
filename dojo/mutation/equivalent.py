"""The documents of equivalent mutants, which make no difference, so that no test can kill them.

An entry names a mutant by its path, its function and its diff, and has a reason. It has no line
numbers, because code moves. The kata's document is about the implementations. It also counts for
lines of the tangle in a practice, as long as nobody changed the lines around them. People mark
their own mutants in `practice/equivalent.txt`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from dojo.files import read_text, write_atomically
from dojo.kata.description import Kata
from dojo.mutation.regions import functions_of
from dojo.mutation.results import EQUIVALENT, SURVIVING, Mutant
from dojo.practice.model import Practice
from dojo.text import INDENT, printable

PRACTICE_DOCUMENT = "equivalent.txt"
HEADER = """\
Equivalent mutants: changes that make no difference, each with the reason why \
no test can notice it.
`dojo mutants` reads this file, and `dojo mutants --equivalent NUMBER "why"` adds an entry. \
An entry without
a reason is ignored.
"""
EXCUSE = re.compile(rf"(\S.*)\n((?:{INDENT}[-+].*\n)+){INDENT}Why:(.*(?:\n[ \t]+\S.*)*)")

LINES_AROUND = 2
COMMENT = re.compile(r"\s*#.*")  # also a # in a text, which does no harm in a comparison

Entry = tuple[str, ...]  # the path and the function of a mutant in one line, then its diff


class Excuse(NamedTuple):
    """An entry of a document, with the reason why no test can kill its mutant."""

    entry: Entry
    reason: str


class TangleReason(NamedTuple):
    """A reason of the kata for a change in the tangle, with the lines around the change."""

    function: str
    diff: tuple[str, ...]
    surroundings: tuple[str, ...]
    reason: str


def entry_of(mutant: Mutant) -> Entry:
    """Return the entry of a mutant as `read_document` reads it, so that both can be compared."""
    place = printable(f"{mutant.path} {mutant.function}")
    return (place, *(line.rstrip() for line in mutant.diff))


def read_document(document: Path) -> list[Excuse]:
    """Read the entries that have a reason. There need not be a document."""
    if not document.exists():
        return []
    text = document.read_text(encoding="utf-8-sig", errors="replace")
    excuses: list[Excuse] = []
    for place, diff, why in EXCUSE.findall(text):
        lines = [place, *diff.splitlines()]
        entry = tuple(printable(line.strip()) for line in lines)
        reason = printable(" ".join(why.split()))
        if reason:
            excuses.append(Excuse(entry, reason))
    return excuses


def read_tangle_reasons(workspace: Path, kata: Kata) -> list[TangleReason]:
    """Read the kata's reasons about functions of the tangle."""
    if not kata.tangle:
        return []
    functions = functions_of(read_text(workspace / kata.tangle))
    reasons: list[TangleReason] = []
    for entry, reason in read_document(workspace / kata.survivors):
        place, *diff = entry
        path, _, name = place.partition(" ")
        if path != kata.tangle or name not in functions:
            continue
        code = functions[name]
        removed = [line.removeprefix("- ") for line in diff if line.startswith("- ")]
        for offset in range(len(code)):
            lines = [printable(line) for line in code[offset : offset + len(removed)]]
            if lines == removed:
                around = surroundings(code, offset, len(removed))
                reasons.append(TangleReason(name, tuple(diff), around, reason))
    return reasons


def surroundings(code: tuple[str, ...], offset: int, length: int) -> tuple[str, ...]:
    """Return the lines before and after some lines of a function, without comments."""
    before = without_comments(code[:offset])
    after = without_comments(code[offset + length :])
    return (*before[-LINES_AROUND:], "", *after[:LINES_AROUND])


def without_comments(lines: Sequence[str]) -> list[str]:
    """Return lines without comments and blank lines."""
    code = [COMMENT.sub("", line) for line in lines]
    return [line for line in code if line.strip()]


def tangle_reason(mutant: Mutant, reasons: Sequence[TangleReason]) -> str:
    """Return the kata's reason with the same lines around the change, wherever it moved.

    `reasons` are about the same change.
    """
    around = surroundings(mutant.code, mutant.offset, len(mutant.removed))
    for each in reasons:
        if each.surroundings == around:
            return each.reason
    return ""


def earlier_reason(mutant: Mutant, reasons: Sequence[TangleReason]) -> str:
    """Return the kata's reason about a method of this name. `reasons` are about the same change."""
    name = mutant.function.rpartition(".")[2]
    for each in reasons:
        if each.function.rpartition(".")[2] == name:
            return each.reason
    return ""


def with_excuses(practice: Practice, mutants: list[Mutant]) -> tuple[list[Mutant], list[Entry]]:
    """Give survivors the reasons in the documents of a practice. Return also unused entries."""
    excuses = read_document(practice.folder / PRACTICE_DOCUMENT)
    tangle_reasons = read_tangle_reasons(practice.workspace, practice.kata)
    return excuse_survivors(mutants, excuses, tangle_reasons)


def excuse_survivors(
    mutants: Iterable[Mutant], excuses: Iterable[Excuse], tangle_reasons: Sequence[TangleReason]
) -> tuple[list[Mutant], list[Entry]]:
    """Give each survivor its reason if there is one.

    An excuse is for one survivor. Return also the entries of the unused ones.
    """
    excused: list[Mutant] = []
    unused = list(excuses)
    for mutant in mutants:
        survivor = mutant
        if mutant.status in SURVIVING:
            survivor = _excuse(mutant, unused, tangle_reasons)
        excused.append(survivor)
    return excused, [each.entry for each in unused]


def _excuse(mutant: Mutant, unused: list[Excuse], tangle_reasons: Sequence[TangleReason]) -> Mutant:
    """Return a survivor as equivalent, with its reason, if there is one.

    Removes the excuse that it uses.
    """
    entry = entry_of(mutant)
    change = without_comments(entry[1:])
    same_change = [each for each in tangle_reasons if without_comments(each.diff) == change]
    reason = tangle_reason(mutant, same_change)
    own = [each for each in unused if each.entry == entry]
    if own:
        unused.remove(own[0])
    if reason:
        return replace(mutant, status=EQUIVALENT, reason=reason)
    if own and own[0].reason:
        return replace(mutant, status=EQUIVALENT, reason=own[0].reason, marked=True)
    return replace(mutant, earlier_reason=earlier_reason(mutant, same_change))


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
