"""Which step of the worked way comes next, for code that went a way of its own.

taken: what a step takes away from a function: statements of it that are there before, and not after. A step still
applies where most of that is still there, wherever the function stands by now. Where a step moves statements, what
counts is whether they are still where they were.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata import LAST, Step, clean_code, states, tangle, worked_steps
from dojo.practice import Practice, source_files
from dojo.progress.statements import Forms, Function, functions_by_piece, functions_of_file, likeness

State = dict[str, str]
Key = tuple[str, str]  # of a function: its container and its name
Functions = dict[Key, Function]

MOST = 0.6  # of the statements of a function, by weight
HALF = 0.5  # of those of all of them: in one of two places, a smell is still there
ALIKE = 0.5  # of two functions, of which one may be the other under another name
SHORT = 2  # statements, the first line among them
KINDS = ("alike", "exact", "order", "nesting")
DUPLICATED, OF_A_CLASS = "Duplicated Code", "Large Class"
NEVER = ("Reformat",)  # no smell in it that a person could see


class Place(NamedTuple):
    """Where a function of the practice is: its name, its file there, its first line and its last."""

    name: str
    file: str
    first: int
    last: int

    @property
    def lines(self) -> int:
        """Return how many lines it has, the first and the last among them."""
        return self.last - self.first + 1


class Hint(NamedTuple):
    """A step that applies, and where the smell is, the most telling place first.

    owner: the class that a place is in, where the smell is one of a class. twins: functions that a single place of
    duplicated code is like.
    """

    step: Step
    places: list[Place]
    owner: str = ""
    twins: Sequence[str] = ()


@dataclass(frozen=True)
class Taken:
    """What a step takes from a function: forms of a kind, what it leaves, and where it moves them to, if it does."""

    source: Function
    forms: Forms
    left: Forms
    kind: str
    target: Function | None

    def in_(self, other: Function) -> Forms:
        """Return what of it is there in another function, or in this one by now."""
        there = _forms(other, self.kind)
        return self.forms & (there - self.left)


class Rest(NamedTuple):
    """What is still there of what a step takes away: the function that has most of it, the weight, and that of all."""

    function: Function | None
    weight: float
    whole: float


class Code:
    """Somebody's code: its functions, and how telling each form is there."""

    def __init__(self, functions: list[Function]) -> None:
        """Take all of its functions."""
        self.functions = functions
        self._having: dict[str, Forms] = {}

    def weight(self, forms: Forms, kind: str) -> float:
        """Return how telling these are: each the less, the more functions have it."""
        having = self._functions_with(kind)
        return sum(count / max(1, having[form]) for form, count in forms.items())

    def _functions_with(self, kind: str) -> Forms:
        """Return how many functions have each form of a kind."""
        if kind not in self._having:
            found: Forms = Counter()
            for each in self.functions:
                found.update(set(_forms(each, kind)))
            self._having[kind] = found
        return self._having[kind]

    def named(self, name: str) -> list[Function]:
        """Return the functions of a name."""
        return [each for each in self.functions if each.name == name]

    def like(self, function: Function) -> list[Function]:
        """Return those that are this one, wherever they stand; when its name has other code, those it may be now."""
        named = self.named(function.name)
        if any(likeness(each, function) >= ALIKE for each in named):
            return named
        alike = [each for each in self.functions if likeness(each, function) >= ALIKE]
        return named + alike


def _forms(function: Function | None, kind: str) -> Forms:
    forms: Forms = Counter() if function is None else getattr(function, kind)
    return forms


def _less(one: Function, other: Function | None, kind: str) -> Forms:
    return _forms(one, kind) - _forms(other, kind)


def functions_of_practice(practice: Practice) -> list[Function]:
    """Return the functions of the practice; WorkspaceError when some of its code cannot be read as Python."""
    found: list[Function] = []
    for path in source_files(practice.folder):
        file = path.relative_to(practice.folder).as_posix()
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            functions = functions_of_file(file, text)
            found += [each for each in functions if each.alike]  # which reads them: all have a first line
        except (ValueError, RecursionError, MemoryError, SyntaxError) as error:
            place = practice.shown(path)
            if isinstance(error, SyntaxError) and error.lineno:
                place += f", line {error.lineno}"
            reason = getattr(error, "msg", error)
            raise WorkspaceError(f"{place}: {reason}. Put that right, then ask again.") from None
    return found


def next_hint(
    practice: Practice, functions: list[Function], left_out: Container[str] = (), method: str | None = None
) -> Hint | None:
    """Return the first step of the practice's level or below that still applies to its functions; None if none does.

    With a method, it is a step that applies there: by its name in the practice, else by the one that the way has.
    """
    code = Code(functions)
    clean = _clean_code(practice)
    steps = worked_steps(practice.workspace)
    at_first = {"yatzy.py": tangle(practice.workspace, LAST)}
    walked = pairwise(states(at_first, steps))
    for step, (before, after) in zip(steps, walked, strict=True):
        if step.level > practice.level.number or step.title in left_out or not is_hinted(step):
            continue
        hint = _hint(step, before, after, code, method)
        # What the clean code has again in the end is no smell.
        if hint is not None and not _places(step, before, after, clean):
            return hint
    return None


def _hint(step: Step, before: State, after: State, code: Code, method: str | None) -> Hint | None:
    """Return the hint at a step; None where it does not apply to the code, or to the method."""
    found = _places(step, before, after, code)
    places = list(dict.fromkeys(map(_place, found)))
    if not places:
        return None
    if method is not None and not _is_in(method, step, places, code):
        return None
    twins: list[str] = []
    if step.smell == DUPLICATED and len(places) == 1:
        twins = _twins(step, before, after, code)
        if len(step.methods) > 1 and not twins:
            return None
    places.sort(key=lambda place: _how_telling(place, step, method))
    owner = _owner(step, found, code)
    return Hint(step, places, owner, twins)


def _twins(step: Step, before: State, after: State, code: Code) -> list[str]:
    """Return the functions that a step names, without those that it changes: they are the place, or mended by now."""
    old, new = _old_and_new(before, after)
    told = _told(step, _taken(old, new))
    changed = {each.source.name for each in told}
    others = [name for name in step.methods if name not in changed]
    return [name for name in others if code.named(name)]


def _owner(step: Step, found: list[Function], code: Code) -> str:
    """Return the class that all of these are in, for a smell of a class; else nothing."""
    owners = {each.container for each in found}
    if step.smell != OF_A_CLASS or len(owners) > 1:
        return ""
    for each in code.functions:
        if each.is_class and each.name in owners:
            return each.name
    return ""


def _is_in(method: str, step: Step, places: Iterable[Place], code: Code) -> bool:
    if code.named(method):
        return any(place.name == method for place in places)
    return method in step.methods


def is_method(practice: Practice, functions: list[Function], name: str) -> bool:
    """Tell whether something is called so in the practice, or where a step of the worked way is made."""
    if any(each.name == name for each in functions):
        return True
    steps = worked_steps(practice.workspace)
    return any(name in step.methods for step in steps)


def _clean_code(practice: Practice) -> Code:
    functions: list[Function] = []
    for file, text in clean_code(practice.workspace).items():
        functions += functions_of_file(file, text)
    return Code(functions)


def not_in_clean_code(practice: Practice, functions: list[Function]) -> list[Function]:
    """Return those functions that the clean code does not have as they are."""
    clean = {_name_and_forms(each) for each in _clean_code(practice).functions}
    return [each for each in functions if _name_and_forms(each) not in clean]


def _name_and_forms(function: Function) -> tuple[str, frozenset[tuple[str, int]]]:
    forms = frozenset(function.alike.items())
    return function.name, forms


def is_hinted(step: Step) -> bool:
    """Tell whether a step is one to be named: no trap, no way back out of it, no formatting."""
    return not (step.is_red or step.is_revert or step.refactoring in NEVER)


def longest_function(functions: list[Function]) -> Place | None:
    """Return the function with the most lines, the first of several; None when there is none."""
    places = [_place(each) for each in functions if not each.is_class]
    return max(places, key=attrgetter("lines"), default=None)


def _place(function: Function) -> Place:
    return Place(function.name, function.file, function.first, function.last)


def _how_telling(place: Place, step: Step, method: str | None) -> int:
    if place.name == method:
        return -1
    if place.name in step.methods:
        return step.methods.index(place.name)
    return len(step.methods)


def _places(step: Step, before: State, after: State, code: Code) -> list[Function]:
    """Return the functions of the code to which a step applies; none when it does not."""
    moved = _files_to_move(before, after)
    if moved:
        return _to_move(step, moved, code)
    old, new = _old_and_new(before, after)
    taken = _taken(old, new)
    if not taken:
        grown = [each for key, each in new.items() if key not in old]
        return _to_grow(step, before, code, grown)
    told = _told(step, taken)
    rests = [_still_there(each, code) for each in told]
    there = sum(rest.weight for rest in rests)
    whole = sum(rest.whole for rest in rests)
    if there < HALF * whole:
        return []
    return [rest.function for rest in rests if rest.function and rest.weight >= MOST * rest.whole]


def _files_to_move(before: State, after: State) -> list[str]:
    """Return the files that a step moves; none when it changes one that stays."""
    if any(after.get(file, text) != text for file, text in before.items()):
        return []
    gone = [file for file in before if file not in after]
    return [file for file in gone if before[file] in after.values()]


def _old_and_new(before: State, after: State) -> tuple[Functions, Functions]:
    """Return the functions that a step may change, as they are before it and after it."""
    changed = [file for file in before | after if before.get(file) != after.get(file)]
    old = _by_key(before, changed)
    new = _by_key(after, changed)
    unchanged = [key for key, each in old.items() if new.get(key) is each]
    for key in unchanged:
        del old[key], new[key]
    return old, new


def _told(step: Step, taken: list[Taken]) -> list[Taken]:
    """Return what is taken from the functions that a step names; from all, where it names none of them."""
    names = set(step.methods)
    told = [each for each in taken if names.intersection(each.source.key)]
    return told or taken


def _to_move(step: Step, files: list[str], code: Code) -> list[Function]:
    """Return what stands in files that a step only moves, as long as they are where it moves them from."""
    there = [each for each in code.functions if each.file in files]
    named = [each for each in there if each.name in step.methods]
    return named or there[:1]


def _by_key(state: State, files: Iterable[str]) -> Functions:
    found: Functions = {}
    for file in files:
        if file in state:
            functions = functions_by_piece(file, state[file])
            found |= {each.key: each for each in functions}
    return found


def _taken(old: Functions, new: Functions) -> list[Taken]:
    """Return what a step takes away: statements, else names in them, else their order, else how deep they are."""
    for kind in KINDS:
        found: list[Taken] = []
        for key, source in old.items():
            now = new.get(key)
            gone = _less(source, now, kind)
            if gone:
                left = _forms(now, kind)
                target = _target(old, new, source, gone)
                found.append(Taken(source, gone, left, kind, target))
        if found:
            return found
    return []


def _target(old: Functions, new: Functions, source: Function, forms: Forms) -> Function | None:
    """Return the function that got most of these forms; None when they are gone for good."""
    enough = MOST * forms.total()
    for key, each in new.items():
        if key == source.key:
            continue
        added = _less(each, old.get(key), "alike")
        moved = added & forms
        if moved.total() >= enough:
            return each
    return None


def _still_there(taken: Taken, code: Code) -> Rest:
    """Return what of it is still there in the function of the code that has the most of it."""
    whole = code.weight(taken.forms, taken.kind)
    rests: list[Rest] = []
    for each in _candidates(taken, code):
        there = taken.in_(each)
        weight = code.weight(there, taken.kind)
        rests.append(Rest(each, weight, whole))
    return max(rests, key=attrgetter("weight"), default=Rest(None, 0.0, whole))


def _candidates(taken: Taken, code: Code) -> list[Function]:
    """Return the functions of the code that may be the one from which it is taken."""
    source, target = taken.source, taken.target
    if target is None:
        return code.like(source)
    named = code.named(source.name)
    if target.container == source.container:
        return named
    return [each for each in named if each.container == source.container]


def _to_grow(step: Step, before: State, code: Code, grown: list[Function]) -> list[Function]:
    """Return the functions for which a step adds others, that are there as they were; none when what it adds is."""
    there = [each for each in grown if any(_is_known(each, other) for other in code.functions)]
    if len(there) >= MOST * len(grown):
        return []
    as_before: list[Function] = []
    for each in _by_key(before, before).values():
        if each.name in step.methods:
            as_before += [other for other in code.named(each.name) if likeness(each, other) >= MOST]
    return as_before


def _is_known(function: Function, other: Function) -> bool:
    """Tell whether both are alike; of short ones, any two may be."""
    is_short = function.alike.total() <= SHORT
    return likeness(function, other) >= MOST and (function.name == other.name or not is_short)
