"""How two texts of a document are told apart: what is new is one difference, and what follows it is none."""

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
    assert beside_shared(tmp_path, shared, own, got) == [["the column 'twos'"], ["twos at 1 1 1 1 2"]]


def test_a_line_more_in_a_story_is_one_difference() -> None:
    got = told([LINES[0], "Bob laughs", *LINES[1:]])
    assert differences(told(LINES), got) == ["in 'Turn'\n    expected nothing\n    got      Bob laughs"]


def test_a_line_less_in_a_story_is_one_difference() -> None:
    assert differences(told(LINES), told(LINES[1:])) == ["in 'Turn'\n    expected Ann rolls\n    got      nothing"]


def test_a_line_that_changed_stands_beside_what_it_was() -> None:
    got = told([LINES[0], "Ann drops", LINES[2]])
    assert differences(told(LINES), got) == ["in 'Turn'\n    expected Ann holds\n    got      Ann drops"]


def test_a_new_column_is_one_difference() -> None:
    rows = {roll: [cells[0], "9", cells[1]] for roll, cells in ROWS.items()}
    found = differences(scores(["ones", "full house"]), scores(["ones", "all even", "full house"], rows))
    cells = "1 1 1 1 1 -> 9; 1 1 1 1 2 -> 9"
    assert found == [f"the column 'all even'\n    expected nothing\n    got      a column, 2 of 2 rolls match; {cells}"]


def test_a_cell_that_changed_is_told_beside_a_new_column() -> None:
    rows = {roll: ["9", "8", cells[1]] for roll, cells in ROWS.items()}
    found = differences(scores(["ones", "full house"]), scores(["ones", "all even", "full house"], rows))
    assert [each.splitlines()[0] for each in found] == [
        "the column 'all even'",
        "ones at 1 1 1 1 1",
        "ones at 1 1 1 1 2",
    ]


def test_a_column_that_is_gone_is_one_difference() -> None:
    rows = {roll: cells[1:] for roll, cells in ROWS.items()}
    found = differences(scores(["ones", "full house"]), scores(["full house"], rows))
    assert found == ["the column 'ones'\n    expected a column\n    got      nothing"]


def test_a_cell_is_told_in_words() -> None:
    found = differences(scores(["ones", "twos"]), scores(["ones", "twos"], {**ROWS, (1, 1, 1, 1, 1): ["5", "0"]}))
    assert found == ["twos at 1 1 1 1 1\n    expected 0, and the dice do not match\n    got      0, and the dice match"]


def test_columns_in_another_order_are_a_difference() -> None:
    swapped = {roll: cells[::-1] for roll, cells in ROWS.items()}
    assert differences(scores(["ones", "twos"]), scores(["twos", "ones"], swapped))


def test_a_call_more_in_a_list_is_one_difference() -> None:
    one, more = ({"Calls": {f"call({number})": "1" for number in numbers}} for numbers in ((1, 3), (1, 2, 3)))
    found = differences(call_list("calls", "Calls.", one), call_list("calls", "Calls.", more))
    assert found == ["call(2)\n    expected nothing\n    got      1"]


def test_the_same_call_under_two_titles_is_compared_twice() -> None:
    before, after = ({"Now": {"call()": now}, "Then": {"call()": "1"}} for now in ("1", "2"))
    found = differences(call_list("calls", "Calls.", before), call_list("calls", "Calls.", after))
    assert found == ["call()\n    expected 1\n    got      2"]


def test_what_differs_only_in_the_heading_differs() -> None:
    calls = {"Calls": {"call()": "1"}}
    found = differences(call_list("calls", "Two calls.", calls), call_list("calls", "One call.", calls))
    assert found == ["in ''\n    expected Two calls.\n    got      One call."]


@pytest.mark.parametrize(
    ("number", "changes"), [(3, []), (4, ["'', 1 line"])], ids=["as many as there are", "another number"]
)
def test_a_heading_counts_its_columns(number: int, changes: list[str]) -> None:
    approved = table("scores", "The 2 categories.", ["ones", "twos"], ROWS, lambda *_: "")
    rows = {roll: [*cells, "6"] for roll, cells in ROWS.items()}
    got = table("scores", f"The {number} categories.", ["ones", "twos", "sixes"], rows, lambda *_: "")
    assert summaries(approved, got) == [changes, ["1 column more: sixes"]]


def test_calls_in_another_order_are_a_change_beside_a_new_one() -> None:
    before, after = ({"Calls": dict.fromkeys(calls, "1")} for calls in ("ab", "bac"))
    found = summaries(call_list("calls", "Calls.", before), call_list("calls", "Calls.", after))
    assert "1 line less: 'Calls'" in found[0]


@pytest.mark.parametrize("wide", ["", "x" * 150], ids=["beside their calls", "below their calls"])
@pytest.mark.parametrize("outcome", ["1  ", "  1", "1"])
def test_blanks_around_an_outcome_count_also_beside_a_new_call(wide: str, outcome: str) -> None:
    approved, got = lists(one="1", wide=wide), lists(one=outcome, wide=wide, two="2")
    assert summaries(approved, got) == [["'Lists', 1 call"] * (outcome != "1"), ["1 call more: 'Lists'"]]


@pytest.mark.parametrize("game", ["yatzy", "yahtzee", "yacht"])
def test_the_columns_of_an_approved_table_are_read_as_they_were_meant(game: str) -> None:
    approved = (find_workspace() / f"approved_files/{game}_scores.approved.txt").read_text(encoding="utf-8")
    assert columns_of(approved) == Yatzy.categories(game)


def test_a_summary_counts_the_rolls_of_each_column_that_changed_beside_a_new_one() -> None:
    rows = {roll: ["9", "8", cells[1]] for roll, cells in ROWS.items()}
    approved, got = scores(["ones", "full house"]), scores(["ones", "all even", "full house"], rows)
    assert summaries(approved, got) == [["ones, 2 rolls"], ["1 column more: all even"]]


def test_common_columns_in_another_order_are_a_change_beside_a_new_one() -> None:
    got = scores(["twos", "ones", "sixes"], {roll: [*cells[::-1], "6"] for roll, cells in ROWS.items()})
    assert summaries(scores(["ones", "twos"]), got) == [["order of columns, 1 place"], ["1 column more: sixes"]]


def test_a_name_that_comes_into_a_list_is_an_addition() -> None:
    approved = lists(all="['ones', 'yatzy']", bad="unknown; the categories are ones, yatzy")
    got = lists(all="['ones', 'all even', 'yatzy']", bad="unknown; the categories are ones, yatzy, all even")
    assert summaries(approved, got) == [[], ["all even in the list of 2 calls"]]


@pytest.mark.parametrize(
    "outcome",
    ["['all even', 'yatzy']", "['yatzy', 'all even', 'ones']", "['ones', 'yatzy'], 3"],
    ids=["a name in place of another", "names in another order", "a number"],
)
def test_any_other_change_of_a_list_is_no_addition(outcome: str) -> None:
    assert summaries(lists(all="['ones', 'yatzy']"), lists(all=outcome)) == [["'Lists', 1 call"], []]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Good night!", ", said nobody"),
        ("nobody is left", ", and nobody wins"),
        ("5, Ann, yacht, a, b", ", or not"),
        ("Bob says 'no'", ", 'never'"),
        ("no game: 'ones'; the games are yatzy, yacht; the end", ", for now"),
        ("the categories are ones, yatzy", ", all of them"),
    ],
)
def test_words_that_come_behind_a_line_are_a_change(line: str, words: str) -> None:
    assert summaries(told([line]), told([line + words])) == [["'Turn', 1 line"], []]


@pytest.mark.parametrize("wide", ["", "x" * 150], ids=["beside their calls", "below their calls"])
def test_each_line_of_an_outcome_counts_also_where_another_call_changes(wide: str) -> None:
    approved, got = (lists(one=f"{wide}{one}", two=f"not\n{two}") for one, two in (("1", "a -> b"), ("2", "a -> c")))
    assert [each.split("\n")[0] for each in differences(approved, got)] == ["one", "two"]


def test_a_scene_more_is_one_difference() -> None:
    approved, got = (story("story", "A game.", dict.fromkeys(names, LINES)) for names in ("AC", "ABC"))
    assert differences(approved, got) == ["the scene 'B'\n    expected nothing\n    got      a scene"]


def test_scenes_in_another_order_are_a_difference() -> None:
    approved, got = (story("story", "A game.", {name: [name] for name in names}) for names in ("AB", "BA"))
    assert differences(approved, got) == ["the order of scenes\n    expected A, B\n    got      B, A"]


def test_a_line_stands_beside_the_one_with_the_same_first_word() -> None:
    found = differences(told(["Ann", "total 5"]), told(["Ann", "bonus 50", "total 55"]))
    assert [each.split("\n", 1)[1] for each in found] == [
        "    expected nothing\n    got      bonus 50",
        "    expected total 5\n    got      total 55",
    ]
