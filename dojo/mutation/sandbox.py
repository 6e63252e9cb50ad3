"""Mutation testing of a practice, with what guards it.

sandbox: the folder `practice/.dojo/mutation/`, a small project for mutmut: the person's code in `src/`, what guards it
in `tests/`, and settings.
"""

import json
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

from dojo.checking.runner import UNUSED_PLUGINS, without_plugins
from dojo.kata.workspace import scenario_files
from dojo.mutation.equivalent import OF_A_PRACTICE as MARKS
from dojo.mutation.inputs import Inputs, files_below, hash_definitions, hash_files, hash_tools
from dojo.mutation.results import Mutant, mutants_of, sources_in
from dojo.mutation.run import Progress, RunResult, read_manifest, update_results
from dojo.practice import own_code
from dojo.practice.code import find_yatzy_module
from dojo.practice.files import find_python_files, find_source_files
from dojo.practice.model import Practice
from dojo.source import parse_source

SOURCE = "src"
FLAKINESS_CHECKS = 10  # of a person's own tests, which are sooner left to chance than the golden master
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.received.*")
NO_DATA = ("README.md", "pyproject.toml", MARKS)
PYTEST = "[tool.pytest.ini_options]\n"
SETTINGS = f"""\
{{pytest}}
[tool.mutmut]
source_paths = ["{SOURCE}"]
also_copy = ["approved_files"]
pytest_add_cli_args_test_selection = {{selection}}
pytest_add_cli_args = {{arguments}}
use_git_change_detection = false
on_dependency_change = "ignore"
"""


def run(practice: Practice, progress: Progress, *, use_cache: bool = True) -> RunResult:
    """Bring the results in the sandbox up to date; WorkspaceError when mutmut gives up."""
    sandbox = sandbox_of(practice)
    _lay_out_guards(practice, sandbox)
    _lay_out_source(practice, sandbox)
    workdir = workdir_of(practice)
    last = read_manifest(workdir) if use_cache else None
    result = update_results(workdir, last, _inputs_of(practice, sandbox), progress)
    return replace(result, why=result.why.removeprefix(f"{SOURCE}/"))


def sandbox_of(practice: Practice) -> Path:
    """Return the folder that mutmut works in."""
    return practice.state_directory / "mutation"


def workdir_of(practice: Practice) -> Path:
    """Return where mutmut leaves results."""
    return sandbox_of(practice) / "mutants"


def read_mutants(practice: Practice) -> tuple[list[Mutant], dict[str, str]]:
    """Return the mutants that were tested last, and the sources, with their paths in the practice."""
    sources = sources_in(sandbox_of(practice) / SOURCE)
    folder = practice.display_path(_import_folder(practice))
    mutants = mutants_of(workdir_of(practice) / SOURCE, sources, folder)
    return mutants, {f"{folder}/{path}": text for path, text in sources.items()}


def _lay_out_guards(practice: Practice, sandbox: Path) -> None:
    """Copy what guards the practice into the sandbox, and write the settings."""
    tests, documents = sandbox / "tests", sandbox / "approved_files"
    for folder in (tests, documents):
        shutil.rmtree(folder, ignore_errors=True)
    if practice.choices.blind:
        shutil.copytree(practice.folder / "tests", tests, ignore=LEFT_OUT)
    else:
        tests.mkdir(parents=True)
        for name in ("__init__.py", "conftest.py", "golden_master"):
            source, target = practice.workspace / "tests" / name, tests / name
            shutil.copytree(source, target, ignore=LEFT_OUT) if source.is_dir() else shutil.copy(source, target)
        for folder in filter(Path.is_dir, (practice.workspace / "approved_files", practice.own_documents)):
            shutil.copytree(folder, documents, ignore=LEFT_OUT, dirs_exist_ok=True)
    (sandbox / "pyproject.toml").write_text(_settings(practice), encoding="utf-8")


def _settings(practice: Practice) -> str:
    """Return the sandbox's settings for mutmut and pytest."""
    if practice.choices.blind:
        own = practice.folder / "pyproject.toml"  # its plugin takes nothing but a practice for one
        pytest = own.read_text(encoding="utf-8") if own.is_file() else ""
        selection = ["tests"]
        arguments = [
            *("-p", "dojo.mutation.session", "-p", "dojo.checking.quiet_approvals"),
            *("--assert=plain", "--tb=no", f"--flakiness-checks={FLAKINESS_CHECKS}"),
            *without_plugins(UNUSED_PLUGINS),
            *["--own-code"] * practice.is_own_code,
        ]
    else:
        pytest = ""
        selection = [
            each for each in scenario_files(practice.workspace, practice.level) if "test_every_order" not in each
        ]
        kata = tomllib.loads((practice.workspace / "pyproject.toml").read_text(encoding="utf-8"))
        arguments = kata["tool"]["mutmut"]["pytest_add_cli_args"]  # the golden master needs the same here
        arguments += [f"--practice={SOURCE}:{find_yatzy_module(practice).name}"]
    if PYTEST not in pytest:
        pytest += PYTEST  # else those of the kata would do
    return SETTINGS.format(pytest=pytest, selection=json.dumps(selection), arguments=json.dumps(arguments))


def _lay_out_source(practice: Practice, sandbox: Path) -> None:
    """Copy the person's code, of Python files those that parse; of code that somebody brought, data beside it, too."""
    root, source = _import_folder(practice), sandbox / SOURCE
    shutil.rmtree(source, ignore_errors=True)
    files = find_source_files(root) if practice.is_own_code else find_python_files(practice.folder)
    for path in files:
        is_code = path.suffix == ".py" and parse_source(path.read_bytes()) is not None
        is_data = path.suffix != ".py" and not (path.parent == root and path.name in NO_DATA)
        if path.is_relative_to(root) and (is_code or is_data):
            copy = source / path.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)  # with its time: by that, mutmut knows what to make mutants of again


def _import_folder(practice: Practice) -> Path:
    """Return the folder from which the code of the practice is imported."""
    if practice.is_own_code:
        return own_code.import_folder(practice.folder)
    return find_yatzy_module(practice).import_folder


def _inputs_of(practice: Practice, sandbox: Path) -> Inputs:
    """Return hashes of all that a result depends on; of the golden master, nobody changes a test alone."""
    guards = {"how tests are run": (sandbox / "pyproject.toml").read_text(encoding="utf-8"), **hash_tools()}
    for file in (*files_below(sandbox / "tests"), *files_below(sandbox / "approved_files")):
        is_own_test = practice.choices.blind and file.suffix == ".py"
        guards |= hash_definitions(sandbox, file, functions=True) if is_own_test else hash_files(sandbox, [file])
    code: dict[str, str] = {}
    for file in files_below(sandbox / SOURCE):
        if file.suffix == ".py":
            code |= hash_files(sandbox, [file]) | hash_definitions(sandbox, file, functions=False)
        else:  # that the code reads
            guards |= hash_files(sandbox, [file])
    return Inputs(code, guards)
