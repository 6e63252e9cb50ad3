"""Code of somebody's own, which a practice may be about in place of the kata's: it is copied, and never touched.

What is brought is a module, a package, or the folder of a project: modules and packages, or `src/` with these, and
tests beside them. Tests at the top of a project go into `tests/`, where those of every practice are. What sets up tests
and tools there stays behind: a practice has its own.
"""

import ast
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from dojo.pages import render
from dojo.practice.code import files_of, is_ignored, own_code_folder, own_modules, parsed
from dojo.text import WrongUsageError

LEFT_BEHIND = (
    *("pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py", "pytest.ini", "README.md"),
    *("build", "dist", "docs", "env"),
)
TESTS, OTHER_TESTS = "tests", "test"
OF_TESTS = re.compile(r"(test_.*|.*_test|conftest)\.py")
TAKEN = {*sys.stdlib_module_names, "dojo", "pytest", "approvaltests", "mutmut", TESTS}
MOST_FILES = 2000  # somebody typed `--from ~`, and it copied for minutes
MOST_CALLS = 12  # to choose arguments for, in the first test


class OwnCode(NamedTuple):
    """What somebody brought: what it is called, and its files by where each goes in a practice."""

    name: str
    files: dict[str, Path]


class Call(NamedTuple):
    """A function or a class that others may call: its module, its name, and its parameters with their defaults."""

    module: str
    name: str
    parameters: dict[str, str]
    is_class: bool


def read_own_code(path: Path, workspace: Path) -> OwnCode:
    """Return what is at a path; WrongUsageError when it cannot be practised on."""
    path = path.resolve()
    if workspace.is_relative_to(path):
        raise WrongUsageError(f"{path} has the kata in it. Name your own module, package or project.")
    files = {path.name: path} if path.is_file() else dict(_files_in(path))
    names = sorted({_module_of(place) for place in files if place.endswith(".py")} - {TESTS})
    if not any(map(str.isidentifier, names)):
        raise WrongUsageError(f"{path} has no module that can be imported: letters, digits, _, and .py at the end.")
    taken = TAKEN.intersection(names)
    if taken:
        raise WrongUsageError(
            f"{taken.pop()} is a module of Python's own or of the tools, too, and tests would get that one. "
            "Rename yours in a copy, and bring the copy."
        )
    name = names[0] if len(names) == 1 else re.sub(r"\W", "_", path.name)
    return OwnCode(name, files)


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield each file of a package or a project, by where it goes in a practice."""
    is_package = (folder / "__init__.py").exists()
    found = list(islice(files_of(folder, _is_left_out), MOST_FILES + 1))
    if len(found) > MOST_FILES:
        raise WrongUsageError(f"{folder} has more than {MOST_FILES:,} files. Name the package alone.")
    for file in found:
        first, *others = file.relative_to(folder).parts
        if is_package:
            yield "/".join((folder.name, first, *others)), file
        elif first not in LEFT_BEHIND:
            is_test = first == OTHER_TESTS or OF_TESTS.fullmatch(first)
            parts = others if first == OTHER_TESTS else (first, *others)
            yield "/".join((TESTS, *parts) if is_test else parts), file


def _is_left_out(name: str) -> bool:
    return name.startswith(".") or is_ignored(name)


def _module_of(place: str) -> str:
    """Return the module or package at the top that a file belongs to."""
    first, *others = place.split("/")
    return (others[0] if first == "src" and others else first).removesuffix(".py")


def first_test(folder: Path, code: str) -> str:
    """Return the first test of code that was brought: what it offers, and calls to choose arguments for."""
    files = dict(_modules_in(folder))
    calls = [call for module, path in files.items() for call in _calls_of(module, path)]
    shown = calls[:MOST_CALLS]
    tops = own_modules(folder)
    model = {"code": code, "modules": list(files), "tops": tops, "calls": shown, "more": len(calls) - len(shown)}
    return render("practice/test_own_code.py.txt", **model).rstrip() + "\n"


def _modules_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield modules and packages, and right inside of these what others may import, by name."""
    root = own_code_folder(folder)
    for module in own_modules(folder):
        package = root / module
        if not package.is_dir():
            yield module, root / f"{module}.py"
            continue
        yield module, package / "__init__.py"
        for path in sorted(package.glob("[!_]*.py")):
            if not OF_TESTS.fullmatch(path.name):
                yield f"{module}.{path.stem}", path


def _calls_of(module: str, path: Path) -> Iterator[Call]:
    """Yield the functions and classes of a module that others may call."""
    tree = parsed(path.read_bytes())
    for node in tree.body if tree else []:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield Call(module, node.name, _parameters(node), isinstance(node, ast.ClassDef))


def _parameters(node: ast.FunctionDef | ast.ClassDef) -> dict[str, str]:
    """Return the parameters of a function, or of the constructor of a class, each with its default or nothing."""
    if isinstance(node, ast.ClassDef):
        makers = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
        return dict(list(_parameters(makers[0]).items())[1:]) if makers else {}
    names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    defaults = [ast.unparse(each) for each in node.args.defaults]
    without = [""] * (len(names) - len(defaults))
    return dict(zip(names, [*without, *defaults], strict=True))


def make_own(folder: Path) -> None:
    """Let Python find the code in the folder of a practice, and no other of these names that a tool has loaded."""
    root = own_code_folder(folder)
    sys.path.insert(0, str(root))
    names = own_modules(folder)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] in names and not Path(file).is_relative_to(root):
            del sys.modules[name]
