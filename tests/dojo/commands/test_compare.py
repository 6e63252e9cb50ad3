"""`dojo compare`: what stands in its columns, at each level; and what the last approval took."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.commands.compare import REFACTORED_AT, last_wish
from dojo.kata.workspace import LAST, LEVELS, tangle
from dojo.practice.create import start
from dojo.practice.history import append_check, begin, read_history
from dojo.practice.model import GREEN, RED, Choices, Differences, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import entry
from tests.dojo.small_kata import RULE, WORKSPACE, SmallKata

STRAIGHT = "def straight():\n    return 1\n"


@pytest.fixture
def tangled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Give a practice of level 1 in a workspace that is otherwise as it comes, and a terminal that is none."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "approved_files").mkdir()
    shutil.copy(WORKSPACE / "pyproject.toml", tmp_path)
    for name in ("legacy", "refactored"):
        shutil.copytree(WORKSPACE / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    made = Practice(tmp_path, Choices(1, blind=False))
    made.folder.mkdir()
    (made.folder / "yatzy.py").write_text(tangle(WORKSPACE, LEVELS[1]), encoding="utf-8")
    repository = Repository(made.folder)
    repository.create("begun")
    begin(repository, made.choices)
    return made


def compared() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CliRunner().invoke(main, ["compare", "--json"]).stdout)
    return found


def printed() -> list[str]:
    return CliRunner().invoke(main, ["compare"]).stdout.splitlines()


def test_what_the_practice_began_as_is_said_and_what_its_last_green_check_went_by(tangled: Practice) -> None:
    repository = Repository(tangled.folder)
    begin(repository, replace(tangled.choices, step=40))
    for status, approved in ((GREEN, Differences(30)), (RED, Differences())):
        append_check(repository, replace(entry(status), approved=approved, tree=repository.tree()))
    lines = printed()
    said = "level 1, begun after step 40 of the worked way: legacy is the tangle of this level"
    assert said in " ".join(lines)
    assert "practice, at its last green check: 30 places approved otherwise." in lines
    assert compared()["approved"] == {"changes": 30, "additions": 0}


def imported(module: str) -> set[str]:
    """Return the modules of refactored that one of them imports."""
    text = (WORKSPACE / "refactored" / f"{module}.py").read_text(encoding="utf-8")
    return set(re.findall(r"^ *from \.(\w+) import", text, re.MULTILINE))


@pytest.mark.parametrize("level", LEVELS)
def test_the_modules_of_a_level_need_no_others_and_those_of_the_last_are_all_there_are(level: int) -> None:
    modules = set(REFACTORED_AT[level])
    assert set().union(*(imported(module) for module in modules - {"yatzy"})) <= modules
    there = {path.stem for path in (WORKSPACE / "refactored").glob("*.py")} - {"__init__"}
    assert modules == there or level < LAST.number


def test_a_practice_is_compared_as_it_is_now_and_refactored_as_far_as_the_level_goes(tangled: Practice) -> None:
    refactored = (tangled.workspace / "refactored").glob("*.py")
    (tangled.folder / "tests").mkdir()
    for path in (tangled.folder / "yatzy.py", tangled.folder / "tests/test_yatzy.py", *refactored):
        path.write_text(STRAIGHT, encoding="utf-8")
    found = compared()
    assert (found["practice"]["lines"], found["practice"]["longest_method"]["name"]) == (2, "straight")
    assert (found["level"], found["refactored"]["methods"]) == (1, 5)


def test_code_that_does_not_parse_is_not_compared(tangled: Practice) -> None:
    (tangled.folder / "rules.py").write_text("def broken(:\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["compare"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: practice/rules.py: invalid syntax (line 1)")


@pytest.mark.parametrize("name", ["long" * 20, "骰" * 30])
def test_a_table_fits_80_columns_and_a_long_name_is_cut(name: str, tangled: Practice) -> None:
    flags = ", ".join(["True"] * 9)
    code = f"class {name}:\n  def {name}(a=False):\n" + f"    f({flags})\n" * 90
    (tangled.folder / "yatzy.py").write_text(code, encoding="utf-8")
    lines = printed()
    assert max(map(len, lines)) <= 80
    longest = next(number for number, line in enumerate(lines) if line.startswith("longest method"))
    assert lines[longest + 2][0] != " "


ROOM = RULE.replace("return 0", "return int()")
WISHED = ROOM.replace("first + second", "first * 2 + 1")
NEW = "def new():\n    pass\n"


def checked(practice: Practice, status: str, text: str, *approved: int) -> str:
    """Check a practice with this text, after so many changes and additions were approved; return its short name."""
    (practice.folder / "yatzy.py").write_text(text, encoding="utf-8")
    repository = Repository(practice.folder)
    check = replace(entry(status), tree=repository.tree(), approved=Differences(*approved))
    return repository.short_name(append_check(repository, check))


def took(practice: Practice) -> list[int | str]:
    """Return what the last approval took."""
    return [*last_wish(Repository(practice.folder), read_history(Repository(practice.folder))).values()]


def test_it_counts_from_the_last_green_check_before_the_approval_to_the_first_after_it(practice: Practice) -> None:
    checked(practice, GREEN, RULE)
    room = checked(practice, GREEN, ROOM, 30)
    checked(practice, RED, WISHED, 30)
    fulfilled = checked(practice, GREEN, WISHED, 30, 7)
    checked(practice, GREEN, RULE, 30, 7)
    checked(practice, RED, "", 30, 7)
    assert took(practice) == [room, fulfilled, 1, 1]


@pytest.mark.parametrize("checks", [[], [(GREEN, 0)], [(RED, 30)], [(GREEN, 30), (GREEN, 0)]])
def test_what_is_not_approved_or_no_more_or_not_green_since_or_in_an_earlier_practice_does_not_count(
    checks: list[tuple[str, int]], kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(practice, GREEN, WISHED, 30)
    start(kata.folder, Choices(1, blind=False), again=True, goes_on=True)
    for status, approved in checks:
        checked(practice, status, WISHED, approved)
    monkeypatch.chdir(kata.folder)
    assert compared()["took"] is None


@pytest.mark.parametrize(
    ("files", "counts"),
    [
        ({"yatzy.py": RULE.replace("return 0", "return 7"), "new.py": NEW}, [2, 2]),
        ({"yatzy.py": NEW}, [1, 3]),
        ({"yatzy.py": RULE.replace("class Yatzy", "class Pairs")}, [1, 4]),
        ({"yatzy.py": RULE + "\n\nPAYS = {\n    1: 2,\n}\n"}, [1, 1]),
        ({"yatzy.py": RULE.replace("return 0", "return 0  # nothing\n")}, [0, 0]),
    ],
    ids=["changed and new", "gone", "moved to another class", "a row of a table", "comments and layout"],
)
def test_files_and_places_that_changed_came_in_and_went_are_counted(
    files: dict[str, str], counts: list[int], practice: Practice
) -> None:
    for name, text in files.items():
        (practice.folder / name).write_text(text, encoding="utf-8")
    checked(practice, GREEN, files["yatzy.py"], 30)
    assert took(practice)[2:] == counts
