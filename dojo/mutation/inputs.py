"""What results of mutants depend on, as hashes: code and tests by definition, the rest by file."""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path

from dojo.practice.model import parsed

LEFT_BY_TESTS = {"__pycache__", ".replaced"}
TEXT, STATEMENTS = "(text)", "(statements)"  # of a file as a whole; those that define nothing

Definitions = Mapping[str, str]  # what a file defines, with a hash of each


@dataclass(frozen=True)
class Inputs:
    """What results depend on, as hashes.

    `parts` are folders of code whose results are kept together, or not at all; `code` and `tests` are files whose
    results are kept by definition; with anything else in `shared`, nothing is kept.
    """

    parts: dict[str, str]
    shared: dict[str, str]
    code: dict[str, dict[str, str]] = field(default_factory=dict)
    tests: dict[str, dict[str, str]] = field(default_factory=dict)


def tools() -> dict[str, str]:
    """Return what tests mutants: Python, whatever is installed beside it, and our own way to run mutmut."""
    installed = {f"{each.name} {each.version}" for each in distributions()}
    room = Path(__file__).parent
    own = digest(room, room.glob("*.py"))
    return {"Python": sys.version, "an installed package": _hash("\n".join(sorted(installed))), "dojo itself": own}


def files_below(path: Path) -> list[Path]:
    """Return a file, or all files of a folder but pictures, and those that a run of the tests leaves there."""
    found = [path] if path.is_file() else path.rglob("*")
    files = []
    for each in found:
        names = each.relative_to(path).parts
        is_left = ".received." in each.name or not LEFT_BY_TESTS.isdisjoint(names)
        if each.is_file() and each.suffix != ".svg" and not is_left:
            files.append(each)
    return files


def hashes(root: Path, paths: Iterable[Path]) -> dict[str, str]:
    """Return a hash of each file, by its path from `root`."""
    return {path.relative_to(root).as_posix(): _hash(path.read_bytes()) for path in paths}


def digest(root: Path, paths: Iterable[Path]) -> str:
    """Return a hash of files and their paths from `root`."""
    return _hash(repr(sorted(hashes(root, paths).items())))


def definitions_in(path: Path) -> dict[str, str]:
    """Return a hash of each definition in a file, and one of its other statements."""
    tree = parsed(path.read_bytes())
    found: dict[str, str] = {}
    for name, text in _definitions(tree.body if tree else [], ""):
        found[name] = _hash(found.get(name, "") + text)
    return found


def _definitions(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each definition and what it says; a class is its head, and what it defines."""
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield f"def {owner}{node.name}", ast.dump(node)
            case ast.ClassDef():
                head = [*node.decorator_list, *node.bases, *node.keywords]
                yield f"{owner}{node.name}", "".join(map(ast.dump, head))
                yield from _definitions(node.body, f"{owner}{node.name}.")
            case ast.Import() | ast.ImportFrom():
                module = f"{node.level} {node.module}" if isinstance(node, ast.ImportFrom) else ""
                for alias in node.names:
                    yield f"{owner}{alias.asname or alias.name}", f"{module} {alias.name}"
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                yield f"{owner}{name}", ast.dump(node)
            case ast.Expr(ast.Constant()):  # a docstring
                pass
            case _:
                yield STATEMENTS, ast.dump(node)


def _hash(content: str | bytes) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]
