"""Somebody's practice: its files, where it offers class Yatzy, and who works on it.

practice: the folder `practice/` of the workspace, a git repository of its own, in which one person (or a pair, or a
room) works; or one that was put aside, for whoever is inside it. choices: the level, and whether it was started blind.
status: how a check ended; amber where the code could not be asked.
home: `practice/.dojo/`, where the dojo keeps what it needs for a while; git does not see it, and no story is there.
kind: what is done meanwhile, by one process at a time for each kind. A check reads the files and writes what it found;
`dojo mutants` measures a copy for minutes, beside checks. Who puts the practice aside holds all kinds. holder: the
command that has a kind, and its process. The system lets go of what a process held, however it ends.
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
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fnmatch import translate
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
from filelock import FileLock, Timeout

from dojo.errors import WorkspaceError
from dojo.kata.workspace import ALL_LEVELS, Level
from dojo.text import counted

GREEN, AMBER, RED = STATUSES = ("green", "amber", "red")
NAME = "practice"
EARLIER = "practices"  # the folder of those that were put aside; an older dojo put them beside it
HOME = ".dojo"
CHECK, MUTANTS = KINDS = ("check", "mutants")
CHECK_PATIENCE_SECONDS = 60.0  # for it is short; nobody waits for another kind
QUIET_SECONDS = 2.0  # that a person waits without a word
GOLDEN_MASTER = "golden_master.md"  # the file that its scenarios seem to be in, for pytest


GITIGNORE = Path(__file__).with_name("gitignore.txt")
LINES = GITIGNORE.read_text(encoding="utf-8").splitlines()
NAMES = re.compile("|".join(translate(line) for line in LINES if line and not line.startswith("# ")))
CLASS = "Yatzy"
# Where Python finds module yatzy; the first of these that is there is the one that is meant.
MEANT = ("yatzy/__init__.py", "yatzy.py", "src/yatzy/__init__.py", "src/yatzy.py")
USUAL = (*MEANT, "__init__.py")  # where anybody would look for Yatzy


class Differences(NamedTuple):
    """In how many places documents of somebody's own say something else than the kata's, and how much they add."""

    changes: int = 0
    additions: int = 0

    def __str__(self) -> str:
        """Say it in a few words, an empty text when there are none: a customer may have wished all of it."""
        kinds = [(self.changes, "place", "approved otherwise"), (self.additions, "addition", "approved")]
        return ", ".join(f"{counted(number, what)} {words}" for number, what, words in kinds if number)


NOTHING_APPROVED = Differences()


def status_in_words(status: str, approved: Differences) -> str:
    """Say the status of a check, and what it goes by beside the kata's documents."""
    return ", ".join(filter(None, (status, str(approved))))


@dataclass(frozen=True)
class Choices:
    """What was chosen at the start: the number of the level (1-4); blind, without a golden master; who practises.

    `step`: the one of the worked way after which the practice begins, 0 for the tangle. `code`: the name of the code,
    where it is not the kata's; then there is no level, which is 0.
    """

    level: int
    blind: bool
    name: str = ""
    step: int = 0
    code: str = ""

    @property
    def about(self) -> str:
        """Return what is practised on, and how it is guarded."""
        what = f"{self.code}, {ALL_LEVELS[self.level].heading}" if self.code else ALL_LEVELS[self.level].heading
        return f"{what}, blind" if self.blind and not self.code else what


@dataclass(frozen=True)
class Practice:
    """A practice that was started: the workspace around it, what was chosen, and its folder there."""

    workspace: Path
    choices: Choices
    name: str = NAME

    @property
    def folder(self) -> Path:
        """Return where the person's own code is."""
        return self.workspace / self.name

    @property
    def home(self) -> Path:
        """Return where the dojo keeps what it knows of this practice."""
        return home_of(self.folder)

    @property
    def level(self) -> Level:
        """Return the level."""
        return ALL_LEVELS[self.choices.level]

    @property
    def is_own_code(self) -> bool:
        """Tell whether it is about code that somebody brought, in place of the kata's."""
        return bool(self.choices.code)

    @property
    def own_documents(self) -> Path:
        """Return where the practice keeps documents that differ from the shared golden master."""
        return self.folder / "approved_files"

    def guarded(self, *, blind: bool) -> "Practice":
        """Return the same practice, guarded by the golden master, or `blind` by the person's own tests alone."""
        return replace(self, choices=replace(self.choices, blind=blind))

    def shown(self, path: Path) -> str:
        """Show a path as a person in the workspace would type it."""
        return path.relative_to(self.workspace).as_posix() if path.is_relative_to(self.workspace) else str(path)


def practice_at(folder: Path, choices: Choices) -> Practice:
    """Return the practice in a folder, whether it was put aside or not."""
    workspace = workspace_of(folder)
    return Practice(workspace, choices, folder.relative_to(workspace).as_posix())


def workspace_of(folder: Path) -> Path:
    """Return the workspace around the folder of a practice."""
    return folder.parent.parent if folder.parent.name == EARLIER else folder.parent


def home_of(folder: Path) -> Path:
    """Return where the dojo keeps what it knows of a practice in a folder."""
    return folder / HOME


Tell = Callable[[str], None]  # is given what a person waits for, and "" when that is over


class HeldError(WorkspaceError):
    """Somebody else works on the practice; the same command works later."""


def silent(_: str) -> None:
    """Tell nobody."""


@cache
def _lock(path: Path, _process: int) -> FileLock:
    """Return the lock that a process has of a file; it is never removed: a Ctrl-C that comes in a `__del__` is lost."""
    return FileLock(path)


@contextmanager
def hold(folder: Path, kind: str, patience_seconds: float | None = None, tell: Tell = silent) -> Iterator[None]:
    """Hold a kind of work in the practice at `folder`, or once more what is held here; HeldError names the holder."""
    home = home_of(folder)
    home.mkdir(exist_ok=True)
    lock, holder = _lock(home / f"{kind}.lock", os.getpid()), home / f"{kind}.holder"
    patience = (kind == CHECK) * CHECK_PATIENCE_SECONDS if patience_seconds is None else patience_seconds
    try:
        lock.acquire(timeout=min(QUIET_SECONDS, patience))
    except Timeout:
        who = holder.read_text(encoding="utf-8") if holder.exists() else "Another command"
        tell(f"waiting for {who}")
        try:
            lock.acquire(timeout=max(0, patience - QUIET_SECONDS))
        except Timeout:
            raise HeldError(f"{who} is working on {folder.name}/. Wait for it, or stop it.") from None
        finally:
            tell("")
    context = click.get_current_context(silent=True)
    holder.write_text(f"{context.command_path if context else 'dojo'} (process {os.getpid()})", encoding="utf-8")
    try:
        yield
    finally:
        lock.release()


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
