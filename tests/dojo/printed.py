"""Documents for people: the output of commands, as stories, and the text of pages.

Somebody has read and approved each document. Times, durations and hashes are replaced, because
they differ from run to run.
"""

import re
import shutil
from difflib import unified_diff
from html import unescape
from pathlib import Path

from tests.dojo.small_kata import COMPILED, WORKSPACE, SmallKata

APPROVED = Path(__file__).with_name("approved")
MAX_LINE = 1000  # longer lines of a page are data
MAX_DIFFERENCE = 40
CHANGED = ("tests/golden_master", "approved_files")
READ = (
    *("legacy", "refactored", "playing", "worked", "docs", "pyproject.toml", "KATA.md"),
    *("kata.toml", "tests/slips", "tests/__init__.py", "tests/conftest.py"),
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
    (r"(?m)  +[\d.]+ s$", "  N s"),  # in a column
    (r"\b[\d.]+ ?(s|KB|MB|mutants a second|games a second)\b", r"N \1"),
    (r'("\w*(seconds?|_mb)"): [\d.]+', r"\1: N"),
    # Progress, on a slow machine.
    (
        r"(?m)^(equivalent mutants|mutants|slips|survivors): (\d+ of \d+|preparing)(, about .*)?\n",
        "",
    ),
    (r"\b([0-9a-f]{7}|[0-9a-f]{40})\b", "HASH"),
]


class RealKata(SmallKata):
    """A copy of the real kata, with fewer rolls in the two slowest scenarios."""

    compiled = None

    def __init__(self, folder: Path):
        """Copy the files that a participant has."""
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


def without_chance(text: str, folder: Path) -> str:
    """Replace times, hashes and other texts that differ from run to run."""
    text = text.replace(str(folder), "HERE")
    for pattern, replacement in DIFFERS_EACH_TIME:
        text = re.sub(pattern, replacement, text)
    return text


def verify_document(name: str, text: str, suffix: str = "txt", folder: Path = APPROVED):
    """Compare a document with the approved one."""
    verify_documents({name: text}, suffix, folder)


def verify_documents(documents: dict[str, str], suffix: str = "txt", folder: Path = APPROVED):
    """Compare documents with the approved ones, and leave a received file for each that differs."""
    differences = []
    for name, document in documents.items():
        received_text = document.rstrip("\n") + "\n"
        approved = folder / f"{name}.approved.{suffix}"
        received = folder / f"{name}.received.{suffix}"
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
