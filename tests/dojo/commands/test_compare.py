"""Test `dojo compare`: its columns, and its count of places for the last approval."""

import json
import re

import pytest

from dojo.commands.compare import Wish, changed_places, last_wish
from dojo.practice.create import create_practice
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, Choices, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import checked
from tests.dojo.small_kata import RULE, WORKSPACE, SmallKata
from tests.yatzy_kata import LAST_LEVEL, LEVELS

IMPORT = re.compile(r"^ *from \.(\w+) import", re.MULTILINE)
WISHED = RULE.replace("first + second", "first * 2 + 1")
NEW = "def new():\n    pass\n"


# The columns.


@pytest.mark.parametrize("level", LEVELS)
def test_the_modules_of_a_level_need_no_others(level: int):
    modules = set(LEVELS[level].clean)
    for module in modules - {"yatzy"}:
        text = (WORKSPACE / f"refactored/{module}.py").read_text(encoding="utf-8")
        assert set(IMPORT.findall(text)) <= modules


def test_the_last_level_has_all_modules():
    names = {path.stem for path in (WORKSPACE / "refactored").glob("*.py")}
    assert set(LAST_LEVEL.clean) == names - {"__init__"}


def test_design_findings_are_explained_if_they_are_shown(kata: SmallKata, practice: Practice):
    (practice.folder / "yatzy.py").write_text(RULE + NEW, encoding="utf-8")
    shown = kata.dojo("compare").stdout
    assert ("design findings" in shown) == ("Design findings are" in shown)


def test_text_and_json_agree(kata: SmallKata, practice: Practice):
    check(practice, GREEN, RULE)
    check(practice, GREEN, WISHED + NEW, 30, 7)
    text = kata.dojo("compare").stdout
    found = json.loads(kata.dojo("compare", "--json").stdout)
    for code in found["measures"].values():
        for size in ("lines", "methods"):
            assert f" {code[size]}" in text
    places = found["took"]["places"]
    assert f"you changed 1 file and {places} places, from check 1 to check 2" in " ".join(
        text.split()
    )
    assert (found["level"], found["approved"]) == (1, {"changes": 30, "additions": 7})


# The last approval.


def check(practice: Practice, status: str, text: str, changes: int = 0, additions: int = 0) -> int:
    """Record a check of this code, and return its number."""
    (practice.folder / "yatzy.py").write_text(text, encoding="utf-8")
    approved = {"approved_changes": changes, "approved_additions": additions}
    return checked(practice, status, **approved).number


def counted(practice: Practice) -> Wish:
    repository = Repository(practice.folder)
    return last_wish(repository, read_history(repository))


def test_the_last_approval_is_between_two_green_checks(practice: Practice):
    check(practice, GREEN, RULE)
    before = check(practice, GREEN, RULE + NEW, 30)
    check(practice, RED, WISHED + NEW, 30)
    after = check(practice, GREEN, WISHED + NEW, 30, 7)
    check(practice, GREEN, RULE, 30, 7)
    check(practice, RED, "", 30, 7)
    assert counted(practice) == Wish(before, after, files=1, places=1)


@pytest.mark.parametrize("checks", [[(RED, 30)], [(GREEN, 30), (GREEN, 0)]])
def test_only_what_is_approved_at_the_last_green_check_counts(
    checks: list[tuple[str, int]], kata: SmallKata, practice: Practice
):
    check(practice, GREEN, WISHED, 30)
    create_practice(kata.folder, Choices(1, blind=False), again=True, continues=True)
    for status, approved in checks:
        check(practice, status, WISHED, approved)
    assert "For your last approval" not in kata.dojo("compare").stdout


@pytest.mark.parametrize(
    ("code", "owners"),
    [
        (RULE.replace("return 0", "return 7") + NEW, {"Yatzy.pair", "new"}),
        (NEW, {"Yatzy", "Yatzy.pair", "new"}),
        (RULE + "\n\nPAYS = {\n    1: 2,\n}\n", {"yatzy"}),
        (RULE.replace("return 0", "return 0  # nothing\n"), set()),
    ],
    ids=["changed", "gone", "a row of a table", "comments"],
)
def test_a_place_is_a_function_whose_lines_changed(code: str, owners: set[str]):
    places = changed_places({"yatzy.py": RULE}, {"yatzy.py": code})
    assert {owner for _, owner in places} == owners
