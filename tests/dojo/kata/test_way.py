"""Test the worked way: reading steps from their patches, and applying these."""

from email.header import Header
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.way import WorkedStep, replay, worked_steps
from tests.dojo import small_steps
from tests.dojo.small_kata import SmallKata


@pytest.fixture
def way(tmp_path: Path) -> SmallKata:
    """Return a kata with the small worked way."""
    kata = SmallKata(tmp_path)
    small_steps.lay_out(kata)
    return kata


@pytest.fixture
def steps(way: SmallKata) -> list[WorkedStep]:
    return worked_steps(way.folder)


def test_a_step_has_its_lesson(steps: list[WorkedStep]):
    assert steps[0].question == {"Smell": "Dead Code", "Where": "level 1, pair", "Why": "It hurts."}
    assert steps[0].answer == {"Look": "It is all there."}


@pytest.mark.parametrize(
    "title", ["Rename Variable: „zwei“ heißt 2 überall", f"Rename Variable: {'long ' * 12}end"]
)
def test_a_title_is_read_as_it_was_written(title: str, way: SmallKata):
    encoded = Header(title, "utf-8", header_name="Subject").encode()
    way.change("worked/0001.patch", small_steps.TITLES[0], encoded)
    assert worked_steps(way.folder)[0].title == title


def test_a_kata_need_not_have_a_way(tmp_path: Path):
    with pytest.raises(WorkspaceError, match="This kata has no worked way"):
        worked_steps(SmallKata(tmp_path).folder)


def test_a_way_without_steps_says_what_to_do(way: SmallKata):
    for patch in (way.folder / "worked").iterdir():
        patch.unlink()
    with pytest.raises(WorkspaceError, match="worked/ is empty"):
        worked_steps(way.folder)


@pytest.mark.parametrize("line", ["Subject: ", "Smell: ", "Where: ", "Why: "])
def test_a_patch_without_one_of_its_lines_is_no_step(line: str, way: SmallKata):
    way.change("worked/0001.patch", f"\n{line}", "\nX")
    with pytest.raises(WorkspaceError, match=r"0001.patch is not a step"):
        worked_steps(way.folder)


def test_each_patch_makes_the_next_state(steps: list[WorkedStep]):
    assert list(replay(small_steps.STATES[0], steps)) == small_steps.STATES


def test_a_patch_that_does_not_fit_is_named(steps: list[WorkedStep]):
    with pytest.raises(WorkspaceError, match=r"^0001\.patch does not apply .*`git .*checkout"):
        list(replay({"yatzy.py": "pass\n"}, steps))
