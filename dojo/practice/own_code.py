"""Code that a person brings with `dojo start --from`: a module, a package or a project.

It is copied as it is, with its tests and its settings.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator
from itertools import islice
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WrongUsageError
from dojo.inside.importing import import_folder
from dojo.pages import render
from dojo.practice.branch import Branch
from dojo.practice.code import (
    find_files,
    find_offering_module,
    is_hidden_or_ignored,
    module_name,
    own_tests,
)
from dojo.practice.model import Practice
from dojo.practice.project import ProjectSettings, defines_tests, find_code, read_settings
from dojo.source import parse_or_none

# What tools and git keep in a project. It is no part of it.
CACHES = {
    *(".git", ".hg", ".svn", ".dojo", ".venv", "venv", "node_modules", ".tox", ".nox", ".eggs"),
    *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"),
}
MAX_FILES = 2000  # without a limit, `--from ~` copies for minutes
MAX_CALLS = 12  # the first test names the other public names only

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
NO_CODE = """\
{path} has no Python code: no file that ends in .py, except tests.
If the dojo takes your code for tests, name it in pyproject.toml:
  [tool.dojo]
  code = ["FOLDER"]"""
NO_NAME = "{file} cannot be imported: {name} is no name in Python. Rename it to test it."
NAME_OF_PYTHON = """\
{file} has the name of a module of Python, and tests would import that one. Rename it to test it."""
NEEDS_PACKAGE = """\
{file} imports from a package around it. Start again with the package: --from FOLDER"""
DOES_NOT_PARSE = f"{{file}} does not parse with Python {PYTHON}, in which the dojo runs."
RUNS_ON_IMPORT = """\
{file} runs when it is imported, in line {line}. To test it, put such lines below
  if __name__ == "__main__":"""


SEVERAL_RUN = """\
{number} files run when they are imported, such as {file} in line {line}. To test them, put such
lines below
  if __name__ == "__main__":"""
NOT_COLLECTED = """\
pytest does not collect {files}, which looks like tests. Its settings python_files and testpaths
say what it collects. To run it, too, add to pyproject.toml:
  [tool.dojo]
  tests = [{names}]"""
MAX_NOTES = 3  # about files that run when they are imported


class OwnCode(NamedTuple):
    """A person's own code: its name, and its files by their place in the practice."""

    name: str
    files: dict[str, Path]


class PublicName(NamedTuple):
    """A public function, with its positional parameters, or a public class."""

    module: str
    name: str
    parameters: list[str]
    is_class: bool


def read_own_code(path: Path, workspace: Path) -> OwnCode:
    """Find the code at a path. Raises WrongUsageError if a practice cannot be made of it."""
    path = path.resolve()
    if workspace.is_relative_to(path):
        message = f"{path} contains the kata. Use --from with your own module, package or project."
        raise WrongUsageError(message)
    files = _find_own_files(path)
    modules = _top_level_modules(files, read_settings(path))
    if not modules:
        raise WrongUsageError(NO_CODE.format(path=path))
    if len(modules) == 1:
        return OwnCode(modules[0], files)
    return OwnCode(re.sub(r"\W", "_", path.name), files)


def read_name_of_code(folder: Path) -> str:
    """Return the name of the code in a project: its module, or its folder.

    Raises WrongUsageError if it has no code.
    """
    branch = Branch(folder)
    files: dict[str, Path] = {}
    for file in find_files(folder, skip=is_hidden_or_ignored):
        if not branch.ignores(file):
            files[file.relative_to(folder).as_posix()] = file
    modules = _top_level_modules(files, read_settings(folder))
    if not modules:
        raise WrongUsageError(NO_CODE.format(path=folder))
    return modules[0] if len(modules) == 1 else re.sub(r"\W", "_", folder.name)


def _find_own_files(source: Path) -> dict[str, Path]:
    """Return the files of a module, package or project, by their place in the practice."""
    if source.is_file():
        return {source.name: source}
    branch = Branch(source)
    every = find_files(source, skip=CACHES.__contains__)
    found = list(islice((file for file in every if not branch.ignores(file)), MAX_FILES + 1))
    if len(found) > MAX_FILES:
        message = f"{source} has more than {MAX_FILES:,} files. Use --from with the package alone."
        raise WrongUsageError(message)
    # A package is imported by the name of its folder.
    root = source.parent if (source / "__init__.py").exists() else source
    return {file.relative_to(root).as_posix(): file for file in found}


def _top_level_modules(files: dict[str, Path], settings: ProjectSettings) -> list[str]:
    places = [place.removeprefix("src/") for place in files if settings.has_code(Path(place))]
    return sorted({place.split("/")[0].removesuffix(".py") for place in places})


def import_folder_of(practice: Practice) -> Path:
    """Return the folder from which the code of a practice is imported."""
    if practice.kata.offers:
        return find_offering_module(practice).import_folder
    return import_folder(practice.folder)


def render_first_test(practice: Practice) -> str:
    """Return the first test. It lists all public names, and has calls for some of them.

    Nothing is imported to write it.
    """
    folder = practice.folder
    root = import_folder(folder)
    files: list[str] = []
    calls: list[PublicName] = []
    for file in find_code(practice):
        files.append(file.relative_to(folder).as_posix())
        if file.is_relative_to(root) and not obstacle_to_import(file, folder):
            calls += _public_names_in(module_name(file, root), file)
    text = render(
        "practice/test_own_code.py.txt",
        code=practice.choices.code,
        files=files,
        calls=calls[:MAX_CALLS],
        more=len(calls[MAX_CALLS:]),
    )
    return text.rstrip() + "\n"


def make_tests_folder(practice: Practice, folder: Path) -> None:
    """Make the folder for tests.

    With the first tests of code beside it, it is a package: so `pytest` alone finds that code.
    """
    project = practice.folder
    has_tests = any(own_tests(practice))
    folder.mkdir(exist_ok=True)
    is_beside_code = folder.parent == project == import_folder_of(practice)
    if not practice.kata.name and is_beside_code and not has_tests:
        is_package = (project / "__init__.py").exists()
        if not is_package:
            (folder / "__init__.py").touch()


class Obstacle(NamedTuple):
    """Why tests should not import a file. `line`: the first that runs on import, or 0."""

    text: str
    file: str
    line: int = 0


def obstacle_to_import(file: Path, practice: Path) -> Obstacle | None:
    """Return why tests should not import a file, or None."""
    shown = file.relative_to(practice).as_posix()
    if file.stem == "__main__":
        return None
    is_on_top = file.parent == import_folder(practice)
    is_package = (file.parent / "__init__.py").exists()
    tree = parse_or_none(file.read_bytes())
    line = _first_line_that_runs(tree) if tree else 0
    reason = _obstacle_in_name(file.stem, is_on_top=is_on_top)
    if reason:
        line = 0
    elif tree is None:
        reason = DOES_NOT_PARSE
    elif is_on_top and not is_package and _has_relative_import(tree):
        reason = NEEDS_PACKAGE
    elif line:
        reason = RUNS_ON_IMPORT
    else:
        return None
    return Obstacle(reason.format(file=shown, name=file.stem, line=line), shown, line)


def _obstacle_in_name(name: str, *, is_on_top: bool) -> str:
    """Return why no test can import a module of this name, or an empty string.

    `is_on_top`: no package is around it, so Python's own module of the name hides it.
    """
    if iskeyword(name) or not name.isidentifier():
        return NO_NAME
    if name in sys.stdlib_module_names and is_on_top:
        return NAME_OF_PYTHON
    return ""


def _has_relative_import(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.level > 0 for node in tree.body)


def notes_on_own_code(practice: Practice, test_files: Collection[str]) -> list[str]:
    """Return sentences about files that tests should not import, or that pytest does not collect.

    `test_files`: the files in which pytest looked for tests; none if it did not start.
    """
    found = [obstacle_to_import(file, practice.folder) for file in find_code(practice)]
    obstacles = [each for each in found if each is not None]
    running = [each for each in obstacles if each.line]
    if len(running) <= MAX_NOTES:
        running = []
    notes = [each.text for each in obstacles if each not in running]
    if running:
        first = running[0]
        notes.append(SEVERAL_RUN.format(number=len(running), file=first.file, line=first.line))
    if test_files:
        advice = advice_on_tests_not_collected(practice, test_files)
        if advice:
            notes.append(advice)
    return notes


def advice_on_tests_not_collected(practice: Practice, test_files: Collection[str]) -> str:
    """Return how pytest collects all files that look like tests, or an empty string."""
    files = tests_not_collected(practice, test_files)
    if not files:
        return ""
    names = ", ".join(f'"{file}"' for file in files)
    return NOT_COLLECTED.format(files=", ".join(files), names=names)


def tests_not_collected(practice: Practice, test_files: Collection[str]) -> list[str]:
    """Return the files that look like tests, and that pytest does not collect."""
    folder = practice.folder
    branch = Branch(folder)
    found: list[str] = []
    for file in find_files(folder, skip=is_hidden_or_ignored):
        place = file.relative_to(folder).as_posix()
        if place not in test_files and has_tests(file) and not branch.ignores(file):
            found.append(place)
    return found


def has_tests(file: Path) -> bool:
    """Return whether a file looks like tests: by its name, and by a function or method in it."""
    return "test" in file.name.lower() and defines_tests(file)


def _first_line_that_runs(tree: ast.Module) -> int:
    """Return the first line that reads, prints or writes at import, or calls the file's own code.

    Returns 0 if there is none.
    """
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If)):
            continue
        for node in ast.walk(statement):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            is_main = isinstance(statement, ast.Expr) and node.func.id in own
            if is_main or node.func.id in {"input", "print", "open", "exit", "quit"}:
                return node.lineno
    return 0


def _public_names_in(module: str, path: Path) -> Iterator[PublicName]:
    """Yield the public functions and classes of a module, by its text: importing could do harm.

    A file that does not parse has none.
    """
    tree = parse_or_none(path.read_bytes())
    if tree is None:
        return
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, args=args) if not name.startswith("_"):
                parameters = [each.arg for each in (*args.posonlyargs, *args.args)]
                yield PublicName(module, name, parameters, is_class=False)
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield PublicName(module, name, [], is_class=True)
