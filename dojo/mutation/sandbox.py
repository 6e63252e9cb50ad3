"""Mutation testing of a practice, with what guards it.

sandbox: the folder `practice/.dojo/mutation/`, a small project for mutmut: the person's code in `src/`, what guards it
in `tests/`, and settings.
"""

import json
import shlex
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from dojo.checking.own_tests import is_test
from dojo.checking.runner import UNUSED_PLUGINS, without_plugins
from dojo.errors import WorkspaceError
from dojo.kata.workspace import scenario_files
from dojo.mutation import cache
from dojo.mutation.cache import Kept
from dojo.mutation.inputs import TEXT, Inputs, definitions_in, files_below, hashes, tools
from dojo.mutation.results import Mutant, sources_below
from dojo.mutation.runner import Progress, alone, check_readable, remove
from dojo.practice.model import Practice, find_entry_point, source_files
from dojo.practice.snapshots import Repository

SESSION = "dojo.mutation.session"
INI = "pytest.ini"  # in an old practice, what `dojo check` goes by; so its mutants do, too
CHECKS = "dojo.checking.plugin"  # which mutants are not to be
SHARED = ("tests/__init__.py", "tests/conftest.py", "tests/golden_master")
SOURCE = "src"
REHEARSALS = 10  # of a person's own tests, which are sooner left to chance than the golden master
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.received.*")
UNUSED = [*UNUSED_PLUGINS, "setuponly", "setupplan", "threadexception", "unraisableexception"]
EVERY_ORDER = "test_every_order"
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
    return manifest.made and manifest.inputs.code == _code_in(sandbox)


def in_practice(practice: Practice, mutants: list[Mutant]) -> list[Mutant]:
    """Return mutants of the copy with their paths in the practice, from the workspace."""
    paths = {mutant.path for mutant in mutants}
    shown = {path: shown_path(practice, path) for path in paths}
    return [replace(mutant, path=shown[mutant.path]) for mutant in mutants]


def shown_path(practice: Practice, path: str) -> str:
    """Return a path of the copy as one of the practice, from the workspace."""
    return practice.shown(find_entry_point(practice).folder / Path(path).relative_to(SOURCE))


def sources_of(practice: Practice) -> dict[str, str]:
    """Return the texts of which mutants were made last, by their paths in the practice, from the workspace."""
    sources = sources_below(sandbox_of(practice), SOURCE)
    return {shown_path(practice, path): text for path, text in sources.items()}


def _lay_out_guards(practice: Practice, sandbox: Path) -> None:
    """Copy what guards the practice into the sandbox, and write the settings."""
    tests, documents = sandbox / "tests", sandbox / "approved_files"
    remove([tests, documents, sandbox / INI])
    if practice.choices.blind:
        shutil.copytree(practice.folder / "tests", tests, ignore=LEFT_OUT)
        if (practice.folder / INI).is_file():
            shutil.copy(practice.folder / INI, sandbox)
    else:
        _copy_scenarios(practice, tests, documents)
    (sandbox / "pyproject.toml").write_text(_settings(practice), encoding="utf-8")


def _copy_scenarios(practice: Practice, tests: Path, documents: Path) -> None:
    tests.mkdir()
    for name in SHARED:
        source = practice.workspace / name
        target = tests / source.relative_to(practice.workspace / "tests")
        shutil.copytree(source, target, ignore=LEFT_OUT) if source.is_dir() else shutil.copy(source, target)
    shutil.copytree(practice.workspace / "approved_files", documents, ignore=LEFT_OUT)
    if practice.own_documents.is_dir():
        shutil.copytree(practice.own_documents, documents, ignore=LEFT_OUT, dirs_exist_ok=True)


def _settings(practice: Practice) -> str:
    """Return the sandbox's settings for mutmut and pytest."""
    if practice.choices.blind:
        selection, pytest = ["tests"], _own_settings(practice.folder / "pyproject.toml")
        arguments = ["-p", SESSION, f"--rehearsals={REHEARSALS}", "-p", "dojo.mutation.quiet_approvals"]
        arguments += ["--assert=plain", "--tb=no", *without_plugins(UNUSED)]
    else:
        files = scenario_files(practice.workspace, practice.level)
        selection, pytest = [file for file in files if EVERY_ORDER not in file], {}
        arguments = list(_mutmut_of(practice.workspace)["pytest_add_cli_args"])  # the golden master needs the same here
        arguments += [f"--practice={SOURCE}:{find_entry_point(practice).module}"]
    settings = {
        "source_paths": [SOURCE],
        "also_copy": ["approved_files", INI],
        "pytest_add_cli_args_test_selection": selection,
        "pytest_add_cli_args": arguments,
        "use_git_change_detection": False,
        "on_dependency_change": "ignore",
    }
    tables = {"mutmut": settings, "pytest.ini_options": pytest}
    return "\n".join(f"[tool.{name}]\n{_toml(table)}" for name, table in tables.items())


def _toml(table: dict[str, Any]) -> str:
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())


def _own_settings(file: Path) -> dict[str, Any]:
    """Return what a practice tells pytest; without our plugin, for a mutant is no check."""
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    settings: dict[str, Any] = tomllib.loads(text).get("tool", {}).get("pytest", {}).get("ini_options", {})
    options = settings.get("addopts", [])
    words = shlex.split(options) if isinstance(options, str) else options
    if CHECKS in words:
        place = words.index(CHECKS)  # after -p
        words = words[: place - 1] + words[place + 1 :]
    return settings | {"addopts": words}


def _mutmut_of(workspace: Path) -> dict[str, Any]:
    """Return what the workspace tells mutmut."""
    settings = tomllib.loads((workspace / "pyproject.toml").read_text(encoding="utf-8"))
    return dict(settings["tool"]["mutmut"])


def _lay_out_source(practice: Practice, sandbox: Path) -> None:
    """Copy the person's code, and when each file was written: by that, mutmut knows what to make mutants of again."""
    root, source = find_entry_point(practice).folder, sandbox / SOURCE
    remove([source])
    for path in source_files(practice.folder):
        if path.is_relative_to(root):
            check_readable(path, practice.workspace)
            copy = source / path.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)


def _inputs_of(practice: Practice, sandbox: Path) -> Inputs:
    """Return hashes of all that a result depends on; of the golden master, nobody changes a test alone."""
    settings = {"how tests are run": _settings(practice)}
    guards = [*files_below(sandbox / "tests"), *files_below(sandbox / "approved_files")]
    tests = _tests_in(sandbox, guards) if practice.choices.blind else {}
    shared = [*files_below(sandbox / INI), *([] if practice.choices.blind else guards)]
    return Inputs({}, {**settings, **hashes(sandbox, shared), **tools()}, _code_in(sandbox), tests)


def _code_in(sandbox: Path) -> dict[str, dict[str, str]]:
    files = sorted((sandbox / SOURCE).rglob("*.py"))
    texts = hashes(sandbox, files)
    return {path: {TEXT: text, **definitions_in(sandbox / path)} for path, text in texts.items()}


def _tests_in(sandbox: Path, files: list[Path]) -> dict[str, dict[str, str]]:
    """Return what each file with tests defines, and what each other file is; an approved file is of its test."""
    found: dict[str, dict[str, str]] = {}
    for path, text in hashes(sandbox, files).items():
        own = sandbox / path
        module, _, test = own.name.removesuffix(".approved.txt").partition(".")
        if own.suffix == ".py":
            found.setdefault(path, {}).update(definitions_in(own))
        elif test and is_test(own.with_name(f"{module}.py")):
            of = own.with_name(f"{module}.py").relative_to(sandbox).as_posix()
            found.setdefault(of, {})[f"def {test}.approved"] = text
        else:
            found[path] = {TEXT: text}
    return found
