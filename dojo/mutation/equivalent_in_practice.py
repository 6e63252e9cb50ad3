"""The equivalent mutants of a practice.

equivalent mutant: a survivor that makes no difference, so that no test could notice it. Two documents say which, each
with the reason why: the kata's own, about the tangle; and `practice/equivalent.txt`, in which a person marks theirs.
shape: the syntax of a function, without its name, decorators, types and docstring. A mutant of the tangle is known
again by the shapes of its function and of the mutant, wherever a person moved it and whatever they call it; when
anything else in the function is changed, the reason may not hold any more, and it is not known.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from dojo.kata import TANGLE
from dojo.mutation import equivalent
from dojo.mutation.equivalent import Explanation
from dojo.mutation.results import Function, Mutant, functions_of
from dojo.practice import Practice

NAME = "equivalent.txt"
HEADER = """Equivalent mutants: changes that make no difference, each with the reason why no test could notice it.
`dojo mutants` reads this; `dojo mutants --equivalent NUMBER "why"` writes an entry. An entry without a reason counts
for nothing.
"""

Lines = tuple[str, ...]


class Shapes(NamedTuple):
    """The shapes of a function and of its mutant; "" of what cannot be read, or does not fit."""

    function: str
    mutant: str


class Own(NamedTuple):
    """What a person marked: the reason for each survivor, or ""; and the entries that count for nothing."""

    reasons: list[str]
    stale: list[Explanation]
    without_reason: list[Explanation]


# Of the tangle.


def of_the_tangle(workspace: Path, root: Path, found: list[Mutant]) -> list[str]:
    """Return why each survivor makes no difference, as the kata says of the tangle; "" where it says nothing.

    The sources of the survivors are taken from `root`.
    """
    known = _known(workspace)
    sources = {path: functions_of(root / path) for path in {mutant.path for mutant in found}}
    return [_reason(known, sources[mutant.path], mutant) for mutant in found]


def diffs_of_the_tangle(workspace: Path) -> set[Lines]:
    """Return what the equivalent mutants of the tangle change."""
    return {each.entry[1:] for each in equivalent.read_document(workspace / equivalent.DOCUMENT) if each.why}


def _reason(known: dict[Shapes, str], source: dict[str, Function], mutant: Mutant) -> str:
    function = source.get(mutant.function)
    if function is None:
        return ""
    shapes = _shapes(function.lines, mutant.line - function.start, mutant.removed, mutant.added)
    return known.get(shapes, "") if all(shapes) else ""


def _known(workspace: Path) -> dict[Shapes, str]:
    """Return the reason for each mutant of the tangle that makes no difference, by its shapes."""
    functions = functions_of(workspace / TANGLE)
    known: dict[Shapes, str] = {}
    for (place, *diff), why in equivalent.read_document(workspace / equivalent.DOCUMENT):
        function = functions.get(place.removeprefix(f"{TANGLE} "))
        removed, added = (tuple(line[2:] for line in diff if line[0] == sign) for sign in "-+")
        places = list(_places(function.lines, removed)) if function else []
        if function and why and len(places) == 1:
            known[_shapes(function.lines, places[0], removed, added)] = why
    return known


def _places(lines: Lines, removed: Lines) -> Iterator[int]:
    """Return where in a function these lines stand."""
    stripped = tuple(line.strip() for line in lines)
    return (at for at in range(len(lines)) if stripped[at : at + len(removed)] == removed)


def _shapes(lines: Lines, at: int, removed: Lines, added: Lines) -> Shapes:
    """Return the shapes of a function, and of its mutant."""
    replaced = lines[at : at + len(removed)]
    if at < 0 or tuple(line.strip() for line in replaced) != removed:
        return Shapes("", "")
    margins = [line[: len(line) - len(line.lstrip())] for line in replaced] or [""]
    margins += margins[-1:] * len(added)
    changed = tuple(margin + line for margin, line in zip(margins, added, strict=False))
    return Shapes(_shape(lines), _shape((*lines[:at], *changed, *lines[at + len(removed) :])))


@cache
def _shape(lines: Lines) -> str:
    try:
        [function] = ast.parse(dedent("\n".join(lines))).body
    except (SyntaxError, ValueError):
        return ""
    if not isinstance(function, ast.FunctionDef):
        return ""
    for argument in ast.walk(function.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return "\n".join(map(ast.dump, (function.args, *body)))


# A person's own.


def own(practice: Practice, found: list[Mutant]) -> Own:
    """Return what the person marked of these survivors."""
    listed = equivalent.read_document(practice.folder / NAME)
    left = [each for each in listed if each.why]
    reasons = []
    for mutant in found:
        mark = next((each for each in left if each.entry == equivalent.entry_of(mutant)), None)
        reasons.append(mark.why if mark else "")
        if mark:
            left.remove(mark)
    return Own(reasons, left, [each for each in listed if not each.why])


def mark(practice: Practice, mutant: Mutant, why: str) -> str:
    """Add a survivor and the reason why it makes no difference to the person's document; return the entry."""
    document = practice.folder / NAME
    entry = equivalent.to_explain(mutant) + why
    before = document.read_bytes() if document.exists() else b""
    gap = "" if before.endswith(b"\n\n") else "\n" if before.endswith(b"\n") or not before else "\n\n"
    with document.open("ab") as file:
        file.write(f"{'' if before else HEADER}{gap}{entry}\n".encode())
    return entry
