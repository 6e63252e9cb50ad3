"""What guards a practice, and running it once: what it finds, how many tests pass, and how long it takes.

guard: the golden master of the practice's level, or after a blind start the person's own tests.
own tests: those in `practice/tests`, which are run besides a golden master as well.
"""

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.checking.job import CheckResult, Finding, Job
from dojo.checking.process import NOBODY, Asker, printed_by, result_of
from dojo.checking.rendering import render
from dojo.errors import WorkspaceError
from dojo.kata import (
    ALL_PASSED,
    NO_TESTS,
    USAGE_ERROR,
    checkout,
)
from dojo.practice import (
    AMBER,
    CHECK,
    USUAL,
    EntryPoint,
    NoEntryPointError,
    Practice,
    Tell,
    files_of,
    find_entry_point,
    hold,
)
from dojo.text import INDENT

TEST_FILES = ("test_*.py", "*_test.py")  # as pytest has them
# Plugins that no test of a practice needs, and those that the golden master can do without as well.
UNUSED_PLUGINS = ["cacheprovider", "faulthandler", "junitxml", "pastebin", "stepwise"]
UNUSED_BY_SCENARIOS = [
    *("capture", "debugging", "doctest", "legacypath", "logging", "monkeypatch", "recwarn", "setuponly", "setupplan"),
    *("terminal", "threadexception", "tmpdir", "unittest", "unraisableexception", "warnings"),
]
WITHOUT = ("tests/conftest.py", "tests/golden_master/conftest.py")  # which no scenario imports, there is no check
SCENARIO_SECONDS = 10.0  # of computing, which a busy machine does not stretch: what takes longer is an endless loop
CHECK_SECONDS = 60.0  # on the clock, for code that only waits
OF_THE_KATA = ("approved_files", "dojo", "legacy", "refactored", "tests")
SETTINGS, TESTS = "pyproject.toml", "tests"
CHANGED = f"""{{name}}
{INDENT}changed while the check ran: nothing that it says of your code counts
{INDENT}was it you? then check again; if not, your code did it"""


def run_all(
    practice: Practice, limit: float | None = None, asker: Asker = NOBODY, options: tuple[str, ...] = ()
) -> CheckResult:
    """Run what guards the practice; besides a golden master, the person's own tests, if there are any."""
    result = run(practice, limit, asker, options)
    if result.status == AMBER or practice.choices.blind or not has_tests(practice):
        return result
    return result.with_own_tests(run(practice.guarded(blind=True), limit, asker, besides=True))


def run(
    practice: Practice,
    limit: float | None = None,
    asker: Asker = NOBODY,
    options: tuple[str, ...] = (),
    *,
    besides: bool = False,
) -> CheckResult:
    """Run the level's golden master, or the person's own tests, none of which need pass `besides` it.

    `limit`: the seconds that it may take, where a person chose them.
    """
    start = time.perf_counter()
    practice.home.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="dojo-check-") as folder:
        try:
            job = _job(practice, limit, Path(folder), options)
        except WorkspaceError as error:
            around = not isinstance(error, NoEntryPointError)
            return CheckResult(
                [Finding(error.message)], seconds=time.perf_counter() - start, unasked=True, around=around
            )
        before = of_the_kata(practice)
        result = result_of(practice, job, asker)
        meanwhile = _changed_meanwhile(practice, before)
    found = result.findings or _not_compared(practice, result) or _not_run(practice, result, besides=besides)
    return replace(
        result,
        findings=[*meanwhile, *found],
        unasked=bool(meanwhile) or result.unasked or not result.findings,
        around=bool(meanwhile) or _is_around(practice, result),
        seconds=time.perf_counter() - start,
        printed=0 if practice.choices.blind else printed_by(practice).read_bytes().count(b"\n"),
        place="" if job.file.partition("/")[2] in ("", *USUAL) else job.file,
    )


def write_documents(practice: Practice, tell: Tell, folder: Path) -> list[Path]:
    """Write every document of the level into `folder` as the practice shows it; WorkspaceError when it cannot."""
    with hold(practice.folder, CHECK, tell=tell):
        result = run(practice, asker=Asker(tell=tell), options=(f"--received-to={folder}",))
    if result.findings:
        found = "\n".join(render(practice, result)[1:])
        raise WorkspaceError(f"{practice.name}/ cannot write its documents, so there is nothing to approve:\n{found}")
    return sorted(folder.glob("*.approved.txt"))


def _job(practice: Practice, limit: float | None, folder: Path, options: Iterable[str]) -> Job:
    """Return the job, reported to `folder`; WorkspaceError without an entry point, or all of the golden master."""
    job = Job(
        practice=str(practice.folder),
        arguments=[],
        report=str(folder / "report.json"),
        stacks=str(folder / "stacks.txt"),
        computing_seconds=limit or SCENARIO_SECONDS,
        clock_seconds=limit or CHECK_SECONDS,
    )
    if practice.choices.blind:
        return replace(job, arguments=_for_own_tests(practice, options))
    entry_point = find_entry_point(practice)
    arguments = _for_golden_master(practice, entry_point, options)
    file = practice.shown(entry_point.file)
    return replace(
        job,
        arguments=arguments,
        module=entry_point.module,
        folder=str(entry_point.folder),
        file=file,
        again=_again(practice, TESTS),
    )


def _for_own_tests(practice: Practice, options: Iterable[str]) -> list[str]:
    """Return pytest's arguments for the person's own tests; without any, it only collects."""
    tests = "tests" if (practice.folder / "tests").is_dir() else "--co"
    return [*without_plugins(UNUSED_PLUGINS), "-q", *options, tests]


def _for_golden_master(practice: Practice, entry_point: EntryPoint, options: Iterable[str]) -> list[str]:
    """Return pytest's arguments for the scenarios of the level; WorkspaceError when one of them is missing."""
    received = practice.home / "received"
    received.mkdir(exist_ok=True)
    way = os.path.relpath(practice.workspace, os.path.realpath(practice.folder))  # of `a[b/`, pytest would look in `a`
    return [
        "--disable-plugin-autoload",
        *without_plugins(UNUSED_PLUGINS + UNUSED_BY_SCENARIOS),
        f"--practice={entry_point.folder}:{entry_point.module}",
        f"--own-documents={practice.own_documents}",
        f"--received-in={received}",
        f"--rootdir={practice.workspace}",
        f"--config-file={practice.workspace / 'pyproject.toml'}",
        *options,
        *(str(Path(way, file)) for file in _scenarios(practice)),
    ]


def _scenarios(practice: Practice) -> list[str]:
    """Return the files of the scenarios of the level, all of which are there; WorkspaceError when one is not."""
    files = [f"tests/golden_master/{name}.py" for name in practice.level.scenarios]
    if missing := [file for file in (*WITHOUT, *files) if not (practice.workspace / file).is_file()]:
        raise WorkspaceError(f"{missing[0]} is missing\n{INDENT}{_again(practice, missing[0])}")
    return files


def without_plugins(names: list[str]) -> list[str]:
    """Return pytest's options to leave plugins out."""
    return [word for name in names for word in ("-p", f"no:{name}")]


def _not_run(practice: Practice, result: CheckResult, *, besides: bool) -> list[Finding]:
    """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed."""
    message = ""
    if result.exit_code not in (ALL_PASSED, NO_TESTS):
        printed = practice.shown(printed_by(practice))
        again = f"\n{INDENT}{_again(practice, TESTS, SETTINGS)}" if _is_around(practice, result) else ""
        message = f"the tests could not be run to their end\n{INDENT}what pytest said: {printed}{again}"
    elif not result.passed and not besides:
        none = f"none of your tests was run to its end: {result.left_out}\n{INDENT}green is at least one that passes"
        message = none if result.left_out else no_tests(practice)
    elif result.passed < result.expected:
        message = f"only {result.passed} of the level's {result.expected} scenarios were run to their end"
    return [Finding(message)] if message else []


def _is_around(practice: Practice, result: CheckResult) -> bool:
    """Tell whether the kata around is why nothing was found: documents are missing, or pytest's settings are wrong."""
    usage = result.exit_code == USAGE_ERROR and not practice.choices.blind
    return result.around or (not result.findings and (usage or bool(result.missing)))


def _not_compared(practice: Practice, result: CheckResult) -> list[Finding]:
    """Say which approved documents nothing could be compared with, and how to have them again."""
    found = []
    for path in map(Path, result.missing):
        own = path.is_relative_to(practice.own_documents)
        again = _again_in(practice.folder if own else practice.workspace, f"approved_files/{path.name}")
        found.append(Finding(f"{practice.shown(path)} is missing, or cannot be read\n{INDENT}{again}"))
    return found


def of_the_kata(practice: Practice) -> dict[Path, int]:
    """Return when each of the files was changed that a check goes by, or that belong to the kata."""
    folders = [*(practice.workspace / name for name in OF_THE_KATA), practice.own_documents]
    files = (path for folder in folders for path in files_of(folder))
    return {path: path.stat().st_ctime_ns for path in (*practice.workspace.glob(SETTINGS), *files)}


def _changed_meanwhile(practice: Practice, before: Mapping[Path, int]) -> list[Finding]:
    """Name a file that is not as it was before, whoever changed it."""
    changed = sorted(path for path, _ in before.items() ^ of_the_kata(practice).items())
    return [Finding(CHANGED.format(name=practice.shown(changed[0])))] if changed else []


def no_tests(practice: Practice) -> str:
    """Say that nothing was checked."""
    if practice.choices.blind:
        how = f"Write one: a function test_... in a file {practice.name}/tests/test_....py"
        return f"{practice.name}/tests has no test yet\n{INDENT}{how}"
    return f"the golden master has no scenario for this level\n{INDENT}{_again(practice, TESTS)}"


def _again(practice: Practice, *names: str) -> str:
    """Return what to type to have files of the kata as its last commit has them."""
    return _again_in(practice.workspace, *names)


def _again_in(folder: Path, *names: str) -> str:
    """Return what to type to have files of a repository as its last commit has them."""
    return f"{checkout(folder, *names)} brings back what was committed"


def has_tests(practice: Practice) -> bool:
    """Tell whether there are tests of the person's own."""
    return any(is_test(path) for path in (practice.folder / "tests").glob("**/*.py"))


def is_test(path: Path) -> bool:
    """Tell whether pytest looks for tests in a file."""
    return any(path.match(pattern) for pattern in TEST_FILES)
