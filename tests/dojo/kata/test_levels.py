"""The levels: parts of the tangle that stand by themselves, and the scenarios that guard them."""

from pathlib import Path

import pytest

from dojo.kata.workspace import LAST, LEVELS, scenario_files, tangle
from dojo.practice.create import find_practice, start
from dojo.practice.model import Choices
from tests.dojo.practising import findings_of

WORKSPACE = Path(__file__).resolve().parents[3]
SHARED = ("legacy", "tests", "approved_files", "pyproject.toml")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a folder that has the real kata in it, by links."""
    for name in SHARED:
        (tmp_path / name).symlink_to(WORKSPACE / name)
    return tmp_path


@pytest.mark.parametrize("number", LEVELS)
def test_the_part_of_a_level_passes_the_levels_golden_master(number: int, copy: Path) -> None:
    start(copy, Choices(number, blind=False), again=False)
    assert findings_of(find_practice(copy)) == []


@pytest.mark.parametrize("number", LEVELS)
def test_the_part_of_a_level_is_the_tangle_from_its_first_line(number: int) -> None:
    part = tangle(WORKSPACE, LEVELS[number]).splitlines()
    whole = (WORKSPACE / "legacy/yatzy.py").read_text(encoding="utf-8").splitlines()
    assert whole[: len(part)] == part


def test_each_level_adds_to_the_one_before() -> None:
    lengths = [len(tangle(WORKSPACE, level)) for level in LEVELS.values()]
    assert lengths == sorted(set(lengths))


def test_the_last_level_has_every_scenario() -> None:
    there = {path.relative_to(WORKSPACE).as_posix() for path in (WORKSPACE / "tests/golden_master").glob("test_*.py")}
    assert set(scenario_files(WORKSPACE, LAST)) == there
