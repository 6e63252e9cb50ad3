"""The survivors that are explained.

explanation: an entry of approved_files/survivors.approved.txt; a mutant's place (a path and a function), what it
changes, and why no test could tell it from the code. Line numbers are left out: code moves.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from dojo.mutants import Mutant

DOCUMENT = "approved_files/survivors.approved.txt"
INDENT = "    "
WHY = f"{INDENT}Why: "

Entry = tuple[str, ...]  # the lines that identify a mutant: its place, and its diff


@dataclass(frozen=True)
class Comparison:
    """How the survivors found compare with those explained: `new` ones have no reason, `gone` ones no mutant."""

    explained: list[Mutant]
    new: list[Mutant]
    gone: list[Entry]


def entry_of(mutant: Mutant) -> Entry:
    """Return what identifies a mutant in the document."""
    return (f"{mutant.path} {mutant.function}", *mutant.diff)


def compare(workspace: Path, implementation: str, survivors: list[Mutant]) -> Comparison:
    """Compare an implementation's survivors with the explained ones."""
    listed = read_explanations(workspace)
    left = Counter({entry: count for entry, count in listed.items() if entry[0].startswith(f"{implementation}/")})
    explained: list[Mutant] = []
    new: list[Mutant] = []
    for mutant in survivors:
        entry = entry_of(mutant)
        (explained if left[entry] else new).append(mutant)
        left[entry] -= 1
    return Comparison(explained, new, list((+left).elements()))


def read_explanations(workspace: Path) -> Counter[Entry]:
    """Return how often each survivor is explained; an entry without a reason explains nothing."""
    document = workspace / DOCUMENT
    text = document.read_text(encoding="utf-8") if document.exists() else ""
    blocks = [block.splitlines() for block in text.split("\n\n")]
    return Counter(
        _entry(block) for block in blocks if any(line.startswith(WHY) and line[len(WHY) :] for line in block)
    )


def _entry(block: list[str]) -> Entry:
    lines = [line for line in block if line.strip()]
    return (lines[0], *(line.strip() for line in lines[1:] if line.startswith((f"{INDENT}- ", f"{INDENT}+ "))))


def to_explain(mutant: Mutant) -> str:
    """Show an entry that waits for its reason."""
    place, *diff = entry_of(mutant)
    return "\n".join([place, *(INDENT + line for line in diff), WHY])
