"""`dojo check`: whether the practice still does what it should.

answer: what a check found, how often, and how long it took. finding: a few lines, the first of which names a call or
a place.
"""

import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from dojo.checking.limits import Limit, limit_for
from dojo.checking.runner import SupersededError, report_of
from dojo.checking.worker import INDENT
from dojo.errors import WorkspaceError
from dojo.kata import scenario_files
from dojo.practice import (
    AMBER,
    CHECK,
    GREEN,
    HOME,
    PATIENCE_SECONDS,
    RED,
    Changes,
    Entry,
    GitError,
    Practice,
    Repository,
    find_offer,
    holding,
    is_usual,
)
from dojo.practice import log as check_log
from dojo.text import now

SHOWN = 3  # findings
TRIES = 3  # checks, while somebody saves
SHADES = {GREEN: "green", AMBER: "yellow", RED: "red"}  # of a terminal
ALL_PASSED, NO_TESTS = 0, 5  # pytest's exit codes
FINE, FALLS_SHORT = 0, 1
TEST_FILES = ("test_*.py", "*_test.py")  # as pytest has them
# Plugins that no test of a practice needs, and those that the golden master can do without as well.
UNUSED = ["cacheprovider", "faulthandler", "junitxml", "pastebin", "stepwise"]
UNUSED_BY_SCENARIOS = ["capture", "debugging", "doctest", "legacypath", "logging", "monkeypatch", "recwarn"]
UNUSED_BY_SCENARIOS += ["setuponly", "setupplan", "terminal", "threadexception", "tmpdir", "unittest"]
UNUSED_BY_SCENARIOS += ["unraisableexception", "warnings"]


class Kept(NamedTuple):
    """What is kept of the files as they were checked: a snapshot, what had changed, and why not, if it could not be."""

    snapshot: str | None
    changed: Changes
    warning: str


def never() -> bool:
    """Say that the answer is wanted, however long it takes."""
    return False


@dataclass(frozen=True)
class Answer:
    """What a check found: each finding with how often it arose; `passed` tests; `seconds` of the process.

    `place`: the file that offers Yatzy, where nobody would look for it. `left_out`: how many tests of the person's own
    were skipped, or expected to fail. `late`: all that was found is that time ran out. `written`: paths in the practice
    that its own code has changed. `left`: the files afterwards, as git names them, if nothing else has changed.
    """

    findings: list[tuple[str, int]]
    passed: int
    seconds: float
    printed: int
    warning: str = ""
    place: str = ""
    left_out: str = ""
    late: bool = False
    written: frozenset[str] = frozenset()
    left: str | None = None

    @property
    def colour(self) -> str:
        """Return green when nothing was found, amber when nobody can tell, else red."""
        return AMBER if self.late else RED if self.findings else GREEN

    @property
    def count(self) -> int:
        """Return how many findings there are, repeated ones as often as they arose."""
        return sum(count for _, count in self.findings)


def check(practice: Practice, limit: float | None = None) -> int:
    """Check the practice, say what came of it, note it in the log; return the exit code.

    `limit`: seconds that it may take, if a person chose so.
    """
    answer, _ = check_and_log(practice, limit)
    for line in told(practice, answer):
        click.echo(line)
    return FINE if answer.colour == GREEN else FALLS_SHORT


def told(practice: Practice, answer: Answer) -> list[str]:
    """Say what a check found: one line when green; else the first three findings and how many more there are."""
    lines = [click.style(headline(practice, answer), fg=SHADES[answer.colour], bold=answer.colour != GREEN)]
    for finding, _ in answer.findings[:SHOWN]:
        lines += finding.splitlines()
    more = answer.count - len(answer.findings[:SHOWN])
    if more:
        lines.append(f"... and {more} more: practice/.dojo/findings.txt")
    if answer.printed and answer.colour != GREEN:
        lines.append(f"Your code printed {answer.printed} lines: practice/.dojo/printed.txt")
    return [*lines, answer.warning] if answer.warning else lines


def headline(practice: Practice, answer: Answer) -> str:
    """Say in one line what came of a check."""
    guard = "your tests" if practice.choices.blind else f"level {practice.level.number}, {practice.level.title}"
    if answer.colour == GREEN:
        passed = f"{answer.passed} test{'' if answer.passed == 1 else 's'}"
        return "; ".join([f"green: {guard}, {passed}, {answer.seconds:.1f} s", *remarks(practice, answer)])
    return f"{answer.colour}: {guard}, {answer.seconds:.1f} s"


def remarks(practice: Practice, answer: Answer) -> list[str]:
    """Say what somebody who sees green should know: of which file it speaks, and what of one's own counted or not."""
    place = [f"class Yatzy of {answer.place}"] if answer.place else []
    left_out = [f"of your own tests, {answer.left_out}"] if answer.left_out else []
    return [*place, *own_documents(practice), *left_out]


def own_documents(practice: Practice) -> list[str]:
    """Say how many documents of the person's own stand before shared ones; nothing when there are none."""
    shared = practice.workspace / "approved_files"
    own = sum((shared / path.name).exists() for path in practice.own_documents.glob("*.approved.*"))
    if practice.choices.blind or not own:
        return []
    return [f"{own} document{'' if own == 1 else 's'} of your own"]


@holding(CHECK, PATIENCE_SECONDS)
def check_and_log(
    practice: Practice,
    limit: float | None,
    superseded: Callable[[], bool] | None = None,
    *,
    patient: bool = False,
    settle: Callable[[Changes], None] | None = None,
) -> tuple[Answer, Entry]:
    """Check the practice as it is now, and note it in the log; `patient` gives it twice the time.

    When files are saved meanwhile, the answer is about neither state. Who gave a way to find that out while it runs
    gets a SupersededError then; for anybody else, the check is made again. Unless green, an answer waits for `settle`,
    which is told what has changed, before the files are looked at again.
    """
    usual = limit_for(practice, limit)
    for _ in range(TRIES):
        when = now()
        kept = _snapshot(practice)
        answer = run_all(practice, usual.twice() if patient else usual, superseded or never)
        if settle is not None and answer.colour != GREEN:
            settle(kept.changed)
        left = None if kept.snapshot is None else Repository(practice.folder).tree()
        if left is None or _as_checked(practice, str(kept.snapshot), left, answer.written):
            break
        if superseded is not None:
            raise SupersededError
    answer = replace(answer, warning=kept.warning or _ambiguity(practice), left=left)
    _keep_findings(practice, answer)
    return answer, _log(practice, answer, when, kept)


def _log(practice: Practice, answer: Answer, when: datetime, kept: Kept) -> Entry:
    said = [" ".join(finding.split()) for finding, _ in answer.findings] or remarks(practice, answer)
    choices = practice.choices
    entry = Entry(
        when.isoformat(timespec="seconds"),
        choices.level,
        choices.blind,
        answer.colour,
        round(answer.seconds, 2),
        answer.count,
        said[0] if said else "",
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
        return Kept(now, repository.changes(before, now), repository.not_kept(now))
    except GitError as error:
        return Kept(None, {}, f"This state is not kept, for {error}")


def _ambiguity(practice: Practice) -> str:
    """Say so when Python takes another Yatzy than a person might think."""
    both = all((practice.folder / name).exists() for name in ("yatzy.py", "yatzy/__init__.py"))
    return "practice/ has both yatzy.py and a package yatzy/: Python takes the package." if both else ""


def _as_checked(practice: Practice, before: str, after: str, written: frozenset[str]) -> bool:
    """Tell whether the files are as they were before, but for what the practice itself has written meanwhile."""
    changed = Repository(practice.folder).changes(before, after)
    return set(changed) <= written


def _forget_compiled(folder: Path) -> None:
    """Remove what Python compiled: it would take it for the source when two saves in a second are of one length."""
    for path in folder.glob("**/__pycache__"):
        if HOME not in path.parts and not {"venv", ".venv"} & set(path.parts):
            shutil.rmtree(path, ignore_errors=True)


def run(
    practice: Practice,
    limit: float | Limit | None = None,
    superseded: Callable[[], bool] = never,
    options: tuple[str, ...] = (),
    *,
    besides: bool = False,
) -> Answer:
    """Run the level's golden master, or the person's own tests, in a process that ends when its time is over.

    `limit`: that time, or seconds that a person chose. `options` are more options for pytest. `besides` a golden
    master, no test need pass.
    """
    limit = limit if isinstance(limit, Limit) else limit_for(practice, limit)
    start = time.perf_counter()
    practice.home.mkdir(parents=True, exist_ok=True)
    _forget_compiled(practice.folder)
    with tempfile.TemporaryDirectory(dir=practice.home) as folder:
        try:
            order = _order(practice, limit, Path(folder), options)
        except WorkspaceError as error:
            return Answer([(str(error), 1)], 0, time.perf_counter() - start, 0)
        report = report_of(practice, order, limit, superseded)
    findings = [(str(text), int(count)) for text, count in report["findings"]]
    if not findings:
        findings = [(text, 1) for text in _not_run(practice, report, besides=besides)]
    seconds = time.perf_counter() - start
    return Answer(
        findings,
        report["passed"],
        seconds,
        _lines_printed(practice),
        place=order["place"],
        left_out=report["left_out"],
        late=report["late"],
        written=frozenset(report["written"]),
    )


def _not_run(practice: Practice, report: dict[str, Any], *, besides: bool) -> list[str]:
    """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed."""
    if report["code"] not in (ALL_PASSED, NO_TESTS):
        return ["the tests could not be run to their end\n    what pytest said: practice/.dojo/printed.txt"]
    if not report["passed"] and not besides:
        return [_none_passed(report["left_out"]) if report["left_out"] else no_tests(practice)]
    if report["passed"] < report["expected"]:
        return [f"only {report['passed']} of the level's {report['expected']} scenarios were run to their end"]
    return []


def _none_passed(left_out: str) -> str:
    """Say that there are tests, and that they say nothing."""
    return f"none of your tests was run to its end: {left_out}\n{INDENT}green is at least one that passes"


def run_all(practice: Practice, limit: Limit, superseded: Callable[[], bool] = never) -> Answer:
    """Run what guards the practice; besides a golden master, the person's own tests, if there are any."""
    answer = run(practice, limit, superseded)
    if answer.late or practice.choices.blind or not has_tests(practice):
        return answer
    own = run(practice.with_own_tests(), limit, superseded, besides=True)
    late = own.late and not answer.findings
    findings, passed, seconds = answer.findings + own.findings, answer.passed + own.passed, answer.seconds + own.seconds
    written = answer.written | own.written
    both = replace(answer, findings=findings, passed=passed, seconds=seconds, late=late, written=written)
    return replace(both, left_out=own.left_out)


def has_tests(practice: Practice) -> bool:
    """Tell whether there are tests of the person's own."""
    return any(is_test(path) for path in (practice.folder / "tests").glob("**/*.py"))


def is_test(path: Path) -> bool:
    """Tell whether pytest looks for tests in a file."""
    return any(path.match(pattern) for pattern in TEST_FILES)


def _keep_findings(practice: Practice, answer: Answer) -> None:
    """Write down all that was found."""
    text = "".join(f"{finding}\n" for finding, _ in answer.findings)
    (practice.home / "findings.txt").write_text(text, encoding="utf-8")


def no_tests(practice: Practice) -> str:
    """Say that nothing was checked."""
    if practice.choices.blind:
        return "practice/tests has no test yet\n    Write one: a function test_... in a file practice/tests/test_....py"
    return "the golden master has no scenario for this level\n    `git checkout tests` brings it back"


def _order(practice: Practice, limit: Limit, folder: Path, more: tuple[str, ...]) -> dict[str, Any]:
    order: dict[str, Any] = {"practice": str(practice.folder), "module": "", "folder": "", "file": "", "place": ""}
    order |= {"computing": limit.computing, "clock": limit.clock}
    order |= {"report": str(folder / "report.json"), "stacks": str(folder / "stacks.txt")}
    if practice.choices.blind:
        tests = ["tests"] if (practice.folder / "tests").is_dir() else ["--co"]
        return order | {"arguments": [*without(UNUSED), "-q", *more, *tests]}
    offer = find_offer(practice)
    received = practice.home / "received"
    received.mkdir(exist_ok=True)
    options = [f"--practice={offer.folder}:{offer.module}", f"--own-documents={practice.own_documents}"]
    options += [f"--received-in={received}", *more]
    options += [f"--rootdir={practice.workspace}", f"--config-file={practice.workspace / 'pyproject.toml'}"]
    arguments = [
        "--disable-plugin-autoload",
        *without(UNUSED + UNUSED_BY_SCENARIOS),
        *options,
        *_scenarios(practice),
    ]
    where = {"module": offer.module, "folder": str(offer.folder), "file": practice.shown(offer.file)}
    where["place"] = "" if is_usual(practice, offer.file) else where["file"]
    return order | where | {"arguments": arguments}


def _scenarios(practice: Practice) -> list[str]:
    """Return the paths of the level's scenarios; WorkspaceError when one is missing, for nothing may be left out."""
    files = scenario_files(practice.workspace, practice.level)
    there = {Path(file).stem for file in files}
    missing = [name for name in practice.level.scenarios if name not in there]
    if missing:
        message = f"tests/golden_master/{missing[0]}.py is missing\n{INDENT}`git checkout tests` brings it back"
        raise WorkspaceError(message)
    return [str(practice.workspace / file) for file in files]


def without(plugins: list[str]) -> list[str]:
    """Return pytest's options to leave plugins out."""
    return [word for name in plugins for word in ("-p", f"no:{name}")]


def _lines_printed(practice: Practice) -> int:
    if practice.choices.blind:
        return 0  # it is pytest's own report
    with (practice.home / "printed.txt").open("rb") as printed:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: printed.read(2**20), b""))
