"""The files of a practice: which are source, which are tests, and which are ignored.

Files that editors and operating systems write are ignored, even if practice/.gitignore is gone.
"""

import os
import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from pathlib import Path, PurePath

from dojo.practice.model import Practice

GITIGNORE = Path(__file__).with_name("gitignore.txt")  # git and fnmatch read its patterns alike
LINES = GITIGNORE.read_text(encoding="utf-8").splitlines()
PATTERNS = [line for line in LINES if line and not line.startswith("# ")]
IGNORED = re.compile("|".join(translate(pattern) for pattern in [".git", *PATTERNS]))
NOT_SOURCE = ("tests", "approved_files")


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
    """Return whether pytest looks for tests in a file."""
    return path.match("test_*.py") or path.match("*_test.py")


def find_files(folder: Path, skip: Callable[[str], bool] = is_ignored) -> Iterator[Path]:
    """Yield the files in a folder and then in its subfolders, by name.

    `skip`: whether to leave out a file or folder of this name.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not skip(name))
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file() and not skip(name):
                yield path


def find_source_files(folder: Path) -> Iterator[Path]:
    """Yield the files that are source, with data beside the code."""
    return find_files(folder, skip=_is_not_source)


def find_python_files(folder: Path) -> Iterator[Path]:
    """Yield the Python files that are source."""
    return (path for path in find_source_files(folder) if path.suffix == ".py")


def own_tests(practice: Practice) -> Iterator[Path]:
    """Yield the person's own test files."""
    return filter(is_test_file, (practice.folder / "tests").rglob("*.py"))
