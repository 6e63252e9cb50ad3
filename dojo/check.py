"""`dojo check`: whether the practice still does what it should.

answer: what a check found, how often, and how long it took. finding: a few lines, the first of which names a call or
a place.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from dojo import check_log
from dojo.check_log import GREEN, RED, Entry
from dojo.hold import CHECK, PATIENCE_SECONDS, holding
from dojo.levels import scenario_files
from dojo.offer import find_offer
from dojo.practice import HOME, Practice
from dojo.practice_process import INDENT, shown
from dojo.repository import Changes, GitError, Repository
from dojo.workspace import WorkspaceError

SHOWN = 3  # findings
TRIES = 3  # checks, while somebody saves
QUIETLY = 2  # seconds that a person waits without a word
GLANCE = 0.1  # seconds between looks at whether the answer is still wanted
PATIENCE = 2  # seconds beyond the limit, for the process to say where it was
SETTINGS = ("PYTEST_", "MUTANT", "APPROVAL")  # variables that change what pytest or approvaltests do
ALL_PASSED, NO_TESTS = 0, 5  # pytest's exit codes
FINE, FALLS_SHORT = 0, 1
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
# Plugins that no test of a practice needs, and those that the golden master can do without as well.
UNUSED = ["cacheprovider", "doctest", "faulthandler", "junitxml", "logging", "pastebin", "stepwise"]
UNUSED_BY_SCENARIOS = ["debugging", "capture", "legacypath", "monkeypatch", "recwarn", "setuponly", "setupplan"]
UNUSED_BY_SCENARIOS += ["terminal", "threadexception", "tmpdir", "unittest", "unraisableexception", "warnings"]


class Kept(NamedTuple):
    """What is kept of the files as they were checked: a snapshot, what had changed, and why not, if it could not be."""

    snapshot: str | None
    changed: Changes
    warning: str


class SupersededError(Exception):
    """Nobody waits for this check any more."""


def never() -> bool:
    """Say that the answer is wanted, however long it takes."""
    return False


@dataclass(frozen=True)
class Answer:
    """What a check found: each finding with how often it arose; `passed` tests; `seconds` of the process."""

    findings: list[tuple[str, int]]
    passed: int
    seconds: float
    printed: int
    warning: str = ""

    @property
    def colour(self) -> str:
        """Return green when nothing was found, else red."""
        return RED if self.findings else GREEN

    @property
    def count(self) -> int:
        """Return how many findings there are, repeated ones as often as they arose."""
        return sum(count for _, count in self.findings)


def check(practice: Practice, limit: float) -> int:
    """Check the practice, say what came of it, note it in the log; return the exit code."""
    answer, _ = check_and_log(practice, limit)
    for line in told(practice, answer):
        click.echo(line)
    return FINE if answer.colour == GREEN else FALLS_SHORT


def told(practice: Practice, answer: Answer) -> list[str]:
    """Say what a check found: one line when green; when red, the first three findings and how many more there are."""
    lines = [click.style(headline(practice, answer), fg=answer.colour, bold=answer.colour == RED)]
    for finding, _ in answer.findings[:SHOWN]:
        lines += finding.splitlines()
    more = answer.count - len(answer.findings[:SHOWN])
    if more:
        lines.append(f"... and {more} more: practice/.dojo/findings.txt")
    if answer.printed and answer.colour == RED:
        lines.append(f"Your code printed {answer.printed} lines: practice/.dojo/printed.txt")
    return [*lines, answer.warning] if answer.warning else lines


def headline(practice: Practice, answer: Answer) -> str:
    """Say in one line what came of a check."""
    guard = "your tests" if practice.choices.blind else f"level {practice.level.number}, {practice.level.title}"
    if answer.colour == GREEN:
        passed = f"{answer.passed} test{'' if answer.passed == 1 else 's'}"
        return f"green: {guard}, {passed}, {answer.seconds:.1f} s"
    return f"red: {guard}, {answer.seconds:.1f} s"


@holding(CHECK, PATIENCE_SECONDS)
def check_and_log(
    practice: Practice, limit: float, superseded: Callable[[], bool] | None = None
) -> tuple[Answer, Entry]:
    """Check the practice as it is now, and note it in the log.

    When files are saved meanwhile, the answer is about neither state. Who gave a way to find that out while it runs
    gets a SupersededError then; for anybody else, the check is made again.
    """
    for _ in range(TRIES):
        when = datetime.now().astimezone()
        kept = _snapshot(practice)
        answer = run_all(practice, limit, superseded or never)
        if _as_checked(practice, kept):
            break
        if superseded is not None:
            raise SupersededError
    answer = replace(answer, warning=kept.warning or _ambiguity(practice))
    _keep_findings(practice, answer)
    return answer, _log(practice, answer, when, kept)


def _log(practice: Practice, answer: Answer, when: datetime, kept: Kept) -> Entry:
    said = " ".join(answer.findings[0][0].split()) if answer.findings else ""
    choices = practice.choices
    entry = Entry(
        when.isoformat(timespec="seconds"),
        choices.level,
        choices.blind,
        answer.colour,
        round(answer.seconds, 2),
        answer.count,
        said,
        kept.changed,
        kept.snapshot,
    )
    check_log.append(practice.home, entry)
    if kept.snapshot is not None:
        Repository(practice.folder).answered(kept.snapshot)
    return entry


def _snapshot(practice: Practice) -> Kept:
    """Keep the files as they are; without a repository that works, a check is still a check."""
    repository = Repository(practice.folder)
    try:
        before = repository.last_answered()
        now = repository.snapshot("checked")
        return Kept(now, repository.changes(before, now), "")
    except GitError as error:
        return Kept(None, {}, f"This state is not kept, for {error}")


def _ambiguity(practice: Practice) -> str:
    """Say so when Python takes another Yatzy than a person might think."""
    both = all((practice.folder / name).exists() for name in ("yatzy.py", "yatzy/__init__.py"))
    return "practice/ has both yatzy.py and a package yatzy/: Python takes the package." if both else ""


def _as_checked(practice: Practice, kept: Kept) -> bool:
    """Tell whether the files are still as they were kept."""
    if kept.snapshot is None:
        return True
    return Repository(practice.folder).is_at(kept.snapshot)


def _forget_compiled(folder: Path) -> None:
    """Remove what Python compiled: it would take it for the source when two saves in a second are of one length."""
    for path in folder.glob("**/__pycache__"):
        if HOME not in path.parts and not {"venv", ".venv"} & set(path.parts):
            shutil.rmtree(path, ignore_errors=True)


def run(
    practice: Practice, limit: float, superseded: Callable[[], bool] = never, options: tuple[str, ...] = ()
) -> Answer:
    """Run the level's golden master, or the person's own tests, in a process that ends after `limit` seconds.

    `options` are more options for pytest.
    """
    start = time.perf_counter()
    practice.home.mkdir(parents=True, exist_ok=True)
    _forget_compiled(practice.folder)
    with tempfile.TemporaryDirectory(dir=practice.home) as folder:
        try:
            order = _order(practice, limit, Path(folder), options)
        except WorkspaceError as error:
            return Answer([(str(error), 1)], 0, time.perf_counter() - start, 0)
        code = _run_process(practice, order, limit, superseded)
        report = _report(practice, order, code, limit)
    findings = [(str(text), int(count)) for text, count in report["findings"]]
    if not findings and report["code"] not in (ALL_PASSED, NO_TESTS):
        findings = [("the tests could not be run to their end\n    what pytest said: practice/.dojo/printed.txt", 1)]
    elif not findings and not report["passed"]:
        findings = [(no_tests(practice), 1)]
    return Answer(findings, report["passed"], time.perf_counter() - start, _lines_printed(practice))


def run_all(practice: Practice, limit: float, superseded: Callable[[], bool] = never) -> Answer:
    """Run what guards the practice; besides a golden master, the person's own tests, if there are any."""
    answer = run(practice, limit, superseded)
    if practice.choices.blind or not any((practice.folder / "tests").glob("**/test_*.py")):
        return answer
    own = run(practice.with_own_tests(), limit, superseded)
    seconds = answer.seconds + own.seconds
    return replace(answer, findings=answer.findings + own.findings, passed=answer.passed + own.passed, seconds=seconds)


def _keep_findings(practice: Practice, answer: Answer) -> None:
    """Write down all that was found."""
    text = "".join(f"{finding}\n" for finding, _ in answer.findings)
    (practice.home / "findings.txt").write_text(text, encoding="utf-8")


def no_tests(practice: Practice) -> str:
    """Say that nothing was checked."""
    if practice.choices.blind:
        return "practice/tests has no test yet\n    Write one: a function test_... in a file practice/tests/test_....py"
    return "the golden master has no scenario for this level\n    `git checkout tests` brings it back"


def _order(practice: Practice, limit: float, folder: Path, more: tuple[str, ...]) -> dict[str, Any]:
    order: dict[str, Any] = {"practice": str(practice.folder), "limit": limit, "module": "", "folder": "", "file": ""}
    order |= {"report": str(folder / "report.json"), "stacks": str(folder / "stacks.txt")}
    if practice.choices.blind:
        tests = ["tests"] if (practice.folder / "tests").is_dir() else ["--co"]
        return order | {"arguments": [*without(UNUSED), "-q", *more, *tests]}
    offer = find_offer(practice)
    received = practice.home / "received"
    received.mkdir(exist_ok=True)
    options = [f"--practice={offer.folder}:{offer.module}", f"--own-documents={practice.own_documents}"]
    options += [f"--received-in={received}", *more]
    arguments = [
        "--disable-plugin-autoload",
        *without(UNUSED + UNUSED_BY_SCENARIOS),
        *options,
        *scenario_files(practice.workspace, practice.level),
    ]
    where = {"module": offer.module, "folder": str(offer.folder), "file": practice.shown(offer.file)}
    return order | where | {"arguments": arguments}


def without(plugins: list[str]) -> list[str]:
    """Return pytest's options to leave plugins out."""
    return [word for name in plugins for word in ("-p", f"no:{name}")]


def _run_process(practice: Practice, order: dict[str, Any], limit: float, superseded: Callable[[], bool]) -> int | None:
    """Run the process; return its exit code, or None when it had to be killed."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(SETTINGS)}
    with (practice.home / "printed.txt").open("w") as printed:
        process = subprocess.Popen(  # noqa: S603 - this Python, and arguments of our own
            [sys.executable, "-m", "dojo.practice_process", json.dumps(order)],
            cwd=practice.folder if practice.choices.blind else practice.workspace,
            env={**inherited, "PYTHONIOENCODING": "utf-8:backslashreplace"},
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return _wait(process, limit, superseded)
        finally:
            _end(process)


def _wait(process: "subprocess.Popen[bytes]", limit: float, superseded: Callable[[], bool]) -> int | None:
    """Wait for the process, and say so when it takes long; None when it does not end."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(QUIETLY)
    if sys.stderr.isatty():
        click.echo(f"still running; it may take {limit:g} s", err=True)
    end = time.monotonic() + max(limit - QUIETLY, 0) + PATIENCE
    while time.monotonic() < end:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(GLANCE)
        if superseded():
            raise SupersededError
    return None


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the process, and all that it started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _report(practice: Practice, order: dict[str, Any], code: int | None, limit: float) -> dict[str, Any]:
    """Return what the process reported; when it could not, say why and where it was."""
    try:
        report: dict[str, Any] = json.loads(Path(order["report"]).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {
            "passed": 0,
            "code": ALL_PASSED,
            "findings": [(_how_it_ended(practice, Path(order["stacks"]), code, limit), 1)],
        }
    return report


def _how_it_ended(practice: Practice, stacks: Path, code: int | None, limit: float) -> str:
    text = stacks.read_text(encoding="utf-8", errors="replace") if stacks.exists() else ""
    places = FRAME.findall(text)
    own = [(Path(file), line, name) for file, line, name in places if Path(file).is_relative_to(practice.folder)]
    place = "practice/"
    if own:
        file, line, name = own[0]
        place = shown(file, int(line), name, practice.folder)
    if code is None or text.startswith("Timeout"):
        return f"{place}\n{INDENT}still running after {limit:g} s: an endless loop? (--limit gives it longer)"
    if text:
        return f"{place}\n{INDENT}crashed Python itself: {text.splitlines()[0]}"
    return f"{place}\n{INDENT}the whole process ended, exit code {code}: os._exit, a signal, or a full disk?"


def _lines_printed(practice: Practice) -> int:
    if practice.choices.blind:
        return 0  # it is pytest's own report
    with (practice.home / "printed.txt").open("rb") as printed:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: printed.read(2**20), b""))
