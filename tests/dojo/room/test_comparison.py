"""Rules of the comparison of pairs: the numbers of each, and how they are shown."""

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from msgspec import structs
from rich.console import Console

from dojo.commands.room_compare import (
    ComparedPractice,
    commit_lines,
    compare_pair,
    compare_pairs,
    comparison_page,
    comparison_table,
    format_longest_red,
    longest_red_of,
    table_cells,
)
from dojo.practice.events import SlipSent, SlipsTried
from dojo.practice.history import History, SlipsOfOthers, fold
from dojo.practice.model import GREEN, RED, ChangedExpectations
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Predictions
from dojo.room.pairs import Pair
from dojo.room.remote import Sighting
from dojo.text import WIDTH
from tests.dojo.practising import check_of, entry_of, start_entry
from tests.dojo.room.boards import MINUTE, NOON, SetRoom, moment_at, pair

BRANCH = "def f(a):\n    if a:\n        return 1\n    return a\n"
TWO_BRANCHES = BRANCH + BRANCH.replace("f(a)", "g(a)")
KNOWN = ComparedPractice(
    name="Ann",
    practice=1,
    has_times=True,
    level=2,
    blind=True,
    step=17,
    checks=12,
    minutes=12.55,
    lines=7.6,
    longest_red=193,
    still_red=True,
    worst_complexity=[74, 12],
    total_complexity=[285, 140],
    mutants=0.913,
    slips=SlipsOfOthers(3, 4, 2),
    predictions=Predictions(9, 12),
    approved=ChangedExpectations(133, 2),
    refactorings={"Extract Function": 2, "Split Loop": 1},
    other_commits=["Twos", "Rename c"],
)
CELLS = {
    "pair": "Ann",
    "lvl": "2b from 17",
    "checks": "12",
    "as expected": "9 of 12",
    "min a step": "12.6",
    "lines a step": "8",
    "longest red": "≥ 3:13",
    "worst complexity": "74→12",
    "total complexity": "285→140",
    "mutants killed": "91.3 %",
    "changed results": "133",
    "slips of others": "3 of 4, 2 sent",
    "refactorings": "Extract Function 2, Split Loop 1",
    "other commits": "Twos; Rename c",
}
LONGEST = {
    "rrg": (120, False),
    "ag": (60, False),
    "gg": (None, False),
    "grr": (90, True),
    "rrrgr": (180, False),
    "g<": (0, False),
}
REFACTORED = """
Refactorings named in the subjects of commits:
  Panda: none named
"""
OTHER_COMMITS = """  Ann: Extract Function 2, Split Loop 1

Commits that name no refactoring:
  Ann: Twos; Rename c
"""
TABLE = """\
         min longest
pair  a step     red
Ann     12.6  ≥ 3:13
Panda           none
"""


def practised(folder: Path, codes: dict[float, str], red: tuple[float, ...] = ()) -> Pair:
    """Return a pair that checked these codes. Their keys are minutes, and some were red."""
    repository = Repository(folder)
    repository.create()
    entries = [start_entry(repository.tree())]
    for minute, code in codes.items():
        (folder / "yatzy.py").write_text(code, encoding="utf-8")
        (folder / "notes.txt").write_text(f"{minute}\n", encoding="utf-8")
        check = check_of(RED if minute in red else GREEN, approved_changes=30)
        moment = moment_at(NOON + minute * MINUTE)
        entries.append(entry_of(check, moment, f"{minute}", repository.tree()))
    return replace(pair(), history=fold(entries), repository=repository)


def compared(each: Pair) -> ComparedPractice:
    [row] = compare_pair(each, NOON + 30)
    return row


def compared_history(history: History) -> ComparedPractice:
    return compared(replace(pair(), history=history))


# The numbers of a pair.


def test_pairs_are_in_the_order_of_the_board():
    gone = pair(name="Gone", has_left=True)
    room = SetRoom(pair(name="Panda-10"), pair(name="Panda-9"), gone)
    names = [each.name for each in compare_pairs(room, NOON).pairs]
    assert names == ["Panda-9", "Panda-10"]


@pytest.mark.parametrize("minutes", [(0, 1, 3, 7), (0, 1, 61, 64)])
def test_a_step_has_the_minutes_to_the_next_check(tmp_path: Path, minutes: tuple[int, ...]):
    data = compared(practised(tmp_path, {minute: f"{minute}\n" for minute in minutes}))
    assert (data.checks, data.minutes) == (4, 2)


@pytest.mark.parametrize(
    ("codes", "lines"),
    [
        (["1\n2\n3\n4\n", "1\n2\n3\n5\n", "1\n2\n3\n"], 2),
        (["1\n2\n", "1\n2\n"], 2),
        (["1\n"], 1),
        ([""], None),
    ],
)
def test_a_step_has_the_lines_of_python_that_changed(
    tmp_path: Path, codes: list[str], lines: int | None
):
    assert compared(practised(tmp_path, dict(enumerate(codes)))).lines == lines


def test_complexity_is_that_of_the_first_green_check_beside_the_last(tmp_path: Path):
    codes = {0: "", 1: BRANCH, 2: "", 3: TWO_BRANCHES, 4: ""}
    data = compared(practised(tmp_path, codes, red=(0, 4)))
    assert (data.worst_complexity, data.total_complexity) == ([1, 1], [1, 2])


def test_each_practice_of_a_pair_has_a_row(tmp_path: Path):
    before = practised(tmp_path, {0: "1\n", 3: "1\n2\n3\n"})
    empty = History(earlier=before.history)
    again = fold([start_entry(), entry_of(check_of(GREEN), moment_at(NOON + 300))])
    again.earlier = empty
    rows = compare_pair(replace(before, history=again), NOON + 330)
    assert [(row.checks, row.minutes, row.lines) for row in rows] == [
        (2, 3, 1.5),
        (1, None, None),
    ]
    assert [cells["pair"] for cells in table_cells(rows)] == ["Panda", "Panda /2"]


def test_slips_of_other_pairs_are_counted():
    events = [SlipSent(slip_sent="Why"), SlipsTried(tried=4, noticed=3)]
    graded = [entry_of(event, moment_at(NOON)) for event in events]
    found = compared_history(fold([start_entry(), *graded]))
    assert found.slips == SlipsOfOthers(3, 4, 1)


def test_repeated_checks_count():
    [step] = pair("g").history.steps
    assert compared_history(History(checks={"1": step, "2": step})).checks == 2


def test_changed_results_are_counted(tmp_path: Path):
    data = compared(practised(tmp_path, {0: "1\n"}))
    assert data.approved == ChangedExpectations(30)


# How long a pair was red.


def longest(each: Pair, seconds: float = 30) -> tuple[float | None, bool]:
    return longest_red_of(each, each.history, NOON + seconds)


@pytest.mark.parametrize(("checks", "expected"), LONGEST.items())
def test_the_longest_red_may_not_be_over(checks: str, expected: tuple[float | None, bool]):
    assert longest(pair(checks)) == expected


def test_a_red_as_long_as_an_earlier_one_is_not_over():
    assert longest(pair("rgr"), 60) == (60, True)


def test_a_new_start_takes_no_red_away():
    assert longest(pair(earlier=pair("gr").history)) == (None, False)
    assert longest(pair("r", earlier=pair("gr").history)) == (30, True)


@pytest.mark.parametrize(("last", "seconds"), [(NOON + 90, 150), (NOON + 900, 60)])
def test_an_earlier_practice_was_red_until_the_new_start_or_a_pause(last: float, seconds: float):
    again = pair("g", last=last, earlier=pair("grr").history)
    [earlier, _] = again.history.practices
    assert longest_red_of(again, earlier, NOON + 1000) == (seconds, False)


def test_by_a_wrong_clock_no_time_is_known(tmp_path: Path):
    right = practised(tmp_path, {0: "1\n", 1: "2\n"}, red=(0,))
    found = compared(replace(right, sighting=Sighting("", NOON, 420.0)))
    assert (found.longest_red, found.minutes) == (None, None)
    assert table_cells([found])[0]["longest red"] == "?"


def test_the_longest_red_is_compared(tmp_path: Path):
    data = compared(practised(tmp_path, {0: "1\n"}, red=(0,)))
    assert (data.longest_red, data.still_red) == (30, True)


@pytest.mark.parametrize(
    ("seconds", "is_still_red", "shown"),
    [(193, False, "3:13"), (193, True, "≥ 3:13"), (0, False, "0:00"), (None, False, "none")],
)
def test_the_longest_red_is_in_minutes(seconds: float | None, shown: str, *, is_still_red: bool):
    known = structs.replace(KNOWN, longest_red=seconds, still_red=is_still_red)
    assert format_longest_red(known) == shown


# What a pair committed.


def committed(*subjects: str) -> ComparedPractice:
    """Compare a pair with the subjects of its commits."""
    commits = {f"{number}": subject for number, subject in enumerate(subjects)}
    return compared_history(History(commits=commits))


def test_commits_are_counted_by_the_refactoring_they_name():
    data = committed("Split loop", "Extract Function: ones", "extract function twos")
    assert list(data.refactorings.items()) == [("Extract Function", 2), ("Split Loop", 1)]
    assert data.other_commits == []


def test_other_commits_are_listed():
    data = committed("Twos", "Rename c", "Extract Functions", "x" * 50, "x" * 51)
    *short, long = data.other_commits
    assert short == ["Twos", "Rename c", "Extract Functions", "x" * 50]
    assert long == "x" * 47 + "..."


# The table.


def test_cells_are_texts():
    assert table_cells([KNOWN]) == [CELLS]


def test_columns_that_are_empty_for_all_are_left_out():
    headings = list(table_cells([compared(pair())])[0])
    assert headings == ["pair", "lvl", "checks", "longest red", "refactorings"]


def test_a_column_that_one_pair_has_is_shown_for_all():
    cells = table_cells([compared(pair()), KNOWN])
    assert [each["changed results"] for each in cells] == ["", "133"]


def printed(rows: list[dict[str, str]], width: int = WIDTH) -> list[str]:
    console = Console(width=width, highlight=False)
    with console.capture() as capture:
        console.print(comparison_table(rows))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_table_has_a_line_for_each_pair():
    ann = {key: CELLS[key] for key in ("pair", "min a step", "longest red", "refactorings")}
    panda = {"pair": "Panda", "min a step": "", "longest red": "none", "refactorings": ""}
    assert printed([ann, panda]) == TABLE.splitlines()


def test_commits_stand_below_the_table():
    rows = table_cells([compared(pair()), KNOWN])
    assert commit_lines(rows) == (REFACTORED + OTHER_COMMITS).splitlines()


def test_without_other_commits_refactorings_stand_alone():
    assert commit_lines(table_cells([compared(pair())])) == REFACTORED.splitlines()


def test_a_table_with_all_columns_has_80_columns():
    assert max(map(len, printed([CELLS]))) <= WIDTH


def test_the_page_has_the_commits_of_each_pair():
    page = comparison_page([CELLS], ["<b> does not answer"])
    assert CELLS["refactorings"] in page
    assert "&lt;b&gt; does not answer" in page


def test_text_json_and_page_agree():
    rows = table_cells([KNOWN])
    text = " ".join([*printed(rows, width=2 * WIDTH), *commit_lines(rows)])
    page = comparison_page(rows, [])
    found = msgspec.to_builtins(KNOWN)
    rounded = {"minutes": "12.6", "lines": "8", "longest_red": "3:13", "mutants": "91.3"}
    shown = [rounded.get(key, value) for key, value in found.items()]
    for number in numbers_in([value for value in shown if value is not True]):
        assert (number in text, number in page) == (True, True)


def numbers_in(value: object) -> list[str]:
    """Return the numbers of a JSON value, but for those that only additions to results have."""
    return re.findall(r"\d[\d.:]*", str(value).replace("'additions': 2", ""))
