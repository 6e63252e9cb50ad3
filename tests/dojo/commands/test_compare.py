"""`dojo compare`: what stands in its columns, at each level; and what the last approval took."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from dojo.commands.compare import REFACTORED_AT, last_wish
from dojo.kata.workspace import LAST_LEVEL, LEVELS
from dojo.practice.create import create_practice
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, ChangedExpectations, Choices, Practice
from dojo.practice.recording import record_start
from dojo.practice.snapshots import Repository
from tests.dojo import practising
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import RULE, WORKSPACE, SmallKata

STRAIGHT = "def straight():\n    return 1\n"


def compared(kata: SmallKata) -> dict[str, Any]:
    return dict(json.loads(kata.dojo("compare", "--json").stdout))


def test_what_the_practice_began_as_is_said_and_what_its_last_green_check_went_by(
    kata: SmallKata, practice: Practice
) -> None:
    record_start(Repository(practice.folder), replace(practice.choices, step=40))
    checked(practice, GREEN, RULE, 30)
    checked(practice, RED, RULE)
    shown = " ".join(kata.dojo("compare").stdout.split())
    assert (
        "level 1, started after step 40 of the worked way: legacy is the part of the tangle"
        in shown
    )
    assert "practice, at its last green check: 30 expected results changed." in shown
    assert compared(kata)["approved"] == {"changes": 30, "additions": 0}


def imported(module: str) -> set[str]:
    """Return the modules of refactored that one of them imports."""
    text = (WORKSPACE / "refactored" / f"{module}.py").read_text(encoding="utf-8")
    return set(re.findall(r"^ *from \.(\w+) import", text, re.MULTILINE))


@pytest.mark.parametrize("level", LEVELS)
def test_the_modules_of_a_level_need_no_others_and_those_of_the_last_are_all_there_are(
    level: int,
) -> None:
    modules = set(REFACTORED_AT[level])
    assert set().union(*(imported(module) for module in modules - {"yatzy"})) <= modules
    there = {path.stem for path in (WORKSPACE / "refactored").glob("*.py")} - {"__init__"}
    assert modules == there or level < LAST_LEVEL.number


@pytest.mark.usefixtures("practice")
def test_a_practice_is_compared_as_it_is_now_and_refactored_as_far_as_the_level_goes(
    kata: SmallKata,
) -> None:
    refactored = (f"refactored/{module}.py" for module in REFACTORED_AT[2])
    for name in (YATZY, "practice/tests/test_yatzy.py", *refactored):
        kata.write(name, STRAIGHT)
    found = compared(kata)
    assert (found["practice"]["lines"], found["practice"]["longest_method"]["name"]) == (
        2,
        "straight",
    )
    assert (found["level"], found["refactored"]["methods"]) == (1, 5)


@pytest.mark.usefixtures("practice")
def test_code_that_does_not_parse_is_not_compared(kata: SmallKata) -> None:
    kata.write("practice/rules.py", "def broken(:\n")
    done = kata.dojo("compare")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: practice/rules.py: invalid syntax (line 1)")


@pytest.mark.usefixtures("practice")
@pytest.mark.parametrize("name", ["long" * 20, "骰" * 30])
def test_a_table_fits_80_columns_and_a_long_name_is_cut(name: str, kata: SmallKata) -> None:
    flags = ", ".join(["True"] * 9)
    kata.write(YATZY, f"class {name}:\n  def {name}(a=False):\n" + f"    f({flags})\n" * 90)
    lines = kata.dojo("compare").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    longest = next(number for number, line in enumerate(lines) if line.startswith("longest method"))
    assert lines[longest + 2][0] != " "


ROOM = RULE.replace("return 0", "return int()")
WISHED = ROOM.replace("first + second", "first * 2 + 1")
NEW = "def new():\n    pass\n"


def checked(practice: Practice, status: str, text: str, *approved: int) -> str:
    """Record a check with this text and these approved counts; return its short name."""
    (practice.folder / "yatzy.py").write_text(text, encoding="utf-8")
    repository = Repository(practice.folder)
    changes, additions = ChangedExpectations(*approved)
    step = practising.checked(
        practice, status, approved_changes=changes, approved_additions=additions
    )
    return repository.short_name(step.commit)


def took(practice: Practice) -> list[int | str]:
    """Return what the last approval took."""
    return [
        *last_wish(Repository(practice.folder), read_history(Repository(practice.folder))).values()
    ]


def test_it_counts_from_the_last_green_check_before_the_approval_to_the_first_after_it(
    practice: Practice,
) -> None:
    checked(practice, GREEN, RULE)
    room = checked(practice, GREEN, ROOM, 30)
    checked(practice, RED, WISHED, 30)
    fulfilled = checked(practice, GREEN, WISHED, 30, 7)
    checked(practice, GREEN, RULE, 30, 7)
    checked(practice, RED, "", 30, 7)
    assert took(practice) == [room, fulfilled, 1, 1]


@pytest.mark.parametrize("checks", [[], [(GREEN, 0)], [(RED, 30)], [(GREEN, 30), (GREEN, 0)]])
def test_what_is_not_approved_or_no_more_or_not_green_since_or_in_an_earlier_practice_does_not_count(  # noqa: E501 - the name is the rule
    checks: list[tuple[str, int]], kata: SmallKata, practice: Practice
) -> None:
    checked(practice, GREEN, WISHED, 30)
    create_practice(kata.folder, Choices(1, blind=False), again=True, continues=True)
    for status, approved in checks:
        checked(practice, status, WISHED, approved)
    assert compared(kata)["took"] is None


@pytest.mark.parametrize(
    ("files", "counts"),
    [
        ({"yatzy.py": RULE.replace("return 0", "return 7"), "new.py": NEW}, [2, 2]),
        ({"yatzy.py": NEW}, [1, 3]),
        ({"yatzy.py": RULE.replace("class Yatzy", "class Pairs")}, [1, 4]),
        ({"yatzy.py": RULE + "\n\nPAYS = {\n    1: 2,\n}\n"}, [1, 1]),
        ({"yatzy.py": RULE.replace("return 0", "return 0  # nothing\n")}, [0, 0]),
    ],
    ids=[
        "changed and new",
        "gone",
        "moved to another class",
        "a row of a table",
        "comments and layout",
    ],
)
def test_files_and_places_that_changed_came_in_and_went_are_counted(
    files: dict[str, str], counts: list[int], practice: Practice
) -> None:
    for name, text in files.items():
        (practice.folder / name).write_text(text, encoding="utf-8")
    checked(practice, GREEN, files["yatzy.py"], 30)
    assert took(practice)[2:] == counts
