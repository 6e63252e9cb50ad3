"""The code of a practice, as its files or [tool.dojo] in its pyproject.toml say."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

import msgspec
from msgspec import Struct, field

from dojo.errors import WorkspaceError
from dojo.practice.branch import Branch
from dojo.practice.code import (
    find_files,
    is_approved_file,
    is_hidden_or_ignored,
    is_python_code,
    is_test_or_document,
)
from dojo.practice.model import Practice
from dojo.practice.pytest_settings import CollectionSettings, read_collection_settings
from dojo.source import PARSE_ERRORS, Sources, owners_of, parse_or_none

NO_SUCH_TESTS = "pyproject.toml: [tool.dojo] has tests that are not there: {name}"


class _NamedFiles(Struct, forbid_unknown_fields=True, frozen=True):
    """Files, folders and patterns of files, relative to the project.

    `code`: what gets mutants and measures; by default all Python files but tests. `tests`: they run
    beside those that pytest finds.
    """

    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ProjectSettings:
    """The settings of a project, of the dojo and of pytest."""

    named: _NamedFiles
    collection: CollectionSettings

    def has_code(self, path: PurePath) -> bool:
        """Return whether a file of the project is code."""
        named = self.named
        if _is_named(path, named.tests):
            return False
        if not named.code:
            return is_python_code(path) and not self.collection.is_collected(path)
        return _is_named(path, named.code) and path.suffix == ".py" and not is_approved_file(path)

    def is_test_or_document(self, path: PurePath) -> bool:
        """Return whether a file belongs to the tests of the project."""
        if self.has_code(path):
            return False
        is_named = _is_named(path, self.named.tests) or self.collection.is_collected(path)
        return is_named or is_test_or_document(path)

    def code_in(self, files: Mapping[str, str]) -> Sources:
        return {path: text for path, text in files.items() if self.has_code(PurePath(path))}


def _is_named(path: PurePath, names: Iterable[str]) -> bool:
    return any(path.is_relative_to(name) or path.match(name) for name in names)


class _Tool(Struct):
    dojo: _NamedFiles = field(default_factory=_NamedFiles)


class _Project(Struct):
    tool: _Tool = field(default_factory=_Tool)


def read_settings(folder: Path) -> ProjectSettings:
    """Return the settings of a project. Raises WorkspaceError if the dojo's are wrong."""
    return ProjectSettings(_read_named_files(folder), read_collection_settings(folder))


def _read_named_files(folder: Path) -> _NamedFiles:
    file = folder / "pyproject.toml"
    if not file.is_file():
        return _NamedFiles()
    try:
        return msgspec.toml.decode(file.read_bytes(), type=_Project).tool.dojo
    except msgspec.ValidationError as error:
        raise WorkspaceError(f"pyproject.toml: [tool.dojo] is wrong: {error}.") from None
    except msgspec.DecodeError:  # pytest says what is wrong in the rest of the file
        return _NamedFiles()


def find_more_tests(folder: Path) -> list[str]:
    """Return the files that the settings of a project name as tests.

    Of a folder, these are the files with a function or method test_... Raises WorkspaceError if a
    name fits no file.
    """
    names = _read_named_files(folder).tests
    if not names:
        return []
    found: dict[str, None] = {}
    files = [file.relative_to(folder) for file in find_files(folder, skip=is_hidden_or_ignored)]
    for name in names:
        named = [file for file in files if _is_named(file, [name])]
        if not named:
            raise WorkspaceError(NO_SUCH_TESTS.format(name=name))
        for file in named:
            if file.as_posix() == name or defines_tests(folder / file):
                found[file.as_posix()] = None
    return list(found)


def defines_tests(file: Path) -> bool:
    """Return whether a file has a function or method test_..."""
    if file.suffix != ".py":
        return False
    tree = parse_or_none(file.read_bytes())
    if tree is None:
        return False
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = [each for each in ast.walk(tree) if isinstance(each, kinds)]
    return any(each.name.startswith("test") for each in functions)


def find_code(practice: Practice) -> Iterator[Path]:
    """Yield the files with code that git does not ignore."""
    folder = practice.folder
    settings = read_settings(folder)
    branch = Branch(folder)
    for file in find_files(folder, skip=is_hidden_or_ignored):
        if settings.has_code(file.relative_to(folder)) and not branch.ignores(file):
            yield file


def read_code(practice: Practice) -> Sources:
    """Read the code. Raises WorkspaceError if a file does not parse."""
    code: Sources = {}
    for path in find_code(practice):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            owners_of(text)
        except PARSE_ERRORS as error:
            file = practice.display_path(path)
            reason = str(error).replace("<unknown>, ", "")
            raise WorkspaceError(f"{file}: {reason}. Fix it, then run this again.") from None
        code[path.relative_to(practice.folder).as_posix()] = text
    return code
