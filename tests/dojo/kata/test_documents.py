"""Test how the differences between two documents are found and counted."""

from pathlib import Path

import pytest

from dojo.kata.workspace import find_workspace
from refactored.yatzy import Yatzy
from tests.golden_master.approval import Places, agreed, beside
from tests.golden_master.differences import columns_of, summary
from tests.golden_master.documents import Document, call_list, story, table

ROWS = {(1, 1, 1, 1, 1): ["5", "."], (1, 1, 1, 1, 2): ["4", "0"]}
LINES = ["Ann rolls", "Ann holds", "Ann scores"]


def scores(columns: list[str], rows: dict[tuple[int, ...], list[str]] = ROWS) -> Document:
    return table("scores", "Scores.", columns, rows, lambda roll, column: f"{column} at {roll}")


def told(lines: list[str], title: str = "Turn") -> Document:
    return story("story", "A game.", {"Before": ["nothing yet"], title: lines})


def differences(approved: Document, got: Document) -> list[str]:
    return list(map(str, got.differences(approved.text, got.text)))


def summaries(approved: Document, got: Document) -> list[list[str]]:
    """Return what is summed up of changes, and of additions."""
    found = list(got.differences(approved.text, got.text))
    return [summary(each for each in found if each.is_addition is kind) for kind in (False, True)]


def lists(**outcomes: str) -> Document:
    return call_list("lists", "Lists.", {"Lists": outcomes})


def beside_shared(folder: Path, shared: Document, own: Document, got: Document) -> list[list[str]]:
    """Return what is as agreed, and what else differs, by its places."""
    places = Places((folder / "own", folder / "shared"), folder)
    for document, where in ((own, places.approved[0]), (shared, places.approved[1])):
        where.mkdir()
        (where / f"{document.name}.approved.txt").write_text(document.text, encoding="utf-8")
    return [[each.place for each in found] for found in beside(agreed(got, places), got, places)]


@pytest.mark.parametrize(
    ("got", "found"),
    [
        ({"one": "1", "two": "2", "six": "6"}, [[], []]),
        ({"one": "7", "two": "8", "six": "6"}, [["one", "two"], []]),
        ({"one": "7", "two": "2", "six": "6"}, [["one"], []]),
        ({"one": "7", "two": "9", "six": "6"}, [["one"], ["two"]]),
        ({"one": "1", "two": "2", "six": "7"}, [[], ["six"]]),
    ],
)
def test_what_differs_as_it_was_agreed_is_told_from_what_else_differs(
    got: dict[str, str], found: list[list[str]], tmp_path: Path
) -> None:
    shared, own = lists(one="1", two="2", six="6"), lists(one="7", two="8", six="6")
    assert beside_shared(tmp_path, shared, own, lists(**got)) == found


def test_inside_a_column_that_was_agreed_anything_else_differs(tmp_path: Path) -> None:
    rows = {(1, 1, 1, 1, die): ["4", "1"] for die in range(1, 5)}
    unseen = {**rows, (1, 1, 1, 1, 2): ["4", "2"]}  # a new column is told by some of its cells
    shared = scores(["ones"], {roll: cells[:1] for roll, cells in rows.items()})
    own, got = scores(["ones", "twos"], rows), scores(["ones", "twos"], unseen)
    assert beside_shared(tmp_path, shared, own, got) == [
        ["the column 'twos'"],
        ["twos at 1 1 1 1 2"],
    ]


NEW_COLUMN = scores(
    ["ones", "all even", "full house"], {roll: [one, "9", two] for roll, (one, two) in ROWS.items()}
)
NEW_AND_CHANGED = scores(
    ["ones", "all even", "full house"], {roll: ["9", "8", two] for roll, (_, two) in ROWS.items()}
)
GONE = scores(["full house"], {roll: cells[1:] for roll, cells in ROWS.items()})
CELL = scores(["ones", "twos"], {**ROWS, (1, 1, 1, 1, 1): ["5", "0"]})
CELLS = "a column, 2 of 2 rolls match; 1 1 1 1 1 -> 9; 1 1 1 1 2 -> 9"
ONE_DIFFERENCE = {
    "a line more in a story": (
        told(LINES),
        told([LINES[0], "Bob laughs", *LINES[1:]]),
        "in 'Turn'\n    expected nothing\n    actual   Bob laughs",
    ),
    "a line less in a story": (
        told(LINES),
        told(LINES[1:]),
        "in 'Turn'\n    expected Ann rolls\n    actual   nothing",
    ),
    "a line that changed stands beside what it was": (
        told(LINES),
        told([LINES[0], "Ann drops", LINES[2]]),
        "in 'Turn'\n    expected Ann holds\n    actual   Ann drops",
    ),
    "a new column": (
        scores(["ones", "full house"]),
        NEW_COLUMN,
        "the column 'all even'\n    expected nothing\n    actual   " + CELLS,
    ),
    "a column that is gone": (
        scores(["ones", "full house"]),
        GONE,
        "the column 'ones'\n    expected a column\n    actual   nothing",
    ),
    "a cell, in words": (
        scores(["ones", "twos"]),
        CELL,
        (
            "twos at 1 1 1 1 1\n"
            "    expected 0, and the dice do not match\n"
            "    actual   0, and the dice match"
        ),
    ),
    "a call more in a list": (
        lists(one="1", three="1"),
        lists(one="1", two="1", three="1"),
        "two\n    expected nothing\n    actual   1",
    ),
    "the same call under two titles is compared twice": (
        call_list("calls", "Calls.", {"Now": {"call()": "1"}, "Then": {"call()": "1"}}),
        call_list("calls", "Calls.", {"Now": {"call()": "2"}, "Then": {"call()": "1"}}),
        "call()\n    expected 1\n    actual   2",
    ),
    "the heading": (
        call_list("calls", "Two calls.", {"Calls": {"call()": "1"}}),
        call_list("calls", "One call.", {"Calls": {"call()": "1"}}),
        "in the text around the results\n    expected Two calls.\n    actual   One call.",
    ),
    "a scene more": (
        story("story", "A game.", dict.fromkeys("AC", LINES)),
        story("story", "A game.", dict.fromkeys("ABC", LINES)),
        "the scene 'B'\n    expected nothing\n    actual   a scene",
    ),
    "scenes in another order": (
        story("story", "A game.", {name: [name] for name in "AB"}),
        story("story", "A game.", {name: [name] for name in "BA"}),
        "the order of scenes\n    expected A, B\n    actual   B, A",
    ),
}


@pytest.mark.parametrize("what", ONE_DIFFERENCE)
def test_what_a_reader_sees_as_one_is_one_difference(what: str) -> None:
    approved, got, difference = ONE_DIFFERENCE[what]
    assert differences(approved, got) == [difference]


def test_a_cell_that_changed_is_told_beside_a_new_column() -> None:
    approved = scores(["ones", "full house"])
    places = [each.splitlines()[0] for each in differences(approved, NEW_AND_CHANGED)]
    assert places == ["the column 'all even'", "ones at 1 1 1 1 1", "ones at 1 1 1 1 2"]
    assert summaries(approved, NEW_AND_CHANGED) == [["ones, 2 rolls"], ["1 column more: all even"]]


SWAPPED = {roll: cells[::-1] for roll, cells in ROWS.items()}
A_COLUMN_MORE = {roll: [*cells, "6"] for roll, cells in ROWS.items()}


def counted(number: int, *columns: str) -> Document:
    """Return scores whose heading says how many there are."""
    rows = A_COLUMN_MORE if "sixes" in columns else ROWS
    return table("scores", f"The {number} categories.", list(columns), rows, lambda *_: "")


ALL = lists(all="['ones', 'yatzy']")
SUMMED_UP = {
    "columns in another order": (
        scores(["ones", "twos"]),
        scores(["twos", "ones"], SWAPPED),
        [["order of columns, 1 place"], []],
    ),
    "columns in another order beside a new one": (
        scores(["ones", "twos"]),
        scores(["twos", "ones", "sixes"], {roll: [*cells, "6"] for roll, cells in SWAPPED.items()}),
        [["order of columns, 1 place"], ["1 column more: sixes"]],
    ),
    "a heading that counts its columns": (
        counted(2, "ones", "twos"),
        counted(3, "ones", "twos", "sixes"),
        [[], ["1 column more: sixes"]],
    ),
    "a heading with another number": (
        counted(2, "ones", "twos"),
        counted(4, "ones", "twos", "sixes"),
        [["the text around the results, 1 line"], ["1 column more: sixes"]],
    ),
    "a name that comes into a list": (
        lists(all="['ones', 'yatzy']", bad="unknown; the categories are ones, yatzy"),
        lists(
            all="['ones', 'all even', 'yatzy']",
            bad="unknown; the categories are ones, yatzy, all even",
        ),
        [[], ["all even in the list of 2 calls"]],
    ),
    "a name in place of another": (
        ALL,
        lists(all="['all even', 'yatzy']"),
        [["'Lists', 1 call"], []],
    ),
    "names in another order": (
        ALL,
        lists(all="['yatzy', 'all even', 'ones']"),
        [["'Lists', 1 call"], []],
    ),
    "a name that begins another one": (
        lists(all="['ones', 'two pairs']", bad="illegal; free are ones, two pairs"),
        lists(all="['ones', 'two pairs', 'two']", bad="illegal; free are ones, two pairs, two"),
        [[], ["two in the list of 2 calls"]],
    ),
    "a word behind a result": (lists(one="1"), lists(one="1, or two"), [["'Lists', 1 call"], []]),
    "a number behind a list": (ALL, lists(all="['ones', 'yatzy'], 3"), [["'Lists', 1 call"], []]),
}


@pytest.mark.parametrize("what", SUMMED_UP)
def test_additions_are_summed_up_beside_changes(what: str) -> None:
    approved, got, summed_up = SUMMED_UP[what]
    assert summaries(approved, got) == summed_up


def test_calls_in_another_order_are_a_change_beside_a_new_one() -> None:
    changes, _ = summaries(lists(a="1", b="1"), lists(b="1", a="1", c="1"))
    assert "1 line less: 'Lists'" in changes


@pytest.mark.parametrize("wide", ["", "x" * 150], ids=["beside their calls", "below their calls"])
@pytest.mark.parametrize("outcome", ["1  ", "  1", "1"])
def test_blanks_around_an_outcome_count_also_beside_a_new_call(wide: str, outcome: str) -> None:
    approved, got = lists(one="1", wide=wide), lists(one=outcome, wide=wide, two="2")
    assert summaries(approved, got) == [
        ["'Lists', 1 call"] * (outcome != "1"),
        ["1 call more: 'Lists'"],
    ]


@pytest.mark.parametrize("game", ["yatzy", "yahtzee", "yacht"])
def test_the_columns_of_an_approved_table_are_read_as_they_were_meant(game: str) -> None:
    approved = (find_workspace() / f"approved_files/{game}_scores.approved.txt").read_text(
        encoding="utf-8"
    )
    assert columns_of(approved) == Yatzy.categories(game)


@pytest.mark.parametrize("wide", ["", "x" * 150], ids=["beside their calls", "below their calls"])
def test_each_line_of_an_outcome_counts_also_where_another_call_changes(wide: str) -> None:
    approved, got = (
        lists(one=f"{wide}{one}", two=f"not\n{two}")
        for one, two in (("1", "a -> b"), ("2", "a -> c"))
    )
    assert [each.split("\n")[0] for each in differences(approved, got)] == ["one", "two"]


def test_a_line_stands_beside_the_one_with_the_same_first_word() -> None:
    found = differences(told(["Ann", "total 5"]), told(["Ann", "bonus 50", "total 55"]))
    assert [each.split("\n", 1)[1] for each in found] == [
        "    expected nothing\n    actual   bonus 50",
        "    expected total 5\n    actual   total 55",
    ]
