"""Running recorded tests, and removing the calls whose results differ.

The tests run with another hash seed, time zone and width of the terminal. So an order of sets, a
date or a wrapped help text differs now, rather than tomorrow. They also run in the reverse order,
and then again in the same process. So a result that depends on a counter or a cache, which other
tests change too, differs now.
"""

import json
import os
import re
import shutil
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from subprocess import Popen, TimeoutExpired

from dojo.checking.project import OWN_PYTEST, find_pytest_settings, write_surroundings
from dojo.checking.runner import QUIET_APPROVALS, REPEATED_APPROVALS
from dojo.errors import WorkspaceError
from dojo.files import temporary_folder
from dojo.practice.code import is_hidden_or_ignored
from dojo.practice.interpreter import Interpreter
from dojo.practice.model import Notify, Practice
from dojo.processes import (
    end_group,
    paths_in,
    project_environment,
    run_with_timeout,
    start_process,
)
from dojo.record.program import Code, Program, RecordedCall
from dojo.record.rendering import RecordedTest, write_tests
from dojo.text import MAX_ERROR_CHARACTERS, quantity, shorten

WEST = {"PYTHONHASHSEED": "1", "TZ": "WEST+20", "COLUMNS": "80"}
EAST = {"PYTHONHASHSEED": "2", "TZ": "EAST-20", "COLUMNS": "100"}
MAX_ROUNDS = 6
IMPORT_TIMEOUT = 10.0
REPLAY_TIMEOUT = 120.0
PYTEST_OPTIONS = (
    *("-q", "--rootdir=.", "--tb=line", "--maxfail=0"),
    *QUIET_APPROVALS,
    *REPEATED_APPROVALS,
    *("-p", "dojo.inside.replay", "-p", "no:approvaltests_pytest"),
    *("-o", "cache_dir=.pytest_cache"),
)
# The tests run in one process and in their order, and nothing is measured.
PLUGIN_OPTIONS = {
    "pytest-cov": "--no-cov",
    "pytest-randomly": "--randomly-dont-reorganize",
    "pytest-xdist": "-n0",
}
TEST_FILES = ("test_1.py", "test_2.py")
# Recorded tests run with a conftest.py of the person, but without their tests.
NO_HELPER = shutil.ignore_patterns("test_*.py", "*_test.py", "*.approved.*", "*.received.*")
OUTPUT_FILE = "pytest.txt"
MAX_PRINTED_LINES = 8
DATE = re.compile(r"\d{4}-\d\d-\d\d")
IMPORT = """
import importlib, sys
sys.path[:] = [path for path in sys.path if path]
for name in sys.argv[1:]:
    importlib.import_module(name)
sys.exit(77)
"""
IMPORTED = 77  # a module may end Python with any other code

DIFFERS = "came out differently, for example with another day or order of sets"
DEPENDS_ON_STATE = "depended on calls before, for example by a counter, a cache or a default value"
OTHER_RESULT = "had another result in the program than in a test, in an empty folder"
NO_RESULT = "could not be made by themselves"
NO_IMPORT = "the program is needed to import {module}: {error}"
NO_REPLAY = "The recorded tests could not run, so nothing was written. pytest printed:"

# How many calls are skipped for a reason, of a function.
Skipped = Counter[tuple[str, str]]


def replay_options(practice: Practice, interpreter: Interpreter) -> list[str]:
    """Return options of pytest by which recorded tests of somebody's own code run as in a check."""
    options: list[str] = []
    settings = find_pytest_settings(practice)
    if settings is not None:
        options += ["-c", str(settings)]
    for plugin, option in PLUGIN_OPTIONS.items():
        if plugin in interpreter.packages:
            options.append(option)
    return options


def remove_broken_modules(tests: list[RecordedTest], code: Code, skipped: Skipped) -> None:
    """Remove the tests of modules that cannot be imported by themselves."""
    needed = {module for test in tests for module in test.modules}
    if not _import_error(sorted(needed), code):
        return
    for module in sorted(needed):
        error = _import_error([module], code)
        if not error:
            continue
        reason = NO_IMPORT.format(module=module, error=error)
        for test in tests.copy():
            if module in test.modules:
                tests.remove(test)
                skipped.update((reason, call.function) for call in test.all_calls)


def _import_error(modules: list[str], code: Code) -> str:
    """Import modules in a new process. Returns why that failed, or an empty string.

    It worked if the exit code is IMPORTED: a module that calls sys.exit ends Python before that.
    """
    command = [code.python, "-c", IMPORT, *modules]
    try:
        status, printed = run_with_timeout(
            command, _environment(code), IMPORT_TIMEOUT, at_terminal=False
        )
    except TimeoutExpired:
        return f"it does not end in {IMPORT_TIMEOUT:g} s"
    if status == IMPORTED:
        return ""
    if "Traceback" not in printed:
        return f"it ends Python with exit code {status}"
    return shorten(printed.strip().splitlines()[-1], MAX_ERROR_CHARACTERS)


def _environment(code: Code) -> dict[str, str]:
    """Return the environment for a Python that imports the code of a practice, and its tests."""
    environment = project_environment(code.python)
    paths = [str(code.root), str(project_of(code)), *paths_in(environment)]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return environment


def settle(
    tests: list[RecordedTest], program: Program, code: Code, skipped: Skipped, notify: Notify
) -> dict[str, str]:
    """Replay tests until no result differs, and return the document of each test.

    Calls with other results, and tests without calls, are removed. `skipped` counts them.
    """
    remove_broken_modules(tests, code, skipped)
    documents: dict[str, str] = {}
    for number in range(MAX_ROUNDS):
        if not tests:
            break
        calls = sum(len(test.calls) for test in tests)
        notify(f"Replaying {quantity(calls, 'call')}")
        runs = _replay(tests, program, code)
        documents = runs[0]
        unsettled = []
        for test in tests.copy():
            document, other, *later = [run.get(test.name, "") for run in runs]
            reasons = _compare(test, document, other, DIFFERS)
            reasons = reasons or _compare_later(test, document, later)
            if reasons and number == MAX_ROUNDS - 1:
                reasons = dict.fromkeys(range(len(test.calls)), DIFFERS)
            if reasons:
                _remove_calls(test, reasons, skipped)
            elif document != other:
                test.hides_dates = True
            if reasons or document != other:
                unsettled.append(test)
            if not test.calls:
                tests.remove(test)
        if not unsettled:
            break
    return documents


def _compare_later(test: RecordedTest, document: str, later: list[str]) -> dict[int, str]:
    """Compare with documents of runs in which other tests ran before."""
    reasons: dict[int, str] = {}
    for other in later:
        reasons.update(_compare(test, document, other, DEPENDS_ON_STATE))
    return reasons


def _compare(test: RecordedTest, document: str, other: str, reason: str) -> dict[int, str]:
    """Return the numbers of the calls with other results, not only other dates, and the reasons.

    `reason`: why the two documents differ.
    """
    blocks = _blocks(document)
    others = _blocks(other)
    if not len(blocks) == len(others) == len(test.calls):
        return dict.fromkeys(range(len(test.calls)), NO_RESULT)
    reasons: dict[int, str] = {}
    for number, call in enumerate(test.calls):
        if blocks[number] != others[number]:
            reasons[number] = reason
        elif not _is_as_recorded(call, blocks[number]):
            reasons[number] = OTHER_RESULT
    return reasons


def _blocks(document: str) -> list[str]:
    """Return the lines of each call, without dates. All lines but the first are indented."""
    if not document:
        return []
    return re.split(r"\n(?!    )", DATE.sub("DATE", document.rstrip("\n")))


def _is_as_recorded(call: RecordedCall, block: str) -> bool:
    """Return whether a call has the recorded result in its first line, apart from dates.

    An empty outcome fits any result, and an open one is the beginning of the result.
    """
    line = block.split("\n", maxsplit=1)[0]
    outcome = DATE.sub("DATE", call.outcome).rstrip()
    if call.is_open:
        return f" {outcome}" in line
    return not outcome or line.rstrip().endswith(f" {outcome}")


def _remove_calls(test: RecordedTest, reasons: dict[int, str], skipped: Skipped) -> None:
    """Remove the calls with a reason from a test, and count them in `skipped`."""
    left = []
    for number, call in enumerate(test.calls):
        if number in reasons:
            skipped[reasons[number], call.function] += 1
        else:
            left.append(call)
    test.calls = left


def _replay(tests: list[RecordedTest], program: Program, code: Code) -> list[dict[str, str]]:
    """Run the tests in three processes. Returns the documents of each run by the name of the test.

    The runs are: two with different environments, the second one again in the same process, and one
    in the reverse order. Raises WorkspaceError if pytest cannot run them.
    """
    backwards = tests[::-1]
    runs = [(WEST, [tests]), (EAST, [tests, tests]), (WEST, [backwards])]
    files: list[Path] = []
    with temporary_folder("replay") as folder:
        with ExitStack() as stack:
            for number, (variation, orders) in enumerate(runs):
                copies = folder / str(number)
                place = copies / code.surroundings.place
                copied = _copy_helpers(code, place)
                written: list[str] = []
                for order, name in zip(orders, TEST_FILES, strict=False):
                    write_tests(copied / name, order, program)
                    written.append(str(copied / name))
                files += map(Path, written)
                output = stack.enter_context((place / OUTPUT_FILE).open("w", encoding="utf-8"))
                folders = [str(copies), str(code.surroundings.originals)]
                around = f"--dojo-around={json.dumps(folders)}"
                confcut = f"--confcutdir={copies}"
                options = [*PYTEST_OPTIONS, around, confcut, *code.pytest_options]
                arguments = [*options, *written]
                command = [code.python, "-c", OWN_PYTEST, *arguments]
                process = start_process(command, place, _environment(code) | variation, output)
                stack.callback(_end, process, place / OUTPUT_FILE)
        return [_documents_of(file) for file in files]


def _copy_helpers(code: Code, place: Path) -> Path:
    """Copy the helpers of the person's tests. Returns the folder of the tests."""
    project = project_of(code)
    copied = place / code.tests.relative_to(project)
    shutil.copytree(code.tests, copied, ignore=_is_no_helper)
    write_surroundings(place, code.surroundings.files)
    conftest = project / "conftest.py"
    if conftest.exists():
        shutil.copy(conftest, place)
    (place / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return copied


def project_of(code: Code) -> Path:
    """Return the folder that has the code and its tests."""
    return Path(os.path.commonpath([code.root, code.tests]))


def _is_no_helper(folder: str, names: list[str]) -> set[str]:
    hidden = filter(is_hidden_or_ignored, names)
    return NO_HELPER(folder, names) | set(hidden)


def _end(process: "Popen[str]", output: Path) -> None:
    """Wait for pytest. Raises WorkspaceError if it did not run the tests."""
    code = 0
    with suppress(TimeoutExpired):
        code = process.wait(REPLAY_TIMEOUT)
    end_group(process)
    if code > 1:
        printed = output.read_text(encoding="utf-8", errors="replace")
        lines = printed.strip().splitlines()[-MAX_PRINTED_LINES:]
        raise WorkspaceError("\n".join([NO_REPLAY, *lines]))


def _documents_of(file: Path) -> dict[str, str]:
    documents = {}
    for document in file.parent.rglob(f"{file.stem}.*.received.txt"):
        test = document.name.split(".")[1]
        documents[test] = document.read_text(encoding="utf-8")
    return documents
