"""`dojo compare`: what stands in its columns, at each level."""

import ast
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.commands.compare import REFACTORED_AT
from dojo.kata.workspace import LAST, LEVELS, tangle
from dojo.practice.model import GREEN, RED, Choices, Differences, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import append_check, begin
from tests.dojo.practising import entry
from tests.dojo.small_kata import WORKSPACE

STRAIGHT = "def straight():\n    return 1\n"
DEEP = "def deep(a, b):\n    if a:\n        if b:\n            return 1\n"
FLAT = "def flat(a=[], b={}):\n    if a and b:\n        return 1\n    return 0\ndef more():\n    return 1\n"


@pytest.fixture
def practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Practice:
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


@pytest.fixture
def nothing_practised(practice: Practice) -> None:
    """Take the practice away."""
    shutil.rmtree(practice.folder)


def compared() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CliRunner().invoke(main, ["compare", "--json"]).stdout)
    return found


def printed() -> list[str]:
    return CliRunner().invoke(main, ["compare"]).stdout.splitlines()


@pytest.mark.parametrize(("step", "said"), [(0, "level 1:"), (40, "level 1, begun after step 40 of the worked way:")])
def test_what_the_practice_began_as_is_said(practice: Practice, step: int, said: str) -> None:
    begin(Repository(practice.folder), replace(practice.choices, step=step))
    assert f"{said} legacy is the tangle of this level" in " ".join(printed())


def write_everywhere(practice: Practice, code: str) -> None:
    """Write this into the tangle, the practice, and the modules of refactored that level 1 is about."""
    for path in ("legacy/yatzy.py", "practice/yatzy.py", *(f"refactored/{name}.py" for name in REFACTORED_AT[1])):
        (practice.workspace / path).write_text(code, encoding="utf-8")


def imported(module: str) -> set[str]:
    """Return the modules of refactored that one of them imports."""
    tree = ast.parse((WORKSPACE / "refactored" / f"{module}.py").read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "refactored":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("refactored."):
            found.add(node.module.removeprefix("refactored."))
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_the_modules_of_a_level_need_no_others(level: int) -> None:
    modules = set(REFACTORED_AT[level])
    assert set().union(*(imported(module) for module in modules - {"yatzy"})) <= modules


def test_the_modules_of_the_last_level_are_all_there_are() -> None:
    there = {path.stem for path in (WORKSPACE / "refactored").glob("*.py")} - {"__init__"}
    assert sorted(REFACTORED_AT[LAST.number]) == sorted(there)


@pytest.mark.usefixtures("practice")
def test_an_untouched_practice_measures_as_legacy_does() -> None:
    found = compared()
    assert found["practice"] == found["legacy"]


def test_a_practice_is_compared_as_it_is_now(practice: Practice) -> None:
    (practice.folder / "yatzy.py").write_text(STRAIGHT, encoding="utf-8")
    (practice.folder / "tests").mkdir()
    (practice.folder / "tests" / "test_yatzy.py").write_text(STRAIGHT, encoding="utf-8")
    found = compared()["practice"]
    assert (found["lines"], found["longest_method"]) == (2, {"lines": 2, "name": "straight"})


def test_refactored_is_compared_as_far_as_the_level_goes(practice: Practice) -> None:
    for path in (practice.workspace / "refactored").glob("*.py"):
        path.write_text(STRAIGHT, encoding="utf-8")
    found = compared()
    assert (found["level"], found["refactored"]["methods"]) == (1, 5)


@pytest.mark.usefixtures("nothing_practised")
def test_without_a_practice_all_is_compared() -> None:
    found = compared()
    whole = (WORKSPACE / "legacy" / "yatzy.py").read_text(encoding="utf-8")
    assert (found["level"], "practice" in found) == (None, False)
    assert found["legacy"]["lines"] == sum(1 for line in whole.splitlines() if line.strip())


def test_code_that_does_not_parse_is_not_compared(practice: Practice) -> None:
    (practice.folder / "rules.py").write_text("def broken(:\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["compare"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: practice/rules.py, line 1: ")


@pytest.mark.parametrize("name", ["long" * 20, "骰" * 30])
def test_a_long_name_is_cut(practice: Practice, name: str) -> None:
    (practice.folder / "yatzy.py").write_text(f"def {name}():\n    return 1\n", encoding="utf-8")
    longest = next(number for number, line in enumerate(printed()) if line.startswith("longest method"))
    assert printed()[longest + 2][0] != " "


def test_what_the_last_green_check_went_by_is_said(practice: Practice) -> None:
    repository = Repository(practice.folder)
    for status, approved in ((GREEN, Differences(30)), (RED, Differences())):
        append_check(repository, replace(entry(status), approved=approved, tree=repository.tree()))
    assert "practice, at its last green check: 30 places approved otherwise." in printed()
    assert compared()["approved"] == {"changes": 30, "additions": 0}


def test_a_table_fits_80_columns(practice: Practice) -> None:
    flags = ", ".join(["True"] * 9)
    write_everywhere(practice, f"class {'Long' * 20}:\n  def {'long' * 20}(a=False):\n" + f"    f({flags})\n" * 90)
    assert max(map(len, printed())) <= 80
