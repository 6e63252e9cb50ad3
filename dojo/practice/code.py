"""The files of a practice, and where its code is: the class Yatzy, or what somebody brought.

Nobody means files that tools, editors and operating systems leave: they are no save and no change, and no snapshot,
commit or revert takes them. pattern: a name, or the shape of one, in the letters that git and fnmatch read alike; it
fits a file or a folder at any depth. A person who wants such a file all the same says so in practice/.gitignore.

entry point: a module that binds the name `Yatzy` at its top level, and the folder from which it is imported. Found by
reading the files, not by running them.
"""

import ast
import os
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from fnmatch import translate
from pathlib import Path
from typing import NamedTuple

from dojo.practice.model import Practice
from dojo.text import WorkspaceError

GITIGNORE = Path(__file__).with_name("gitignore.txt")
LINES = GITIGNORE.read_text(encoding="utf-8").splitlines()
NAMES = re.compile("|".join(translate(line) for line in LINES if line and not line.startswith("# ")))
CLASS = "Yatzy"
# Where Python finds module yatzy; the first of these that is there is the one that is meant.
MEANT = ("yatzy/__init__.py", "yatzy.py", "src/yatzy/__init__.py", "src/yatzy.py")
USUAL = (*MEANT, "__init__.py")  # where anybody would look for Yatzy


Stat = tuple[int, int, int]  # of a file: when it was saved, in nanoseconds, its bytes, and its number on the disk


def is_ignored(name: str) -> bool:
    """Tell whether a file or folder of this name, without the folders around it, is no part of a practice."""
    return NAMES.match(name) is not None


def files_of(folder: Path, is_left_out: Callable[[str], bool] = is_ignored) -> Iterator[Path]:
    """Return the files that are part of a practice, in the order of their names, those of a folder first."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git" and not is_left_out(name))
        paths = (Path(place, name) for name in sorted(names) if name != ".git" and not is_left_out(name))
        yield from filter(Path.is_file, paths)


def stat_of(path: Path) -> Stat | None:
    """Return what shows that a file is another; None when it is not there."""
    with suppress(OSError):
        stat = path.stat()
        return stat.st_mtime_ns, stat.st_size, stat.st_ino
    return None


class NoEntryPointError(WorkspaceError):
    """A practice offers no Yatzy."""


class EntryPoint(NamedTuple):
    """A module that offers Yatzy: its file, the folder that it is imported from, its name there, and all its code."""

    file: Path
    folder: Path
    module: str
    root: Path


def entry_point_of_kata(workspace: Path, implementation: str) -> EntryPoint:
    """Return where an implementation of the kata's own offers Yatzy."""
    root = workspace / implementation
    return EntryPoint(root / "yatzy.py", workspace, f"{implementation}.yatzy", root)


def find_entry_point(practice: Practice) -> EntryPoint:
    """Return where the practice offers Yatzy; NoEntryPointError when it does nowhere."""
    folder = practice.folder
    files = {path.relative_to(folder).as_posix(): path for path in source_files(folder)}
    meant = [name for name in MEANT if name in files][:1]
    for name in meant or sorted(files, key=lambda name: (name not in USUAL, name.count("/"), name)):
        if _binds_yatzy(files[name], certain=name in USUAL):
            return _entry_point(folder, files[name])
    where = practice.shown(files[meant[0]]) if meant else f"{practice.name}/"
    there = "there" if meant else f"in {where}yatzy.py"
    raise NoEntryPointError(f"{where} offers no class Yatzy.\nDefine it {there}, or import it there from where it is.")


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
    packages = {path.parent for path in root.glob("*/__init__.py")}
    modules = {path.with_suffix("") for path in source_files(root) if path.parent == root}
    return sorted(each.name for each in packages | modules if each.name.isidentifier() and each.name != "tests")


def source_files(folder: Path) -> Iterator[Path]:
    """Return the Python files of a practice that are neither tests nor the dojo's own."""
    return (path for path in files_of(folder, is_no_source) if path.suffix == ".py")


def is_no_source(name: str) -> bool:
    """Tell whether a file or folder of this name, without the folders around it, holds no code of the person's own."""
    return name.startswith(".") or name in ("tests", "approved_files") or is_ignored(name)


def _binds_yatzy(file: Path, *, certain: bool) -> bool:
    """Tell whether a file binds Yatzy; if it is `certain` to be meant, perhaps by an import of all that there is."""
    tree = parsed(file.read_bytes())
    if tree is None:
        return certain  # a check that runs it says what is wrong
    return any(_bound(node) in ((CLASS, "*") if certain else (CLASS,)) for node in ast.walk(tree))


def parsed(source: str | bytes) -> ast.Module | None:
    """Return the syntax tree of a source, or None when it does not parse."""
    try:
        with warnings.catch_warnings(action="ignore"):  # what Python thinks of an escape sequence is not asked here
            return ast.parse(source.removeprefix("\ufeff") if isinstance(source, str) else source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _bound(node: ast.AST) -> str | None:
    """Return the name that a piece of code binds, if it does."""
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Store) else None
    if isinstance(node, ast.alias):
        return node.asname or node.name
    return getattr(node, "name", None)  # a class, or a function


def _entry_point(folder: Path, file: Path) -> EntryPoint:
    """Say how a file is imported: a practice that is a package itself from the workspace, else from its own folder."""
    root = folder.parent if (folder / "__init__.py").exists() else folder
    if root == folder and file.relative_to(folder).parts[0] == "src":
        root = folder / "src"
    parts = file.relative_to(root).with_suffix("").parts
    return EntryPoint(file, root, ".".join(parts[:-1] if parts[-1] == "__init__" else parts), folder)
