"""Mutation testing of a practice.

mutmut works in a small project of its own, the sandbox in `practice/.dojo/mutation/`. It has the
person's code in `src/`, tests and approved files, and settings. The golden master is in `tests/`,
and the person's own tests are beside it in `own_tests/`; after a blind start, they are in `tests/`.
"""

import ast
import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dojo.checking.runner import UNUSED_PLUGINS, without_plugins
from dojo.files import read_text
from dojo.kata.workspace import scenario_files
from dojo.mutation.equivalent import PRACTICE_DOCUMENT as MARKS
from dojo.mutation.inputs import Inputs, files_below, hash_definitions, hash_files, hash_tools
from dojo.mutation.results import OWN_TESTS, Mutant, mutants_of, sources_in
from dojo.mutation.run import (
    DEFAULTS,
    MutantOptions,
    Progress,
    RunResult,
    read_manifest,
    update_results,
)
from dojo.practice.code import find_source_files, find_yatzy_module, own_tests
from dojo.practice.model import Practice
from dojo.practice.own_code import import_folder_of
from dojo.source import parse_or_none, parse_source

SOURCE = "src"
# A person's tests may import helpers as `tests.helpers`.
TESTS_PACKAGE = f"""\
from pathlib import Path

__path__.append(str(Path(__file__).parents[1] / "{OWN_TESTS}"))
"""
FLAKINESS_CHECKS = 10  # more than for the golden master, because a person's tests may use chance
# Warm, tests run after the session that collected them, and these would fail then.
UNUSED_WHEN_WARM = ("unraisableexception", "threadexception")
SKIP = shutil.ignore_patterns(".*", "__pycache__", "*.received.*")
NOT_DATA = ("README.md", "pyproject.toml", MARKS)
PYTEST_SETTINGS = "[tool.pytest.ini_options]\n"
MUTMUT_SETTINGS = f"""
[tool.mutmut]
source_paths = ["{SOURCE}"]
also_copy = ["approved_files", "conftest.py", "{OWN_TESTS}"]
pytest_add_cli_args_test_selection = {{tests}}
pytest_add_cli_args = {{arguments}}
use_git_change_detection = false
on_dependency_change = "ignore"
"""


def run_in_sandbox(
    practice: Practice, progress: Progress, options: MutantOptions = DEFAULTS
) -> RunResult:
    """Copy the practice as it is now, and update the results. Raises WorkspaceError."""
    sandbox = _sandbox_of(practice)
    _copy_tests(practice, sandbox)
    _copy_source(practice, sandbox)
    inputs = _hash_inputs(practice, sandbox)
    text = _settings(practice) + _docstring_settings(sandbox / SOURCE)
    (sandbox / "pyproject.toml").write_text(text, encoding="utf-8")
    workdir = workdir_of(practice)
    last = read_manifest(workdir) if options.use_cache else None
    result = update_results(workdir, last, inputs, progress, options)
    return replace(result, why=result.why.removeprefix(f"{SOURCE}/"))


def _sandbox_of(practice: Practice) -> Path:
    return practice.state_directory / "mutation"


def workdir_of(practice: Practice) -> Path:
    """Return the folder of mutmut's results."""
    return _sandbox_of(practice) / "mutants"


def order_file_of(practice: Practice) -> Path:
    """Return the file with the names of the last run's survivors, in the order of their numbers."""
    return _sandbox_of(practice) / "survivors.json"


def read_mutants(practice: Practice) -> tuple[list[Mutant], dict[str, str]]:
    """Return the mutants of the last run, and the sources by their paths in the practice."""
    sources = sources_in(_sandbox_of(practice) / SOURCE)
    folder = practice.display_path(import_folder_of(practice))
    mutants = mutants_of(workdir_of(practice) / SOURCE, sources, folder)
    return mutants, {f"{folder}/{path}": text for path, text in sources.items()}


def _copy_tests(practice: Practice, sandbox: Path) -> None:
    """Copy the tests of a practice.

    Those of a blind one are its own. Otherwise, copy the golden master, with the approved files of
    the kata and of the practice, and own tests beside it.
    """
    tests = sandbox / "tests"
    own = sandbox / OWN_TESTS
    documents = sandbox / "approved_files"
    for folder in (tests, own, documents):
        shutil.rmtree(folder, ignore_errors=True)
    if practice.choices.blind:
        shutil.copytree(practice.folder / "tests", tests, ignore=SKIP)
        return
    if any(own_tests(practice)):
        shutil.copytree(practice.folder / "tests", own, ignore=SKIP)
    kata_tests = practice.workspace / "tests"
    shutil.copytree(kata_tests / "golden_master", tests / "golden_master", ignore=SKIP)
    (tests / "__init__.py").write_text(TESTS_PACKAGE, encoding="utf-8")
    # It declares options, so it has to be loaded for runs of own tests, too.
    shutil.copy(kata_tests / "conftest.py", sandbox)
    shutil.copytree(practice.workspace / "approved_files", documents, ignore=SKIP)
    if practice.own_documents.is_dir():
        shutil.copytree(practice.own_documents, documents, ignore=SKIP, dirs_exist_ok=True)


def _settings(practice: Practice) -> str:
    if practice.choices.blind:
        return _settings_for_own_tests(practice, ["tests"], [])
    if any(own_tests(practice)):
        option = _practice_option(practice)
        options = ["--warm", "--for-mutants", option, *without_plugins(UNUSED_WHEN_WARM)]
        return _settings_for_own_tests(practice, [*_scenarios(practice), OWN_TESTS], options)
    return _settings_for_golden_master(practice)


def _scenarios(practice: Practice) -> list[str]:
    files = scenario_files(practice.workspace, practice.level)
    return [file for file in files if "test_every_order" not in file]


def _practice_option(practice: Practice) -> str:
    return f"--practice={SOURCE}:{find_yatzy_module(practice).name}"


def _settings_for_own_tests(practice: Practice, tests: list[str], options: list[str]) -> str:
    """Return the practice's own settings, with those of mutmut."""
    own = practice.folder / "pyproject.toml"
    settings = ""
    if own.is_file():
        settings = own.read_text(encoding="utf-8")
    if PYTEST_SETTINGS not in settings:
        settings += PYTEST_SETTINGS  # without a section, pytest takes the kata's
    arguments = [
        *("-p", "dojo.mutation.session", "-p", "dojo.checking.quiet_approvals"),
        *("--assert=plain", "--tb=no", f"--flakiness-checks={FLAKINESS_CHECKS}"),
        *without_plugins(UNUSED_PLUGINS),
        *options,
    ]
    return settings + _mutmut_settings(tests, arguments)


def _settings_for_golden_master(practice: Practice) -> str:
    """Return settings for scenarios alone, with the arguments of the kata's own, which are fast."""
    text = (practice.workspace / "pyproject.toml").read_text(encoding="utf-8")
    arguments = tomllib.loads(text)["tool"]["mutmut"]["pytest_add_cli_args"]
    arguments.append(_practice_option(practice))
    return PYTEST_SETTINGS + _mutmut_settings(_scenarios(practice), arguments)


def _mutmut_settings(tests: list[str], arguments: list[str]) -> str:
    return MUTMUT_SETTINGS.format(tests=json.dumps(tests), arguments=json.dumps(arguments))


def _docstring_settings(source: Path) -> str:
    """Return the setting that keeps docstrings from mutmut, which skips only triple quotes.

    mutmut knows only patterns for lines, so each line with a docstring is a pattern.
    """
    lines: set[str] = set()
    for file in source.rglob("*.py"):
        lines.update(_docstring_lines(read_text(file)))
    patterns = [f"^{re.escape(line)}$" for line in sorted(lines)]
    return f"do_not_mutate_patterns = {json.dumps(patterns)}\n"


def _docstring_lines(text: str) -> Iterator[str]:
    """Yield the first line of each string that is a statement, if nothing precedes it."""
    lines = text.split("\n")
    for node in ast.walk(parse_source(text)):
        match node:
            case ast.Expr(ast.Constant(str())):
                line = lines[node.lineno - 1]
                if line[: node.col_offset].isspace():
                    yield line


def _copy_source(practice: Practice, sandbox: Path) -> None:
    """Copy the Python files that parse. Of a person's own code, copy also the data beside it."""
    import_folder = import_folder_of(practice)
    source = sandbox / SOURCE
    shutil.rmtree(source, ignore_errors=True)
    for file in find_source_files(practice.folder):
        if file.suffix == ".py":
            is_needed = parse_or_none(file.read_bytes()) is not None
        else:
            is_setting = file.parent == import_folder and file.name in NOT_DATA
            is_needed = practice.is_own_code and not is_setting
        if is_needed and file.is_relative_to(import_folder):
            copy = source / file.relative_to(import_folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copy)  # mutmut makes mutants again if the file is newer


def _hash_inputs(practice: Practice, sandbox: Path) -> Inputs:
    """Hash all that results depend on. Only a person's own tests are hashed by definition.

    Docstrings are no input, although they are in mutmut's settings.
    """
    other = hash_tools()
    if practice.choices.blind:
        other["a setting of the test run"] = _settings(practice)
    else:
        other["a setting of the golden master"] = _settings_for_golden_master(practice)
        if any(own_tests(practice)):
            # The first own test can only kill survivors, so the other results stay valid.
            other["a setting of your own tests"] = _settings(practice)
    own = sandbox / "tests" if practice.choices.blind else sandbox / OWN_TESTS
    for name in ("tests", OWN_TESTS, "approved_files", "conftest.py"):
        for file in files_below(sandbox / name):
            if file.is_relative_to(own) and file.suffix == ".py":
                other |= hash_definitions(sandbox, file, functions=True)
            else:
                other |= hash_files(sandbox, [file])
    code: dict[str, str] = {}
    for file in files_below(sandbox / SOURCE):
        if file.suffix == ".py":
            code |= hash_files(sandbox, [file])
            code |= hash_definitions(sandbox, file, functions=False)
        else:
            other |= hash_files(sandbox, [file])
    return Inputs(code, other)
