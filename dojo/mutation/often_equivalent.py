"""Changes that are often equivalent: kinds of survivors for which a test may be impossible.

In the report of a practice, these come after the others. A line says when they are equivalent.
"""

import re
from typing import NamedTuple

from dojo.mutation.replacement import replacement_of
from dojo.mutation.results import Mutant

FALSE_VALUE = r"(None|False|0|\"\"|'')"
WHOLE_NUMBERS = r"\d+ -> \d+"
TRUTH = "Equivalent if the code only distinguishes true from false here."
SAME_ITEM = "Equivalent if both items are always equal."
SAME_VALUE = (
    "Equivalent if the condition has no other effect: with equal sides, the value stays the same."
)
UNREAD = "Equivalent if nothing reads this attribute before it gets another value."
REPLACED = "Equivalent if another value always replaces this one before it is read."


class OftenEquivalent(NamedTuple):
    """A kind of change.

    `pattern` matches "old -> new". `before` and `after` match the rest of the line around it.
    """

    pattern: str
    before: str
    after: str
    explanation: str


OFTEN_EQUIVALENT = (
    OftenEquivalent(
        r"\d+, -> |, \d+ -> |" + WHOLE_NUMBERS,
        r".*\brange\([^()]*",
        ".*",
        "Equivalent if the extra or missing iteration changes nothing.",
    ),
    OftenEquivalent(
        WHOLE_NUMBERS, r".*\] \* ", ".*", "Equivalent if nothing uses the additional item."
    ),
    OftenEquivalent(WHOLE_NUMBERS, r".*[\w\])]\[", r"\].*", SAME_ITEM),
    OftenEquivalent(
        f"{FALSE_VALUE} -> {FALSE_VALUE}",
        ".*",
        ".*",
        TRUTH,
    ),
    OftenEquivalent(
        r"(?i:(\"[\w-]+\") -> \1)",
        r".*\bencoding=",
        ".*",
        "Equivalent: Python ignores the case of an encoding's name.",
    ),
    OftenEquivalent(
        r"(, ?strict=)?True -> .*|strict=True -> ",
        r".*\bzip\(.*",
        ".*",
        "Equivalent if the lengths are always the same.",
    ),
    OftenEquivalent(
        ".*", r"\s*print\(.*", ".*", "Equivalent if nobody needs this text: a print for debugging?"
    ),
    OftenEquivalent("break -> return", ".*", ".*", "Equivalent if nothing follows the loop."),
    OftenEquivalent(
        "continue -> break", ".*", ".*", "Equivalent if the later iterations change nothing."
    ),
)


def doubt_about(mutant: Mutant) -> str:
    """Say why a test may be impossible, or return an empty string."""
    if mutant.earlier_reason:
        return f"It was equivalent in the tangle: {mutant.earlier_reason}"
    return often_equivalent(mutant)


def line_beside(mutant: Mutant) -> str:
    """Say when a test may be impossible, also for survivors that are shown first."""
    doubt = doubt_about(mutant)
    if doubt:
        return doubt
    return ""


def often_equivalent(mutant: Mutant) -> str:
    """Say when a change of this kind is equivalent. Returns an empty string for other kinds."""
    replacement = replacement_of(mutant)
    removed = "\n".join(mutant.removed)
    rest = removed[len(replacement.before + replacement.old) :]
    after = rest.partition("\n")[0]
    for kind in OFTEN_EQUIVALENT:
        if kind.explanation == TRUTH and (_is_returned(mutant) or _tests_for_none(mutant)):
            continue
        fits_before = re.fullmatch(kind.before, replacement.line_before)
        fits_after = re.fullmatch(kind.after, after)
        if fits_before and fits_after and re.fullmatch(kind.pattern, replacement.change):
            return kind.explanation
    if _keeps_the_same_value(mutant):
        return SAME_VALUE
    if _is_assigned_again(mutant):
        return REPLACED
    if _is_first_value(mutant):
        return UNREAD
    return ""


def _keeps_the_same_value(mutant: Mutant) -> bool:
    """Return whether `>` became `>=`, or the reverse, in a search for the best."""
    old = "".join(mutant.removed).strip()
    new = "".join(mutant.added).strip()
    match = re.fullmatch(r"if (.+) ([<>])=? (.+):", old)
    if match is None or new not in (
        f"if {match[1]} {match[2]}= {match[3]}:",
        f"if {match[1]} {match[2]} {match[3]}:",
    ):
        return False
    assignments = (f"{match[1]} = {match[3]}", f"{match[3]} = {match[1]}")
    following = mutant.code[mutant.offset + 1 :]
    return bool(following) and following[0] in assignments


def _is_assigned_again(mutant: Mutant) -> bool:
    """Return whether it changes the value of a name whose next use gives it another value."""
    assignment = re.fullmatch(r"(\w+) = ([^()]*)", "".join(mutant.removed).strip())
    if assignment is None:
        return False
    name, value = assignment.groups()
    if re.search(rf"\b{name}\b", value):
        return False
    for line in mutant.code[mutant.offset + 1 :]:
        if re.search(rf"\b{name}\b", line):
            return re.match(rf"{name} = (?!.*\b{name}\b)", line) is not None
    return False


def _is_returned(mutant: Mutant) -> bool:
    """Return whether it changes the value of a name that the function returns."""
    assignment = re.match(r"(\w+) = ", "".join(mutant.removed).strip())
    return assignment is not None and f"return {assignment[1]}" in mutant.code


def _tests_for_none(mutant: Mutant) -> bool:
    return any(re.search(r"\bis (not )?None\b", line) for line in mutant.code)


def _is_first_value(mutant: Mutant) -> bool:
    """Return whether it changes the value that a constructor gives to an attribute."""
    is_constructor = mutant.function.endswith("__init__")
    assignment = re.match(r"self\.\w+(: [^=]+)? = ", "".join(mutant.removed).strip())
    return is_constructor and assignment is not None
