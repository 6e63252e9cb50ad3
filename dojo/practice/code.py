"""The files of a practice, and its code: class Yatzy, or what somebody brought.

Files that editors and operating systems leave are no part of it, unless practice/.gitignore says so. What is brought is
a module, a package, or a project; it is copied, its tests into `tests/`, without its settings of tests and tools.
"""

import ast
import os
import re
import sys
from collections.abc import Callable, Iterator
from fnmatch import translate
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.pages import render
from dojo.practice.model import Practice
from dojo.source import PARSE_ERRORS, Sources, owners_of, parse_source

GITIGNORE = Path(__file__).with_name("gitignore.txt")  # the names of nobody's files, as git and fnmatch read them alike
LINES = GITIGNORE.read_text(encoding="utf-8").splitlines()
NAMES = re.compile("|".join(translate(line) for line in LINES if line and not line.startswith("# ")))
# Where Python finds module yatzy; the first of these that is there is the one that is meant.
ENTRY_POINT_FILES = ("yatzy/__init__.py", "yatzy.py", "src/yatzy/__init__.py", "src/yatzy.py")
BINDS_YATZY = re.compile(r"^\s*class Yatzy\b|^\s*Yatzy\b.*=|\bimport\b(.*|\s*\([^)]*)\bYatzy\b", re.MULTILINE)
NOT_COPIED = (
    *(
        "pyproject.toml",
        "setup.cfg",
        "setup.py",
        "tox.ini",
        "noxfile.py",
        "pytest.ini",
        "README.md",
    ),
    *("build", "dist", "docs", "env"),
)
TEST_FILE = re.compile(r"(test_.*|.*_test|conftest)\.py")
OTHERS = {*sys.stdlib_module_names, "dojo", "pytest", "approvaltests", "mutmut", "tests"}
MOST_FILES = 2000  # somebody typed `--from ~`, and it copied for minutes
MOST_CALLS = 12  # to choose arguments for, in the first test


def is_ignored(name: str) -> bool:
    """Tell whether a file or folder of this name, without the folders around it, is no part of a practice."""
    return NAMES.match(name) is not None


def files_of(folder: Path, is_excluded: Callable[[str], bool] = is_ignored) -> Iterator[Path]:
    """Return the files that are part of a practice, in the order of their names, those of a folder first."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git" and not is_excluded(name))
        paths = (Path(place, name) for name in sorted(names) if name != ".git" and not is_excluded(name))
        yield from filter(Path.is_file, paths)


class EntryPoint(NamedTuple):
    """A module that offers Yatzy: its file, the folder that it is imported from, its name there, and all its code."""

    file: Path
    folder: Path
    module: str
    root: Path


def find_entry_point(practice: Practice) -> EntryPoint:
    """Return where the practice offers Yatzy, by reading its files; WorkspaceError when it does nowhere."""
    folder = practice.folder
    files = {path.relative_to(folder).as_posix(): path for path in source_files(folder)}
    meant = [name for name in ENTRY_POINT_FILES if name in files][:1]
    for name in meant or sorted(files, key=lambda name: (name.count("/"), name)):
        text = files[name].read_text(encoding="utf-8", errors="replace")
        if BINDS_YATZY.search(text) or (meant and "import *" in text):
            # A practice that is a package itself is imported from the workspace, any other from its own folder.
            root = folder.parent if (folder / "__init__.py").exists() else folder
            if root == folder and name.startswith("src/"):
                root = folder / "src"
            parts = files[name].relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            return EntryPoint(files[name], root, module, folder)
    place = [*meant, "yatzy.py"][0]
    words = "Define it there, or import it there from where it is."
    raise WorkspaceError(f"{practice.name}/{place} offers no class Yatzy.\n{words}")


def code_folder(practice: Practice) -> Path:
    """Return the folder from which the code of the practice is imported."""
    return own_code_folder(practice.folder) if practice.is_own_code else find_entry_point(practice).folder


def own_code_folder(folder: Path) -> Path:
    """Return the folder in a practice from which code that somebody brought is imported."""
    source = folder / "src"
    return source if source.is_dir() and not (source / "__init__.py").exists() else folder


def own_modules(folder: Path) -> list[str]:
    """Return the modules and packages that somebody brought, by name."""
    root = own_code_folder(folder)
    found = [*root.glob("*.py"), *(path.parent for path in root.glob("*/__init__.py"))]
    return sorted(each.stem for each in found if each.stem.isidentifier() and not is_no_source(each.name))


def source_files(folder: Path) -> Iterator[Path]:
    """Return the Python files of a practice that are neither tests nor the dojo's own."""
    return (path for path in files_of(folder, is_no_source) if path.suffix == ".py")


def is_no_source(name: str) -> bool:
    """Tell whether a file or folder of this name, without the folders around it, holds no code of the person's own."""
    return name.startswith(".") or name in ("tests", "approved_files") or is_ignored(name)


def own_tests(practice: Practice) -> Iterator[Path]:
    """Return the files with tests of the person's own."""
    return filter(is_test, (practice.folder / "tests").rglob("*.py"))


def is_test(path: Path) -> bool:
    """Tell whether pytest looks for tests in a file."""
    return path.match("test_*.py") or path.match("*_test.py")


# Code that somebody brings.


class OwnCode(NamedTuple):
    """What somebody brought: what it is called, and its files by where each goes in a practice."""

    name: str
    files: dict[str, Path]


class Call(NamedTuple):
    """A function or a class that others may call: its module, its name, and the parameters of a function."""

    module: str
    name: str
    parameters: list[str]
    is_class: bool


def read_own_code(path: Path, workspace: Path) -> OwnCode:
    """Return what is at a path; WrongUsageError when it cannot be practised on."""
    path = path.resolve()
    if workspace.is_relative_to(path):
        raise WrongUsageError(f"{path} has the kata in it. Name your own module, package or project.")
    files = {path.name: path} if path.is_file() else dict(_files_in(path))
    top_level_modules = {
        place.removeprefix("src/").split("/")[0].removesuffix(".py") for place in files if place.endswith(".py")
    }
    names = sorted(top_level_modules - {"tests"})
    if not any(map(str.isidentifier, names)):
        raise WrongUsageError(f"{path} has no module that can be imported: letters, digits, _, and .py at the end.")
    if others := OTHERS.intersection(names):
        raise WrongUsageError(
            f"{others.pop()} is a module of Python's own or of the tools, too, and tests would get that one. "
            "Rename yours in a copy, and bring the copy."
        )
    return OwnCode(names[0] if len(names) == 1 else re.sub(r"\W", "_", path.name), files)


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield each file of a package or a project, by where it goes in a practice."""
    found = list(islice(files_of(folder, lambda name: name.startswith(".") or is_ignored(name)), MOST_FILES + 1))
    if len(found) > MOST_FILES:
        raise WrongUsageError(f"{folder} has more than {MOST_FILES:,} files. Name the package alone.")
    for file in found:
        place = file.relative_to(folder).as_posix()
        first = place.split("/")[0]
        if (folder / "__init__.py").exists():
            yield f"{folder.name}/{place}", file
        elif first == "test" or TEST_FILE.fullmatch(first):
            yield f"tests/{place.removeprefix('test/')}", file
        elif first not in NOT_COPIED:
            yield place, file


def first_test(folder: Path, code: str) -> str:
    """Return the first test of code that was brought: what it offers, and calls to choose arguments for."""
    files = dict(_modules_in(folder))
    calls = [call for module, path in files.items() for call in _calls_of(module, path)]
    text = render(
        "practice/test_own_code.py.txt",
        code=code,
        modules=list(files),
        tops=own_modules(folder),
        calls=calls[:MOST_CALLS],
        more=len(calls[MOST_CALLS:]),
    )
    return text.rstrip() + "\n"


def _modules_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield modules and packages, and right inside of these what others may import, by name."""
    root = own_code_folder(folder)
    for name in own_modules(folder):
        package = root / name
        yield name, package / "__init__.py" if package.is_dir() else package.with_suffix(".py")
        inside = (path for path in sorted(package.glob("[!_]*.py")) if not TEST_FILE.fullmatch(path.name))
        yield from ((f"{name}.{path.stem}", path) for path in inside)


def _calls_of(module: str, path: Path) -> Iterator[Call]:
    """Yield the functions and classes of a module that others may call."""
    tree = parse_source(path.read_bytes())
    for node in tree.body if tree else []:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            arguments = [] if isinstance(node, ast.ClassDef) else [*node.args.posonlyargs, *node.args.args]
            yield Call(module, node.name, [each.arg for each in arguments], isinstance(node, ast.ClassDef))


def make_importable(folder: Path) -> None:
    """Let Python find the code in the folder of a practice, and no other of these names that a tool has loaded."""
    root = own_code_folder(folder)
    sys.path.insert(0, str(root))
    names = own_modules(folder)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] in names and not Path(file).is_relative_to(root):
            del sys.modules[name]


def read_code(practice: Practice) -> Sources:
    """Return the code of the practice; WorkspaceError when some of it cannot be read as Python."""
    code: Sources = {}
    for path in source_files(practice.folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            owners_of(text)
        except PARSE_ERRORS as error:
            reason = str(error).replace("<unknown>, ", "")
            raise WorkspaceError(f"{practice.display_path(path)}: {reason}. Correct that, then ask again.") from None
        code[path.relative_to(practice.folder).as_posix()] = text
    return code
