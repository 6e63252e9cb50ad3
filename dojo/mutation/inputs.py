"""The inputs of a mutation run, as hashes: when they change, results of earlier runs may be wrong.

mutmut keeps a result as long as its function stays the same. But whether a test notices a mutant
depends on other code, tests, approved files and tools, too.
"""

import ast
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from dojo.mutation.results import statements_of
from dojo.practice.code import find_files, is_approved_file, is_hidden_or_ignored, is_test_file
from dojo.source import parse_or_none


@dataclass(frozen=True)
class Inputs:
    """Hashes, by path or, for a definition, by "path::name".

    `code` is about the code that is mutated. `other` is about tests, documents, settings and tools.
    """

    code: dict[str, str]
    other: dict[str, str]


def path_of(name: str) -> str:
    """Return the path in the name of a file, a definition or a test."""
    return name.partition("::")[0]


def reason_to_discard(before: Inputs, after: Inputs) -> str:
    """Return the change that makes all results invalid, or an empty string.

    Additions do not: at most, they kill a survivor. Changed functions, test files and approved
    files do not either, because the next run discards the results of these.
    """
    for name in changed_names(before.other, after.other):
        path = path_of(name)
        if not is_test_file(Path(path)) and not is_approved_file(Path(path)):
            return path
    for name in changed_names(before.code, after.code):
        if "::" in name and name in after.code:
            return f"{path_of(name)} (outside functions)"
    return ""


def changed_names(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the names whose hashes changed, or that were removed."""
    return sorted(name for name, _ in before.items() - after.items())


def installed_packages() -> list[str]:
    """Return the names and versions of the packages of this Python."""
    return sorted({f"{each.name} {each.version}" for each in distributions()})


def hash_tools() -> dict[str, str]:
    """Return hashes of Python, of the installed packages, and of this package."""
    modules = sorted(Path(__file__).parent.glob("*.py"))
    return {
        "Python": sys.version,
        "an installed package": _hash("\n".join(installed_packages()).encode()),
        "dojo itself": _hash(b"".join(path.read_bytes() for path in modules)),
    }


def files_below(path: Path) -> Iterator[Path]:
    """Return a file, or the files in a folder that are neither hidden nor ignored."""
    if path.is_file():
        return iter([path])
    return find_files(path, skip=is_hidden_or_ignored)


def hash_files(root: Path, paths: Iterable[Path]) -> dict[str, str]:
    """Return a hash of each file, by its path from `root`."""
    return {path.relative_to(root).as_posix(): _hash(path.read_bytes()) for path in paths}


def hash_definitions(root: Path, file: Path, *, functions: bool) -> dict[str, str]:
    """Return a hash of each import, variable and class in a Python file, and of its functions.

    Docstrings do not count, and of a class only the head does: its body has hashes of its own.
    All other statements share the name "path::".
    """
    prefix = f"{file.relative_to(root).as_posix()}::"
    source: dict[str, str] = defaultdict(str, {prefix: ""})
    tree = parse_or_none(file.read_bytes())
    body = tree.body if tree else []
    for owner, node in statements_of(body):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if functions:
                    source[f"{prefix}{owner}{node.name}"] += ast.dump(node)
            case ast.Expr(ast.Constant()):  # a docstring
                pass
            case ast.ClassDef():
                head = [*node.decorator_list, *node.bases, *node.keywords]
                source[f"{prefix}{owner}{node.name}"] += "".join(map(ast.dump, head))
            case ast.Import() | ast.ImportFrom() | ast.Assign() | ast.AnnAssign():
                name = ast.unparse(node).partition(" = ")[0]
                source[f"{prefix}{owner}{name}"] += ast.dump(node)
            case _:
                source[prefix] += ast.dump(node)
    return {name: _hash(text.encode()) for name, text in source.items()}


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
