"""Mutation testing of a practice, with what guards it.

sandbox: the folder `practice/.dojo/mutation/`, a small project for mutmut: the person's code in `src/`, what guards it
in `tests/`, and settings.
"""

import json
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dojo.checking.runner import UNUSED_PLUGINS, is_test, without_plugins
from dojo.kata.workspace import scenario_files
from dojo.mutation import cache
from dojo.mutation.cache import Inputs, Kept, definitions_in, files_below, hashes, tools
from dojo.mutation.equivalent import OF_A_PRACTICE as MARKS
from dojo.mutation.results import Mutant, sources_below
from dojo.mutation.runner import Progress, alone, check_readable, remove
from dojo.practice.code import code_folder, files_of, find_entry_point, is_no_source, source_files
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.text import WorkspaceError

SESSION = "dojo.mutation.session"
SHARED = ("__init__.py", "conftest.py", "golden_master")  # of the kata's tests
SOURCE = "src"
REHEARSALS = 10  # of a person's own tests, which are sooner left to chance than the golden master
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.received.*")
UNUSED = [*UNUSED_PLUGINS, "setuponly", "setupplan", "threadexception", "unraisableexception"]
EVERY_ORDER = "test_every_order"
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
CHANGED = "{}/ changed after it was checked, so nothing is graded. Run the same command again."


def run(practice: Practice, tree: str | None, progress: Progress, *, use_cache: bool = True) -> Kept:
    """Bring the results in the sandbox up to date, return what was kept; WorkspaceError when mutmut gives up.

    `tree`: what git calls the files that are to be graded; WorkspaceError when they are others by now.
    """
    sandbox = sandbox_of(practice)
    with alone(sandbox / "mutants", progress) as mutmut:
        _lay_out_guards(practice, sandbox)
        _lay_out_source(practice, sandbox)
        if tree is not None and Repository(practice.folder).tree() != tree:
            raise WorkspaceError(CHANGED.format(practice.name))
        kept = cache.update(mutmut, _inputs_of(practice, sandbox), use_cache=use_cache)
        return replace(kept, why=kept.why.removeprefix(f"{SOURCE}/"))


def sandbox_of(practice: Practice) -> Path:
    """Return the folder that mutmut works in."""
    return practice.home / "mutation"


def is_intact(practice: Practice) -> bool:
    """Tell whether there are results of the source that lies in the sandbox."""
    sandbox = sandbox_of(practice)
    manifest = cache.read_manifest(sandbox / "mutants")
    return manifest is not None and manifest.inputs.code == _code_in(sandbox)


def in_practice(practice: Practice, mutants: list[Mutant]) -> list[Mutant]:
    """Return mutants of the copy with their paths in the practice, from the workspace."""
    shown = {path: shown_path(practice, path) for path in {mutant.path for mutant in mutants}}
    return [replace(mutant, path=shown[mutant.path]) for mutant in mutants]


def shown_path(practice: Practice, path: str) -> str:
    """Return a path of the copy as one of the practice, from the workspace."""
    return practice.shown(code_folder(practice) / Path(path).relative_to(SOURCE))


def sources_of(practice: Practice) -> dict[str, str]:
    """Return the texts of which mutants were made last, by their paths in the practice, from the workspace."""
    sources = sources_below(sandbox_of(practice), SOURCE)
    return {shown_path(practice, path): text for path, text in sources.items()}


def _lay_out_guards(practice: Practice, sandbox: Path) -> None:
    """Copy what guards the practice into the sandbox, and write the settings."""
    tests, documents = sandbox / "tests", sandbox / "approved_files"
    remove([tests, documents])
    if practice.choices.blind:
        shutil.copytree(practice.folder / "tests", tests, ignore=LEFT_OUT)
    else:
        tests.mkdir()
        for name in SHARED:
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
        arguments = ["-p", SESSION, f"--rehearsals={REHEARSALS}", "-p", "dojo.mutation.quiet_approvals"]
        arguments += ["--assert=plain", "--tb=no", *without_plugins(UNUSED)]
        arguments += ["--own-code"] * practice.is_own_code
    else:
        pytest = ""
        selection = [each for each in scenario_files(practice.workspace, practice.level) if EVERY_ORDER not in each]
        kata = tomllib.loads((practice.workspace / "pyproject.toml").read_text(encoding="utf-8"))
        arguments = kata["tool"]["mutmut"]["pytest_add_cli_args"]  # the golden master needs the same here
        arguments += [f"--practice={SOURCE}:{find_entry_point(practice).module}"]
    if PYTEST not in pytest:
        pytest += PYTEST  # else those of the kata would do
    return SETTINGS.format(pytest=pytest, selection=json.dumps(selection), arguments=json.dumps(arguments))


def _lay_out_source(practice: Practice, sandbox: Path) -> None:
    """Copy the person's code, and when each file was written: by that, mutmut knows what to make mutants of again."""
    root, source = code_folder(practice), sandbox / SOURCE
    remove([source])
    files = _own_files(root) if practice.is_own_code else source_files(practice.folder)
    for path in files:
        if path.is_relative_to(root):
            if path.suffix == ".py":
                check_readable(path, practice.workspace)
            copy = source / path.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)


def _own_files(root: Path) -> Iterator[Path]:
    """Return code that somebody brought, and what lies beside it for the code to read."""
    return (path for path in files_of(root, is_no_source) if path.parent != root or path.name not in NO_DATA)


def _inputs_of(practice: Practice, sandbox: Path) -> Inputs:
    """Return hashes of all that a result depends on; of the golden master, nobody changes a test alone."""
    guards = [*files_below(sandbox / "tests"), *files_below(sandbox / "approved_files")]
    guards += [file for file in files_below(sandbox / SOURCE) if file.suffix != ".py"]  # that the code reads
    shared = {"how tests are run": _settings(practice), **tools()}
    if practice.choices.blind:
        return Inputs(_code_in(sandbox), shared, _tests_in(sandbox, guards))
    return Inputs(_code_in(sandbox), {**shared, **hashes(sandbox, guards)})


def _code_in(sandbox: Path) -> dict[str, str]:
    files = sorted((sandbox / SOURCE).rglob("*.py"))
    found = hashes(sandbox, files)
    for file in files:
        found.update(definitions_in(sandbox, file))
    return found


def _tests_in(sandbox: Path, files: list[Path]) -> dict[str, str]:
    """Return what the files with tests define, and what each other file is; an approved file is of its test."""
    found: dict[str, str] = {}
    for file in files:
        module, _, test = file.name.removesuffix(".approved.txt").partition(".")
        tests = file.with_name(f"{module}.py").relative_to(sandbox)
        [(path, text)] = hashes(sandbox, [file]).items()
        if file.suffix == ".py":
            found.update(definitions_in(sandbox, file))
        else:
            found[f"{tests.as_posix()}::def {test}.approved" if is_test(tests) else path] = text
    return found
