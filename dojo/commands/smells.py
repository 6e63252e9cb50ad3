"""Which step of the worked way comes next, for code that went a way of its own: one whose lines are still there.

piece: a function, or what a class or a file has besides, with its lines. line: what it says, wherever it is indented;
if `alike`, whatever local names are called, and whoever owns what it asks for: `self.total`, `Yatzy.total` and `total`
are one.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import PurePosixPath
from typing import NamedTuple

from dojo.kata.way import Step, clean_code, states, worked_steps
from dojo.kata.workspace import LAST, tangle
from dojo.practice.code import source_files
from dojo.practice.model import Practice
from dojo.progress.measures import UNREADABLE, Definition, definitions_of, owners_of, parse
from dojo.text import WorkspaceError

State = dict[str, str]  # the text of each file, by its path
Lines = Counter[str]
ByName = dict[str, Lines]  # lines of the pieces of a name
Walked = tuple[Step, tuple[State, State]]  # a step, and the states before it and after it

MOST = 0.6  # of the lines that a step removes
NEVER = ("Reformat",)  # no smell in it that a person could see
SAYS_NOTHING = ("#", "import ", "from ", '"""', "else:", "try:", ")", "]", "}")
OWNER = re.compile(r"\b(?:self|cls|[A-Z]\w*)\.")


class Piece(NamedTuple):
    """A piece of code: its name with those of the classes around it, its file, and its lines by their numbers."""

    name: str
    file: str
    lines: dict[int, str]

    @property
    def short_name(self) -> str:
        """Return its name alone."""
        return self.name.rpartition(".")[2]

    def counted(self) -> Lines:
        """Return how often it has each line."""
        return Counter(self.lines.values())


class Place(NamedTuple):
    """Lines of a function of the practice: its name, its file there, the first line and the last."""

    name: str
    file: str
    first: int
    last: int

    @property
    def lines(self) -> int:
        """Return how many lines there are, the first and the last among them."""
        return self.last - self.first + 1


class Hint(NamedTuple):
    """A step that applies, and the lines with the smell, the most telling place first."""

    step: Step
    places: list[Place]


def read_code(practice: Practice) -> State:
    """Return the code of the practice; WorkspaceError when some of it cannot be read as Python."""
    found: State = {}
    for path in source_files(practice.folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            definitions_of(text)
        except UNREADABLE as error:
            line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            reason = f"{getattr(error, 'msg', error)}. Put that right, then ask again."
            raise WorkspaceError(f"{practice.shown(path)}{line}: {reason}") from None
        found[path.relative_to(practice.folder).as_posix()] = text
    return found


def next_hint(practice: Practice, code: State, left_out: Container[str] = (), method: str | None = None) -> Hint | None:
    """Return the first step that still applies to the code, of the practice's level, else below; None if none does.

    With a method, it is a step that applies there: by its name in the practice, else by the one that the way has.
    """
    steps = worked_steps(practice.workspace)
    walked = pairwise(states({"yatzy.py": tangle(practice.workspace, LAST)}, steps))
    clean = clean_code(practice.workspace)
    clean_lines = {alike: _lines_of(clean, alike=alike) for alike in (True, False)}
    for step, (before, after) in _own_level_first(zip(steps, walked, strict=True), practice.level.number):
        if step.title in left_out or not is_hinted(step):
            continue
        places = _places(step, before, after, code, clean_lines)
        if places and (method is None or _is_in(method, step, places, code)):
            names = [method, *step.methods]
            places.sort(key=lambda place: names.index(place.name) if place.name in names else len(names))
            return Hint(step, places)
    return None


def _own_level_first(walked: Iterable[Walked], level: int) -> Iterator[Walked]:
    """Yield the steps of a level, then those of lower ones; no state is made before somebody wants it."""
    lower: list[Walked] = []
    for each in walked:
        if each[0].level == level:
            yield each
        elif each[0].level < level:
            lower.append(each)
    yield from lower


def is_hinted(step: Step) -> bool:
    """Tell whether a step is one to be named: no trap, no way back out of it, no formatting."""
    return not (step.is_red or step.is_revert or step.refactoring in NEVER)


def is_method(practice: Practice, code: State, name: str) -> bool:
    """Tell whether something is called so in the practice, or where a step of the worked way is made."""
    return _has(code, name) or any(name in step.methods for step in worked_steps(practice.workspace))


def longest_function(practice: Practice, code: State) -> Place | None:
    """Return the function with the most lines among those that the clean code does not have so; None if none is."""
    clean = {(each.name, *each.lines.values()) for each in pieces_of(clean_code(practice.workspace), alike=True)}
    unlike = {each.name for each in pieces_of(code, alike=True) if (each.name, *each.lines.values()) not in clean}
    places: list[Place] = []
    for file, text in code.items():
        functions = [each for each in definitions_of(text) if each.name in unlike and not each.is_class]
        places += [_place_of(each, file) for each in functions]
    return max(places, key=attrgetter("lines"), default=None)


def _place_of(definition: Definition, file: str) -> Place:
    return Place(definition.short_name, file, definition.line, definition.last)


def _has(code: State, name: str) -> bool:
    return any(each.short_name == name for text in code.values() for each in definitions_of(text))


def _is_in(method: str, step: Step, places: Iterable[Place], code: State) -> bool:
    return any(place.name == method for place in places) if _has(code, method) else method in step.methods


def _places(step: Step, before: State, after: State, code: State, clean: dict[bool, set[str]]) -> list[Place]:
    """Return the places in the code to which a step applies; none when it does not."""
    moved = [file for file, text in before.items() if file not in after and text in after.values()]
    for file in moved:  # of the way, one step does, and nothing else
        return [_place_of(each, file) for each in definitions_of(code.get(file, ""))[:1]]
    changed = {file for file in before | after if before.get(file) != after.get(file)}
    for alike in (True, False):
        old, new = _by_name(before, changed, alike=alike), _by_name(after, changed, alike=alike)
        removed = {name: lines - new[name] for name, lines in old.items()}
        removed = {name: lines for name, lines in removed.items() if lines}
        named = {name: lines for name, lines in removed.items() if name.rpartition(".")[2] in step.methods}
        if removed:
            return _still_there(named or removed, new, pieces_of(code, alike=alike), clean[alike])
    return []


def _still_there(removed: ByName, after: ByName, pieces: list[Piece], clean: set[str]) -> list[Place]:
    """Return where most of what a step removes is; none where that is not there."""
    smells = _smells(removed, after, clean)
    places: list[Place] = []
    whole = there = 0
    for name, lines in (smells or removed).items():
        candidates = _candidates(name, pieces) if smells else [piece for piece in pieces if piece.name == name]
        amounts = [(lines & (piece.counted() - after[piece.name])).total() for piece in candidates]
        most = max(amounts, default=0)
        there += most
        whole += lines.total()
        if most and most >= MOST * lines.total():
            piece = candidates[amounts.index(most)]
            places.append(_place(piece, removed[name]))
    return places if there >= MOST * whole else []


def _smells(removed: ByName, after: ByName, clean: set[str]) -> ByName:
    """Return what a step removes that the clean code has nowhere; none where it moves that."""
    smells: ByName = {}
    for name, lines in removed.items():
        unlike = {line: times for line, times in lines.items() if line not in clean}
        if unlike:
            smells[name] = Counter(unlike)
    stays = sum(after.values(), Counter())
    is_gone = any(lines - stays for lines in smells.values())
    return smells if is_gone else {}


def _candidates(name: str, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces that may be the one of a name: those that are called so, wherever they are, else any."""
    short_name = name.rpartition(".")[2]
    return [piece for piece in pieces if piece.short_name == short_name] or pieces


def _place(piece: Piece, lines: Lines) -> Place:
    """Return where a piece has lines, and those next to them; what it has elsewhere, too, does not tell where."""
    runs: list[list[int]] = []
    for is_there, run in groupby(piece.lines, lambda number: piece.lines[number] in lines):
        if is_there:
            runs.append([*run])
    more_often = piece.counted() - lines
    telling = [run for run in runs if any(piece.lines[number] not in more_often for number in run)] or runs
    return Place(piece.short_name, piece.file, telling[0][0], telling[-1][-1])


def _by_name(state: State, files: set[str], *, alike: bool) -> ByName:
    found: ByName = defaultdict(Counter)
    for piece in pieces_of(state, alike=alike):
        if piece.file in files:
            found[piece.name] += piece.counted()
    return found


def _lines_of(state: State, *, alike: bool) -> set[str]:
    return {line for piece in pieces_of(state, alike=alike) for line in piece.lines.values()}


def pieces_of(code: State, *, alike: bool) -> list[Piece]:
    """Return the pieces of all files, the lines as they are, or `alike`."""
    return [piece for file, text in code.items() for piece in _pieces_of(file, text, alike=alike)]


@lru_cache(maxsize=1000)
def _pieces_of(file: str, text: str, *, alike: bool) -> list[Piece]:
    found: dict[str, dict[int, str]] = defaultdict(dict)
    for number, (owner, line) in enumerate(zip(owners_of(text), text.split("\n"), strict=True), start=1):
        words = line.partition("  #")[0].strip()
        if words and not words.startswith(SAYS_NOTHING):
            found[owner][number] = words
    if alike:
        sources = {each.name: each.source for each in definitions_of(text)}
        for name, lines in found.items():
            words = _alike("\n".join(lines.values()), sources.get(name, ""))
            found[name] = dict(zip(lines, words.split("\n"), strict=True))
    return [Piece(name or PurePosixPath(file).stem, file, lines) for name, lines in found.items()]


@lru_cache(maxsize=10_000)
def _alike(lines: str, source: str) -> str:
    """Return lines without the names that a function of this source binds, and without owners."""
    around = "if True:\n" if source[:1].isspace() else ""
    nodes = list(ast.walk(parse(around + source)))
    names = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    names |= {each.arg for each in nodes if isinstance(each, ast.arg)} - {"self", "cls"}
    anonymous = re.sub(rf"\b(?:{'|'.join(names)})\b", "_", lines) if names else lines
    return OWNER.sub("", anonymous)
