"""A story: commands that people type, and their output."""

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import click

from dojo import text
from dojo.main import main
from dojo.text import WIDTH
from tests.dojo.printed import APPROVED, page_as_text, verify_documents, without_chance
from tests.dojo.small_kata import MAIN, RUNNER, SmallKata

BEGINNING = datetime(2026, 1, 2, 10, tzinfo=UTC)


class Story:
    """The commands that people type in a kata, their output, and the changes in between."""

    def __init__(self, kata: SmallKata, program: click.Command = main, approved: Path = APPROVED):
        """Begin with nothing told. `approved` is the folder of the documents."""
        self.kata = kata
        self.program = program
        self.approved = approved
        self.lines: list[str] = []
        self.now = BEGINNING

    def note(self, text: str):
        """Tell about an action that is no command."""
        self.lines += [f"# {text}", ""]

    def show(self, name: str, end: str = ""):
        """Tell the text of a file, up to `end`."""
        shown = self.kata.read(name)
        if end:
            shown = shown.partition(end)[0]
        self.note(f"{name}:")
        self.lines += [*shown.rstrip("\n").split("\n"), ""]

    def save(self, name: str, old: str, new: str):
        """Change a file of the kata as a person would."""
        before = " / ".join(old.strip().split("\n"))
        after = " / ".join(new.strip().split("\n"))
        self.note(f"{name}: `{before}` becomes `{after}`")
        self.kata.change(name, old, new)

    def dojo(self, *commands: str, answer: str = "", apart: bool = False) -> str:
        """Run commands, and tell their output. Returns the output of the last one.

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
            done = RUNNER.invoke(
                self.program, words, answer, prog_name="dojo", terminal_width=WIDTH - 2
            )
        output = done.output
        if "--json" in words:
            notes, brace, record = output.partition("{")
            output = notes + json.dumps(json.loads(brace + record), indent=1)
        return output, done.exit_code

    def page(self, path: str) -> str:
        """Return the text of a page."""
        return without_chance(page_as_text(self.kata.read(path)), self.kata.folder)

    def verify(self, name: str, **pages: str):
        """Compare the story, and the text of pages, with the approved documents."""
        told = "\n".join(line.rstrip() for line in self.lines)
        documents = {name: without_chance(told, self.kata.folder)}
        for page, path in pages.items():
            documents[page] = self.page(path)
        verify_documents(documents, folder=self.approved)


@contextmanager
def clock(moment: datetime) -> Iterator[None]:
    """Stop the clock of this process at a moment."""
    stopped = SimpleNamespace(now=lambda: moment)
    with patch.object(text, "datetime", stopped), patch("time.time", moment.timestamp):
        yield
