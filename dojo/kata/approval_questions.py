"""Asking a person to approve documents, one after the other.

change: a document that is not as approved. Its differences are in the golden master's own words, where it has some, and
lines otherwise; an addition is one that takes nothing away. What changes beside additions is shown first, and never cut
without the path of a file that has all of it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from itertools import zip_longest
from pathlib import Path

import click

from dojo.text import counted

SHOWN_CHANGES, SHOWN_ADDITIONS = 12, 4  # of each document
NOTHING_BEFORE = "expected nothing"


@dataclass(frozen=True)
class Change:
    """A document as it is approved, which may not be there, as it is now, and how they differ."""

    approved: Path
    now: Path
    changes: list[str]
    additions: list[str]

    @property
    def file(self) -> str:
        """Return the name of the file that has all of it."""
        return f"{self.now.name.partition('.')[0]}.txt"

    @property
    def headline(self) -> str:
        """Say how much there is to read."""
        if not self.approved.exists():
            return f"{self.now.name}: a new document"
        parts = [counted(len(self.changes), "change")] if self.changes else []
        parts += [counted(len(self.additions), "addition")] if self.additions else []
        return f"{self.now.name}: {' and '.join(parts) or 'the ends of lines'}"

    @property
    def whole(self) -> str:
        """Return all there is to read, in words and line by line."""
        before, after = (content(path).splitlines() for path in (self.approved, self.now))
        lines = unified_diff(before, after, "approved", "now", lineterm="")
        parts = {"Changes": self.changes, "Additions": self.additions, "Line by line": list(lines)}
        told = (f"{title}:\n\n" + "\n".join(part) for title, part in parts.items() if part)
        return "\n\n".join([self.headline, *told]) + "\n"


def changes_of(documents: Iterable[tuple[Path, Path]]) -> list[Change]:
    """Return the changes of those documents, given as approved and as now, that differ."""
    found = (change_of(approved, now) for approved, now in documents)
    return [change for change in found if change is not None]


def change_of(approved: Path, now: Path) -> Change | None:
    """Return how a document differs from the approved one; None when it does not."""
    before, after = content(approved), content(now)
    if before == after:
        return None
    words = now.with_name(now.name.replace(".approved.txt", ".differences.json"))
    if words.exists() and (found := json.loads(words.read_text(encoding="utf-8"))):
        kinds = [NOTHING_BEFORE in map(str.strip, each.splitlines()) for each in found]
        changes = [each for each, addition in zip(found, kinds, strict=True) if not addition]
        return Change(approved, now, changes, [each for each, addition in zip(found, kinds, strict=True) if addition])
    return Change(approved, now, *_by_lines(before.splitlines(), after.splitlines()))


def _by_lines(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Return what changes, and what is only new, each in a text with its place."""
    changes: list[str] = []
    additions: list[str] = []
    for kind, start, end, new, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            text = "\n".join([f"@ line {new + 1}", *_pairs(before[start:end], after[new:new_end])])
            (additions if kind == "insert" else changes).append(text)
    return changes, additions


def _pairs(before: list[str], after: list[str]) -> Iterator[str]:
    """Show each old line followed by the new one in its place."""
    for old, new in zip_longest(before, after):
        yield from () if old is None else (f"-{old}",)
        yield from () if new is None else (f"+{new}",)


def agreed(found: list[Change], home: Path, shown_home: str, question: str, *, yes: bool) -> list[Path]:
    """Show each change and ask; return the documents that were agreed to.

    All of each difference goes into a file of the folder `home`, which a person knows as `shown_home`. The end of the
    input is a no to all that is left.
    """
    found = sorted(found, key=lambda change: not change.changes)
    _write_down(found, home)
    click.echo("\n".join(_summary(found)))
    agreed_to: list[Path] = []
    for change in found:
        show(change, f"{shown_home}/{change.file}")
        answer = True if yes else _asked(f"{question} {change.now.name}?")
        if answer is None:
            break
        agreed_to += [change.now] if answer else []
    return agreed_to


def _write_down(found: list[Change], home: Path) -> None:
    home.mkdir(parents=True)
    for change in found:
        (home / change.file).write_text(change.whole, encoding="utf-8")


def _summary(found: list[Change]) -> list[str]:
    beside = sum(bool(change.changes) for change in found)
    documents = counted(len(found), "document")
    lead = f"{documents} differ{'s' if len(found) == 1 else ''}, {beside} in more than additions:"
    return [lead, *(f"  {change.headline}" for change in found)]


def show(change: Change, path: str) -> None:
    """Show what changes in a document, then what is new, and where all of it is."""
    click.secho(f"\n{change.headline}", bold=True)
    for kind, found, most in (
        ("change", change.changes, SHOWN_CHANGES),
        ("addition", change.additions, SHOWN_ADDITIONS),
    ):
        for difference in found[:most]:
            for line in difference.splitlines():
                click.secho(f"  {line}", fg={"-": "red", "+": "green"}.get(line[0]))
        if len(found) > most:
            click.echo(f"  ... and {counted(len(found) - most, f'more {kind}')}")
    click.echo(f"all of it: {path}")


def _asked(question: str) -> bool | None:
    """Ask; None when nobody answers any more."""
    try:
        return click.confirm(question, prompt_suffix=" ")
    except click.Abort:
        click.echo()
        return None


def content(path: Path) -> str:
    """Return a document's text, empty when there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
