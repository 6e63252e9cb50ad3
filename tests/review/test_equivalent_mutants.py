"""Check that the equivalent mutants are equivalent.

The mutation tests use sorted rolls and a few games, and a reason is only words. So each change is
made here in a copy of the source. The copy scores every ordered roll; if the change is at the
table, it plays random games and tournaments instead. A score or a game that never executes the
changed statement cannot differ, and is skipped. A marked copy, which notes the statements that it
executes, finds the others.
"""

import ast
import codecs
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product, repeat
from typing import Any, NamedTuple

import pytest

from dojo.mutation.equivalent import Entry, read_document
from tests.lockstep.test_lockstep import game, game_of
from tests.review.approved import CATEGORIES, points
from tests.yatzy_kata import KATA, WORKSPACE

ORDERS = list(product(range(1, 7), repeat=5))
SORTED = [tuple(sorted(dice)) for dice in ORDERS]
SEEDS = (*range(100), 128)  # in the last of them, two share the win
AT_THE_TABLE = ("place", "worth", "run", "throw", "say_who_won", "tournament", "sheet")
EQUIVALENT = sorted({entry for entry, _ in read_document(WORKSPACE / KATA.survivors)})


class Change(NamedTuple):
    """A change of a source file: lines to remove, from `first` on, and lines to add."""

    path: str
    first: int
    removed: int
    added: list[str]


def change_of(entry: Entry) -> Change:
    """Return where an equivalent mutant changes what."""
    place, *diff = entry
    path, function = place.split(" ")
    lines = source_of(path).splitlines()
    first, last = next(
        (node.lineno, node.end_lineno or node.lineno)
        for name, node in functions(tree_of(path))
        if name == function
    )
    removed, added = (
        ["".join(line[2:]) for line in diff if line.startswith(sign)] for sign in "-+"
    )
    at = next(
        n
        for n in range(first - 1, last)
        if [line.strip() for line in lines[n : n + len(removed)]] == removed
    )
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    return Change(path, at + 1, len(removed), [indent + line for line in added])


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Return the functions and methods of a module, by name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        for child in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(child, ast.FunctionDef):
                yield f"{node.name}.{child.name}", child


@cache
def source_of(path: str) -> str:
    return (WORKSPACE / path).read_text(encoding="utf-8")


@cache
def tree_of(path: str) -> ast.Module:
    return ast.parse(source_of(path))


def changed_yatzy(change: Change) -> Any:
    """Return class Yatzy with a change made."""
    lines = source_of(change.path).splitlines()
    lines[change.first - 1 : change.first - 1 + change.removed] = change.added
    return yatzy_of("\n".join(lines) + "\n")


def yatzy_of(source: str | ast.Module, **names: object) -> Any:
    """Return class Yatzy of a source, in which some names are known."""
    found: dict[str, Any] = {"__name__": "changed", **names}
    exec(compile(source, "changed.py", "exec"), found)  # noqa: S102 - our own source
    return found["Yatzy"]


class Marker(ast.NodeTransformer):
    """Puts before each statement of a function one that notes its line."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Mark the statements of a block, and those in them."""
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and not isinstance(node, ast.Module | ast.ClassDef):
                setattr(
                    node,
                    name,
                    [each for statement in block for each in (_note(statement), statement)],
                )
        return node


def _note(statement: ast.stmt) -> ast.stmt:
    return ast.parse(f"REACHED.add({statement.lineno})").body[0]


@cache
def marked_yatzy(path: str) -> tuple[Any, set[int]]:
    """Return class Yatzy with marks, and the set that collects the lines it executes."""
    reached: set[int] = set()
    tree = ast.fix_missing_locations(Marker().visit(ast.parse(source_of(path))))
    return yatzy_of(tree, REACHED=reached), reached


def statement_at(path: str, line: int) -> int:
    """Return the first line of the innermost statement that a line belongs to."""
    statements = (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.stmt))
    return max(
        each.lineno
        for each in statements
        if each.lineno <= line <= (each.end_lineno or each.lineno)
    )


@cache
def approved_orders() -> dict[tuple[str, str], list[int]]:
    """Return the approved points of all ordered rolls, by game and category."""
    found = {}
    for name, categories in CATEGORIES.items():
        approved = points(name)
        for category in categories:
            found[name, category] = [approved[category, roll] for roll in SORTED]
    return found


def scores(yatzy: Any, name: str, category: str) -> list[int]:
    """Return the points of all ordered rolls in a category."""
    return list(map(yatzy.score, repeat(name), repeat(category), ORDERS))


@cache
def categories_by_line(path: str) -> dict[int, list[tuple[str, str]]]:
    """Return the games and categories in which a roll executes a statement, by its line."""
    yatzy, reached = marked_yatzy(path)
    found = defaultdict(list)
    for name, category in approved_orders():
        reached.clear()
        scores(yatzy, name, category)
        for line in reached:
            found[line].append((name, category))
    return found


@cache
def games_by_line(path: str) -> dict[int, list[int]]:
    """Return the seeds of the games that come to a statement, by its line."""
    yatzy, reached = marked_yatzy(path)
    found = defaultdict(list)
    for seed in SEEDS:
        reached.clear()
        game(yatzy, seed)
        for line in reached:
            found[line].append(seed)
    return found


def place_of(entry: Entry) -> str:
    """Return the function of an entry."""
    return entry[0].split(".")[-1]


def described(entry: Entry) -> str:
    """Return a test id without the implementation: `-k legacy` must not select it."""
    return f"{place_of(entry)} {entry[-1]}"


def entries(*, at_the_table: bool) -> Iterable[Entry]:
    """Return the entries of functions that are at the table, or that are not."""
    found = [entry for entry in EQUIVALENT if entry[0].startswith("legacy/")]
    return [entry for entry in found if (place_of(entry) in AT_THE_TABLE) == at_the_table]


@pytest.mark.parametrize("entry", entries(at_the_table=False), ids=described)
def test_the_change_makes_no_difference_to_any_score(entry: Entry):
    change = change_of(entry)
    tried = categories_by_line(change.path)[statement_at(change.path, change.first)]
    yatzy = changed_yatzy(change)
    for name, category in tried:
        assert scores(yatzy, name, category) == approved_orders()[name, category]


@pytest.mark.parametrize("entry", entries(at_the_table=True), ids=described)
def test_the_change_makes_no_difference_to_a_hundred_random_games(entry: Entry):
    change = change_of(entry)
    seeds = games_by_line(change.path)[statement_at(change.path, change.first)]
    assert seeds
    yatzy = changed_yatzy(change)
    for seed in seeds:
        assert game(yatzy, seed) == game_of(change.path.partition("/")[0], seed), seed


# Values outside of functions. Most are names for types.
OUTSIDE = [entry for entry in EQUIVALENT if entry[0].startswith("refactored/")]
STATEMENTS = {ast.unparse(ast.parse(entry[1].removeprefix("- "))) for entry in OUTSIDE}


def names_that_decide(node: ast.AST) -> Iterator[str]:
    """Yield the names that code uses, except in annotations and in statements of the entries."""
    if isinstance(node, ast.Name | ast.Attribute):
        yield ast.unparse(node).rpartition(".")[2]
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_entry = isinstance(child, ast.stmt) and ast.unparse(child) in STATEMENTS
            if isinstance(child, ast.AST) and not is_entry:
                yield from names_that_decide(child)


def values_of(entry: Entry) -> tuple[Any, Any]:
    """Return the value before and after a change."""
    before, after = (ast.literal_eval(line.rpartition(" = ")[2]) for line in entry[1:])
    return before, after


@pytest.mark.parametrize("entry", OUTSIDE, ids=lambda entry: f"{entry[0]} {entry[-1]}")
def test_the_change_outside_of_functions_makes_no_difference(entry: Entry):
    name = entry[1].removeprefix("- ").split(" ")[0].removesuffix(":")
    if name == "ENCODING":
        before, after = values_of(entry)
        assert codecs.lookup(before) == codecs.lookup(after)
    else:
        files = (WORKSPACE / "refactored").glob("*.py")
        trees = [tree_of(file.relative_to(WORKSPACE).as_posix()) for file in files]
        assert name not in {used for tree in trees for used in names_that_decide(tree)}
