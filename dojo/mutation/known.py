"""Which survivors of a practice are known, by their changes.

Names do not count, so that code that was renamed or moved has no new survivors.
"""

import re
from collections import Counter
from keyword import iskeyword

from msgspec import Struct, field

from dojo.files import DamagedError, read_json, write_json
from dojo.inside.swap import split_lines
from dojo.mutation.inputs import path_of
from dojo.mutation.kept import Kept, absolute_span
from dojo.mutation.regions import regions_of
from dojo.mutation.results import SURVIVING, Patch
from dojo.practice.model import Practice

KNOWN_FILE = "known-survivors.json"
WORD = re.compile(r"[^\W\d]\w*")


class Known(Struct):
    """How many survivors with each shape are known. `is_complete`: all mutants were tested once."""

    shapes: dict[str, int] = field(default_factory=dict)
    is_complete: bool = False

    @property
    def number(self) -> int:
        return sum(self.shapes.values())


class Shapes:
    """The shapes of survivors: their changes without names, such as `_ > 1 -> _ >= 1`."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.lines: dict[str, list[str]] = {}
        self.firsts: dict[str, int] = {}
        for path, text in kept.sources.items():
            self.lines[path] = split_lines(text)
            for region in regions_of(text):
                self.firsts[f"{path}::{region.key}"] = region.first

    def shape(self, region: str, patch: Patch) -> str:
        first, column, last, end_column = absolute_span(patch, self.firsts[region])
        lines = self.lines[path_of(region)][first - 1 : last]
        lines[-1] = lines[-1][:end_column]
        lines[0] = lines[0][column:]
        old = "".join(lines)
        return f"{hide_names(old)} -> {hide_names(patch.new)}"

    def count(self) -> Counter[str]:
        """Return how many survivors have each shape."""
        shapes: Counter[str] = Counter()
        for region, patches in self.kept.patches.items():
            for patch in patches:
                result = self.kept.results.get(patch.name)
                if result is not None and result.status in SURVIVING:
                    shapes[self.shape(region, patch)] += 1
        return shapes


def hide_names(text: str) -> str:
    return WORD.sub(lambda word: word[0] if iskeyword(word[0]) else "_", text)


def read_known(practice: Practice) -> Known:
    try:
        return read_json(practice.state_directory / KNOWN_FILE, Known)
    except (FileNotFoundError, DamagedError):
        return Known()


def write_known(practice: Practice, known: Known) -> None:
    write_json(practice.state_directory / KNOWN_FILE, known)
