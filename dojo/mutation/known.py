"""Which survivors of a practice are known, by their changes.

Names do not count, so that code that was renamed or moved has no new survivors.
"""

import re
from collections import Counter
from collections.abc import Iterable
from keyword import iskeyword

from msgspec import Struct, field

from dojo.mutation.results import Mutant

WORD = re.compile(r"[^\W\d]\w*")


class Known(Struct):
    """How many survivors with each shape are known. `is_complete`: all mutants were tested once."""

    shapes: dict[str, int] = field(default_factory=dict)
    is_complete: bool = False

    @property
    def number(self) -> int:
        return sum(self.shapes.values())


def shape_of(mutant: Mutant) -> str:
    """Return the change of a mutant without the names in it, such as `if _ > 1: -> if _ >= 1:`."""
    return f"{hide_names(' '.join(mutant.removed))} -> {hide_names(' '.join(mutant.added))}"


def shapes_of(mutants: Iterable[Mutant]) -> Counter[str]:
    """Return how many mutants have each shape."""
    return Counter(shape_of(mutant) for mutant in mutants)


def hide_names(text: str) -> str:
    words = WORD.sub(lambda word: word[0] if iskeyword(word[0]) else "_", text)
    return " ".join(words.split())
