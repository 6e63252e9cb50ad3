"""What a function is made of, so that code can be recognised that somebody has written in their own way.

function: a function or a method, or the fields of a class; functions inside it are part of it. container: the class
around it, else the module. statement: a simple one, or the head of one that contains others; docstrings, imports and
annotations are none. form: a statement as text. alike: its form, whatever local names are called and whoever owns what
it asks for: `self.total`, `Yatzy.total` and `total` are one.
"""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import PurePosixPath

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Node = Definition | ast.ClassDef
Forms = Counter[str]

OWNERS = ("self", "cls")
NO_STATEMENTS = (ast.Import, ast.ImportFrom, ast.Pass, ast.Global, ast.Nonlocal)
PIECE = re.compile(r"^(?P<indent>(?: {4})?)(?:@.*\n(?P=indent))*(?:class|def|async def) ", re.MULTILINE)
LEFT_OUT = {"ctx", "annotation", "returns", "type_comment", "decorator_list", "type_params", "simple", "kind"}


@dataclass(frozen=True, eq=False)
class Function:
    """A function: its file, container and name, and what it is in the syntax tree."""

    file: str
    container: str
    name: str
    node: Node

    @property
    def key(self) -> tuple[str, str]:
        """Return what it is known by, whatever file it is in."""
        return self.container, self.name

    @property
    def is_class(self) -> bool:
        """Tell whether it is the fields of a class."""
        return isinstance(self.node, ast.ClassDef)

    @property
    def first(self) -> int:
        """Return its first line, the one with its name."""
        return self.node.lineno

    @property
    def last(self) -> int:
        """Return its last line."""
        return self.node.end_lineno or self.node.lineno

    @cached_property
    def statements(self) -> int:
        """Return how many statements it has, its first line among them."""
        return self.alike.total()

    @cached_property
    def alike(self) -> Forms:
        """Return how often it has each statement, as far as they are alike."""
        return Counter(self._in_order)

    @cached_property
    def exact(self) -> Forms:
        """Return how often it has each statement, names and all."""
        return Counter(_form(each, None) for each, _ in _statements(self.node))

    @cached_property
    def order(self) -> Forms:
        """Return how often a statement follows upon another, as far as they are alike."""
        return Counter(" / ".join(pair) for pair in pairwise(self._in_order))

    @cached_property
    def nesting(self) -> Forms:
        """Return how often it has each statement at each depth, as far as they are alike."""
        depths = [depth for _, depth in _statements(self.node)]
        at_depth = [f"{depth} {form}" for depth, form in zip(depths, self._in_order, strict=True)]
        return Counter(at_depth)

    @cached_property
    def _in_order(self) -> list[str]:
        names = _local_names(self.node)
        return [_form(each, names) for each, _ in _statements(self.node)]


def likeness(one: Function, other: Function) -> float:
    """Return how much of two functions is alike, from 0 to 1."""
    shared = one.alike & other.alike
    return 2 * shared.total() / (one.statements + other.statements)


def functions_of_file(file: str, text: str) -> list[Function]:
    """Return the functions of a file and its classes; SyntaxError or ValueError when it does not parse."""
    with warnings.catch_warnings(action="ignore"):  # what Python thinks of an escape sequence is not asked here
        tree = ast.parse(text.removeprefix("\ufeff"))
    module = PurePosixPath(file).stem
    return [Function(file, container, each.name, each) for container, each in _definitions(module, tree)]


@lru_cache(maxsize=100)
def functions_by_piece(file: str, text: str) -> Sequence[Function]:
    """Return the same of a file of the worked way; a function that is as it was in another state is parsed once."""
    container = ""
    found: list[Function] = []
    try:
        bounds = [*_starts(text), len(text)]
        for start, end in pairwise(bounds):
            piece = text[start:end]
            if not piece.startswith(" "):
                container = PurePosixPath(file).stem
            function = _function_of(container, piece)
            found.append(function)
            if function.is_class:
                container = function.name
    except SyntaxError:  # what looks like the start of one is none
        return functions_of_file(file, text)
    return found


def _starts(text: str) -> Iterator[int]:
    """Return where the classes begin in a text, their functions, and those outside of a class."""
    in_class = False
    for found in PIECE.finditer(text):
        if not found["indent"]:
            in_class = found[0].endswith("class ")
        if in_class or not found["indent"]:
            yield found.start()


@lru_cache(maxsize=2000)
def _function_of(container: str, piece: str) -> Function:
    if piece.startswith(" "):
        piece = f"class _:\n{piece}"
    if piece.rstrip().endswith(":"):
        piece += "    pass\n"
    tree = ast.parse(piece)
    node = next(each for each in ast.walk(tree) if isinstance(each, Node) and each.name != "_")
    return Function("", container, node.name, node)


def _definitions(container: str, node: ast.Module | ast.ClassDef) -> Iterator[tuple[str, Node]]:
    """Return the functions and classes in a module or a class, and in its classes, each with its container."""
    for each in node.body:
        if isinstance(each, Node):
            yield container, each
        if isinstance(each, ast.ClassDef):
            yield from _definitions(each.name, each)


def _statements(node: Node) -> Iterator[tuple[ast.AST, int]]:
    """Return a function and the statements in it, in order, and how deep each is; of a class, what is no function."""
    yield node, 0
    body = node.body
    if isinstance(node, ast.ClassDef):
        body = [each for each in body if not isinstance(each, Node)]
    yield from _inside(body, 1)


def _inside(body: list[ast.stmt], depth: int) -> Iterator[tuple[ast.AST, int]]:
    for each in body:
        if isinstance(each, NO_STATEMENTS) or _is_text(each):
            continue
        yield each, depth
        for part in ("body", "handlers", "cases", "orelse", "finalbody"):
            for inner in getattr(each, part, []):
                if isinstance(inner, ast.stmt):
                    yield from _inside([inner], depth + 1)
                else:  # except, case
                    yield inner, depth
                    yield from _inside(inner.body, depth + 1)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _local_names(node: Node) -> set[str]:
    """Return the names that a function binds; the fields of a class keep theirs."""
    if isinstance(node, ast.ClassDef):
        return set()
    nodes = list(ast.walk(node))
    stored = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    arguments = {each.arg for each in nodes if isinstance(each, ast.arg)}
    return stored | arguments


def _form(statement: ast.AST, local_names: set[str] | None) -> str:
    """Return a statement as text; with `local_names`, numbers in their place."""
    if isinstance(statement, Definition):
        given = statement.args
        arguments = (*given.posonlyargs, *given.args, *given.kwonlyargs)
        names = [each.arg for each in arguments if each.arg not in OWNERS]
        shown = len(names) if local_names is not None else ", ".join(names)
        return f"def {shown} {given.vararg is not None}"
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        statement = ast.Assign([statement.target], statement.value)
    return _text(statement, {}, local_names)


def _text(node: object, numbers: dict[str, str], local_names: set[str] | None) -> str:
    """Return a piece of a statement as text, without the statements inside; `numbers` of the local names so far."""
    if isinstance(node, list):
        simple = [each for each in node if not _contains(each)]
        return ",".join(_text(each, numbers, local_names) for each in simple)
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.arg):
        node = ast.Name(node.arg)
    if isinstance(node, ast.Name):
        if local_names is None or node.id not in local_names:
            return node.id
        return numbers.setdefault(node.id, f"_{len(numbers)}")
    if isinstance(node, ast.Attribute) and _is_owner(node.value):
        return node.attr
    fields = [getattr(node, name) for name in node._fields if name not in LEFT_OUT]
    texts = " ".join(_text(each, numbers, local_names) for each in fields)
    return f"{type(node).__name__}({texts})"


def _contains(node: object) -> bool:
    """Tell whether something in a list is a statement of its own, or has some."""
    return isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case)


def _is_owner(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and (node.id in OWNERS or node.id[:1].isupper())
