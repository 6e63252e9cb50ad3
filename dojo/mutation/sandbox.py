"""Mutation testing of a practice, with what guards it.

yard: the folder `practice/.dojo/mutation/`, a small project for mutmut: the person's code in `src/`, what guards it in
`tests/`, and settings. piece: a test, a document, or any other statement of the tests; what guards the practice is all
its pieces.

A result is kept only while it must be the same: the code, the tools and what guards it are as they were. Where nothing
changed but that tests were added, what was killed stays killed, and survivors are tested again.
"""

import ast
import hashlib
import json
import shutil
import tomllib
import warnings
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from dojo.checking import UNUSED_PLUGINS, is_test, without_plugins
from dojo.errors import WorkspaceError
from dojo.kata import scenario_files
from dojo.mutation.cache import digest, files_below, intact, sealed, tools
from dojo.mutation.results import OUTCOMES, SURVIVED, Mutant
from dojo.mutation.runner import (
    GENERATING,
    TESTING,
    Progress,
    UnreliableError,
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
from dojo.practice import Practice, find_entry_point, source_files

SESSION = "warm_session"
INI = "pytest.ini"  # in a practice, what `dojo check` goes by; so its mutants do, too
SHARED = ("tests/__init__.py", "tests/conftest.py", f"tests/{SESSION}.py", "tests/golden_master")
SOURCE = ("src",)
REHEARSALS = 10  # of a person's own tests, which are sooner left to chance than the golden master
CACHES = shutil.ignore_patterns("__pycache__", ".*", "*.received.*")
UNUSED = [*UNUSED_PLUGINS, "setuponly", "setupplan", "threadexception", "unraisableexception"]
EVERY_ORDER = "test_every_order"


def run(practice: Practice, progress: Progress, *, anew: bool) -> int:
    """Bring the results in the yard up to date; return how many were kept from the time before.

    `progress` is told how many are done, of how many. Raises WorkspaceError when mutmut gives up, and UnreliableError
    when a test cannot be trusted; nothing is kept then.
    """
    yard = yard_of(practice)
    home = yard / "mutants"
    yard.mkdir(parents=True, exist_ok=True)
    with alone(home) as lock:
        _lay_out_guards(practice, yard)
        _lay_out_source(practice, yard)
        kept = _drop_stale(yard, anew=anew)
        with sealed(home, SOURCE):
            if not decided(home / "src"):
                _run(home, progress, lock)
            write_note(home, {**read_note(home), "anew": False})
        return kept


def _run(home: Path, progress: Progress, lock: IO[str]) -> None:
    try:
        run_mutmut(home, [], None, progress, lock)
    except UnreliableError:
        clear(home)
        raise


def forget(practice: Practice) -> None:
    """Forget all results: something shows that they cannot be trusted."""
    home = yard_of(practice) / "mutants"
    with alone(home):
        clear(home)


def yard_of(practice: Practice) -> Path:
    """Return the folder that mutmut works in."""
    return practice.home / "mutation"


def in_practice(practice: Practice, mutants: list[Mutant]) -> list[Mutant]:
    """Return mutants of the copy with their paths in the practice, from the workspace."""
    shown = {path: shown_path(practice, path) for path in {mutant.path for mutant in mutants}}
    return [replace(mutant, path=shown[mutant.path]) for mutant in mutants]


def shown_path(practice: Practice, path: str) -> str:
    """Return a path of the copy as one of the practice, from the workspace."""
    return practice.shown(find_entry_point(practice).folder / Path(path).relative_to("src"))


def _lay_out_guards(practice: Practice, yard: Path) -> None:
    """Copy what guards the practice into the yard, and write the settings."""
    tests, documents = yard / "tests", yard / "approved_files"
    remove(place for place in (tests, documents, yard / INI) if place.exists())
    if practice.choices.blind:
        shutil.copytree(practice.folder / "tests", tests, ignore=CACHES)
        shutil.copy(practice.workspace / "tests" / f"{SESSION}.py", yard)
        if (practice.folder / INI).is_file():
            shutil.copy(practice.folder / INI, yard)
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
        arguments = ["-p", SESSION, f"--rehearsals={REHEARSALS}", "-p", "dojo.mutation.quiet_approvals"]
        arguments += ["--assert=plain", "--tb=no", *without_plugins(UNUSED)]
    else:
        files = scenario_files(practice.workspace, practice.level)
        selection, pytest = [file for file in files if EVERY_ORDER not in file], []
        arguments = [*_arguments_of_workspace(practice), f"--practice=src:{find_entry_point(practice).module}"]
    settings = {
        "source_paths": ["src"],
        "also_copy": ["approved_files", f"{SESSION}.py", INI],
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
    root, source = find_entry_point(practice).folder, yard / "src"
    own = [path for path in source_files(practice.folder) if path.is_relative_to(root)]
    wanted = {path.relative_to(root).as_posix(): path.read_bytes() for path in own}
    there = {path.relative_to(source).as_posix(): path for path in source.rglob("*.py")}
    gone = there.keys() - wanted.keys()
    new = [name for name, content in wanted.items() if name not in there or there[name].read_bytes() != content]
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


def _drop_stale(yard: Path, *, anew: bool) -> int:
    """Drop the results that do not count any more; return how many are left. An interrupted `anew` is gone on with."""
    home = yard / "mutants"
    note, now = read_note(home), _inputs(yard)
    begins = anew and not note.get("anew")
    remove(
        [home / "tests", home / "approved_files", home / f"{SESSION}.py", home / INI]
    )  # mutmut copies, and never removes
    if note.get("stage") != TESTING or not (_has_results(home) and intact(home, note, SOURCE)):
        clear(home)
    else:
        forget_undecided(home, tuple(OUTCOMES.values()) if begins else _stale(note["inputs"], now))
    stage = TESTING if _has_results(home) else GENERATING
    write_note(home, {"inputs": now, "stage": stage, "anew": anew or note.get("anew", False)})
    return _kept(home)


def _stale(before: dict[str, Any], now: dict[str, Any]) -> tuple[str, ...]:
    """Return which outcomes may be others by now: the survivors, when nothing but tests was added; else all."""
    if before == now:
        return ()
    same = before["rest"] == now["rest"] and set(before["documents"]) <= set(now["documents"])
    added = same and all(_only_tests_added(each, now["files"].get(path, [])) for path, each in before["files"].items())
    return (SURVIVED,) if added else tuple(OUTCOMES.values())


def _only_tests_added(before: list[list[str]], now: list[list[str]]) -> bool:
    """Tell whether a file goes on as it was, and then has tests that it had not."""
    names = [name for name, _ in now]
    added = names[len(before) :]
    return now[: len(before)] == before and all(
        name.lower().startswith("test") and names.count(name) == 1 for name in added
    )


def _inputs(yard: Path) -> dict[str, Any]:
    """Return hashes of all that a result depends on: documents, each statement of the files with tests, the rest."""
    documents, files = [], {}
    rest = [*files_below(yard / "src"), *files_below(yard / INI)]
    for path in sorted([*files_below(yard / "tests"), *files_below(yard / "approved_files")]):
        if is_test(path):
            files[str(path)] = [[getattr(each, "name", ""), _hash(ast.dump(each))] for each in _statements(path)]
        elif ".approved." in path.name:
            documents.append(digest([path]))
        else:
            rest.append(path)
    settings = (yard / "pyproject.toml").read_text(encoding="utf-8")
    return {"rest": digest(rest, [*tools(), settings]), "documents": sorted(documents), "files": files}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _statements(path: Path) -> list[ast.stmt]:
    with warnings.catch_warnings(action="ignore"):  # of odd escapes in somebody's text
        return ast.parse(path.read_bytes()).body


def _has_results(home: Path) -> bool:
    """Tell whether there are results that can be read."""
    try:
        return bool(metas(home))
    except (ValueError, OSError):
        return False


def _kept(home: Path) -> int:
    codes = [code for meta in metas(home).values() for code in meta["exit_code_by_key"].values()]
    return sum(code in OUTCOMES for code in codes)
