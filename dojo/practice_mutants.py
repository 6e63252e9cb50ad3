"""Mutation testing of a practice, with what guards it.

yard: the folder `practice/.dojo/mutation/`, a small project for mutmut: the person's code in `src/`, what guards it in
`tests/`, and settings. piece: a statement of a test, or a document; what guards the practice is all its pieces.

A result is kept as long as it can be. mutmut keeps it while the text of its function stays the same. Here all are
dropped, too, when something outside of the functions changed, or when a piece of the guard is gone; and survivors are
tested again whenever anything changed. What was killed stays killed, which is not quite sure: a function may be
reached in another way than before. Who wants to be sure tests all of them anew.
"""

import ast
import hashlib
import json
import shutil
import sys
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dojo import check
from dojo.levels import scenario_files
from dojo.mutants import OUTCOMES, SURVIVED, Mutant
from dojo.mutation import TOOLS
from dojo.mutmut_run import (
    GENERATING,
    TESTING,
    Progress,
    alone,
    clear,
    decided,
    forget_undecided,
    metas,
    read_note,
    remove,
    run_mutmut,
    write_note,
)
from dojo.offer import find_offer, source_files
from dojo.practice import Practice
from dojo.workspace import WorkspaceError

SHARED = ("tests/__init__.py", "tests/conftest.py", "tests/warm_session.py", "tests/golden_master")
CACHES = shutil.ignore_patterns("__pycache__", ".*", "*.received.*")
UNUSED = [*check.UNUSED, "setuponly", "setupplan", "threadexception", "unraisableexception"]
EVERY_ORDER = "test_every_order"


def run(practice: Practice, progress: Progress, *, anew: bool) -> int:
    """Bring the results in the yard up to date; return how many were kept from the time before.

    `progress` is told how many are done, of how many. Raises WorkspaceError when mutmut gives up.
    """
    yard = yard_of(practice)
    home = yard / "mutants"
    yard.mkdir(parents=True, exist_ok=True)
    with alone(home) as lock:
        if anew:
            clear(home)
        _lay_out_guards(practice, yard)
        _lay_out_source(practice, yard)
        kept = _drop_stale(yard)
        if read_note(home).get("changed") or not decided(home / "src"):
            run_mutmut(home, [], None, progress, lock)
        write_note(home, {**read_note(home), "changed": False})
        return kept


def yard_of(practice: Practice) -> Path:
    """Return the folder that mutmut works in."""
    return practice.home / "mutation"


def in_practice(practice: Practice, mutants: list[Mutant]) -> list[Mutant]:
    """Return mutants of the copy with their paths in the practice, from the workspace."""
    shown = {path: shown_path(practice, path) for path in {mutant.path for mutant in mutants}}
    return [replace(mutant, path=shown[mutant.path]) for mutant in mutants]


def shown_path(practice: Practice, path: str) -> str:
    """Return a path of the copy as one of the practice, from the workspace."""
    return practice.shown(find_offer(practice).folder / Path(path).relative_to("src"))


def _lay_out_guards(practice: Practice, yard: Path) -> None:
    """Copy what guards the practice into the yard, and write the settings."""
    tests, documents = yard / "tests", yard / "approved_files"
    remove(folder for folder in (tests, documents) if folder.exists())
    if practice.choices.blind:
        shutil.copytree(practice.folder / "tests", tests, ignore=CACHES)
    else:
        _copy_scenarios(practice, tests, documents)
    (yard / "pyproject.toml").write_text(_settings(practice), encoding="utf-8")


def _copy_scenarios(practice: Practice, tests: Path, documents: Path) -> None:
    tests.mkdir()
    for name in SHARED:
        source = practice.workspace / name
        target = tests / source.relative_to(practice.workspace / "tests")
        shutil.copytree(source, target, ignore=CACHES) if source.is_dir() else shutil.copy(source, target)
    shutil.copytree(practice.workspace / "approved_files", documents, ignore=CACHES)
    if practice.own_documents.is_dir():
        shutil.copytree(practice.own_documents, documents, ignore=CACHES, dirs_exist_ok=True)


def _settings(practice: Practice) -> str:
    """Return the yard's settings for mutmut and pytest."""
    if practice.choices.blind:
        selection, pytest = ["tests"], ["-p", "no:approvaltests_pytest"]
        arguments = ["--assert=plain", "--tb=no", "-p", "dojo.quiet_approvals", *check.without(UNUSED)]
    else:
        files = scenario_files(practice.workspace, practice.level)
        selection, pytest = [file for file in files if EVERY_ORDER not in file], []
        arguments = [*_arguments_of_workspace(practice), f"--practice=src:{find_offer(practice).module}"]
    settings = {
        "source_paths": ["src"],
        "also_copy": ["approved_files"],
        "pytest_add_cli_args_test_selection": selection,
        "pytest_add_cli_args": arguments,
        "use_git_change_detection": False,
        "on_dependency_change": "ignore",
    }
    lines = ["[tool.mutmut]", *(f"{key} = {json.dumps(value)}" for key, value in settings.items())]
    return "\n".join([*lines, "", "[tool.pytest.ini_options]", f"addopts = {json.dumps(pytest)}", ""])


def _arguments_of_workspace(practice: Practice) -> list[str]:
    """Return what the workspace has mutmut tell pytest: the golden master needs the same here."""
    settings = tomllib.loads((practice.workspace / "pyproject.toml").read_text(encoding="utf-8"))
    arguments: list[str] = settings["tool"]["mutmut"]["pytest_add_cli_args"]
    return arguments


def _lay_out_source(practice: Practice, yard: Path) -> None:
    """Bring the copy of the person's code up to date, writing only what changed."""
    root, source = find_offer(practice).folder, yard / "src"
    own = [path for path in source_files(practice.folder) if path.is_relative_to(root)]
    wanted = {path.relative_to(root).as_posix(): path.read_bytes() for path in own}
    there = {path.relative_to(source).as_posix(): path for path in source.rglob("*.py")}
    gone = there.keys() - wanted.keys()
    new = [name for name, content in wanted.items() if name not in there or there[name].read_bytes() != content]
    if gone or new:
        write_note(yard / "mutants", {**read_note(yard / "mutants"), "changed": True})
    for name in gone:
        there[name].unlink()
        remove((yard / "mutants" / "src" / name).parent.glob(f"{Path(name).name}*"))
    remove((yard / "mutants").glob("**/__pycache__"))
    for name in new:
        _check_encoding(name, wanted[name])
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes(wanted[name])


def _check_encoding(name: str, content: bytes) -> None:
    try:
        content.decode()
    except UnicodeDecodeError:
        message = f"practice/{name} is not UTF-8, and mutmut reads nothing else: save it as UTF-8."
        raise WorkspaceError(message) from None


def _drop_stale(yard: Path) -> int:
    """Drop the results that do not count any more; return how many are left."""
    home = yard / "mutants"
    note = read_note(home)
    guard, around = _guard(yard), _around_functions(yard / "src")
    before = set(note.get("guard", ()))
    if note.get("stage") != TESTING or note.get("around") != around or before - set(guard) or not _readable(home):
        clear(home)
        write_note(home, {"guard": guard, "around": around, "stage": GENERATING})
        return 0
    changed = note.get("changed") or before != set(guard)
    write_note(home, {"guard": guard, "around": around, "stage": TESTING, "changed": changed})
    if changed:
        # Which test reaches which function may have changed too.
        remove([home / "mutmut-stats.json"])
    forget_undecided(home, (SURVIVED,) if changed else ())
    return _kept(home)


def _guard(yard: Path) -> list[str]:
    """Return a hash of each piece of what guards the practice."""
    pieces = [*TOOLS, sys.version, (yard / "pyproject.toml").read_text(encoding="utf-8")]
    for path in sorted(path for name in ("tests", "approved_files") for path in (yard / name).rglob("*")):
        if path.suffix == ".py":
            pieces += [f"{path} {ast.dump(statement)}" for statement in _statements(path)]
        elif path.is_file():
            pieces.append(f"{path} {path.read_bytes()!r}")
    return sorted({hashlib.sha256(piece.encode()).hexdigest() for piece in pieces})


def _around_functions(source: Path) -> str:
    """Return a hash of all code outside of functions, where mutmut sees no change."""
    files = sorted(source.rglob("*.py"))
    outside = [f"{path} {ast.dump(each)}" for path in files for each in _statements(path) if not _is_function(each)]
    return hashlib.sha256("\n".join(outside).encode()).hexdigest()


def _statements(path: Path) -> Iterator[ast.stmt]:
    """Return the statements of a file, each class without and then each of its own."""
    with warnings.catch_warnings(action="ignore"):  # of odd escapes in somebody's text
        tree = ast.parse(path.read_bytes())
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            inner, statement.body = statement.body, []
            yield from inner
        yield statement


def _is_function(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef)


def _readable(home: Path) -> bool:
    try:
        return bool(metas(home))
    except (ValueError, OSError):
        return False


def _kept(home: Path) -> int:
    codes = [code for meta in metas(home).values() for code in meta["exit_code_by_key"].values()]
    return sum(code in OUTCOMES for code in codes)
