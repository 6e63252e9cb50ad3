"""Which step of the worked way comes next, for code that went a way of its own: one whose lines are still there."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from dojo.commands.pieces import Lines, Piece, State, pieces_of
from dojo.errors import WorkspaceError
from dojo.kata.way import Step, clean_code, states, worked_steps
from dojo.kata.workspace import LAST, tangle
from dojo.practice.model import Practice, source_files
from dojo.progress.definitions import UNREADABLE, definitions_of

Walked = tuple[Step, tuple[State, State]]  # a step, and the states before it and after it

MOST = 0.6  # of the lines that a step removes
NEVER = ("Reformat",)  # no smell in it that a person could see


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
    """A step that applies; the lines with the smell, the most telling place first; other functions that it is about."""

    step: Step
    places: list[Place]
    others: list[str]


class Removed(NamedTuple):
    """The lines that a step removes from pieces, and those that the pieces which it changes have afterwards."""

    lines: dict[str, Lines]
    after: dict[str, Lines]


class Rest(NamedTuple):
    """What is still there of what a step removes from a piece: how many lines of how many, and in which piece."""

    name: str
    piece: Piece | None
    there: int
    whole: int


def read_code(practice: Practice) -> State:
    """Return the code of the practice; WorkspaceError when some of it cannot be read as Python."""
    found: State = {}
    for path in source_files(practice.folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            definitions_of(text)
        except UNREADABLE as error:
            place = practice.shown(path)
            if isinstance(error, SyntaxError) and error.lineno:
                place += f", line {error.lineno}"
            reason = getattr(error, "msg", error)
            raise WorkspaceError(f"{place}: {reason}. Put that right, then ask again.") from None
        found[path.relative_to(practice.folder).as_posix()] = text
    return found


def next_hint(practice: Practice, code: State, left_out: Container[str] = (), method: str | None = None) -> Hint | None:
    """Return the first step that still applies to the code, of the practice's level, else below; None if none does.

    With a method, it is a step that applies there: by its name in the practice, else by the one that the way has.
    """
    steps = worked_steps(practice.workspace)
    walked = pairwise(states({"yatzy.py": tangle(practice.workspace, LAST)}, steps))
    clean = clean_code(practice.workspace)
    clean_lines = {alike: {*_counted(pieces_of(clean, alike=alike))} for alike in (True, False)}
    for step, (before, after) in _own_level_first(zip(steps, walked, strict=True), practice.level.number):
        if step.title in left_out or not is_hinted(step):
            continue
        places = _places(step, before, after, code, clean_lines)
        if places and (method is None or _is_in(method, step, places, code)):
            places.sort(key=lambda place: _how_telling(place, step, method))
            others = [name for name in step.methods if _has(code, name) and all(name != each.name for each in places)]
            return Hint(step, places, others)
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
    clean = [(each.name, [*each.lines.values()]) for each in pieces_of(clean_code(practice.workspace), alike=True)]
    unlike = {each.name for each in pieces_of(code, alike=True) if (each.name, [*each.lines.values()]) not in clean}
    functions = [
        Place(each.node.name, file, each.line, each.last)
        for file, text in code.items()
        for each in definitions_of(text)
        if each.name in unlike and not each.is_class
    ]
    return max(functions, key=attrgetter("lines"), default=None)


def _has(code: State, name: str) -> bool:
    return any(each.node.name == name for text in code.values() for each in definitions_of(text))


def _is_in(method: str, step: Step, places: Iterable[Place], code: State) -> bool:
    return any(place.name == method for place in places) if _has(code, method) else method in step.methods


def _how_telling(place: Place, step: Step, method: str | None) -> int:
    names = [method, *step.methods]
    return names.index(place.name) if place.name in names else len(names)


def _places(step: Step, before: State, after: State, code: State, clean: dict[bool, set[str]]) -> list[Place]:
    """Return the places in the code to which a step applies; none when it does not."""
    changed = [file for file in before | after if before.get(file) != after.get(file)]
    moved = [file for file in changed if file not in after and before[file] in after.values()]
    if moved and not any(file in after for file in changed if file in before):
        return _to_move(step, moved, code)
    for alike in (True, False):
        removed = _removed(step, _only(before, changed), _only(after, changed), alike=alike)
        if removed.lines:
            return _still_there(removed, pieces_of(code, alike=alike), clean[alike])
    return []


def _to_move(step: Step, files: list[str], code: State) -> list[Place]:
    """Return what stands in files that a step only moves, as long as they are where it moves them from."""
    there = [
        Place(each.node.name, file, each.line, each.last)
        for file in files
        for each in definitions_of(code.get(file, ""))
    ]
    return [place for place in there if place.name in step.methods] or there[:1]


def _only(state: State, files: Iterable[str]) -> State:
    return {file: state[file] for file in files if file in state}


def _removed(step: Step, before: State, after: State, *, alike: bool) -> Removed:
    """Return the lines that a step removes from the pieces that it names; from all, where it names none of them."""
    old, new = (_by_name(pieces_of(state, alike=alike)) for state in (before, after))
    removed = {name: lines - new.get(name, Counter()) for name, lines in old.items()}
    removed = {name: lines for name, lines in removed.items() if lines}
    named = {name: lines for name, lines in removed.items() if name.rpartition(".")[2] in step.methods}
    return Removed(named or removed, new)


def _still_there(removed: Removed, pieces: list[Piece], clean: set[str]) -> list[Place]:
    """Return where most of what a step removes is; none where that is not there."""
    smells = _smells(removed, clean)
    rests: list[Rest] = []
    for name, lines in (smells or removed.lines).items():
        candidates = _candidates(name, pieces) if smells else [piece for piece in pieces if piece.name == name]
        rests.append(_rest(name, lines, candidates, removed))
    there = sum(rest.there for rest in rests)
    whole = sum(rest.whole for rest in rests)
    if there < MOST * whole:
        return []
    telling = [rest for rest in rests if rest.there >= MOST * rest.whole]
    return [_place(rest.piece, removed.lines[rest.name]) for rest in telling if rest.piece]


def _smells(removed: Removed, clean: set[str]) -> dict[str, Lines]:
    """Return what a step removes that the clean code has nowhere; none where it moves that."""
    smells: dict[str, Lines] = {}
    for name, lines in removed.lines.items():
        unlike = {line: times for line, times in lines.items() if line not in clean}
        if unlike:
            smells[name] = Counter(unlike)
    stays = sum(removed.after.values(), Counter())
    is_gone = any(lines - stays for lines in smells.values())
    return smells if is_gone else {}


def _rest(name: str, lines: Lines, candidates: list[Piece], removed: Removed) -> Rest:
    """Return which piece has most of some lines, but for those that the step leaves there."""
    most = Rest(name, None, 0, lines.total())
    for piece in candidates:
        own = piece.counted() - removed.after.get(piece.name, Counter())
        there = (lines & own).total()
        if there > most.there:
            most = most._replace(piece=piece, there=there)
    return most


def _candidates(name: str, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces that may be the one of a name: those that are called so, wherever they are, else any."""
    short_name = name.rpartition(".")[2]
    return [piece for piece in pieces if piece.short_name == short_name] or pieces


def _place(piece: Piece, lines: Lines) -> Place:
    """Return where a piece has lines, and those next to them; what it has elsewhere, too, does not tell where."""
    has = piece.counted()
    runs: list[list[int]] = []
    for is_there, of_run in groupby(piece.lines, lambda number: piece.lines[number] in lines):
        runs += [[*of_run]] * is_there
    telling = [run for run in runs if any(has[piece.lines[each]] <= lines[piece.lines[each]] for each in run)] or runs
    return Place(piece.short_name, piece.file, telling[0][0], telling[-1][-1])


def _counted(pieces: Iterable[Piece]) -> Lines:
    return Counter(line for piece in pieces for line in piece.lines.values())


def _by_name(pieces: Iterable[Piece]) -> dict[str, Lines]:
    found: dict[str, Lines] = defaultdict(Counter)
    for piece in pieces:
        found[piece.name] += piece.counted()
    return found
