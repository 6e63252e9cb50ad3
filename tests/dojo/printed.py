"""What the commands print, told as a story: what a person types and saves, and what they see.

A story is a document that somebody has read and approved. Times, durations and hashes are left out
of it, for they differ from run to run.
"""

import json
import re
import shlex
import shutil
import sys
import time
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryFile

import rich.progress  # noqa: F401 - so that no fork need load it
from approvaltests import Options, verify
from approvaltests.core.namer import Namer
from approvaltests.reporters.report_quietly import ReportQuietly

import dojo.text  # noqa: F401 - a story sets its clock
from dojo.commands import join, start  # noqa: F401 - two of them so that no fork need load them
from dojo.main import main
from tests.dojo.forked import Forked, Surroundings
from tests.dojo.small_kata import COMPILED, WORKSPACE, SmallKata, variables

APPROVED = Path(__file__).with_name("approved")
LISTING = 1000  # characters in a line
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
    (r"'\.\.\.\S*/kata/", "'HERE/kata/"),
    (r"\d\d-\d\d-\d\d(?=[/ ])", "TIME"),
    (r"\b[\d.]+ ?(s|KB|MB|mutants a second|games a second)\b", r"N \1"),
    (r'("\w*(seconds?|_mb)"): [\d.]+', r"\1: N"),
    (r"(mutants|slips): \d+ of \d+\n", ""),
    (r"\b([0-9a-f]{7}|[0-9a-f]{40})\b", "HASH"),
]


class OwnNamer(Namer):
    """Names a document of the tool's, beside its tests; to approve it, rename the received file."""

    def __init__(self, name: str, suffix: str) -> None:
        """Name the files of a document."""
        self.name, self.suffix = name, suffix

    def get_approved_filename(self) -> str:
        """Return the path of the approved file."""
        return str(APPROVED / f"{self.name}.approved.{self.suffix}")

    def get_received_filename(self) -> str:
        """Return the path of the received file."""
        return str(APPROVED / f"{self.name}.received.{self.suffix}")


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
    """What happens in a kata, line by line."""

    def __init__(self, kata: SmallKata) -> None:
        """Begin with nothing told."""
        self.kata = kata
        self.lines: list[str] = []
        self.now = BEGINNING

    def note(self, text: str) -> None:
        """Tell what a person does, who types no command."""
        self.lines += [f"# {text}", ""]

    def save(self, name: str, old: str, new: str) -> None:
        """Change a file of the kata as a person would."""
        before, after = (" / ".join(text.strip().split("\n")) for text in (old, new))
        self.note(f"{name}: `{before}` becomes `{after}`")
        self.kata.change(name, old, new)

    def dojo(self, *commands: str, answer: str = "") -> str:
        """Run commands a minute apart and tell their output; return the output of the last."""
        text = ""
        for command in commands:
            self.now += timedelta(minutes=1)
            words = shlex.split(command)
            text, code = screen(self.kata.folder, words, answer, self.now)
            if "--json" in words:
                notes, brace, record = text.partition("{")
                text = notes + json.dumps(json.loads(brace + record), indent=1)
            ending = [f"(exit code {code})"] if code else []
            self.lines += [f"$ dojo {command}", *text.rstrip("\n").split("\n"), *ending, ""]
        return text

    def verify(self, name: str) -> None:
        """Compare what was told with the document that was approved."""
        text = "\n".join(line.rstrip() for line in self.lines)
        verify_document(name, without_chance(text, self.kata.folder))


def screen(folder: Path, arguments: list[str], answer: str, now: datetime) -> tuple[str, int]:
    """Return a command's output, with errors in between, and its exit code."""
    with_clock = [
        each
        for name, each in sys.modules.items()
        if name.startswith("dojo.") and hasattr(each, "now")
    ]

    def work() -> None:
        time.tzset()
        time.time = now.timestamp
        for module in with_clock:
            module.now = lambda: now
        sys.path.insert(0, str(folder))
        main(arguments, prog_name="dojo")

    with TemporaryFile("w+") as stdin, TemporaryFile("w+") as shown:
        stdin.write(answer)
        stdin.seek(0)
        code = Forked(
            work, Surroundings(folder, variables() | {"TZ": "UTC"}, stdin, shown, shown)
        ).wait()
        shown.seek(0)
        return shown.read(), code


def without_chance(text: str, folder: Path) -> str:
    """Leave out what differs from run to run."""
    text = text.replace(str(folder.parent), "HERE")
    for pattern, instead in DIFFERS_EACH_TIME:
        text = re.sub(pattern, instead, text)
    return text


def verify_document(name: str, text: str, suffix: str = "txt") -> None:
    """Compare a document with the approved one."""
    verify(
        text,
        options=Options().with_namer(OwnNamer(name, suffix)).with_reporter(ReportQuietly()),
        newline="\n",
    )


class PageReader(HTMLParser):
    """Reads a page as its reader does: headings, paragraphs, rows, and where links lead."""

    BLOCKS = frozenset(
        (
            *("h1", "h2", "h3", "h4", "p", "li", "tr", "pre", "dt", "dd", "div", "title"),
            *("section", "article", "header", "summary", "figcaption"),
        )
    )
    UNSEEN = frozenset(("style", "script"))

    def __init__(self) -> None:
        """Begin at the top."""
        super().__init__()
        self.lines: list[str] = [""]
        self.unseen = 0
        self.is_code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line for what stands on one, and mark headings and links."""
        self.unseen += tag in self.UNSEEN
        self.is_code |= tag == "pre"
        if tag in self.BLOCKS:
            self.lines.append("#" * int(tag[1]) + " " if re.fullmatch(r"h\d", tag) else "")
        if tag in ("td", "th"):
            self.lines[-1] += " | "
        if tag == "a":
            self.lines[-1] += f"[{dict(attrs).get('href')}] "

    def handle_endtag(self, tag: str) -> None:
        """End what is read as it stands, and what is not read."""
        self.unseen -= tag in self.UNSEEN
        self.is_code &= tag != "pre"
        if tag in self.BLOCKS:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        """Read on."""
        if self.unseen:
            return
        first, *more = data.split("\n") if self.is_code else [re.sub(r"\s+", " ", data)]
        self.lines[-1] += first
        self.lines += more


def page_as_text(html: str) -> str:
    """Return what a person reads on a page, without listings in a line."""
    reader = PageReader()
    reader.feed(html)
    return (
        "\n".join(line.rstrip() for line in reader.lines if line.strip() and len(line) < LISTING)
        + "\n"
    )
