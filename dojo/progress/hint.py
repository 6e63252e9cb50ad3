"""Which step of the worked way comes next, for code that went a way of its own.

A step still applies where most of what it takes away is still there, wherever the function stands by now.
"""

from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata import LAST, Step, clean_code, states, tangle, worked_steps
from dojo.practice import Practice, source_files
from dojo.progress.statements import Function, functions_of_file, likeness
from dojo.progress.taken import MOST, Code, State, Taken, by_key, old_and_new, still_there, taken_from

HALF = 0.5  # of the statements of all that a step names, by weight: in one of two places, a smell is still there
SHORT = 2  # statements, the first line among them
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
    old, new = old_and_new(before, after)
    told = _told(step, taken_from(old, new))
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
    old, new = old_and_new(before, after)
    taken = taken_from(old, new)
    if not taken:
        grown = [each for key, each in new.items() if key not in old]
        return _to_grow(step, before, code, grown)
    told = _told(step, taken)
    rests = [still_there(each, code) for each in told]
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


def _to_grow(step: Step, before: State, code: Code, grown: list[Function]) -> list[Function]:
    """Return the functions for which a step adds others, that are there as they were; none when what it adds is."""
    there = [each for each in grown if any(_is_known(each, other) for other in code.functions)]
    if len(there) >= MOST * len(grown):
        return []
    as_before: list[Function] = []
    for each in by_key(before, before).values():
        if each.name in step.methods:
            as_before += [other for other in code.named(each.name) if likeness(each, other) >= MOST]
    return as_before


def _is_known(function: Function, other: Function) -> bool:
    """Tell whether both are alike; of short ones, any two may be."""
    is_short = function.alike.total() <= SHORT
    return likeness(function, other) >= MOST and (function.name == other.name or not is_short)
