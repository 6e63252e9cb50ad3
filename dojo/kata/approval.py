"""Approving documents: what a person agrees to takes the place of what was approved.

document: a text that tests compare with, in a file. received: documents as they are now, in a folder of their own.
change: a document that is not as approved. One of the golden master comes with its differences in words, of which an
addition takes nothing away; of others, lines differ. shelf: where approved documents are.
"""

import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from dojo.kata.workspace import free_name
from dojo.pages import write_whole
from dojo.text import counted, printable, printable_lines, stamp

REPLACED = ".replaced"  # in the folder of approved documents: what was approved before


class Differences(NamedTuple):
    """In how many places documents of somebody's own say something else than the kata's, and how much they add."""

    changes: int = 0
    additions: int = 0

    def __str__(self) -> str:
        """Say it in a few words, an empty text when there are none: a customer may have wished all of it."""
        kinds = [(self.changes, "place", "approved otherwise"), (self.additions, "addition", "approved")]
        return ", ".join(f"{counted(number, what)} {words}" for number, what, words in kinds if number)


NOTHING_APPROVED = Differences()


def status_in_words(status: str, approved: Differences) -> str:
    """Say the status of a check, and what it goes by beside the kata's documents."""
    return ", ".join(filter(None, (status, str(approved))))


class Found(NamedTuple):
    """Differences of one kind: in a few words, and place by place."""

    summary: list[str]
    places: list[str]


@dataclass(frozen=True)
class Change:
    """A document as it is approved, which may not be there, as it is now, and how they differ."""

    approved: Path
    now: Path
    changes: Found
    additions: Found

    @property
    def name(self) -> str:
        """Return the document's own name."""
        return self.now.name.partition(".")[0]

    @property
    def headline(self) -> str:
        """Say what there is to read, what is new and what else changed."""
        if not self.approved.exists():
            return f"{self.name}: a new document"
        parts = [*self.additions.summary]
        if self.changes.summary:
            also = "also " if parts else ""
            parts.append(f"{also}changed: {'; '.join(self.changes.summary)}")
        return printable(f"{self.name}: {'; '.join(parts)}")

    @property
    def whole(self) -> str:
        """Return all there is to read, place by place."""
        parts = {"Changes": self.changes.places, "Additions": self.additions.places}
        sections = [f"{title}:\n\n" + "\n".join(places) for title, places in parts.items() if places]
        return printable_lines("\n\n".join([self.headline, *sections]) + "\n")


def change_of(approved: Path, now: Path) -> Change | None:
    """Return how a document differs from the approved one; None when it does not."""
    before, after = _content(approved), _content(now)
    if before == after:
        return None
    words = now.with_name(f"{now.name.partition('.')[0]}.differences.json")
    if not words.exists():
        return Change(approved, now, _by_lines(before, after), Found([], []))
    found = json.loads(words.read_text(encoding="utf-8"))
    return Change(approved, now, Found(**found["changes"]), Found(**found["additions"]))


def _by_lines(before: str, after: str) -> Found:
    """Return the places at which lines differ, the old ones above the new ones."""
    one, other = before.split("\n"), after.split("\n")
    places = []
    for kind, start, end, new, new_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind != "equal":
            old_lines = [f"-{line}" for line in one[start:end]]
            new_lines = [f"+{line}" for line in other[new:new_end]]
            places.append("\n".join([f"@ line {new + 1}", *old_lines, *new_lines]))
    return Found([counted(len(places), "change")], places)


@dataclass(frozen=True)
class Shelf:
    """Documents in `own`, else in `shared`, read only; `home` is for what one approving replaces."""

    own: Path
    home: Path
    shared: Path | None = None

    def changes(self, received: Iterable[Path]) -> list[Change]:
        """Return what differs from the approved documents: first where more than additions do."""
        found = []
        for now in received:
            approved = self.own / now.name
            if self.shared is not None and not approved.exists():
                approved = self.shared / now.name
            found.append(change_of(approved, now))
        return sorted(filter(None, found), key=lambda change: not change.changes.places)

    def write_down(self, changes: list[Change]) -> None:
        """Write all of each change into a file of its own, `home/NAME.txt`."""
        self.home.mkdir(parents=True)
        for change in changes:
            (self.home / f"{change.name}.txt").write_text(change.whole, encoding="utf-8")

    def approve(self, chosen: list[Change]) -> Iterator[Path]:
        """Put documents in place, keep what each replaces, give each place.

        An own document that says what the shared one says is not needed: it goes.
        """
        for change in chosen:
            own = self.own / change.now.name
            if own.exists():
                shutil.copy(own, self.home / own.name)
            if self.shared is not None and _content(change.now) == _content(self.shared / own.name):
                own.unlink(missing_ok=True)
                yield self.shared / own.name
            else:
                own.parent.mkdir(exist_ok=True)
                write_whole(own, change.now.read_bytes())
                yield own


def approved_files(workspace: Path, folder: str) -> Shelf:
    """Return where documents of the kata's own are, with a new folder for what is replaced now."""
    own = workspace / folder
    return Shelf(own, free_name(own / REPLACED / stamp()))


def _content(path: Path) -> str:
    """Return a document's text, empty when there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
