"""Approving documents: what a person agrees to takes the place of what was approved.

document: a text that tests compare with, in a file. received: documents as they are now, in a folder of their own.
change: a document that is not as approved. Its differences are in the golden master's own words, where it has some, and
lines otherwise; an addition is one that takes nothing away. shelf: where approved documents are.
"""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata.files import write_whole
from dojo.kata.workspace import free_name
from dojo.text import counted


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
        new, changed = ("; ".join(found.summary) for found in (self.additions, self.changes))
        parts = [new, f"{'also ' if new else ''}changed: {changed}" if changed else ""]
        return f"{self.name}: {'; '.join(filter(None, parts)) or 'the ends of lines'}"

    @property
    def whole(self) -> str:
        """Return all there is to read, in words and line by line."""
        before, after = (_content(path).splitlines() for path in (self.approved, self.now))
        lines = unified_diff(before, after, "approved", "now", lineterm="")
        parts = {"Changes": self.changes.places, "Additions": self.additions.places, "Line by line": list(lines)}
        sections = (f"{title}:\n\n" + "\n".join(part) for title, part in parts.items() if part)
        return "\n\n".join([self.headline, *sections]) + "\n"


def change_of(approved: Path, now: Path) -> Change | None:
    """Return how a document differs from the approved one; None when it does not."""
    before, after = _content(approved), _content(now)
    if before == after:
        return None
    words = now.with_name(f"{now.name.partition('.')[0]}.differences.json")
    found = json.loads(words.read_text(encoding="utf-8")) if words.exists() else {}
    kinds = [Found(**found[kind]) for kind in ("changes", "additions")] if found else []
    return Change(approved, now, *(kinds if any(kind.places for kind in kinds) else _by_lines(before, after)))


def _by_lines(before: str, after: str) -> list[Found]:
    """Return changes and additions, old and new lines in turn below the place of each."""
    one, other = before.splitlines(), after.splitlines()
    found: dict[str, list[str]] = {"change": [], "addition": []}
    for kind, start, end, new, new_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind != "equal":
            pairs = zip_longest(one[start:end], other[new:new_end])
            lines = [sign + line for pair in pairs for sign, line in zip("-+", pair, strict=True) if line is not None]
            found["addition" if kind == "insert" else "change"].append("\n".join([f"@ line {new + 1}", *lines]))
    return [Found([counted(len(places), kind)] if places else [], places) for kind, places in found.items()]


@dataclass(frozen=True)
class Shelf:
    """Documents in `own`, else in `shared`, read only; `home` is for what one approving replaces, `stale` were such."""

    own: Path
    home: Path
    shared: Path | None = None
    stale: tuple[Path, ...] = ()

    def changes(self, received: Iterable[Path]) -> list[Change]:
        """Return what differs from the approved documents: first where more than additions do."""
        found = []
        for now in received:
            own = self.own / now.name
            found.append(change_of(own if self.shared is None or own.exists() else self.shared / now.name, now))
        return sorted(filter(None, found), key=lambda change: not change.changes.places)

    def write_down(self, changes: list[Change]) -> None:
        """Write all of each change into a file of its own, `home/NAME.txt`."""
        self.home.mkdir(parents=True)
        for change in changes:
            (self.home / f"{change.name}.txt").write_text(change.whole, encoding="utf-8")

    def drop_stale(self) -> Iterator[Path]:
        """Remove the stale folders, one by one."""
        for folder in self.stale:
            shutil.rmtree(folder)
            yield folder

    def approve(self, chosen: list[Change]) -> Iterator[Path]:
        """Put documents in place, keep what each replaces, give each place; WorkspaceError names those left out."""
        for number, change in enumerate(chosen):
            try:
                place = self._put(change.now)
            except OSError as error:
                names = ", ".join(each.now.name for each in chosen[number:])
                raise WorkspaceError(
                    f"{error.strerror or error}. Not approved: {names}.\nPut it right, and run the same command again."
                ) from None
            yield place

    def _put(self, now: Path) -> Path:
        """Put a document in its place; an own one that says what the shared one says is not needed."""
        own = self.own / now.name
        if own.exists():
            write_whole(self.home / now.name, own.read_bytes())
        if self.shared is not None and _content(now) == _content(self.shared / now.name):
            own.unlink(missing_ok=True)
            return self.shared / now.name
        own.parent.mkdir(exist_ok=True)
        write_whole(own, now.read_bytes())
        return own


def approved_files(workspace: Path) -> Shelf:
    """Return where the kata's own documents are, with a new folder for what is replaced now, until the next commit."""
    own = workspace / "approved_files"
    command = ["git", "rev-parse", "--short=12", "HEAD"]  # whichever git the person uses
    done = subprocess.run(command, cwd=workspace, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    commit = done.stdout.strip() if done.returncode == 0 else "no-commit"
    replaced = own / ".replaced"
    stale = tuple(folder for folder in sorted(replaced.glob("*")) if not folder.name.startswith(commit))
    return Shelf(own, free_name(replaced / commit), stale=stale)


def _content(path: Path) -> str:
    """Return a document's text, empty when there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
