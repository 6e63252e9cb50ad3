"""What people read, as documents: what commands print, told as stories, and the text of pages.

Somebody has read and approved each document. Times, durations and hashes are replaced, because
they differ from run to run.
"""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from dojo import text
from dojo.main import main
from dojo.text import WIDTH
from tests.dojo.small_kata import COMPILED, MAIN, RUNNER, WORKSPACE, SmallKata

APPROVED = Path(__file__).with_name("approved")
MAX_LINE = 1000  # longer lines of a page are data
MAX_DIFFERENCE = 40
BEGINNING = datetime(2026, 1, 2, 10, tzinfo=UTC)
CHANGED = ("tests/golden_master", "approved_files")
READ = (
    *("legacy", "refactored", "worked", "docs", "pyproject.toml", "KATA.md"),
    *("tests/slips", "tests/__init__.py", "tests/conftest.py"),
)
LESS_TO_TRY = [
    ("rolls", "product(range(1, 7), repeat=5)", "product((1, 6), repeat=5)"),
    ("test_every_order", "in yatzy.categories(game)", "in yatzy.categories(game)[:1]"),
    ("test_scores", "sorted_rolls():\n        dice", "sorted_rolls()[:9]:\n        dice"),
]
DIFFERS_EACH_TIME = [
    (r"\d{4}-\d\d-\d\dT[\d:.+-]+Z?", "MOMENT"),
    (r"\d{4}-\d\d-\d\d(-\d{6})?", "DATE"),
    (r"(?<!\d)\d?\d:\d\d(:\d\d)?(?!\d)", "TIME"),
    (r"\b\d{3,} h \d+ min", "N min"),  # since a swap, which has git's own clock
    (r"\b1\d{9}(\.\d+)?\b", "MOMENT"),
    (r"'\.\.\.\S*/", "'HERE/"),
    (r"\d\d-\d\d-\d\d(?=[/ ])", "TIME"),
    (r"\b[\d.]+ ?(s|KB|MB|mutants a second|games a second)\b", r"N \1"),
    (r'("\w*(seconds?|_mb)"): [\d.]+', r"\1: N"),
    (r"(mutants|slips): \d+ of \d+\n", ""),
    (r"\b([0-9a-f]{7}|[0-9a-f]{40})\b", "HASH"),
]


class RealKata(SmallKata):
    """A copy of the real kata, with fewer rolls in the two slowest scenarios."""

    compiled = None

    def __init__(self, folder: Path) -> None:
        """Copy what a participant has."""
        self.folder = folder
        for name in CHANGED:
            shutil.copytree(
                WORKSPACE / name,
                folder / name,
                ignore=shutil.ignore_patterns("__pycache__", ".replaced"),
            )
        if self.compiled is not None:
            shutil.copytree(self.compiled, folder / COMPILED)
        for name in READ:
            (folder / name).symlink_to(WORKSPACE / name)
        for name, old, new in LESS_TO_TRY:
            self.change(f"tests/golden_master/{name}.py", old, new)


class Story:
    """The commands that people type in a kata, what they see, and what they save in between."""

    def __init__(self, kata: SmallKata) -> None:
        """Begin with nothing told."""
        self.kata = kata
        self.lines: list[str] = []
        self.now = BEGINNING

    def note(self, text: str) -> None:
        """Tell what a person does beside commands."""
        self.lines += [f"# {text}", ""]

    def show(self, name: str, end: str = "") -> None:
        """Tell the text of a file, up to `end`."""
        shown = self.kata.read(name)
        if end:
            shown = shown.partition(end)[0]
        self.note(f"{name}:")
        self.lines += [*shown.rstrip("\n").split("\n"), ""]

    def save(self, name: str, old: str, new: str) -> None:
        """Change a file of the kata as a person would."""
        before = " / ".join(old.strip().split("\n"))
        after = " / ".join(new.strip().split("\n"))
        self.note(f"{name}: `{before}` becomes `{after}`")
        self.kata.change(name, old, new)

    def dojo(self, *commands: str, answer: str = "", apart: bool = False) -> str:
        """Run commands, and tell what they print. Returns the output of the last one.

        `apart`: in a process of their own, because they import a person's code.
        """
        output = ""
        for command in commands:
            output, exit_code = self._run(command, answer, apart=apart)
            self.lines.append(f"$ dojo {command}")
            self.lines += output.rstrip("\n").split("\n")
            if exit_code:
                self.lines.append(f"(exit code {exit_code})")
            self.lines.append("")
        return output

    def without_output(self, *commands: str) -> str:
        """Run commands whose output another story tells. Returns the output of the last one."""
        output = ""
        for command in commands:
            output, _ = self._run(command, "")
            self.lines += [f"$ dojo {command}", ""]
        return output

    def _run(self, command: str, answer: str, *, apart: bool = False) -> tuple[str, int]:
        """Run a command, a minute after the last one. Returns its output and its exit code."""
        self.now += timedelta(minutes=1)
        words = shlex.split(command)
        if apart:
            process = self.kata.run("-c", MAIN, *words)
            return process.stdout + process.stderr, process.returncode
        with self.kata.entered(), clock(self.now):
            done = RUNNER.invoke(main, words, answer, prog_name="dojo", terminal_width=WIDTH - 2)
        output = done.output
        if "--json" in words:
            notes, brace, record = output.partition("{")
            output = notes + json.dumps(json.loads(brace + record), indent=1)
        return output, done.exit_code

    def page(self, path: str) -> str:
        """Return the text of a page."""
        return without_chance(page_as_text(self.kata.read(path)), self.kata.folder)

    def verify(self, name: str, **pages: str) -> None:
        """Compare the story, and the text of pages, with the approved documents."""
        told = "\n".join(line.rstrip() for line in self.lines)
        documents = {name: without_chance(told, self.kata.folder)}
        for page, path in pages.items():
            documents[page] = self.page(path)
        verify_documents(documents)


@contextmanager
def clock(moment: datetime) -> Iterator[None]:
    """Stop the clock of this process at a moment."""
    stopped = SimpleNamespace(now=lambda: moment)
    with patch.object(text, "datetime", stopped), patch("time.time", moment.timestamp):
        yield


def without_chance(text: str, folder: Path) -> str:
    """Replace what differs from run to run."""
    text = text.replace(str(folder), "HERE")
    for pattern, replacement in DIFFERS_EACH_TIME:
        text = re.sub(pattern, replacement, text)
    return text


def verify_document(name: str, text: str, suffix: str = "txt") -> None:
    """Compare a document with the approved one."""
    verify_documents({name: text}, suffix)


def verify_documents(documents: dict[str, str], suffix: str = "txt") -> None:
    """Compare documents with the approved ones, and leave a received file for each that differs."""
    differences = []
    for name, document in documents.items():
        received_text = document.rstrip("\n") + "\n"
        approved = APPROVED / f"{name}.approved.{suffix}"
        received = APPROVED / f"{name}.received.{suffix}"
        received.unlink(missing_ok=True)
        approved_text = ""
        if approved.exists():
            approved_text = approved.read_text(encoding="utf-8")
        if received_text != approved_text:
            received.write_text(received_text, encoding="utf-8", newline="\n")
            lines = unified_diff(
                approved_text.split("\n"), received_text.split("\n"), name, lineterm="", n=1
            )
            differences += list(lines)[:MAX_DIFFERENCE]
    assert not differences, "\n".join(
        ["To read and approve all: python -m tests.dojo.approve", *differences]
    )


# Patterns of HTML, and what stands for them in the text of a page.
MARKS = [
    (r"<h1\b.*?>", "\n# "),
    (r"<h2\b.*?>", "\n## "),
    (r"<h3\b.*?>", "\n### "),
    (r"<h4\b.*?>", "\n#### "),
    (r"</?(h\d|p|li|tr|pre|dt|dd|div|title|section|article|header|summary|figcaption)\b.*?>", "\n"),
    (r"<t[dh]\b.*?>", " | "),
    (r'<a\b[^>]*href="(.*?)".*?>', r"[\1] "),
    (r"<.*?>", ""),
]


def page_as_text(html: str) -> str:
    """Return the headings, paragraphs, rows and links of a page."""
    html = re.sub(r"<!--.*?-->|<(style|script)\b.*?</\1>", "", html, flags=re.DOTALL)
    parts = re.split(r"(<pre\b.*?</pre>)", html, flags=re.DOTALL)
    parts[::2] = [re.sub(r"\s+", " ", part) for part in parts[::2]]
    page = "".join(parts)
    for pattern, replacement in MARKS:
        page = re.sub(pattern, replacement, page, flags=re.DOTALL)
    lines = [line.rstrip() for line in unescape(page).split("\n")]
    return "\n".join(line for line in lines if line and len(line) < MAX_LINE) + "\n"
