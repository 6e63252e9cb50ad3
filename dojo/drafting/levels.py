"""Proposing levels: marks in a tangle, by the lines that each public function reaches."""

import ast
import re
from collections.abc import Iterable
from typing import NamedTuple

from dojo.drafting.exploring import Story
from dojo.source import parse_source

MAX_LEVELS = 3
LINES_OF_A_LEVEL = 35
MARK = "# ---- {end}"


class ProposedLevel(NamedTuple):
    """A level: its title, and the mark before which it ends, if it is not the last."""

    title: str
    end: str


def propose_levels(text: str, stories: Iterable[Story]) -> tuple[str, list[ProposedLevel]]:
    """Return the tangle with a mark at the end of each level but the last, and the levels.

    A level ends between two definitions, where some stories reach nothing below, and others do.
    """
    lines = text.splitlines(keepends=True)
    ends: dict[str, int] = {}
    for story in stories:
        name = story.owner
        if story.steps:
            name = story.steps[-1][0]
        ends[name] = max(*story.lines, ends.get(name, 0)) if story.lines else ends.get(name, 0)
    number = max(1, min(MAX_LEVELS, len(lines) // LINES_OF_A_LEVEL))
    places = [place for place in _places(text) if _needs_nothing_below(text, place)]
    chosen: list[int] = []
    titles: list[str] = []
    known: set[str] = set()
    for part in range(1, number):
        ideal = part * len(lines) // number
        for place in sorted(places, key=lambda place: abs(place - ideal)):
            names = {name for name, end in ends.items() if 0 < end < place} - known
            if names and place > max(chosen, default=0) and len(known | names) < len(ends):
                chosen.append(place)
                known |= names
                titles.append(_title(names))
                break
    titles.append(_title(ends.keys() - known))
    levels = [ProposedLevel(title, f"v{index + 2}") for index, title in enumerate(titles)]
    levels[-1] = levels[-1]._replace(end="")
    for index, place in reversed([*enumerate(chosen)]):
        indent = re.match(r" *", lines[place - 1])
        mark = MARK.format(end=levels[index].end)
        lines.insert(place - 1, f"{indent[0] if indent else ''}{mark}\n\n")
    return "".join(lines), levels


def _title(names: Iterable[str]) -> str:
    shown = sorted(names)
    return ", ".join(shown[:3]) + (" and more" if len(shown) > 3 else "") or "all"


def _places(text: str) -> list[int]:
    """Return the first lines of functions and methods, with the comments above them."""
    lines = text.splitlines()
    found: list[int] = []
    for parent in ast.walk(parse_source(text)):
        if not isinstance(parent, ast.Module | ast.ClassDef):
            continue
        for each in parent.body[1:]:
            if isinstance(each, ast.FunctionDef | ast.ClassDef):
                first = min([each.lineno, *(one.lineno for one in each.decorator_list)])
                while lines[first - 2].lstrip().startswith("#"):
                    first -= 1
                found.append(first)
    return found


def _needs_nothing_below(text: str, place: int) -> bool:
    """Return whether code above a line uses no table or class from below it.

    It may call a function from below: no story of the levels above gets there.
    """
    below: set[str] = set()
    used: set[str] = set()
    for node in parse_source(text).body:
        names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        if node.lineno < place:
            used |= {each.id for each in names}
        elif isinstance(node, ast.ClassDef):
            below.add(node.name)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            below |= {each.id for each in names if isinstance(each.ctx, ast.Store)}
    return used.isdisjoint(below)
