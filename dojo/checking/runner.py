"""Running the tests of a practice: pytest in another process, with a timeout."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dojo.checking.outcome import (
    PYTEST_OUTPUT_FILE,
    Finding,
    FindingKind,
    Outcome,
    RunOptions,
    ended_early,
)
from dojo.files import read_json, read_text, temporary_folder
from dojo.inside import RUNNING_FILE
from dojo.practice.code import own_tests
from dojo.practice.model import Notify, Practice, silent
from dojo.processes import end_group, python_environment, start_process
from dojo.text import INDENT, printable

if TYPE_CHECKING:
    from dojo.checking.project import ProjectStart

# All that is imported stays, so it is rarely worth to look for garbage. An interpreter that exits
# takes long, and waits for threads.
PYTEST = """
import gc, os, sys
gc.set_threshold(10_000)
import pytest
code = pytest.main(sys.argv[1:])
sys.stdout.flush()
os._exit(code)
"""
# It would keep a folder in the practice.
UNUSED_PLUGINS = ("cacheprovider",)
QUIET_APPROVALS = ("-p", "dojo.inside.quiet_approvals")
REPEATED_APPROVALS = ("-p", "dojo.inside.repeated_approvals")
# Without these, and without plugins that are installed, a check takes a sixth less time.
UNUSED_BY_SCENARIOS = (
    *("debugging", "doctest", "legacypath", "logging", "monkeypatch", "recwarn", "setuponly"),
    *("setupplan", "subtests", "threadexception", "tmpdir", "unittest", "unraisableexception"),
    *("warnings", "faulthandler", "junitxml", "pastebin"),
)
# Seconds by the clock; a test that computes is limited separately.
CHECK_TIMEOUT = 60.0
# More seconds, so that a test that computes too long ends first: its finding names the line.
GRACE_SECONDS = 10.0
TIMED_OUT = "timed out: does it wait for something, or never end? `--limit` sets the timeout"
RUNNING = "the test that was running: {}"


def run_tests(
    practice: Practice,
    options: RunOptions,
    notify: Notify = silent,
    more_options: Sequence[str] = (),
) -> Outcome:
    """Run the tests of a practice, without recording the outcome. `more_options`: for pytest.

    A test that fails is no error, and a run that does not end in time is an amber outcome.
    """
    practice.state_directory.mkdir(parents=True, exist_ok=True)
    timeout = options.limit or CHECK_TIMEOUT
    notify(f"running the tests; the timeout is {timeout:g} s")
    with temporary_folder("check") as folder:
        outcome_file = folder / "outcome.json"
        options = replace(options, outcome_file=str(outcome_file))
        start = start_of(practice)
        arguments = [*start.arguments(options), *more_options]
        is_over = _run_pytest(start, arguments, timeout + GRACE_SECONDS)
        notify("")
        if outcome_file.exists():
            return start.read(outcome_file)
        lines = [f"{practice.title}/", ended_early(practice) if is_over else TIMED_OUT]
        running_file = folder / RUNNING_FILE
        if running_file.exists():
            lines.append(RUNNING.format(printable(read_text(running_file))))
    return Outcome((Finding(FindingKind.NOT_RUN, f"\n{INDENT}".join(lines)),))


def _run_pytest(start: "KataStart | ProjectStart", arguments: list[str], timeout: float) -> bool:
    """Run pytest, and return whether it ended in time."""
    # Unbuffered, so that the output is there if the process is killed.
    unbuffered = {"PYTHONUNBUFFERED": "1"}
    practice = start.practice
    output_file = practice.state_directory / PYTEST_OUTPUT_FILE
    environment = start.environment | unbuffered
    command = [*start.command, *arguments]
    with output_file.open("w", encoding="utf-8") as output:
        process = start_process(command, practice.folder, environment, output)
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        finally:
            end_group(process)
    return True


class KataStart:
    """How pytest is started in a practice of a kata: in the dojo's Python, for the scenarios."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-P", "-c", PYTEST]

    @property
    def environment(self) -> dict[str, str]:
        return python_environment()

    def arguments(self, options: RunOptions) -> list[str]:
        run = f"--dojo-run={msgspec.json.encode(options).decode()}"
        plugin = "dojo.checking.plugin"
        return ["-q", "--rootdir=.", "-p", plugin, *self.pytest_options(), run]

    def pytest_options(self) -> list[str]:
        """Return the options of pytest. The plugins that no test needs are disabled."""
        practice = self.practice
        if practice.guard.keeps_tests or any(own_tests(practice)):
            return [*without_plugins(UNUSED_PLUGINS), "."]
        unused = without_plugins(UNUSED_PLUGINS + UNUSED_BY_SCENARIOS)
        return ["--disable-plugin-autoload", *unused, "."]

    def read(self, file: Path) -> Outcome:
        """Read the outcome that the plugin wrote."""
        return read_json(file, Outcome)


def start_of(practice: Practice) -> "KataStart | ProjectStart":
    """Return how pytest is started in a practice."""
    if practice.kata.name:
        return KataStart(practice)
    # It takes long to import, and no kata needs it.
    from dojo.checking.project import ProjectStart  # noqa: PLC0415

    return ProjectStart(practice)


def without_plugins(names: Sequence[str]) -> list[str]:
    """Return pytest's options to disable plugins."""
    options: list[str] = []
    for name in names:
        options += ["-p", f"no:{name}"]
    return options
