"""Test the worked way: reading steps from their patches, and applying these."""

from email.header import Header

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.way import WorkedStep, replay, worked_steps
from tests.dojo import small_steps
from tests.dojo.small_kata import SmallKata


@pytest.fixture
def steps(kata: SmallKata) -> list[WorkedStep]:
    """Give the steps of a small way, which is laid out in the kata."""
    small_steps.lay_out(kata)
    return worked_steps(kata.folder)


def rewrite(step: WorkedStep, old: str, new: str) -> None:
    """Change the text of a patch."""
    text = step.path.read_text(encoding="utf-8")
    assert old in text
    step.path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_step_knows_its_lesson_and_its_diff(steps: list[WorkedStep]) -> None:
    first = steps[0]
    assert (first.refactoring, first.level, first.methods) == ("Remove Dead Code", 1, ["pair"])
    assert (first.lesson["Smell"], first.lesson["Why"]) == ("Dead Code", "It hurts.")
    assert first.diff.startswith("diff --git a/yatzy.py b/yatzy.py\n--- ")
    assert [(step.is_red, step.is_revert) for step in steps][1:3] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    "title", ["Rename Variable: „zwei“ heißt 2 überall", f"Rename Variable: {'long ' * 12}end"]
)
def test_a_title_is_read_as_it_was_written(
    title: str, steps: list[WorkedStep], kata: SmallKata
) -> None:
    rewrite(steps[0], small_steps.TITLES[0], Header(title, "utf-8", header_name="Subject").encode())
    assert worked_steps(kata.folder)[0].title == title


def test_a_workspace_without_steps_says_what_to_do(kata: SmallKata) -> None:
    with pytest.raises(WorkspaceError, match="worked/ is empty"):
        worked_steps(kata.folder)


@pytest.mark.parametrize("line", ["Subject: ", "Smell: ", "Where: ", "Why: "])
def test_a_patch_without_one_of_its_lines_is_no_step(
    line: str, steps: list[WorkedStep], kata: SmallKata
) -> None:
    rewrite(steps[0], f"\n{line}", "\nX")
    with pytest.raises(WorkspaceError, match=f"{steps[0].path.name} is not a step"):
        worked_steps(kata.folder)


def test_each_patch_makes_the_next_state(steps: list[WorkedStep]) -> None:
    assert list(replay(small_steps.STATES[0], steps)) == small_steps.STATES


def test_a_patch_that_does_not_fit_is_named(steps: list[WorkedStep]) -> None:
    elsewhere = {"yatzy.py": small_steps.TANGLE.replace("total = first", "total = 0")}
    with pytest.raises(WorkspaceError, match=r"^0001\.patch does not apply .*`git .*checkout"):
        list(replay(elsewhere, steps))
