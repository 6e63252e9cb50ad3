"""Rules of the comparison of pairs: the numbers of each, and how they are shown."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dojo.practice.events import SlipsGraded
from dojo.practice.history import History, fold
from dojo.practice.model import GREEN, RED, Status
from dojo.practice.snapshots import Repository
from dojo.room.comparison import (
    commit_lines,
    compare_pair,
    compare_pairs,
    comparison_page,
    comparison_table,
    format_longest_red,
    longest_red_of,
    table_cells,
)
from dojo.room.pairs import Pair
from dojo.text import WIDTH
from tests.dojo.practising import check_of, entry_of, start_entry
from tests.dojo.room.boards import MINUTE, NOON, SetRoom, moment_at, pair

SIMPLE = "def f(a):\n    return a\n"
BRANCH = "def f(a):\n    if a:\n        return 1\n    return a\n"
BRANCHES = "def g(a):\n    if a:\n        return 1\n    return a\n"
NOTHING_KNOWN: dict[str, Any] = {
    "name": "Panda",
    "level": 1,
    "blind": False,
    "step": 0,
    "checks": 0,
    "minutes": None,
    "lines": None,
    "longest_red": None,
    "still_red": False,
    "worst_complexity": [],
    "total_complexity": [],
    "mutants": None,
    "slips": None,
    "approved": {"changes": 0, "additions": 0},
    "refactorings": {},
    "other_commits": [],
}
ALL_KNOWN: dict[str, Any] = {
    "name": "Ann",
    "level": 2,
    "blind": True,
    "step": 17,
    "checks": 12,
    "minutes": 12.55,
    "lines": 7.6,
    "longest_red": 193,
    "still_red": True,
    "worst_complexity": [74, 12],
    "total_complexity": [285, 140],
    "mutants": 0.913,
    "slips": 0.667,
    "approved": {"changes": 133, "additions": 2},
    "refactorings": {"Extract Function": 2, "Split Loop": 1},
    "other_commits": ["Twos", "Rename c"],
}


def practised(folder: Path, *checks: tuple[float, Status, str]) -> Pair:
    """Return a pair with files. Each check has its minute, its status, and the code."""
    repository = Repository(folder)
    repository.init()
    entries = [start_entry(repository.tree())]
    for number, (minute, status, code) in enumerate(checks):
        (folder / "yatzy.py").write_text(code, encoding="utf-8")
        (folder / "notes.txt").write_text(f"{number}\n", encoding="utf-8")
        moment = moment_at(NOON + minute * MINUTE)
        tree = repository.tree()
        entries.append(entry_of(check_of(status), moment, f"{number}", tree))
    return replace(pair(), history=fold(entries), repository=repository)


def committed(*subjects: str) -> dict[str, Any]:
    """Compare a pair with the subjects of its commits."""
    commits = {f"{number}": subject for number, subject in enumerate(subjects)}
    return compare_pair(replace(pair(), history=History(commits=commits)), NOON)


# The numbers of a pair.


def test_a_pair_without_a_check_has_no_numbers() -> None:
    assert compare_pair(pair(), NOON) == NOTHING_KNOWN


def test_pairs_are_in_the_order_of_the_board() -> None:
    gone = pair(name="Gone", has_left=True)
    room = SetRoom(pair(name="Panda-10"), pair(name="Panda-9"), gone)
    names = [each["name"] for each in compare_pairs(room, NOON)]
    assert names == ["Panda-9", "Panda-10"]


def test_the_start_is_that_of_the_last_practice() -> None:
    before = pair(level=1).history
    data = compare_pair(pair(level=3, blind=True, step=17, earlier=before), NOON)
    assert (data["level"], data["blind"], data["step"]) == (3, True, 17)


def test_own_code_has_no_level() -> None:
    assert compare_pair(pair(level=0), NOON)["level"] is None


def test_a_step_has_the_minutes_to_the_next_check(tmp_path: Path) -> None:
    times = [0, 1, 3, 7]
    checks = [(minute, GREEN, f"{minute}\n") for minute in times]
    data = compare_pair(practised(tmp_path, *checks), NOON)
    assert (data["checks"], data["minutes"]) == (4, 2)


def test_a_pause_is_no_step(tmp_path: Path) -> None:
    times = [0, 1, 61, 64]
    checks = [(minute, GREEN, f"{minute}\n") for minute in times]
    assert compare_pair(practised(tmp_path, *checks), NOON)["minutes"] == 2


def test_a_step_has_the_lines_of_python_that_changed(tmp_path: Path) -> None:
    first = (0, GREEN, "1\n2\n3\n4\n")
    second = (1, GREEN, "1\n2\n3\n5\n")
    third = (2, GREEN, "1\n2\n3\n")
    assert compare_pair(practised(tmp_path, first, second, third), NOON)["lines"] == 2


def test_a_step_without_a_changed_line_does_not_count(tmp_path: Path) -> None:
    first = (0, GREEN, "1\n2\n")
    second = (1, RED, "1\n2\n")
    assert compare_pair(practised(tmp_path, first, second), NOON)["lines"] == 2


def test_one_changed_line_counts(tmp_path: Path) -> None:
    assert compare_pair(practised(tmp_path, (0, GREEN, "1\n")), NOON)["lines"] == 1


def test_complexity_is_that_of_the_first_green_check_beside_the_last(tmp_path: Path) -> None:
    codes = [SIMPLE, BRANCH, SIMPLE, BRANCH + BRANCHES, SIMPLE]
    statuses: list[Status] = [RED, GREEN, GREEN, GREEN, RED]
    checks = [(n, status, codes[n]) for n, status in enumerate(statuses)]
    data = compare_pair(practised(tmp_path, *checks), NOON)
    assert (data["worst_complexity"], data["total_complexity"]) == ([1, 1], [1, 2])


def test_one_green_check_is_the_first_as_well_as_the_last(tmp_path: Path) -> None:
    data = compare_pair(practised(tmp_path, (0, GREEN, BRANCH)), NOON)
    assert data["total_complexity"] == [1, 1]


def test_all_practices_of_a_pair_count(tmp_path: Path) -> None:
    each = practised(tmp_path, (0, GREEN, "1\n"), (3, GREEN, "1\n2\n3\n"))
    again = replace(each, history=History(earlier=each.history))
    data = compare_pair(again, NOON)
    assert (data["checks"], data["minutes"], data["lines"]) == (2, 3, 1.5)


def test_results_are_those_of_the_last_practice() -> None:
    earlier = History(score=0.5, slips=0.5)
    data = compare_pair(replace(pair(), history=History(score=0.75, earlier=earlier)), NOON)
    assert (data["mutants"], data["slips"]) == (0.75, None)


def test_slips_are_a_share() -> None:
    graded = entry_of(SlipsGraded(slips=66.7), moment_at(NOON))
    history = fold([start_entry(), graded])
    assert compare_pair(replace(pair(), history=history), NOON)["slips"] == 0.667


def test_changed_results_are_counted(tmp_path: Path) -> None:
    each = practised(tmp_path, (0, GREEN, "1\n"))
    check = check_of(GREEN, approved_changes=30, approved_additions=2)
    each.history.steps[0].check = check
    assert compare_pair(each, NOON)["approved"] == {"changes": 30, "additions": 2}


# How long a pair was red.


@pytest.mark.parametrize(
    ("checks", "longest"),
    [
        ("rrg", (120, False)),
        ("ag", (60, False)),
        ("gg", (None, False)),
        ("", (None, False)),
        ("grr", (90, True)),
        ("gr", (30, True)),
        ("rrrgr", (180, False)),
        ("g<", (0, False)),
    ],
)
def test_the_longest_red_may_not_be_over(checks: str, longest: tuple[float | None, bool]) -> None:
    assert longest_red_of(pair(checks), NOON + 30) == longest


def test_a_red_that_is_as_long_as_an_earlier_one_is_not_over() -> None:
    assert longest_red_of(pair("rgr"), NOON + 60) == (60, True)


def test_a_silent_pair_is_red_until_it_was_heard_last() -> None:
    silent = pair("gr", heard=NOON + 30)
    assert longest_red_of(silent, NOON + 10 * MINUTE) == (30, True)


@pytest.mark.parametrize(
    ("before", "checks", "longest"),
    [("gr", "", (30, True)), ("rrg", "g", (120, False))],
)
def test_a_new_start_takes_no_red_away(
    before: str, checks: str, longest: tuple[float, bool]
) -> None:
    again = pair(checks, earlier=pair(before).history)
    data = longest_red_of(again, NOON + 30)
    assert data == longest


def test_the_longest_red_is_compared(tmp_path: Path) -> None:
    data = compare_pair(practised(tmp_path, (0, RED, "1\n")), NOON + 30)
    assert (data["longest_red"], data["still_red"]) == (30, True)


@pytest.mark.parametrize(
    ("seconds", "is_still_red", "shown"),
    [
        (193, False, "3:13"),
        (193, True, "≥ 3:13, still red"),
        (0, False, "0:00"),
        (None, False, "none"),
    ],
)
def test_the_longest_red_is_in_minutes_and_seconds(
    seconds: float | None, *, is_still_red: bool, shown: str
) -> None:
    assert format_longest_red(seconds, is_still_red=is_still_red) == shown


# What a pair committed.


def test_commits_are_counted_by_the_refactoring_they_name() -> None:
    data = committed("Split loop", "Extract Function: ones", "extract function twos")
    assert list(data["refactorings"].items()) == [("Extract Function", 2), ("Split Loop", 1)]
    assert data["other_commits"] == []


def test_other_commits_are_listed() -> None:
    data = committed("Twos", "Rename c", "Extract Functions")
    assert data["other_commits"] == ["Twos", "Rename c", "Extract Functions"]
    assert data["refactorings"] == {}


@pytest.mark.parametrize(("length", "shown"), [(50, "x" * 50), (51, "x" * 47 + "...")])
def test_a_long_subject_is_shortened(length: int, shown: str) -> None:
    assert committed("x" * length)["other_commits"] == [shown]


def test_commits_before_a_new_start_are_listed() -> None:
    earlier = History(commits={"1": "Twos"})
    history = History(commits={"2": "Split Loop"}, earlier=earlier)
    data = compare_pair(replace(pair(), history=history), NOON)
    assert (data["other_commits"], data["refactorings"]) == (["Twos"], {"Split Loop": 1})


# The table.


def test_cells_are_texts() -> None:
    assert table_cells([ALL_KNOWN]) == [
        {
            "pair": "Ann",
            "lvl": "2b from 17",
            "checks": "12",
            "min a step": "12.6",
            "lines a step": "8",
            "longest red": "≥ 3:13, still red",
            "worst complexity": "74 → 12",
            "total complexity": "285 → 140",
            "mutants killed": "91.3 %",
            "slips noticed": "66.7 %",
            "changed results": "133",
            "refactorings": "Extract Function 2, Split Loop 1",
            "other commits": "Twos; Rename c",
        }
    ]


def test_columns_that_are_empty_for_all_are_left_out() -> None:
    [cells] = table_cells([NOTHING_KNOWN])
    assert cells == {
        "pair": "Panda",
        "lvl": "1",
        "checks": "0",
        "longest red": "none",
        "refactorings": "none named",
    }


def test_a_column_that_one_pair_has_is_shown_for_all() -> None:
    cells = table_cells([NOTHING_KNOWN, ALL_KNOWN])
    assert [each["changed results"] for each in cells] == ["", "133"]


def printed(rows: list[dict[str, str]]) -> list[str]:
    console = Console(width=WIDTH, highlight=False)
    with console.capture() as capture:
        console.print(comparison_table(rows))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_table_has_a_line_for_each_pair() -> None:
    ann = {"pair": "Ann", "min a step": "12.6", "longest red": "≥ 3:13, still red"}
    panda = {"pair": "Panda", "min a step": "", "longest red": "none"}
    commits = {"refactorings": "Split Loop 1", "other commits": "Twos"}
    assert printed([ann | commits, panda | commits]) == [
        "         min   longest",
        "pair  a step       red",
        "Ann     12.6   ≥ 3:13,",
        "             still red",
        "Panda             none",
    ]


def test_the_widest_table_fits_into_a_terminal() -> None:
    lines = printed(table_cells([ALL_KNOWN]))
    assert max(len(line) for line in lines) <= WIDTH
    assert "…" not in "".join(lines)


def test_commits_stand_below_the_table() -> None:
    rows = table_cells([NOTHING_KNOWN, ALL_KNOWN])
    assert commit_lines(rows) == [
        "",
        "Refactorings named in the subjects of commits:",
        "  Panda: none named",
        "  Ann: Extract Function 2, Split Loop 1",
        "",
        "Commits that name no refactoring:",
        "  Ann: Twos; Rename c",
    ]


def test_without_other_commits_refactorings_stand_alone() -> None:
    rows = table_cells([NOTHING_KNOWN])
    assert commit_lines(rows) == [
        "",
        "Refactorings named in the subjects of commits:",
        "  Panda: none named",
    ]


def test_long_lists_of_commits_are_indented() -> None:
    subjects = {"other_commits": ["so long a subject " * 3] * 3}
    *_, last = commit_lines(table_cells([NOTHING_KNOWN | subjects]))
    assert last.startswith("  Panda: so long")
    assert "\n    " in last


def test_the_page_has_the_commits_of_each_pair() -> None:
    page = comparison_page(table_cells([ALL_KNOWN]), ["<b> does not answer"])
    assert "Extract Function 2, Split Loop 1" in page
    assert "&lt;b&gt; does not answer" in page
