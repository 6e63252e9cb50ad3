"""The explained survivors, taken at their word.

The mutants are tested on sorted rolls and on a few games, and a reason is only words; so each explained change is made
here in a copy of the source. The copy scores every ordered roll in every category; or, if the change is at the table,
it plays random games and tournaments.
"""

import ast
import importlib.util
from collections.abc import Iterator
from functools import cache
from itertools import product, repeat
from pathlib import Path
from typing import Any

import pytest

from dojo.mutation.equivalent import Entry, read_explanations
from tests.lockstep.test_lockstep import game, implementation
from tests.review.approved import CATEGORIES, points

WORKSPACE = Path(__file__).resolve().parents[2]
ORDERS = list(product(range(1, 7), repeat=5))
AT_THE_TABLE = ("place", "worth", "run", "throw", "say_who_won", "tournament", "sheet")
EXPLAINED = sorted(read_explanations(WORKSPACE))


@cache
def approved_orders() -> dict[tuple[str, str], list[int]]:
    """Return the approved points of all ordered rolls, by game and category."""
    found = {}
    for name, categories in CATEGORIES.items():
        approved = points(name)
        for category in categories:
            found[name, category] = [approved[category, tuple(sorted(dice))] for dice in ORDERS]
    return found


def changed_source(entry: Entry) -> str:
    """Return the source with an explained change made."""
    place, *diff = entry
    path, function = place.split(" ")
    source = (WORKSPACE / path).read_text(encoding="utf-8")
    lines = source.splitlines()
    first, last = span_of(ast.parse(source), function)
    removed, added = (["".join(line[2:]) for line in diff if line.startswith(sign)] for sign in "-+")
    at = next(n for n in range(first - 1, last) if [line.strip() for line in lines[n : n + len(removed)]] == removed)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at : at + len(removed)] = [indent + line for line in added]
    return "\n".join(lines) + "\n"


def span_of(tree: ast.Module, function: str) -> tuple[int, int]:
    """Return the first and the last line of a function or method."""
    return next((node.lineno, node.end_lineno or node.lineno) for name, node in functions(tree) if name == function)


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        for child in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(child, ast.FunctionDef):
                yield f"{node.name}.{child.name}", child


def yatzy_from(path: Path) -> Any:
    """Return class Yatzy of a source file."""
    spec = importlib.util.spec_from_file_location("changed", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Yatzy


def place_of(entry: Entry) -> str:
    """Return the function of an entry."""
    return entry[0].split(".")[-1]


def described(entry: Entry) -> str:
    """Return an entry in short, without its implementation: `-k legacy` is for those who change it."""
    return f"{place_of(entry)} {entry[-1]}"


@pytest.mark.parametrize("entry", [entry for entry in EXPLAINED if place_of(entry) not in AT_THE_TABLE], ids=described)
def test_the_change_makes_no_difference_to_any_score(entry: Entry, tmp_path: Path) -> None:
    score = changed_yatzy(entry, tmp_path).score
    for (name, category), approved in approved_orders().items():
        assert list(map(score, repeat(name), repeat(category), ORDERS)) == approved


@pytest.mark.parametrize("entry", [entry for entry in EXPLAINED if place_of(entry) in AT_THE_TABLE], ids=described)
def test_the_change_makes_no_difference_to_a_hundred_random_games(entry: Entry, tmp_path: Path) -> None:
    changed, unchanged = changed_yatzy(entry, tmp_path), implementation(entry[0].split("/")[0])
    for seed in range(100):
        assert game(changed, seed) == game(unchanged, seed), seed


def changed_yatzy(entry: Entry, folder: Path) -> Any:
    """Return class Yatzy with an explained change made."""
    path = folder / "changed.py"
    path.write_text(changed_source(entry), encoding="utf-8")
    return yatzy_from(path)
