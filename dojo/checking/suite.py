"""What guards a practice: the golden master of its level, or after a blind start the person's own tests.

own tests: those in `practice/tests`, which are run besides a golden master as well.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from dojo.checking.explain import INDENT
from dojo.checking.job import Job, Report
from dojo.checking.limits import Limit
from dojo.errors import WorkspaceError
from dojo.kata import scenario_files
from dojo.practice import EntryPoint, Practice, find_entry_point

ALL_PASSED, NO_TESTS = 0, 5  # pytest's exit codes
TEST_FILES = ("test_*.py", "*_test.py")  # as pytest has them
# Plugins that no test of a practice needs, and those that the golden master can do without as well.
UNUSED_PLUGINS = ["cacheprovider", "faulthandler", "junitxml", "pastebin", "stepwise"]
UNUSED_BY_SCENARIOS = [
    *("capture", "debugging", "doctest", "legacypath", "logging", "monkeypatch", "recwarn", "setuponly", "setupplan"),
    *("terminal", "threadexception", "tmpdir", "unittest", "unraisableexception", "warnings"),
]


def job_for(practice: Practice, limit: Limit, folder: Path, options: Iterable[str]) -> Job:
    """Return the job to check a practice, with more options for pytest; it reports to `folder`.

    WorkspaceError when the practice has no entry point, or the golden master is not whole.
    """
    job = Job(
        practice=str(practice.folder),
        arguments=[],
        report=str(folder / "report.json"),
        stacks=str(folder / "stacks.txt"),
        computing_seconds=limit.computing,
        clock_seconds=limit.clock,
    )
    if practice.choices.blind:
        tests = "tests" if (practice.folder / "tests").is_dir() else "--co"
        return replace(job, arguments=[*without_plugins(UNUSED_PLUGINS), "-q", *options, tests])
    entry_point = find_entry_point(practice)
    return replace(
        job,
        arguments=[*_for_scenarios(practice, entry_point), *options, *_scenarios(practice)],
        module=entry_point.module,
        folder=str(entry_point.folder),
        file=practice.shown(entry_point.file),
    )


def _for_scenarios(practice: Practice, entry_point: EntryPoint) -> list[str]:
    """Return pytest's options to run scenarios on a practice."""
    received = practice.home / "received"
    received.mkdir(exist_ok=True)
    return [
        "--disable-plugin-autoload",
        *without_plugins(UNUSED_PLUGINS + UNUSED_BY_SCENARIOS),
        f"--practice={entry_point.folder}:{entry_point.module}",
        f"--own-documents={practice.own_documents}",
        f"--received-in={received}",
        f"--rootdir={practice.workspace}",
        f"--config-file={practice.workspace / 'pyproject.toml'}",
    ]


def _scenarios(practice: Practice) -> list[str]:
    """Return the paths of the level's scenarios; WorkspaceError when one is missing, for nothing may be left out."""
    files = scenario_files(practice.workspace, practice.level)
    there = {Path(file).stem for file in files}
    missing = [name for name in practice.level.scenarios if name not in there]
    if missing:
        restored = "`git checkout tests` brings it back"
        raise WorkspaceError(f"tests/golden_master/{missing[0]}.py is missing\n{INDENT}{restored}")
    return [str(practice.workspace / file) for file in files]


def without_plugins(names: list[str]) -> list[str]:
    """Return pytest's options to leave plugins out."""
    return [word for name in names for word in ("-p", f"no:{name}")]


def what_was_not_run(practice: Practice, report: Report, *, besides: bool) -> list[str]:
    """Say what was not run, where nothing else was found: green is when all of the level's scenarios passed.

    `besides` a golden master, no test need pass.
    """
    if report.exit_code not in (ALL_PASSED, NO_TESTS):
        return [f"the tests could not be run to their end\n{INDENT}what pytest said: practice/.dojo/printed.txt"]
    if not report.passed and not besides:
        return [_none_passed(report.left_out) if report.left_out else no_tests(practice)]
    if report.passed < report.expected:
        return [f"only {report.passed} of the level's {report.expected} scenarios were run to their end"]
    return []


def _none_passed(left_out: str) -> str:
    """Say that there are tests, and that they say nothing."""
    return f"none of your tests was run to its end: {left_out}\n{INDENT}green is at least one that passes"


def no_tests(practice: Practice) -> str:
    """Say that nothing was checked."""
    if practice.choices.blind:
        how = "Write one: a function test_... in a file practice/tests/test_....py"
        return f"practice/tests has no test yet\n{INDENT}{how}"
    return f"the golden master has no scenario for this level\n{INDENT}`git checkout tests` brings it back"


def has_tests(practice: Practice) -> bool:
    """Tell whether there are tests of the person's own."""
    return any(is_test(path) for path in (practice.folder / "tests").glob("**/*.py"))


def is_test(path: Path) -> bool:
    """Tell whether pytest looks for tests in a file."""
    return any(path.match(pattern) for pattern in TEST_FILES)
