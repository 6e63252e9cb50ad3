"""Test how the differences between two documents are found and summed up."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from dojo.documents.approval import Places, beside, by_kind
from dojo.documents.differences import Difference, of_calls, of_lines
from dojo.documents.documents import Document
from dojo.kata.workspace import find_workspace
from refactored.yatzy import Yatzy
from tests.golden_master.score_table import columns_of, of_cells

Format = tuple[Callable[[str, str], Iterator[Difference]], str]
CALLS: Format = (
    of_calls,
    """Three calls, one with a text that is cut.


Lists
-----

one -> 1
cut -> not a die: 'xxxxx...
all -> ['ones', 'yatzy']
bad -> free are ones, yatzy
""",
)
STORY: Format = (
    of_lines,
    """A game.


Turn
----

Ann rolls
Ann holds
total 5
""",
)
SCORES: Format = (
    partial(of_cells, "{1} at {0}".format),
    """The 2 categories.

             full
      ones  house

1 1 1 1 1      5      .
1 1 1 1 2      4      0
""",
)
NEW_CALL = "one -> 2\nsix -> 6"


def changed(format_: Format, old: str, new: str) -> list[Difference]:
    """Return the differences after a replacement in a document."""
    compare, text = format_
    assert old in text
    return list(compare(text, text.replace(old, new)))


@pytest.mark.parametrize(
    ("format_", "old", "new", "difference"),
    [
        (STORY, "Ann holds", "Ann drops", "in 'Turn': Ann holds / Ann drops"),
        (STORY, "Ann holds\n", "", "in 'Turn': Ann holds / None"),
        (STORY, "total 5", "bonus 50\ntotal 5", "in 'Turn': None / bonus 50"),
        (STORY, "A game.", "One game.", "in the text around the results: A game. / One game."),
        (STORY, "A game.", "A game.\n\n\nNew\n---\n", "the scene 'New': None / a scene"),
        (CALLS, "one -> 1", "one -> 2", "one: 1 / 2"),
        (CALLS, "one -> 1", "one -> 1\ntwo -> 2", "two: None / 2"),
        (CALLS, "one -> 1", "one ->  1", "one: 1 /  1"),
        (SCORES, " 5", " 6", "ones at 1 1 1 1 1: 5 / 6"),
        (
            SCORES,
            " .\n",
            " 0\n",
            ("full house at 1 1 1 1 1: 0, and the dice do not match / 0, and the dice match"),
        ),
    ],
)
def test_a_reader_sees_one_difference(format_: Format, old: str, new: str, difference: str):
    [found] = changed(format_, old, new)
    assert f"{found.place}: {found.expected} / {found.got}" == difference


def test_a_new_line_does_not_shift_those_that_changed():
    found = changed(STORY, "total 5", "bonus 50\ntotal 55")
    assert [(each.expected, each.got) for each in found] == [
        (None, "bonus 50"),
        ("total 5", "total 55"),
    ]


@pytest.mark.parametrize(
    ("format_", "old", "new", "changes", "additions"),
    [
        (STORY, "Ann", "Eve", ["'Turn', 2 lines"], []),
        (CALLS, "one -> 1", NEW_CALL, ["'Lists', 1 call"], ["1 call more: 'Lists'"]),
        (CALLS, "one -> 1\n", "", ["1 call less: 'Lists'"], []),
        (CALLS, "'ones', ", "'ones', 'two', ", [], ["two in the list of 1 call"]),
        (CALLS, "'ones', ", "'two', ", ["'Lists', 1 call"], []),
        (CALLS, "'yatzy']", "'yatzy'], 3", ["'Lists', 1 call"], []),
        (SCORES, "The 2 ", "The 3 ", ["the text around the results, 1 line"], []),
    ],
)
def test_additions_are_summed_up_beside_changes(
    format_: Format, old: str, new: str, changes: list[str], additions: list[str]
):
    found = by_kind(changed(format_, old, new))
    assert found["changes"]["summary"] == changes
    assert found["additions"]["summary"] == additions


@pytest.mark.parametrize(
    ("line", "as_agreed", "others"),
    [("one -> 7", ["one"], []), ("one -> 8", [], ["one"]), (NEW_CALL, [], ["one", "six"])],
)
def test_only_agreed_differences_are_agreed(
    line: str, as_agreed: list[str], others: list[str], tmp_path: Path
):
    compare, shared = CALLS
    (tmp_path / "lists.approved.txt").write_text(shared, encoding="utf-8")
    document = Document("lists", shared.replace("one -> 1", line), compare)
    known = changed(CALLS, "one -> 1", "one -> 7")
    found = beside(known, document, Places((tmp_path, tmp_path), tmp_path))
    assert [[each.place for each in differences] for differences in found] == [as_agreed, others]


@pytest.mark.parametrize("game", ["yatzy", "yahtzee", "yacht"])
def test_the_columns_of_an_approved_table_are_the_categories(game: str):
    file = find_workspace() / f"approved_files/{game}_scores.approved.txt"
    assert columns_of(file.read_text(encoding="utf-8")) == Yatzy.categories(game)
