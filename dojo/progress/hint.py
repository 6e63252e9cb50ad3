"""Which step of the worked way comes next, for code that went a way of its own.

taken: what a step takes away from a function: statements of it that are there before, and not after. A step still
applies where most of that is still there, wherever the function stands by now. Where a step moves statements, what
counts is whether they are still where they were.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata import LAST, Step, clean_code, states, tangle, worked_steps
from dojo.practice import Practice, source_files
from dojo.progress.statements import Forms, Function, functions_by_piece, functions_of_file, likeness

State = dict[str, str]

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
        there: Forms = getattr(other, self.kind)
        return self.forms & (there - self.left)


class Code:
    """Somebody's code: its functions, and how telling each form is there."""

    def __init__(self, functions: list[Function]) -> None:
        """Take all of its functions."""
        self.functions = functions
        self._having: dict[str, Forms] = {}

    def weight(self, forms: Forms, kind: str) -> float:
        """Return how telling these are: each the less, the more functions have it."""
        if kind not in self._having:
            self._having[kind] = Counter(form for each in self.functions for form in getattr(each, kind))
        return sum(count / max(1, self._having[kind][form]) for form, count in forms.items())

    def named(self, name: str) -> list[Function]:
        """Return the functions of a name."""
        return [each for each in self.functions if each.name == name]

    def like(self, function: Function) -> list[Function]:
        """Return those that are this one, wherever they stand; when its name has other code, those it may be now."""
        named = self.named(function.name)
        if any(likeness(each, function) >= ALIKE for each in named):
            return named
        return named + [each for each in self.functions if likeness(each, function) >= ALIKE]


def functions_of_practice(practice: Practice) -> list[Function]:
    """Return the functions of the practice; WorkspaceError when some of its code cannot be read as Python."""
    found: list[Function] = []
    for path in source_files(practice.folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            functions = functions_of_file(path.relative_to(practice.folder).as_posix(), text)
            found += [each for each in functions if each.alike]  # which reads them: all have a first line
        except (ValueError, RecursionError, MemoryError, SyntaxError) as error:
            line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            reason = getattr(error, "msg", error)
            raise WorkspaceError(f"{practice.shown(path)}{line}: {reason}. Put that right, then ask again.") from None
    return found


def next_hint(
    practice: Practice, functions: list[Function], left_out: Container[str] = (), method: str | None = None
) -> Hint | None:
    """Return the first step of the practice's level or below that still applies to its functions; None if none does.

    With a method, it is a step that applies there: by its name in the practice, else by the one that the way has.
    """
    code, clean, steps = Code(functions), _clean_code(practice), worked_steps(practice.workspace)
    walked = pairwise(states({"yatzy.py": tangle(practice.workspace, LAST)}, steps))
    for step, (before, after) in zip(steps, walked, strict=True):
        if step.level <= practice.level.number and is_hinted(step) and step.title not in left_out:
            found = _places(step, before, after, code)
            places = dict.fromkeys(map(_place, found))
            if not places or not (method is None or _is_in(method, step, places, code)):
                continue
            twins = _twins(step, before, after, code) if step.smell == DUPLICATED and len(places) == 1 else []
            if step.smell == DUPLICATED and len(places) == 1 < len(step.methods) and not twins:
                continue
            if not _places(step, before, after, clean):  # what the clean code has again in the end is no smell
                told = sorted(places, key=lambda place: _how_telling(place, step, method))
                return Hint(step, told, _owner(step, found, code), twins)
    return None


def _twins(step: Step, before: State, after: State, code: Code) -> list[str]:
    """Return the functions that a step names, without those that it changes: they are the place, or mended by now."""
    changed = {each.source.name for each in _told(step, _taken(*_old_and_new(before, after)))}
    return [name for name in step.methods if name not in changed and code.named(name)]


def _owner(step: Step, found: list[Function], code: Code) -> str:
    """Return the class that all of these are in, for a smell of a class; else nothing."""
    owners = {each.container for each in found}
    is_one = step.smell == OF_A_CLASS and len(owners) == 1
    return next((each.name for each in code.functions if is_one and each.is_class and each.name in owners), "")


def _is_in(method: str, step: Step, places: Iterable[Place], code: Code) -> bool:
    if code.named(method):
        return any(place.name == method for place in places)
    return method in step.methods


def is_method(practice: Practice, functions: list[Function], name: str) -> bool:
    """Tell whether something is called so in the practice, or where a step of the worked way is made."""
    return any(each.name == name for each in functions) or any(
        name in step.methods for step in worked_steps(practice.workspace)
    )


def _clean_code(practice: Practice) -> Code:
    texts = clean_code(practice.workspace)
    return Code([each for file, text in texts.items() for each in functions_of_file(file, text)])


def not_in_clean_code(practice: Practice, functions: list[Function]) -> list[Function]:
    """Return those functions that the clean code does not have as they are."""
    clean = {(each.name, _key(each.alike)) for each in _clean_code(practice).functions}
    return [each for each in functions if (each.name, _key(each.alike)) not in clean]


def _key(forms: Forms) -> frozenset[tuple[str, int]]:
    return frozenset(forms.items())


def is_hinted(step: Step) -> bool:
    """Tell whether a step is one to be named: no trap, no way back out of it, no formatting."""
    return not (step.is_red or step.is_revert or step.refactoring in NEVER)


def longest_function(functions: list[Function]) -> Place | None:
    """Return the function with the most lines, the first of several; None when there is none."""
    places = [_place(each) for each in functions if not each.is_class]
    return max(places, key=lambda each: each.last - each.first, default=None)


def _place(function: Function) -> Place:
    return Place(function.name, function.file, function.first, function.last)


def _how_telling(place: Place, step: Step, method: str | None) -> int:
    if place.name == method:
        return -1
    return step.methods.index(place.name) if place.name in step.methods else len(step.methods)


def _places(step: Step, before: State, after: State, code: Code) -> list[Function]:
    """Return the functions of the code to which a step applies; none when it does not."""
    moved = [file for file, text in before.items() if file not in after and text in after.values()]
    if moved and all(after.get(file, text) == text for file, text in before.items()):
        return _to_move(step, moved, code)
    old, new = _old_and_new(before, after)
    taken = _taken(old, new)
    if not taken:
        return _to_grow(step, before, code, [new[key] for key in new if key not in old])
    told = _told(step, taken)
    found = [(each, *_still_there(each, code)) for each in told]
    whole = sum(code.weight(each.forms, each.kind) for each in told)
    if sum(weight for _, _, weight in found) < HALF * whole:
        return []
    return [place for each, place, weight in found if place and weight >= MOST * code.weight(each.forms, each.kind)]


def _old_and_new(
    before: State, after: State
) -> tuple[dict[tuple[str, str], Function], dict[tuple[str, str], Function]]:
    """Return the functions that a step may change, as they are before it and after it."""
    changed = [file for file in {**before, **after} if before.get(file) != after.get(file)]
    old, new = (_by_key(state, changed) for state in (before, after))
    for key in [key for key, each in old.items() if new.get(key) is each]:
        del old[key], new[key]
    return old, new


def _told(step: Step, taken: list[Taken]) -> list[Taken]:
    """Return what is taken from the functions that a step names; from all, where it names none of them."""
    return [each for each in taken if {each.source.name, each.source.container} & {*step.methods}] or taken


def _to_move(step: Step, files: list[str], code: Code) -> list[Function]:
    """Return what stands in files that a step only moves, as long as they are where it moves them from."""
    there = [each for each in code.functions if each.file in files]
    return [each for each in there if each.name in step.methods] or there[:1]


def _by_key(state: State, files: Iterable[str]) -> dict[tuple[str, str], Function]:
    return {each.key: each for file in files if file in state for each in functions_by_piece(file, state[file])}


def _taken(old: dict[tuple[str, str], Function], new: dict[tuple[str, str], Function]) -> list[Taken]:
    """Return what a step takes away: statements, else names in them, else their order, else how deep they are."""
    for kind in KINDS:
        gone = {key: _less(each, new.get(key), kind) for key, each in old.items()}
        left = {key: getattr(new[key], kind) if key in new else Counter() for key, forms in gone.items() if forms}
        if left:
            return [Taken(old[key], gone[key], left[key], kind, _target(old, new, key, gone[key])) for key in left]
    return []


def _less(one: Function, other: Function | None, kind: str) -> Forms:
    forms: Forms = getattr(one, kind)
    return forms if other is None else forms - getattr(other, kind)


def _target(
    old: dict[tuple[str, str], Function], new: dict[tuple[str, str], Function], source: tuple[str, str], forms: Forms
) -> Function | None:
    """Return the function that got most of these forms; None when they are gone for good."""
    for key, each in new.items():
        if key != source and (_less(each, old.get(key), "alike") & forms).total() >= MOST * forms.total():
            return each
    return None


def _still_there(taken: Taken, code: Code) -> tuple[Function | None, float]:
    """Return the function of the code that has the most of what is taken, and the weight of that."""
    source, target = taken.source, taken.target
    candidates = code.like(source) if target is None else code.named(source.name)
    if target is not None and target.container != source.container:
        candidates = [each for each in candidates if each.container == source.container]
    found = [(each, code.weight(taken.in_(each), taken.kind)) for each in candidates]
    return max(found, key=lambda each: each[1], default=(None, 0.0))


def _to_grow(step: Step, before: State, code: Code, grown: list[Function]) -> list[Function]:
    """Return the functions for which a step adds others, that are there as they were; none when what it adds is."""
    there = sum(any(_is_known(each, other) for other in code.functions) for each in grown)
    if there >= MOST * len(grown):
        return []
    named = (each for each in _by_key(before, before).values() if each.name in step.methods)
    return [other for each in named for other in code.named(each.name) if likeness(each, other) >= MOST]


def _is_known(function: Function, other: Function) -> bool:
    """Tell whether both are alike; of short ones, any two may be."""
    is_short = function.alike.total() <= SHORT
    return likeness(function, other) >= MOST and (function.name == other.name or not is_short)
