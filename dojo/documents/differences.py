"""Where two texts of one document differ. The approved text is the first of the two.

Columns, rows, calls and scenes are matched by name, and lines are aligned. So an insertion is one
difference, and does not shift the rest.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple, TypeVar

INDENT = "    "
FURTHER = 2 * INDENT  # before all lines of a result but its first
ARROW = " -> "
NOTHING = "nothing"  # shown where one of two texts has no such line
AROUND = "the text around the results"  # headings, and lines that belong to no scene
# An item of a list that may be a name: quoted, or in lower case behind a comma.
NAME = re.compile(r"'([^'\n]*)'|(?<=, )([a-z][a-z ]*)")
SCENE = re.compile(r"\n\n\n(.+)\n-+\n")  # the title of a scene, with the lines around it

Place = TypeVar("Place")
Call = tuple[str, str]  # the title above it, and its text


class Difference(NamedTuple):
    """A place, and its text in both documents, or None.

    A summary counts the differences of a subject, in units. `names`: the new names in a list, if
    nothing else differs.
    """

    place: str
    expected: str | None
    got: str | None
    unit: str
    subject: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Show it in three lines."""
        expected = NOTHING if self.expected is None else self.expected
        got = NOTHING if self.got is None else self.got
        return f"{self.place}\n{INDENT}expected {expected}\n{INDENT}actual   {got}"

    @property
    def is_addition(self) -> bool:
        """Return whether all that was approved is still there."""
        return self.expected is None or bool(self.names)

    def count_in_words(self, number: int) -> str:
        """Return the line of a summary for this number of similar differences."""
        quantity = f"{number} {self.unit}"
        if number != 1:
            quantity += "s"
        if self.names:
            return f"{', '.join(self.names)} in the list of {quantity}"
        if self.expected is None:
            return f"{quantity} more: {self.subject}"
        if self.got is None:
            return f"{quantity} less: {self.subject}"
        return f"{self.subject}, {quantity}"


def summary(differences: Iterable[Difference]) -> list[str]:
    """Sum up differences: a line for each subject, with the number of places."""
    # Differences with the same line for a number belong together.
    examples: dict[str, Difference] = {}
    counts: Counter[str] = Counter()
    for difference in differences:
        line = difference.count_in_words(1)
        examples.setdefault(line, difference)
        counts[line] += 1
    return [examples[line].count_in_words(number) for line, number in counts.items()]


def of_calls(approved: str, got: str) -> Iterator[Difference]:
    """Compare the results of two call lists, call by call."""
    expected = _CallList(approved)
    received = _CallList(got)
    new_names = _new_names(approved, got)
    for call in union(expected.results, received.results):
        one = expected.results.get(call)
        other = received.results.get(call)
        if one != other:
            title, text = call
            names = _added_names(one, other, new_names)
            yield Difference(text, one, other, "call", repr(title), names)
    calls = expected.results.keys() & received.results.keys()
    yield from _of_scenes(expected.other_lines(calls), received.other_lines(calls), new_names)


def of_lines(approved: str, got: str) -> Iterator[Difference]:
    """Compare two stories, scene by scene and line by line."""
    return _of_scenes(_scenes(approved), _scenes(got), _new_names(approved, got))


def or_lines(
    compare: Callable[[str, str], Iterator[Difference]],
) -> Callable[[str, str], Iterator[Difference]]:
    """Return a comparison that compares line by line if `compare` finds no difference."""

    def compare_all(approved: str, got: str) -> Iterator[Difference]:
        found = list(compare(approved, got))
        if not found:
            found = list(of_lines(approved, got))
        return iter(found)

    return compare_all


def _of_scenes(
    expected: dict[str, list[str]], received: dict[str, list[str]], new_names: list[str]
) -> Iterator[Difference]:
    """Compare the names of scenes, then the lines of each scene that both texts have.

    `new_names`: the names in lists that only the new text has.
    """
    yield from of_names("scene", list(expected), list(received))
    for title, lines in expected.items():
        if title in received:
            yield from of_lines_in(_subject(title), lines, received[title], new_names)


def _subject(title: str) -> str:
    if title:
        return repr(title)
    return AROUND


def of_lines_in(
    subject: str, expected: list[str], received: list[str], new_names: list[str]
) -> Iterator[Difference]:
    """Compare the lines of a scene, or of AROUND. `new_names`: that only the new text has."""
    for one, other in _aligned(expected, received):
        if one != other:
            names = _added_names(one, other, new_names)
            yield Difference(f"in {subject}", one, other, "line", subject, names)


def of_names(unit: str, expected: list[str], received: list[str]) -> Iterator[Difference]:
    """Compare the names of columns or scenes, and their order."""
    for name in union(expected, received):
        if name not in received:
            yield Difference(f"the {unit} {name!r}", f"a {unit}", None, unit, name)
        if name not in expected:
            yield Difference(f"the {unit} {name!r}", None, f"a {unit}", unit, name)
    expected_order = [name for name in expected if name in received]
    received_order = [name for name in received if name in expected]
    if expected_order != received_order:
        one = ", ".join(filter(None, expected_order))
        other = ", ".join(filter(None, received_order))
        yield Difference(f"the order of {unit}s", one, other, "place", f"order of {unit}s")


def _aligned(
    one: Sequence[str], other: Sequence[str], key: Callable[[str], str] = str
) -> Iterator[tuple[str | None, str | None]]:
    """Align two texts: first the same lines, then lines with the same first word."""
    matcher = SequenceMatcher(None, list(map(key, one)), list(map(key, other)), autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        before = one[start:end]
        after = other[other_start:other_end]
        if kind == "replace" and key is str and len(before) != len(after):
            yield from _aligned(before, after, _first_word)
        else:
            yield from zip_longest(before, after)


def _first_word(line: str) -> str:
    return line.strip().partition(" ")[0]


def _names(text: str) -> list[str]:
    """Return the names in lists, without duplicates, in order."""
    return list(dict.fromkeys(quoted or plain for quoted, plain in NAME.findall(text)))


def _new_names(approved: str, got: str) -> list[str]:
    """Return the names that only the new text has."""
    known = set(_names(approved))
    return [name for name in _names(got) if name not in known]


def _added_names(one: str | None, other: str | None, new_names: list[str]) -> tuple[str, ...]:
    """Return the names that the lists of `other` have more, if nothing else differs."""
    if one is None or other is None or not _names(one):
        return ()
    added: list[str] = []
    shorter = other
    for name in new_names:
        text = re.escape(name)
        shorter, number = re.subn(rf", ('{text}'|{text}(?![a-z ]))", "", shorter)
        if number > 0:
            added.append(name)
    if shorter != one:
        return ()
    return tuple(added)


class _CallList:
    """The text of a call list: the results by call, and the other lines and calls by title.

    Blank lines and lines of results are left out: their number depends on the layout.
    """

    def __init__(self, text: str) -> None:
        self.results: dict[Call, str] = {}
        self.lines: dict[str, list[Call | str]] = {}
        for title, lines in _scenes(text).items():
            self.lines[title] = []
            self._read_section(title, lines)

    def _read_section(self, title: str, lines: list[str]) -> None:
        """Collect the results of a section by call, and its calls and other lines in order.

        A result is beside its call, behind an arrow, or indented in the line below it. Its further
        lines are indented twice. A call that the section has already is kept as another line.
        """
        kept = self.lines[title]
        latest_call = None
        line_above = ""
        for line in lines:
            text, arrow, result = line.partition(ARROW)
            call_beside = title, text.rstrip()
            call_above = title, line_above
            is_below = line.startswith(INDENT) and line_above != "" and kept[-1:] == [line_above]
            if line.startswith(FURTHER) and latest_call is not None:
                self.results[latest_call] += f"\n{line}"
            elif is_below and call_above not in self.results:
                kept[-1] = call_above
                latest_call = call_above
                self.results[call_above] = line.removeprefix(INDENT)
            elif arrow and call_beside not in self.results:
                kept.append(call_beside)
                latest_call = call_beside
                self.results[call_beside] = result
            elif line or not title:
                kept.append(line)
            line_above = line

    def other_lines(self, calls: Collection[Call]) -> dict[str, list[str]]:
        """Return the lines without results, and these calls without their results."""
        others: dict[str, list[str]] = {}
        for title, lines in self.lines.items():
            others[title] = []
            for line in lines:
                if isinstance(line, str):
                    others[title].append(line)
                elif line in calls:
                    others[title].append(line[1])
        return others


def _scenes(text: str) -> dict[str, list[str]]:
    """Return the lines by their title. The lines before the first title have an empty one."""
    if not text:
        return {"": []}
    heading, *rest = SCENE.split(text.removesuffix("\n"))
    scenes = {"": heading.split("\n")}
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        scenes.setdefault(title, []).extend(body.split("\n"))
    return scenes


def union(one: Iterable[Place], other: Iterable[Place]) -> list[Place]:
    """Return the places of both, without duplicates, in order."""
    return list(dict.fromkeys([*one, *other]))
