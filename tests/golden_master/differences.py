"""Where two texts of one document part, in words; the approved text is the first of the two.

difference: the content of one place in either text. Columns, rows, calls and scenes are matched
by name, and lines are aligned, so that an insertion does not shift the rest.
addition: a difference that takes nothing away.
part: the differences that a summary counts together, such as the rolls of a column.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple, TypeVar

INDENT = "    "
FURTHER = 2 * INDENT  # before all lines of an outcome but its first
ARROW = " -> "
NOTHING = "nothing"  # where one of two texts has something that the other has not
Place = TypeVar("Place")
Call = tuple[str, str]  # the title that it stands under, and its text

NAME = re.compile(r"'[^']*'|(?<=, )[a-z][a-z ]*")  # what may be one, wherever it stands
# A list of names: in brackets, or after the words that introduce one in a message. Other lines with
# commas are no lists.
LIST = re.compile(
    r"(?<=\[)'[^']*'(?:, '[^']*')*(?=\])|"
    r"(?:(?<=; the games are )|(?<=; the categories are )|(?<=; free are )|(?<=; free )(?!are ))"
    r"[a-z ]+(?:, [a-z ]+)*(?![^)\"'\n])"
)
SCENE = re.compile(r"\n\n\n(.+)\n-+\n")  # how one begins, with its title
A_COLUMN = "a column"
AROUND = "the text around the results"  # headings, and lines that belong to no scene
SOME_CELLS = 3  # of a new column


class Difference(NamedTuple):
    """A place, its content in either text or None, and the unit and subject in a summary.

    names: the new names of a list that differs in nothing else.
    """

    place: str
    expected: str | None
    got: str | None
    unit: str
    subject: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say it in three lines."""
        expected, got = (NOTHING if each is None else each for each in (self.expected, self.got))
        return f"{self.place}\n{INDENT}expected {expected}\n{INDENT}actual   {got}"

    @property
    def is_addition(self) -> bool:
        """Tell whether nothing that was approved is gone, or other than it was."""
        return self.expected is None or bool(self.names)

    @property
    def part(self) -> tuple[str, str]:
        """Return what a summary says before, and after, the number of places."""
        if self.names:
            return f"{', '.join(self.names)} in the list of ", ""
        if None in (self.expected, self.got):
            return "", f" {'more' if self.expected is None else 'less'}: {self.subject}"
        return f"{self.subject}, ", ""


def summary(found: Iterable[Difference]) -> list[str]:
    """Say in few words what differs, part by part, with the number of places."""
    parts = Counter((*each.part, each.unit) for each in found)
    return [
        f"{before}{n} {unit}{'' if n == 1 else 's'}{after}"
        for (before, after, unit), n in parts.items()
    ]


def of_cells(call: Callable[[str, str], str], approved: str, got: str) -> Iterator[Difference]:
    """Compare two tables cell by cell; `call` spells a call from its row and column."""
    expected_columns, received_columns = columns_of(approved), columns_of(got)
    expected_rows, received_rows = _rows(approved, expected_columns), _rows(got, received_columns)
    for each in _of_names("column", expected_columns, received_columns):
        yield (
            each._replace(got=_column_in_words(received_rows, each.subject))
            if each.got == A_COLUMN
            else each
        )
    common = [column for column in expected_columns if column in received_columns]
    for roll in _of_either(expected_rows, received_rows):
        expected, received = expected_rows.get(roll, {}), received_rows.get(roll, {})
        for column in common:
            one, other = expected.get(column), received.get(column)
            if one != other:
                yield Difference(call(roll, column), *_in_words(one, other), "roll", column)
    common_rolls = expected_rows.keys() & received_rows.keys()
    unread = (
        _around_cells(approved, expected_columns, common_rolls),
        _around_cells(got, received_columns, common_rolls),
    )
    yield from _of_scenes({"": unread[0]}, {"": unread[1]}, set())


def of_calls(approved: str, got: str) -> Iterator[Difference]:
    """Compare the outcomes of two call lists, call by call."""
    (expected, around), (received, around_received) = _outcomes(approved), _outcomes(got)
    known = _names(approved)
    for place in _of_either(expected, received):
        one, other = expected.get(place), received.get(place)
        if one != other:
            yield Difference(
                place[1], one, other, "call", repr(place[0]), _more_names(one, other, known)
            )
    common = expected.keys() & received.keys()
    yield from _of_scenes(_lines_of(around, common), _lines_of(around_received, common), known)


def of_lines(approved: str, got: str) -> Iterator[Difference]:
    """Compare two texts scene by scene, and line by line in those that both have."""
    yield from _of_scenes(_scenes(approved), _scenes(got), _names(approved))


def _of_scenes(
    expected: dict[str, list[str]], received: dict[str, list[str]], known: set[str]
) -> Iterator[Difference]:
    yield from _of_names("scene", list(expected), list(received))
    for title in filter(received.__contains__, expected):
        subject = repr(title) if title else AROUND
        for one, other in _pairs(expected[title], received[title]):
            if one != other:
                names = _more_names(one, other, known)
                yield Difference(f"in {subject}", one, other, "line", subject, names)


def _of_names(unit: str, expected: list[str], received: list[str]) -> Iterator[Difference]:
    """Compare the names of columns or scenes, and their order."""
    for name in _of_either(expected, received):
        if name not in expected or name not in received:
            ways = [f"a {unit}" if name in each else None for each in (expected, received)]
            yield Difference(f"the {unit} {name!r}", ways[0], ways[1], unit, name)
    orders = [
        [name for name in one if name in other]
        for one, other in ((expected, received), (received, expected))
    ]
    if orders[0] != orders[1]:
        yield Difference(
            f"the order of {unit}s", *map(_listed, orders), "place", f"order of {unit}s"
        )


def _listed(names: list[str]) -> str:
    return ", ".join(filter(None, names))


def _pairs(
    one: Sequence[str], other: Sequence[str], key: Callable[[str], str] = str
) -> Iterator[tuple[str | None, str | None]]:
    """Align two texts: the same lines first, and between those, lines with the same first word."""
    keys = [[key(line) for line in lines] for lines in (one, other)]
    for kind, start, end, new, new_end in SequenceMatcher(
        None, *keys, autojunk=False
    ).get_opcodes():
        before, after = one[start:end], other[new:new_end]
        if kind == "replace" and key is str and len(before) != len(after):
            yield from _pairs(before, after, _first_word)
        else:
            yield from zip_longest(before, after)


def _first_word(line: str) -> str:
    return line.strip().partition(" ")[0]


def _names(text: str) -> set[str]:
    listed = [name for names in LIST.findall(text) for name in names.split(", ")]
    return {name.strip("'") for name in [*NAME.findall(text), *listed]}


def _more_names(one: str | None, other: str | None, known: set[str]) -> tuple[str, ...]:
    """Return the new names in the lists of `other`, if it differs from `one` in nothing else."""
    if one is None or other is None:
        return ()
    names: list[str] = []

    def without_names(found: re.Match[str]) -> str:
        first, *others = found.group().split(", ")
        names.extend(name for name in others if name.strip("'") not in known)
        return ", ".join([first, *(name for name in others if name.strip("'") in known)])

    return tuple(name.strip("'") for name in names) if LIST.sub(without_names, other) == one else ()


def columns_of(text: str) -> list[str]:
    """Read the names of a table's columns: the words that end above one another are a name."""
    names: dict[int, list[str]] = {}
    for line in text.splitlines():
        if line[:1].isdigit():
            break
        for word in re.finditer(r"\S+", line if line.startswith(" ") else ""):
            names.setdefault(word.end(), []).append(word.group())
    return [" ".join(names[end]) for end in sorted(names)]


def _of_either(one: Iterable[Place], other: Iterable[Place]) -> list[Place]:
    return list(dict.fromkeys([*one, *other]))


def _column_in_words(rows: dict[str, dict[str, str]], column: str) -> str:
    """Describe a new column: how many rolls match, and the points of some of them."""
    matching = {
        roll: cells[column] for roll, cells in rows.items() if cells.get(column, ".") != "."
    }
    some = [
        f"{roll} -> {cell}"
        for roll, cell in list(matching.items())[:: len(matching) // SOME_CELLS + 1]
    ]
    return "; ".join([f"{A_COLUMN}, {len(matching)} of {len(rows)} rolls match", *some])


def _in_words(*cells: str | None) -> list[str | None]:
    """Return the points of cells; if these are equal, also whether the dice match the category."""
    points = [cell and cell.rstrip("!").replace(".", "0") for cell in cells]
    if len(set(points)) > 1:
        return points
    fits = {True: "the dice match", False: "the dice do not match"}
    return [f"{paid}, and {fits[cell == paid]}" for cell, paid in zip(cells, points, strict=True)]


def _rows(text: str, columns: list[str]) -> dict[str, dict[str, str]]:
    lines = (line.split() for line in text.splitlines() if line[:1].isdigit())
    return {" ".join(words[:5]): dict(zip(columns, words[5:], strict=False)) for words in lines}


def _around_cells(text: str, columns: list[str], rolls: Collection[str]) -> list[str]:
    """Return the lines of a table; of a row in `rolls`, the roll and cells without a column."""
    found, begun = [], False
    for line in text.splitlines():
        begun = begun or line[:1].isdigit()
        words = line.split()
        roll = " ".join(words[:5])
        if line[:1].isdigit() and roll in rolls:
            found.append(" ".join([roll, *words[5 + len(columns) :]]))
        elif begun or not line.startswith(
            " "
        ):  # a heading that counts its columns says no more than they do
            found.append(line.replace(f" {len(columns)} categories", " categories"))
    return found


def _outcomes(text: str) -> tuple[dict[Call, str], dict[str, list[Call | str]]]:
    """Return the outcome of each call, by title and text; and the other lines and calls, by title.

    Blank lines and lines of outcomes are left out: their number depends on the layout.
    """
    found: dict[Call, str] = {}
    around: dict[str, list[Call | str]] = {}
    for title, lines in _scenes(text).items():
        kept = around.setdefault(title, [])
        place = above = ""
        for line in lines:
            call, arrow, outcome = line.partition(ARROW)
            if line.startswith(FURTHER) and place:
                found[title, place] += f"\n{line}"
            elif (
                line.startswith(INDENT)
                and above
                and kept[-1:] == [above]
                and (title, above) not in found
            ):
                place, found[title, above] = above, line.removeprefix(INDENT)
                kept[-1] = title, above
            elif arrow and (title, call.rstrip()) not in found:
                place = call.rstrip()
                found[title, place] = outcome
                kept.append((title, place))
            elif line or not title:
                kept.append(line)
            above = line
    return found, around


def _lines_of(around: dict[str, list[Call | str]], calls: Collection[Call]) -> dict[str, list[str]]:
    """Return the lines without outcomes; of the calls, keep those that both texts have."""
    return {
        title: [
            line if isinstance(line, str) else line[1]
            for line in lines
            if isinstance(line, str) or line in calls
        ]
        for title, lines in around.items()
    }


def _scenes(text: str) -> dict[str, list[str]]:
    """Return the lines under each title; those before the first one have none."""
    heading, *rest = SCENE.split(text.removesuffix("\n"))
    found = {"": heading.split("\n") if text else []}
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        found.setdefault(title, []).extend(body.split("\n"))
    return found


def or_lines(
    compare: Callable[[str, str], Iterator[Difference]],
) -> Callable[[str, str], Iterator[Difference]]:
    """Return a comparison that compares line by line if `compare` finds no difference."""

    def compare_all(approved: str, got: str) -> Iterator[Difference]:
        found = list(compare(approved, got))
        return iter(found) if found else of_lines(approved, got)

    return compare_all
