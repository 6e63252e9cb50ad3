"""The parts of a state that a run of scenarios depends on; without a change there, skip the run.

state: the code after a step, the text of each file by its path.
piece: a statement in the body of a module or a class. A class or function counts with its head
only; the body of a function is kept separately. A piece binds names, and it uses names.
called: the functions that a run has called, each by its file and name.
trail: the pieces that a run depends on. These are the pieces that do more than bind a name, the
pieces that bind a name which the scenarios or the trail use, and the bodies of the functions among
them that were called. The content of a class belongs to the trail only if the class is looked up:
otherwise there is no object of it.

Why a run can be skipped on a state with the trail of a run that passed: scenarios, dice and machine
are the same in each run, and each run imports the state anew. (Every state is imported at least
once.) So both runs begin alike. Each name that the code looks up means the same in both, because
all pieces that bind it are in the trail. So both call the same functions, with the same bodies, and
so on to the end. This holds for code that looks up names as they are written. If a state has words
that can look up names in another way, its whole code is in the trail.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

State = dict[str, str]
Names = frozenset[str]
Left = tuple[tuple[str, str, str], ...]  # names, heads and bodies

GOLDEN_MASTER = Path(__file__).resolve().parents[1] / "golden_master"
HELPER = re.compile(r"^from tests\.golden_master\.(\w+) import", re.MULTILINE)
NONE: Names = frozenset()
OFFERED = {"Yatzy"}  # the class that fixtures give to the scenarios
PACKAGE = "/__init__.py"
FILES = 64  # of late, that are remembered; far more than a state has
TREES = 8  # likewise; they are large
Function = ast.FunctionDef | ast.AsyncFunctionDef
# Decorators and functions that make something, and touch nothing else.
HARMLESS = {
    *(
        "staticmethod",
        "classmethod",
        "property",
        "cache",
        "cached_property",
        "contextmanager",
        "dataclass",
    ),
    *("abstractmethod", "override", "total_ordering", "TypeVar", "field"),
}
OTHER_WAYS = {
    *(
        "getattr",
        "setattr",
        "delattr",
        "hasattr",
        "globals",
        "locals",
        "vars",
        "dir",
        "eval",
        "exec",
        "sys",
        "inspect",
    ),
    *(
        "importlib",
        "__import__",
        "ImportError",
        "ModuleNotFoundError",
        "attrgetter",
        "methodcaller",
    ),
    *(
        "__dict__",
        "__doc__",
        "__code__",
        "__subclasses__",
        "__init_subclass__",
        "__set_name__",
        "__getattr__",
    ),
    *("__getattribute__", "__class_getitem__", "metaclass", "*"),
}


class Piece(NamedTuple):
    """A statement with the names that it binds and uses; `does_more`: it does not only bind."""

    name: str
    binds: Names
    does_more: bool
    head: str
    uses: Names
    body: str = ""
    uses_when_called: Names = NONE
    within: str = ""  # the class that it stands in, by the name that its head uses

    def looked_up(self, called: Names) -> Names:
        """Return the names that it uses in a run that calls these functions."""
        return self.uses | self.uses_when_called if self.name in called else self.uses

    def is_reached(self, names: Names) -> bool:
        """Tell whether it binds one of the names that a run looks up."""
        return self.within in names and not names.isdisjoint(self.binds)

    def left_by(self, called: Names) -> tuple[str, str, str]:
        """Return what such a run leaves of it in a trail."""
        return self.name, self.head, self.body if self.name in called else ""


class Trail(NamedTuple):
    """The names that a run looks up, the functions that it calls, and the pieces that it needs."""

    names: Names
    called: Names
    left: Left


class Code(NamedTuple):
    """The pieces of a state; the numbers of those that bind a name, and of those that do more."""

    pieces: list[Piece]
    binding: dict[str, list[int]]
    doing_more: list[int]
    has_other_ways: bool


FUNCTIONS: dict[
    tuple[str, Names, str], Piece
] = {}  # by place, class and text: most are in many states


def trail_of(state: State, used: Names, called: Names) -> Trail:
    """Return the trail of a run of scenarios that use these names, if it calls these functions."""
    code = code_of(*((path, state[path]) for path in paths_of(state)))
    reached, names = set(code.doing_more), frozenset({""})
    due = used.union(*(code.pieces[number].looked_up(called) for number in reached))
    waiting: set[int] = set()  # for the class that they stand in to be looked up
    while due:
        names |= due
        waiting |= {number for name in due for number in code.binding.get(name, ())} - reached
        found = {number for number in waiting if code.pieces[number].within in names}
        waiting -= found
        reached |= found
        due = NONE.union(*(code.pieces[number].looked_up(called) for number in found)) - names
    return Trail(names, called, left_in(state, names, called))


def remains(trail: Trail, state: State) -> bool:
    """Return whether the same run on another state has this trail."""
    return left_in(state, trail.names, trail.called) == trail.left


def left_in(state: State, names: Names, called: Names) -> Left:
    """Return the parts of a state for a run that looks up these names and calls these functions."""
    code = code_of(*((path, state[path]) for path in paths_of(state)))
    if code.has_other_ways:
        return tuple((path, text, "") for path, text in sorted(state.items()))
    return tuple(
        each.left_by(called) for each in code.pieces if each.does_more or each.is_reached(names)
    )


@lru_cache(FILES)
def code_of(*files: tuple[str, str]) -> Code:
    """Return the pieces of a state."""
    pieces = [piece for path, text in files for piece in pieces_of(path, text)]
    binding: defaultdict[str, list[int]] = defaultdict(list)
    for number, piece in enumerate(pieces):
        for name in piece.binds:
            binding[name].append(number)
    doing_more = [number for number, piece in enumerate(pieces) if piece.does_more]
    words = bare(frozenset().union(*(piece.uses | piece.uses_when_called for piece in pieces)))
    return Code(pieces, binding, doing_more, has_other_ways=not OTHER_WAYS.isdisjoint(words))


def bare(names: Names) -> Names:
    """Return names without the places where they stand."""
    return frozenset(name.rpartition(":")[2] for name in names)


def paths_of(state: State) -> list[str]:
    """Return the paths of the modules that Python finds; a package hides a module of its name."""
    python = sorted(path for path in state if path.endswith(".py"))
    return [path for path in python if path.removesuffix(".py") + PACKAGE not in state]


@lru_cache(TREES)
def parsed(path: str, text: str) -> ast.Module:
    """Return the syntax tree of a file; SyntaxError when Python does not understand it."""
    return ast.parse(text, path)


@lru_cache(FILES)
def pieces_of(path: str, text: str) -> list[Piece]:
    """Return the pieces of a file; one that Python does not understand is a piece."""
    try:
        return list(pieces_in(parsed(path, text).body, f"{path}:", NONE, text.splitlines()))
    except SyntaxError:
        return [Piece(path, NONE, does_more=True, head=text, uses=NONE)]


def pieces_in(body: list[ast.stmt], place: str, owner: Names, lines: list[str]) -> Iterator[Piece]:
    """Return the pieces of a body; `owner` is the name of the class, if it is that of one."""
    for node in without_docstring(body):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                special = owner if node.name.startswith("_") else NONE  # Python itself calls these
                text = "\n".join(
                    lines[node.lineno - 1 - len(node.decorator_list) : node.end_lineno]
                )
                if (place, special, text) not in FUNCTIONS:
                    FUNCTIONS[place, special, text] = function(node, place, special)
                yield FUNCTIONS[place, special, text]
            case ast.ClassDef():
                yield from of_class(node, place, owner, lines)
            case ast.Import() | ast.ImportFrom():
                for one, bound in imports_of(node):
                    yield plain(one, place, owner | {bound}, does_more=bound == "*")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield plain(node, place, owner | {name}, does_more=calls(node))
            case _:
                yield plain(node, place, owner, does_more=True)


def imports_of(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[ast.stmt, str]]:
    """Return a statement for each name that is imported, and the name that it binds."""
    for each in node.names:
        one = (
            ast.Import([each])
            if isinstance(node, ast.Import)
            else ast.ImportFrom(node.module, [each], node.level)
        )
        yield one, (each.asname or each.name).partition(".")[0]


def of_class(node: ast.ClassDef, place: str, owner: Names, lines: list[str]) -> Iterator[Piece]:
    """Return the pieces of a class; where it is derived, anybody may call what stands in it."""
    head = ast.ClassDef(node.name, node.bases, node.keywords, [], node.decorator_list)
    name = f"{place}{node.name}."
    one = plain(head, place, owner | {node.name}, does_more=not is_harmless(node))
    yield one._replace(uses=one.uses | {name})
    for piece in pieces_in(node.body, name, bound_in(place, {node.name}), lines):
        binds = piece.binds | bound_in(place, {node.name}) if node.bases else piece.binds
        yield piece._replace(binds=binds, within=piece.within or name)


def function(node: Function, place: str, owner: Names) -> Piece:
    """Return the piece of a function."""
    head = ast.FunctionDef(node.name, node.args, [], node.decorator_list, node.returns)
    does_more = not is_harmless(node) or calls(node.args)
    body = ast.Module(without_docstring(node.body), [])
    kind = type(node).__name__
    return Piece(
        place + node.name,
        bound_in(place, owner | {node.name}),
        does_more,
        kind + ast.dump(head),
        names_in(place, head),
        ast.dump(body),
        names_in(place, body),
    )


def plain(node: ast.stmt, place: str, binds: Iterable[str], *, does_more: bool) -> Piece:
    """Return the piece of a statement that is no function."""
    return Piece(place, bound_in(place, binds), does_more, ast.dump(node), names_in(place, node))


def bound_in(place: str, names: Iterable[str]) -> Names:
    """Return names as attributes, which any module may use, and with the path of their module."""
    path = place.partition(":")[0]
    return frozenset(names) | {f"{path}:{name}" for name in names if ":" not in name}


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return a body without the texts that nothing is done with."""
    return [
        node
        for node in body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]


def is_harmless(node: Function | ast.ClassDef) -> bool:
    """Tell whether the decorators touch nothing else."""
    makers = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return all(isinstance(each, ast.Name) and each.id in HARMLESS for each in makers)


def calls(node: ast.AST) -> bool:
    """Tell whether something is called."""
    made = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return not all(isinstance(each, ast.Name) and each.id in HARMLESS for each in made)


def names_in(place: str, *nodes: ast.AST) -> Names:
    """Return all words that code may look up; names of its own module with the module's path."""
    path = place.partition(":")[0]
    return frozenset(
        word for node in nodes for each in ast.walk(node) for word in words_of(each, path)
    )


def words_of(node: ast.AST, path: str) -> list[str]:  # noqa: PLR0911 - a line for each kind
    """Return the words in a node itself."""
    match node:
        case ast.Name(id=word):
            return [f"{path}:{word}"]
        case ast.Attribute(attr=word) | ast.keyword(arg=str(word)):
            return [word]
        case ast.Constant(value=str(text)):
            return text.split()
        case ast.Import(names=names):
            return [word for each in names for word in each.name.split(".")]
        case ast.ImportFrom(module=module, names=names, level=level):
            folder = path.split("/")[: -level or None] if level else []
            found = "/".join([*folder, *(module or "").split(".")]).rstrip("/")
            return [
                f"{file}:{each.name}" for each in names for file in (f"{found}.py", found + PACKAGE)
            ]
        case ast.MatchClass(kwd_attrs=attributes):
            return attributes
        case _:
            return []


@cache
def names_used(scenarios: frozenset[Path]) -> Names:
    """Return the names that scenarios use, or anything that they import of the golden master."""
    texts = {path: path.read_text(encoding="utf-8") for path in scenarios}
    helpers = {
        GOLDEN_MASTER / f"{name}.py" for text in texts.values() for name in HELPER.findall(text)
    }
    if not helpers <= scenarios:
        return names_used(scenarios | helpers)
    return names_in("", *map(ast.parse, texts.values())) | OFFERED
