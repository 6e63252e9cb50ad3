"""A step is read from its patch, as git wrote it; what is no step is told by its name."""

from email.header import Header
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata import Step, worked_steps
from tests.dojo import small_steps
from tests.dojo.small_kata import SmallKata


def steps(kata: SmallKata) -> list[Step]:
    small_steps.lay_out(kata)
    return worked_steps(kata.folder)


def damaged(kata: SmallKata, old: str, new: str) -> Path:
    """Change the text of the first patch, and return its path."""
    path = steps(kata)[0].path
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_steps_come_in_the_order_of_their_files(kata: SmallKata) -> None:
    assert [step.title for step in steps(kata)] == small_steps.TITLES


def test_a_step_knows_its_lesson(kata: SmallKata) -> None:
    first = steps(kata)[0]
    assert (first.refactoring, first.level, first.methods) == ("Remove Dead Code", 1, ["pair"])
    assert (first.smell, first.lesson["Why"]) == ("Dead Code", "It hurts.")


def test_a_step_has_the_diff_and_nothing_before_it(kata: SmallKata) -> None:
    assert steps(kata)[0].diff.startswith("diff --git a/yatzy.py b/yatzy.py\n--- ")


@pytest.mark.parametrize("title", ["Rename Variable: „zwei“ heißt 2 überall", f"Rename Variable: {'long ' * 12}end"])
def test_a_title_is_read_as_it_was_written(kata: SmallKata, title: str) -> None:
    damaged(kata, small_steps.TITLES[0], Header(title, "utf-8", header_name="Subject").encode())
    assert worked_steps(kata.folder)[0].title == title


def test_a_trap_and_its_revert_are_known(kata: SmallKata) -> None:
    assert [(step.is_red, step.is_revert) for step in steps(kata)][1:3] == [(True, False), (False, True)]


@pytest.mark.parametrize("folder", [False, True])
def test_a_workspace_without_steps_says_what_to_do(kata: SmallKata, folder: bool) -> None:  # noqa: FBT001 - a parameter
    if folder:
        (kata.folder / "worked").mkdir()
    with pytest.raises(WorkspaceError, match="worked/ is empty"):
        worked_steps(kata.folder)


@pytest.mark.parametrize("line", ["From: ", "Date: ", "Subject: ", "Smell: ", "Where: ", "Why: ", "Look: "])
def test_a_patch_without_one_of_its_lines_is_no_step(kata: SmallKata, line: str) -> None:
    path = damaged(kata, f"\n{line}", "\nX")
    with pytest.raises(WorkspaceError, match=f"{path.name} is no step"):
        worked_steps(kata.folder)


@pytest.mark.parametrize("level", ["one", "9"])
def test_a_place_that_is_none_is_told(kata: SmallKata, level: str) -> None:
    path = damaged(kata, "Where: level 1", f"Where: level {level}")
    with pytest.raises(WorkspaceError, match=f"{path.name} does not say where"):
        _ = worked_steps(kata.folder)[0].level


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00"])
def test_what_is_no_patch_is_no_step(kata: SmallKata, content: bytes) -> None:
    path = steps(kata)[0].path
    path.write_bytes(content)
    with pytest.raises(WorkspaceError, match=f"{path.name} is no step"):
        worked_steps(kata.folder)


def test_a_step_that_is_missing_is_told(kata: SmallKata) -> None:
    _, second, *_ = [step.path for step in steps(kata)]
    second.unlink()
    with pytest.raises(WorkspaceError, match=r"^0003\.patch is not step 2: a file is missing"):
        worked_steps(kata.folder)


def test_what_a_terminal_would_obey_is_shown_as_an_escape(kata: SmallKata) -> None:
    damaged(kata, "Why: ", "Why: \x1b[31m")
    assert worked_steps(kata.folder)[0].lesson["Why"].startswith(r"\x1b[31m")
