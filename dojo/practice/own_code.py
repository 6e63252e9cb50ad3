"""Code that a person brings with `dojo start --from`: a module, a package or a project.

It is copied without its settings for tests and tools. Its tests go into `tests/`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WrongUsageError
from dojo.pages import render
from dojo.practice.code import (
    find_files,
    find_yatzy_module,
    is_hidden_or_ignored,
    is_source,
    is_test_file,
)
from dojo.practice.model import Practice
from dojo.source import parse_or_none

NOT_COPIED = (
    *("pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py", "pytest.ini"),
    *("README.md", "build", "dist", "docs", "env"),
)
RESERVED_MODULES = {*sys.stdlib_module_names, "dojo", "pytest", "approvaltests", "mutmut"}
MAX_FILES = 2000  # without a limit, `--from ~` copies for minutes
MAX_CALLS = 12  # the first test names the other public names only

NO_MODULE = """\
{path} has no module that can be imported: \
its name must consist of letters, digits and _, and end in .py."""
RESERVED_NAME = """\
{name} is also the name of a module of Python or of a tool, and tests would import that one. \
Copy your code, rename the module in the copy, and use --from with the copy."""


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
    files = _lay_out(path)
    modules = _top_level_modules(files)
    if not any(name.isidentifier() for name in modules):
        raise WrongUsageError(NO_MODULE.format(path=path))
    reserved = [name for name in modules if name in RESERVED_MODULES]
    if reserved:
        raise WrongUsageError(RESERVED_NAME.format(name=reserved[0]))
    if len(modules) == 1:
        return OwnCode(modules[0], files)
    return OwnCode(re.sub(r"\W", "_", path.name), files)


def _lay_out(source: Path) -> dict[str, Path]:
    """Return the files of a module, package or project, by their place in the practice."""
    if source.is_file():
        return {source.name: source}
    found = list(islice(find_files(source, skip=is_hidden_or_ignored), MAX_FILES + 1))
    if len(found) > MAX_FILES:
        message = f"{source} has more than {MAX_FILES:,} files. Use --from with the package alone."
        raise WrongUsageError(message)
    is_package = (source / "__init__.py").exists()
    files = {}
    for file in found:
        path = file.relative_to(source)
        place = path.as_posix()
        top = path.parts[0]
        if is_package:
            files[f"{source.name}/{place}"] = file
        elif top == "test" or _is_for_tests(top):
            files[f"tests/{place.removeprefix('test/')}"] = file
        elif top not in NOT_COPIED:
            files[place] = file
    return files


def _is_for_tests(name: str) -> bool:
    return name == "conftest.py" or is_test_file(Path(name))


def _top_level_modules(files: dict[str, Path]) -> list[str]:
    places = [place.removeprefix("src/") for place in files if place.endswith(".py")]
    return sorted({place.split("/")[0].removesuffix(".py") for place in places} - {"tests"})


def import_folder(practice: Path) -> Path:
    """Return the folder from which the person's own code is imported."""
    source = practice / "src"
    if source.is_dir() and not (source / "__init__.py").exists():
        return source
    return practice


def import_folder_of(practice: Practice) -> Path:
    """Return the folder from which the code of a practice is imported."""
    if practice.is_own_code:
        return import_folder(practice.folder)
    return find_yatzy_module(practice).import_folder


def own_modules(practice: Path) -> list[str]:
    """Return the names of the modules and packages that can be imported."""
    root = import_folder(practice)
    packages = [path.parent for path in root.glob("*/__init__.py")]
    found = [*root.glob("*.py"), *packages]
    names = [path.stem for path in found if is_source(Path(path.name))]
    return sorted(name for name in names if name.isidentifier())


def make_importable(practice: Path) -> None:
    """Add the code to sys.path, and forget modules of its names that were imported before."""
    root = import_folder(practice)
    sys.path.insert(0, str(root))
    names = own_modules(practice)
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] in names and not Path(file).is_relative_to(root):
            del sys.modules[name]


def render_first_test(practice: Path, code_name: str) -> str:
    """Return the first test. It lists all public names, and has calls for some of them."""
    top_modules = own_modules(practice)
    modules: dict[str, Path] = {}
    for name in top_modules:
        modules |= _find_modules(import_folder(practice), name)
    calls: list[PublicName] = []
    for module, path in modules.items():
        calls += _public_names_in(module, path)
    text = render(
        "practice/test_own_code.py.txt",
        code=code_name,
        modules=list(modules),
        tops=top_modules,
        calls=calls[:MAX_CALLS],
        more=len(calls[MAX_CALLS:]),
    )
    return text.rstrip() + "\n"


def _find_modules(root: Path, name: str) -> dict[str, Path]:
    """Return the file of a module, or the files of a package and of its public modules."""
    package = root / name
    if not package.is_dir():
        return {name: package.with_suffix(".py")}
    modules = {name: package / "__init__.py"}
    for path in sorted(package.glob("[!_]*.py")):
        if not _is_for_tests(path.name):
            modules[f"{name}.{path.stem}"] = path
    return modules


def _public_names_in(module: str, path: Path) -> Iterator[PublicName]:
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
