"""What a step of the worked way takes away from functions, and what of it is still there in somebody's code.

taken: statements of a function that are there before a step, and not after. Where a step moves statements, what counts
is whether they are still where they were.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from dojo.progress.statements import Forms, Function, functions_by_piece, likeness

State = dict[str, str]
Key = tuple[str, str]  # of a function: its container and its name
Functions = dict[Key, Function]

MOST = 0.6  # of the statements of a function, by weight
ALIKE = 0.5  # of two functions, of which one may be the other under another name
KINDS = ("alike", "exact", "order", "nesting")


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


def old_and_new(before: State, after: State) -> tuple[Functions, Functions]:
    """Return the functions that a step may change, as they are before it and after it."""
    changed = [file for file in before | after if before.get(file) != after.get(file)]
    old = by_key(before, changed)
    new = by_key(after, changed)
    unchanged = [key for key, each in old.items() if new.get(key) is each]
    for key in unchanged:
        del old[key], new[key]
    return old, new


def by_key(state: State, files: Iterable[str]) -> Functions:
    """Return the functions of these files, as far as they are there; of several with one key, the last."""
    found: Functions = {}
    for file in files:
        if file in state:
            functions = functions_by_piece(file, state[file])
            found |= {each.key: each for each in functions}
    return found


def taken_from(old: Functions, new: Functions) -> list[Taken]:
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


def _less(one: Function, other: Function | None, kind: str) -> Forms:
    return _forms(one, kind) - _forms(other, kind)


def _forms(function: Function | None, kind: str) -> Forms:
    forms: Forms = Counter() if function is None else getattr(function, kind)
    return forms


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


def still_there(taken: Taken, code: Code) -> Rest:
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
