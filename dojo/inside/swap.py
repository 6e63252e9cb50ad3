"""Putting other code in place in a running Python: of a function, or of whole files.

A patched function is {"path": ..., "first": line, "last": line, "names": [class, ..., name]}: the
patched file, and in it the outermost function around the change, with its decorators.
"""

import __future__

import ast
import gc
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from importlib.abc import InspectLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from dojo.inside.reach import real_path

PatchedFunction = dict[str, Any]
Place = tuple[str, int]  # the real path of a file, and the first line of a function
Namespace = dict[str, Any]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
LAMBDA = "<lambda>"
LOCALS = "<locals>"  # Python has it in qualified names
VERSION = "__dojo_version__"  # the attribute of a function whose code cannot be replaced
INNER = ("__wrapped__", "__func__", "fget", "fset", "fdel")
NOT_GRAFTED = ("__dict__", "__weakref__", "__module__", "__doc__", "__qualname__")


def encoding_of(file: Path) -> str:
    with file.open("rb") as source:
        return tokenize.detect_encoding(source.readline)[0]


def split_lines(text: str) -> list[str]:
    """Return the lines of a source with their ends. A form feed ends no line."""
    return list(io.StringIO(text, newline=""))


def read_lines(file: Path) -> list[str]:
    return split_lines(file.read_bytes().decode(encoding_of(file)))


class SourceFunction(NamedTuple):
    """A function of a source, or a lambda that is assigned to a name.

    `name`: with the classes and functions around it, as in "Cart.total", or "logged.<locals>.call".
    """

    name: str
    node: FunctionNode

    @property
    def first(self) -> int:
        """The first line of its code, with decorators."""
        decorators: list[ast.expr] = getattr(self.node, "decorator_list", [])
        return min([self.node.lineno, *(each.lineno for each in decorators)])

    @property
    def code_name(self) -> str:
        return getattr(self.node, "name", LAMBDA)

    @property
    def place_name(self) -> str:
        """Its name in a place, which ends with that of its code."""
        return f"{self.name}.{LAMBDA}" if self.code_name == LAMBDA else self.name

    def differs_from(self, other: "SourceFunction") -> bool:
        """Return whether more than layout and comments differs."""
        return ast.dump(self.node) != ast.dump(other.node)


def functions_by_name(text: str) -> dict[str, SourceFunction]:
    """Return the functions of a source from top to bottom. The second `f` is called "f@2"."""
    counts: Counter[str] = Counter()
    found: dict[str, SourceFunction] = {}
    for function in _functions_below(ast.parse(text), ()):
        counts[function.name] += 1
        number = counts[function.name]
        name = function.name if number == 1 else f"{function.name}@{number}"
        found[name] = function
    return found


def _functions_below(node: ast.AST, names: tuple[str, ...]) -> Iterator[SourceFunction]:
    """Yield the functions below a node. `names`: of the classes and functions around it."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                inner = (*names, child.name)
                yield SourceFunction(".".join(inner), child)
                yield from _functions_below(child, (*inner, LOCALS))
            case ast.ClassDef():
                yield from _functions_below(child, (*names, child.name))
            case (
                ast.Assign(targets=[ast.Name(name)], value=ast.Lambda() as function)
                | ast.AnnAssign(target=ast.Name(name), value=ast.Lambda() as function)
            ):
                yield SourceFunction(".".join((*names, name)), function)
            case _:
                yield from _functions_below(child, names)


def find_functions(root: str) -> dict[Place, list[FunctionType]]:
    """Return the functions of files below a folder, also decorated and cached ones."""
    found: dict[Place, list[FunctionType]] = {}
    gc.unfreeze()  # objects that a project has frozen are not listed
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            path = real_path(each.__code__.co_filename)
            if path.startswith(root):
                found.setdefault((path, each.__code__.co_firstlineno), []).append(each)
    return found


def replace_code(functions: list[FunctionType], lines: list[str], patch: PatchedFunction) -> None:
    """Give functions the code of their patched source. `lines`: those of the patched file.

    Raises ValueError if Python refuses it, because the patch changes which variables are free.
    """
    code = compile_function(functions[0], lines, patch)
    for function in functions:
        function.__code__ = code


def compile_function(live: FunctionType, lines: list[str], patch: PatchedFunction) -> CodeType:
    """Compile the patched function in its classes, and at its line."""
    first, last, names = patch["first"], patch["last"], patch["names"]
    body = lines[first - 1 : last]
    head = [" " * depth + f"class {name}:\n" for depth, name in enumerate(names[:-1])]
    if not head and body[0][0].isspace():
        head = ["if 1:\n"]
    blank = ["\n"] * (first - 1 - len(head))
    features = _features(live.__code__)
    if features and blank:
        blank[0] = f"from __future__ import {', '.join(features)}\n"
    path = live.__code__.co_filename
    module = sys.modules.get(live.__module__)
    loader = getattr(module, "__loader__", None)
    # A loader that changes what it loads changes the patched source, too.
    source_to_code = getattr(loader, "source_to_code", InspectLoader.source_to_code)
    code: CodeType = source_to_code("".join([*blank, *head, *body]), path)
    found = _find_code(code, first, names[-1])
    if found is None:
        raise ValueError(f"{path} has no function {names[-1]} in line {first}")
    return found


def _features(code: CodeType) -> list[str]:
    """Return the features from __future__ that the source of some code imports."""
    names = __future__.all_feature_names
    return [name for name in names if code.co_flags & getattr(__future__, name).compiler_flag]


def _find_code(code: CodeType, line: int, name: str) -> CodeType | None:
    """Return the code of the function with a name that begins in a line, or None.

    It may be in a class, or in another function.
    """
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_firstlineno == line and each.co_name == name:
                return each
            found = _find_code(each, line, name)
            if found is not None:
                return found
    return None


class OtherSource:
    """The statements of another version of a file that the current version does not have.

    What both have stays as it is, so that a module keeps the state that it got in the meantime. A
    function or a class with other bodies of functions stays, too: it may have registered itself,
    which often is possible only once. Without a `current` version, all statements run anew.

    `data`: for each class that runs anew, the names of the data that it sets otherwise. `removed`:
    for each class that only has other methods, the names of those that it does not have.
    `replacements`: the other code of functions that both versions have, by the first line and the
    name of the current code. `functions`: the names of those of the module.
    """

    def __init__(self, path: str, other: str, current: str = "") -> None:
        self.path = path
        self.data: dict[str, set[str]] = {}
        self.removed: dict[str, set[str]] = {}
        current_nodes = ast.parse(current).body
        other_nodes = ast.parse(other).body
        classes = {node.name: node for node in current_nodes if isinstance(node, ast.ClassDef)}
        statements: list[ast.stmt] = []
        methods: list[ast.stmt] = []
        for node in changed_statements(current_nodes, other_nodes):
            if not isinstance(node, ast.ClassDef):
                statements.append(node)
                continue
            before = classes.get(node.name)
            changed = changed_statements(before.body if before else [], node.body)
            if before is not None and differs_in_methods(before, node):
                self.removed[node.name] = functions_among(before.body) - functions_among(node.body)
                methods.append(class_with(node, changed))
            else:
                self.data[node.name] = assigned_names(changed)
                statements.append(node)
        futures: list[ast.stmt] = [node for node in other_nodes if is_future(node)]
        self.code = self._compile([*futures, *statements])
        self.methods = self._compile([*futures, *methods])
        self.replacements = self._find_replacements(other, current)
        self.functions = functions_among(other_nodes) & {name for _, name in self.replacements}

    def _compile(self, statements: list[ast.stmt]) -> CodeType:
        module = ast.fix_missing_locations(ast.Module(statements, type_ignores=[]))
        code: CodeType = compile(module, self.path, "exec", dont_inherit=True)
        return code

    def _find_replacements(self, other: str, current: str) -> dict[tuple[int, str], CodeType]:
        found: dict[tuple[int, str], CodeType] = {}
        whole = compile(other, self.path, "exec", dont_inherit=True)
        others = functions_by_name(other)
        for name, function in functions_by_name(current).items():
            made = others.get(name)
            if made is not None and function.differs_from(made):
                code = _find_code(whole, made.first, made.code_name)
                if code is not None:
                    found[function.first, function.code_name] = code
        return found

    def put_in_place(self, namespace: Namespace) -> None:
        """Run the statements. Functions and classes that exist keep their identity."""
        self._run_statements(namespace)
        self._replace_methods(namespace)
        for name in self.functions:
            clear_cache(namespace.get(name))

    def _run_statements(self, namespace: Namespace) -> None:
        live = dict(namespace)
        exec(self.code, namespace)  # noqa: S102 - the code of the person
        for name, made in list(namespace.items()):
            before = live.get(name)
            if before is None or made is before:
                continue
            if isinstance(before, type) and isinstance(made, type):
                graft_class(before, made, self.data.get(name, set()))
                remove_functions(before, vars(before).keys() - vars(made).keys())
                namespace[name] = before
            else:
                namespace[name] = graft(before, made)

    def _replace_methods(self, namespace: Namespace) -> None:
        """Give classes the methods of the other version, and remove those that it has not."""
        classes: Namespace = {}
        exec(self.methods, namespace, classes)  # noqa: S102 - the code of the person
        for name, removed in self.removed.items():
            owner = namespace.get(name)
            if isinstance(owner, type):  # not if a decorator has replaced it
                graft_class(owner, classes[name], set())
                remove_functions(owner, removed)

    def replace_live(self, functions: Mapping[Place, list[FunctionType]]) -> None:
        """Give live functions their other code, however they are decorated."""
        for (line, name), code in self.replacements.items():
            for live in functions.get((self.path, line), ()):
                current = live.__code__
                if current.co_name == name and current.co_freevars == code.co_freevars:
                    live.__code__ = code


def version_of(function: Any) -> Any:  # noqa: ANN401 - a function
    """Return the function that stands for a live one, after a version was put in place."""
    return getattr(function, VERSION, function)


def is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def changed_statements(current: list[ast.stmt], other: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements of another version that the current one does not have.

    A function with another body is none, and neither is a docstring or `pass`.
    """
    known = {ast.dump(node) for node in current}
    known |= {head_of(node) for node in current if isinstance(node, FUNCTIONS)}
    changed: list[ast.stmt] = []
    for node in other:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        does_nothing = is_docstring or isinstance(node, ast.Pass)
        if not does_nothing and known.isdisjoint([ast.dump(node), head_of(node)]):
            changed.append(node)
    return changed


def head_of(node: ast.stmt) -> str:
    """Return a statement as text, without the body of a function or a class.

    Python can replace a body only if the other one uses the class of a method in the same way.
    """
    head = copy(node)
    if isinstance(head, ast.ClassDef):
        head.body = []
    if isinstance(head, FUNCTIONS):
        head.body = []
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        return f"{ast.dump(head)} {names.isdisjoint(['super', '__class__'])}"
    return ast.dump(head)


def differs_in_methods(one: ast.ClassDef, other: ast.ClassDef) -> bool:
    """Return whether two versions of a class differ in methods alone.

    Then, these can be made without the class. No default value or decorator has a name of it.
    """
    changed = changed_statements(one.body, other.body) + changed_statements(other.body, one.body)
    names = functions_among(other.body) | assigned_names(other.body)
    for node in changed:
        if not isinstance(node, FUNCTIONS) or used_names(node) & names:
            return False
    return head_of(one) == head_of(other)


def used_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names that a definition of a function uses."""
    parts = [function.args, *function.decorator_list]
    names: set[str] = set()
    for part in parts:
        names |= {each.id for each in ast.walk(part) if isinstance(each, ast.Name)}
    return names


def class_with(node: ast.ClassDef, methods: list[ast.stmt]) -> ast.ClassDef:
    """Return a class of the same name with nothing but some methods."""
    made = copy(node)
    made.bases = []
    made.keywords = []
    made.decorator_list = []
    made.body = [*methods, ast.Pass()]
    return made


def functions_among(nodes: list[ast.stmt]) -> set[str]:
    return {node.name for node in nodes if isinstance(node, FUNCTIONS)}


def assigned_names(nodes: list[ast.stmt]) -> set[str]:
    """Return the names that statements of a class set. The local names of a method are none."""
    names: set[str] = set()
    for node in nodes:
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            stored = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
            names |= {each.id for each in stored if isinstance(each.ctx, ast.Store)}
    return names


def graft(live: Any, made: Any) -> Any:  # noqa: ANN401 - what a name can have
    """Give a live function the code of another version. Returns the function to use."""
    if type(live) is not type(made):
        return made
    is_grafted = False
    if isinstance(live, FunctionType):
        if live.__code__.co_freevars != made.__code__.co_freevars:
            setattr(live, VERSION, made)
            return made
        live.__code__ = made.__code__
        live.__defaults__ = made.__defaults__
        live.__kwdefaults__ = made.__kwdefaults__
        is_grafted = True
    for name in INNER:
        inner = getattr(live, name, None)
        other = getattr(made, name, None)
        if inner is not None and other is not None:
            is_grafted = graft(inner, other) is inner
    clear_cache(live)
    return live if is_grafted else made


def clear_cache(function: Any) -> None:  # noqa: ANN401 - what a name can have
    if hasattr(function, "cache_clear"):
        function.cache_clear()


def graft_class(live: Any, made: Any, data: set[str]) -> None:  # noqa: ANN401 - classes
    """Give a live class the functions of another version, and some of its data."""
    own = dict(vars(live))
    for name, value in vars(made).items():
        is_function = callable(value) or hasattr(value, "__get__")
        is_kept = name in own and not is_function and name not in data
        if name in NOT_GRAFTED or is_kept or type(value).__name__ == "member_descriptor":
            continue
        found = graft(own.get(name), value)
        for each in functions_in(found):
            set_class(each, live)
        with suppress(AttributeError, TypeError):  # such as a member of an enum
            setattr(live, name, found)


def remove_functions(owner: Any, names: Iterable[str]) -> None:  # noqa: ANN401 - a class
    for name in names:
        if callable(vars(owner)[name]):
            delattr(owner, name)


def functions_in(value: Any) -> list[FunctionType]:  # noqa: ANN401 - an attribute of a class
    """Return the function of an attribute, or the ones that it wraps, as a property does."""
    inner = [getattr(value, name, None) for name in INNER]
    return [each for each in (value, *inner) if isinstance(each, FunctionType)]


def set_class(function: FunctionType, owner: type) -> None:
    """Have `super()` in a function mean the live class."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        if name == "__class__":
            cell.cell_contents = owner


class Versions:
    """The current version of some files and the other one, which a fork puts in place.

    Both are sources by their paths. Without a source, the current version is the live code.
    `functions`: the live functions by their places. `replace` puts the other version in place by
    itself, unless Python refuses that with a ValueError.
    """

    def __init__(
        self,
        current: dict[str, OtherSource],
        other: dict[str, OtherSource],
        functions: Mapping[Place, list[FunctionType]],
        replace: Callable[[], None] | None = None,
    ) -> None:
        self.current = current
        self.other = other
        self.functions = functions
        self.replace = replace
        self.namespaces: list[tuple[str, Namespace]] = []
        self.imported = 0

    def prepare(self) -> None:
        """Find the modules of the files, so that no fork has to."""
        if len(sys.modules) == self.imported:
            return
        self.imported = len(sys.modules)
        self.namespaces = []
        for module in list(sys.modules.values()):
            path = real_path(getattr(module, "__file__", None) or "")
            if path in self.other:
                self.namespaces.append((path, vars(module)))

    def put_in_place(self, *, other: bool) -> None:
        """Put one version in place: by `replace`, or, if Python refuses that, by its sources."""
        if other and self.replace is not None:
            with suppress(ValueError, Warning):
                self.replace()
                return
        sources = self.other if other else self.current
        for path, namespace in self.namespaces:
            source = sources.get(path)
            if source is not None:
                source.put_in_place(namespace)
        for source in sources.values():
            source.replace_live(self.functions)
