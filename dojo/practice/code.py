"""The files of a practice, its code, and the module with the published class or function."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fnmatch import translate
from pathlib import Path, PurePath
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata.description import EVERYTHING
from dojo.practice.model import Practice

GITIGNORE = Path(__file__).with_name("gitignore.txt")  # git and fnmatch read its patterns alike
LINES = GITIGNORE.read_text(encoding="utf-8").splitlines()
PATTERNS = [line for line in LINES if line and not line.startswith("# ")]
IGNORED = re.compile("|".join(translate(pattern) for pattern in [".git", *PATTERNS]))
TEST_FOLDERS = ("tests", "test")
NOT_SOURCE = (*TEST_FOLDERS, "approved_files")
NOT_CODE = ("conftest.py", "setup.py", "noxfile.py")  # pytest, pip and nox run these
TEST_FILES = ("test_*.py", "*_test.py", "test.py", "tests.py")


def is_ignored(name: str) -> bool:
    """Return whether a file or folder of this name is no part of a practice."""
    return IGNORED.match(name) is not None


def is_hidden_or_ignored(name: str) -> bool:
    return name.startswith(".") or is_ignored(name)


def _is_not_source(name: str) -> bool:
    return name in NOT_SOURCE or is_hidden_or_ignored(name)


def is_source(path: PurePath) -> bool:
    """Return whether a path in a practice is neither ignored, hidden, a test nor approved."""
    return not any(_is_not_source(name) for name in path.parts)


def is_test_file(path: PurePath) -> bool:
    """Return whether a file has the name of a file with tests."""
    return any(path.match(pattern) for pattern in TEST_FILES)


def is_approved_file(path: PurePath) -> bool:
    return ".approved." in path.name


def approved_file_of(received: Path) -> Path:
    return received.with_name(received.name.replace(".received", ".approved"))


def is_test_or_document(path: PurePath) -> bool:
    """Return whether a file belongs to the tests of a practice, and not to its code."""
    is_below_tests = any(name in NOT_SOURCE for name in path.parts)
    return is_below_tests or is_test_file(path) or is_approved_file(path)


def is_python_code(path: PurePath) -> bool:
    """Return whether a file is Python code that tests can import, and no part of the tests."""
    return (
        path.suffix == ".py"
        and path.name not in NOT_CODE
        and is_source(path)
        and not is_test_or_document(path)
        # A commit of somebody else may have absolute paths.
        and not path.is_absolute()
    )


def find_files(folder: Path, skip: Callable[[str], bool] = is_ignored) -> Iterator[Path]:
    """Yield the files in a folder and then in its subfolders, by name.

    `skip`: whether to skip a file or folder of this name.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not (skip(name) or is_environment(Path(place, name)))
        )
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file() and not skip(name):
                yield path


def is_environment(folder: Path) -> bool:
    """Return whether a folder is a virtual environment."""
    return (folder / "pyvenv.cfg").is_file()


def find_source_files(folder: Path) -> Iterator[Path]:
    """Yield the files that are source, with data beside the code."""
    return find_files(folder, skip=_is_not_source)


def find_python_files(folder: Path) -> Iterator[Path]:
    """Yield the files with Python code that tests can import."""
    for path in find_source_files(folder):
        if is_python_code(path.relative_to(folder)):
            yield path


def own_tests(practice: Practice) -> Iterator[Path]:
    """Yield the person's own test files."""
    return filter(is_test_file, find_files(practice.folder, skip=is_hidden_or_ignored))


# Python finds the module in one of these. If several exist, the first one counts.
USUAL_FILES = ("{name}/__init__.py", "{name}.py", "src/{name}/__init__.py", "src/{name}.py")
DEFINITION = r"^\s*(class|def) {name}\b|^\s*{name}\b.*=|\bimport\b(.*|\s*\([^)]*)\b{name}\b"
NOT_DEFINED = """\
{file} does not define {name}.
Define it there, or import it there from the file that defines it."""
NO_FILE = "{file} is missing, and no other file defines {name}."


class OfferingModule(NamedTuple):
    """The module with the published class or function; `import_folder` has to be in sys.path."""

    file: Path
    import_folder: Path
    name: str


def find_offering_module(practice: Practice) -> OfferingModule:
    """Find the module with the published class or function by reading the code.

    If one of USUAL_FILES exists, it has to define or import it; else the first file that does
    counts. Raises WorkspaceError if there is none.
    """
    folder = practice.folder
    kata = practice.kata
    definition = re.compile(DEFINITION.format(name=re.escape(kata.offers)), re.MULTILINE)
    files = list(find_python_files(folder))
    usual_names = [name.format(name=kata.module) for name in USUAL_FILES]
    usual_files = [folder / name for name in usual_names if folder / name in files]
    expected = folder / kata.tangle_file
    if usual_files:
        expected = usual_files[0]
        files = [expected]
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace")
        is_offered = bool(usual_files) and ("import *" in text or kata.offers == EVERYTHING)
        if is_offered or definition.search(text):
            import_folder = _import_folder_of(file, folder)
            return OfferingModule(file, import_folder, module_name(file, import_folder))
    message = NOT_DEFINED if expected.exists() else NO_FILE
    raise WorkspaceError(message.format(file=practice.display_path(expected), name=kata.offered))


def _import_folder_of(file: Path, practice: Path) -> Path:
    """Return the folder that sys.path needs, so that tests can import a file of a practice."""
    if (practice / "__init__.py").exists():  # the practice itself is a package
        return practice.parent
    if file.is_relative_to(practice / "src"):
        return practice / "src"
    return practice


def module_name(file: Path, folder: Path) -> str:
    """Return the dotted name by which a file is imported, with a folder in sys.path."""
    parts = file.relative_to(folder).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def tests_folder(practice: Practice) -> Path:
    """Return the folder with most of the person's own tests, or practice/tests."""
    counts = Counter[Path]()
    for file in own_tests(practice):
        folder = file.parent
        for parent in file.parents:
            if parent.name in TEST_FOLDERS and parent.is_relative_to(practice.folder):
                folder = parent
        counts[folder] += 1
    if not counts:
        return practice.folder / "tests"
    return max(counts, key=lambda folder: (counts[folder], folder.name in TEST_FOLDERS))
