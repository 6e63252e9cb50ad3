"""The diffs of all steps: from where each counts, and what is not to be had."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.practice import Practice, Repository, read_story
from dojo.progress import diffs_of, steps_of
from dojo.progress.steps import Step
from tests.dojo.progress.timelines import ONE, THREE, TWO, checked, lost, never_checked


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return never_checked(tmp_path)


def steps(practice: Practice) -> list[Step]:
    repository = Repository(practice.folder)
    return steps_of(repository, read_story(repository))


def changed(practice: Practice) -> dict[int, list[str]]:
    """Return the lines that each step changed, by its number."""
    diffs = diffs_of(Repository(practice.folder), steps(practice))
    return {
        number: [line for line in diff.splitlines() if line[:1] in {"+", "-"} and line[:3] not in {"+++", "---"}]
        for number, diff in diffs.items()
    }


def test_each_step_has_what_changed_since_the_one_before(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, TWO)
    assert changed(practice) == {
        1: ["+def one():", "+    return 1"],
        2: ["-    return 1", "+    return 1 if one else 0"],
    }


def test_a_step_that_changed_no_file_has_an_empty_diff(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, ONE)
    assert changed(practice)[2] == []


def test_a_step_whose_files_are_lost_has_none_and_the_others_have(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, THREE)
    first, second = steps(practice)
    gone = replace(first, entry=replace(first.entry, tree="1" * 40))
    assert list(diffs_of(Repository(practice.folder), [gone, second, lost(2)])) == [2]
