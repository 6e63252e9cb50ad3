"""The survivors of a run: which are equivalent, and their numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from dojo.mutation.equivalent import (
    Entry,
    Excuse,
    TangleReason,
    earlier_reason,
    entry_of,
    tangle_reason,
    without_comments,
)
from dojo.mutation.results import EQUIVALENT, NOT_COVERED, ORDER, SURVIVING, Mutant


def excuse_survivors(
    mutants: list[Mutant], excuses: list[Excuse], tangle_reasons: list[TangleReason]
) -> tuple[list[Mutant], list[Entry]]:
    """Give each survivor its reason if there is one.

    An excuse is for one survivor. Return also the entries of the unused ones.
    """
    excused: list[Mutant] = []
    unused = list(excuses)
    for mutant in mutants:
        if mutant.status not in SURVIVING:
            excused.append(mutant)
            continue
        entry = entry_of(mutant)
        change = without_comments(entry[1:])
        same_change = [each for each in tangle_reasons if without_comments(each.diff) == change]
        reason = tangle_reason(mutant, same_change)
        own = [each for each in unused if each.entry == entry]
        is_marked = bool(own) and not reason
        if own:
            unused.remove(own[0])
            reason = reason or own[0].reason
        status = mutant.status
        earlier = ""
        if reason:
            status = EQUIVALENT
        else:
            earlier = earlier_reason(mutant, same_change)
        survivor = replace(
            mutant, status=status, reason=reason, marked=is_marked, earlier_reason=earlier
        )
        excused.append(survivor)
    return excused, [each.entry for each in unused]


def order_survivors(mutants: Sequence[Mutant]) -> list[str]:
    """Return the names of the survivors in the order of their numbers.

    Differences that no test looks at come first, then functions that no test runs, then what makes
    no difference in any call, as far as that is known. Among alike, the functions with most lines
    in which a mutant survived that was not equivalent in the tangle come first. In a function, the
    first survivor of each line comes first, because most mutants of a line share their fate.
    Equivalent ones come last. What runs at import is apart from the rest of its function.
    """
    groups: dict[tuple[object, ...], list[Mutant]] = {}
    for mutant in mutants:
        if mutant.status in SURVIVING:
            rank = ORDER.index(mutant.kind)
            key = (rank, mutant.path, mutant.function, mutant.at_import)
            groups.setdefault(key, []).append(mutant)
    ordered: list[Mutant] = []
    for _, survivors in sorted(groups.items(), key=_place_in_order):
        ordered += _order_in_function(survivors)
    ordered += [mutant for mutant in mutants if mutant.status == EQUIVALENT]
    return [mutant.name for mutant in ordered]


def _place_in_order(group: tuple[tuple[object, ...], list[Mutant]]) -> tuple[object, int]:
    key, survivors = group
    telling = {mutant.line for mutant in survivors if not _was_equivalent(mutant)}
    if survivors[0].status == NOT_COVERED:
        return key[0], 0
    return key[0], -len(telling)


def _was_equivalent(mutant: Mutant) -> bool:
    return mutant.earlier_reason != ""


def _order_in_function(survivors: list[Mutant]) -> list[Mutant]:
    """Return doubtful survivors last, and before that, the first one of each line first."""
    earlier_on_line: Counter[int] = Counter()
    ranked: list[tuple[bool, int, Mutant]] = []
    for mutant in sorted(survivors, key=_was_equivalent):
        ranked.append((_was_equivalent(mutant), earlier_on_line[mutant.line], mutant))
        earlier_on_line[mutant.line] += 1
    ranked.sort(key=itemgetter(0, 1))
    return [mutant for _, _, mutant in ranked]


def number_survivors(mutants: Sequence[Mutant], order: Sequence[str] = ()) -> list[Mutant]:
    """Give the survivors numbers from 1 on: first the ones in `order`, in that order."""
    names = dict.fromkeys([*order, *order_survivors(mutants)])
    numbers = {name: number for number, name in enumerate(names, start=1)}
    return [replace(mutant, number=numbers.get(mutant.name, 0)) for mutant in mutants]
