"""Mutants as data. A status is a word of the mutation testing report schema."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from keyword import iskeyword

from msgspec import Struct, field

from dojo.text import printable, quantity

KILLED = "Killed"
TIMED_OUT = "Timeout"
SURVIVED = "Survived"
NOT_COVERED = "NoCoverage"
EQUIVALENT = "Ignored"
PENDING = "Pending"
SURVIVING = (SURVIVED, NOT_COVERED)
# The kinds of survivors, in their order. Nobody asked yet why those without a name survived.
ORDER = ("a difference that no test looks at", "", "not run", "not compared", "no difference")
DIFFERENCE = "A difference that no test looks at."
VARIED = "No difference in {calls}, but in a variation of one."
SAME = "No difference in {calls}."
NOT_REACHED = "Tests run {function}, but no call of them reaches this line."
NOT_RUN = "No test runs {function}."
NOT_COMPARED = "Its calls could not be compared{reason}."
WORD = re.compile(r"[^\W\d]\w*")
# The path, the first line and the name of a function, and whether its own code has two versions.
Place = tuple[str, int, str, bool]
Span = tuple[int, int, int, int]  # line, column, last line, column behind it


class Patch(Struct, frozen=True):
    """A mutant: the text that replaces a span. Lines count from the first line of its region, 0.

    `name` is mutmut's own if mutmut makes this mutant, too. `region`: "path::key". `at_import`: it
    changes what runs when the module is imported.
    """

    name: str
    region: str
    span: Span
    new: str
    at_import: bool = False


class DifferingCall(Struct, frozen=True):
    """A call that differs: of a test, the `number`th of its function.

    `before` and `after`: what differs, such as the result, by its name. `variation`: the arguments
    that no test has, as Python, by their names.
    """

    test: str
    number: int
    call: str
    before: dict[str, str]
    after: dict[str, str]
    variation: dict[str, str] = field(default_factory=dict)


class Twin(Struct, frozen=True):
    """Two versions of a function, or of several functions, at the calls of tests.

    `compared`: how many calls could be compared; `differing`: how many of them and of their
    variations differ; `varied`: how many variations were compared. `is_partial`: calls were left
    out, at a limit. `not_compared`: how often something could not be. `reached`: the numbers of the
    calls that reach some lines, by the test. `example`: the smallest call that differs.
    """

    place: Place = ("", 0, "", False)
    compared: int = 0
    differing: int = 0
    varied: int = 0
    is_partial: bool = False
    not_compared: dict[str, int] = field(default_factory=dict)
    reached: dict[str, list[int]] = field(default_factory=dict)
    example: DifferingCall | None = None


class Why(Struct, frozen=True):
    """Why a mutant survived: its code and the changed code at the calls of tests.

    `tests_run`: how many tests there was time for. `reaches_change`: whether one of them runs the
    changed line, as far as that is known.
    """

    found: Twin = field(default_factory=Twin)
    tests_run: int = 0
    reaches_change: bool = True

    @property
    def example(self) -> DifferingCall | None:
        return self.found.example


class Result(Struct, frozen=True):
    """The result of a mutant. `killer`: the test that failed first, or that never ended.

    `crashed`: the test did not fail by an assertion. `out_of_memory`: that was because of the
    limit of memory. `is_estimate`: other code changed since it was tested. `why` it survived, if
    that was asked.
    """

    status: str
    seconds: float = 0.0
    killer: str = ""
    crashed: bool = False
    out_of_memory: bool = False
    is_estimate: bool = False
    why: Why | None = None


@dataclass(frozen=True)
class Mutant:
    """A small change of the code, and whether tests noticed it.

    `name` is mutmut's, and `code` has the lines of the function without their indentation. `tests`
    reach the function, and `killer` failed first. `crashed`: it did not fail by an assertion. Only
    survivors have a `number`. `reason` says why no test can kill it, and `marked` that the reason
    is the person's, not the kata's. `offset`: the index in `code` of the first line that it
    changes. `earlier_reason`: why it was equivalent before its surroundings changed. `at_import`:
    it changes what runs when the module is imported. `why` it survived, if that was asked.
    """

    name: str
    path: str
    function: str
    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]
    status: str
    seconds: float = 0.0
    tests: tuple[str, ...] = ()
    killer: str = ""
    crashed: bool = False
    code: tuple[str, ...] = ()
    offset: int = 0
    number: int = 0
    reason: str = ""
    marked: bool = False
    earlier_reason: str = ""
    at_import: bool = False
    out_of_memory: bool = False
    why: Why | None = None

    @property
    def lines(self) -> range:
        """The numbers of the lines that it changes."""
        return range(self.line, self.line + max(1, len(self.removed)))

    @property
    def place(self) -> str:
        return printable(f"{self.path}:{self.line}")

    @property
    def diff(self) -> list[str]:
        lines = [f"- {line.strip()}" for line in self.removed]
        lines += [f"+ {line.strip()}" for line in self.added]
        return [printable(line) for line in lines]

    @property
    def shape(self) -> str:
        """Its change without the names in it, such as `if _ > 1: -> if _ >= 1:`."""
        return f"{hide_names(' '.join(self.removed))} -> {hide_names(' '.join(self.added))}"

    @property
    def kind(self) -> str:
        """The kind of a survivor, one of ORDER."""
        why = self.why
        if self.status == NOT_COVERED or (why is not None and not why.reaches_change):
            return "not run"
        if why is None:
            return ""
        if why.example is not None:
            return "a difference that no test looks at"
        return "no difference" if why.found.compared else "not compared"

    @property
    def why_survived(self) -> str:
        """Why it survived, in a sentence, or an empty string if nobody asked."""
        why = self.why
        if self.status == NOT_COVERED:
            return NOT_RUN.format(function=self.function)
        if why is None:
            return ""
        if not why.reaches_change:
            return NOT_REACHED.format(function=self.function)
        if not why.found.compared:
            names = ", ".join(why.found.not_compared)
            return NOT_COMPARED.format(reason=f": {names}" if names else "")
        calls = quantity(why.found.compared, "call")
        if why.example is not None:
            return VARIED.format(calls=calls) if why.example.variation else DIFFERENCE
        if why.found.varied:
            calls += f" and {quantity(why.found.varied, 'variation')} of them"
        return SAME.format(calls=calls)

    @property
    def remark(self) -> str:
        """The reason that a survivor had in the tangle, or else why it survived."""
        if self.earlier_reason:
            return f"It was equivalent in the tangle: {self.earlier_reason}"
        return "" if self.status == NOT_COVERED else self.why_survived

    @property
    def test_names(self) -> list[str]:
        """The names of the tests that reach it, without their files and parameters."""
        names: dict[str, None] = {}
        for test in self.tests:
            name = test.partition("::")[2].partition("[")[0]
            names[name.replace("::", ".")] = None
        return list(names)


def hide_names(text: str) -> str:
    """Replace each name in code by `_`. Keywords, numbers and signs stay."""
    words = WORD.sub(lambda word: word[0] if iskeyword(word[0]) else "_", text)
    return " ".join(words.split())


class Selection(Struct, frozen=True):
    """The mutants to test: all below `prefix`, or only `regions`, which are "path::key".

    Of the mutants in question, sorted by name, shard K of N has every N-th, from the K-th on. So it
    is the same on each machine.
    """

    title: str = ""
    prefix: str = ""
    regions: frozenset[str] | None = None
    shard: int = 1
    shards: int = 1

    @property
    def is_part(self) -> bool:
        """Whether mutants are left out. A prefix alone chooses a whole implementation."""
        return self.regions is not None or self.shards > 1

    def has(self, region: str) -> bool:
        """Return whether a region is chosen. `choose` decides about shards."""
        if self.regions is None:
            return region.startswith(self.prefix)
        return region in self.regions

    def choose(self, mutants: Iterable[str]) -> list[str]:
        """Return the mutants of the shard, sorted."""
        return sorted(mutants)[self.shard - 1 :: self.shards]


ALL = Selection()


def shared_ends(old: list[str], new: list[str]) -> tuple[int, int]:
    """Return how many items are the same at the start, and how many of the rest at the end."""
    start = _shared_start(old, new)
    end = _shared_start(old[start:][::-1], new[start:][::-1])
    return start, end


def _shared_start(one: list[str], other: list[str]) -> int:
    number = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        number += 1
    return number
