"""The equivalent mutants of the tangle, known again in a practice.

shape: the syntax of what matters in a function for a run through the place of a mutant, without the function's name,
decorators, types and docstring. A mutant of the tangle is known again by the shapes of its function and of the mutant,
wherever a person moved it and whatever they call it; when anything else is changed that such a run may see, the reason
may not hold any more, and it is not known.
"""

import ast
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from dojo.kata import TANGLE
from dojo.mutation.equivalent import DOCUMENT, read_document
from dojo.mutation.results import Mutant, functions_of
from dojo.mutation.slices import slice_through
from dojo.practice import parsed

Lines = tuple[str, ...]


class Shapes(NamedTuple):
    """The shapes of a function and of its mutant; "" of what cannot be read, or does not fit."""

    function: str
    mutant: str


def of_the_tangle(workspace: Path, root: Path, found: list[Mutant]) -> list[str]:
    """Return why each mutant of sources in `root` makes no difference, as the kata says of the tangle, or ""."""
    known = _known(workspace)
    sources = {path: functions_of(root / path) for path in {mutant.path for mutant in found}}
    reasons = []
    for mutant in found:
        function = sources[mutant.path][mutant.function]
        shapes = _shapes(function.lines, mutant.line - function.start, mutant.removed, mutant.added)
        reasons.append(known.get(shapes, ""))
    return reasons


def _known(workspace: Path) -> dict[Shapes, str]:
    """Return the reason for each mutant of the tangle that makes no difference, by its shapes."""
    functions = functions_of(workspace / TANGLE)
    known: dict[Shapes, str] = {}
    for (place, *diff), why in read_document(workspace / DOCUMENT):
        function = functions.get(place.removeprefix(f"{TANGLE} "))
        if function is None or not why:
            continue
        removed, added = (tuple(line[2:] for line in diff if line[0] == sign) for sign in "-+")
        places = [at for at in range(len(function.lines)) if _stands_at(function.lines, at, removed)]
        if len(places) == 1:
            known[_shapes(function.lines, places[0], removed, added)] = why
    return known


def _stands_at(lines: Lines, at: int, removed: Lines) -> bool:
    return tuple(line.strip() for line in lines[at : at + len(removed)]) == removed


def _shapes(lines: Lines, at: int, removed: Lines, added: Lines) -> Shapes:
    """Return the shapes of a function, and of its mutant."""
    if not _stands_at(lines, at, removed):
        return Shapes("", "")
    margins = [line[: len(line) - len(line.lstrip())] for line in lines[at : at + len(removed)]] or [""]
    margins += margins[-1:] * len(added)
    changed = tuple(margin + line for margin, line in zip(margins, added, strict=False))
    mutant = (*lines[:at], *changed, *lines[at + len(removed) :])
    return Shapes(_shape(lines, at, len(removed)), _shape(mutant, at, len(changed)))


@cache
def _shape(lines: Lines, at: int, number: int) -> str:
    """Return the shape of a function for a run through some of its lines, so many from `at` on."""
    tree = parsed(dedent("\n".join(lines)))
    function = tree.body[0] if tree and len(tree.body) == 1 else None
    if not isinstance(function, ast.FunctionDef):
        return ""
    for argument in ast.walk(function.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    place = range(at + 1, at + 1 + max(number, 1))
    return "\n".join(map(ast.dump, (function.args, *slice_through(body, place))))
