"""`dojo swap`: the next driver, and undoing a swap."""

import pytest

from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import named, swapped
from tests.dojo.small_kata import SmallKata


def who(practice: Practice) -> str:
    return read_history(Repository(practice.folder)).who


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Ann & Ben", "Ben and Ann"),
        ("Ann-and-Ben", "Ben and Ann"),
        ("Ann, Ben and Cem", "Ben and Cem and Ann"),
    ],
)
def test_without_names_the_next_one_drives(
    kata: SmallKata, practice: Practice, name: str, after: str
):
    named(Repository(practice.folder), name)
    kata.dojo("swap")
    assert who(practice) == after


def test_a_swap_says_who_drives_next(kata: SmallKata, practice: Practice):
    swapped(Repository(practice.folder), "Ann and Ben")
    lines = kata.dojo("swap").stdout.splitlines()
    assert lines[1] == "Ben drives now, Ann drives next."


@pytest.mark.parametrize(("name", "after"), [("", "the other one"), ("Panda", "Panda")])
def test_a_pair_without_two_names_can_swap(
    kata: SmallKata, practice: Practice, name: str, after: str
):
    named(Repository(practice.folder), name)
    done = kata.dojo("swap")
    assert done.stdout == f"From check 1 on, the timeline shows {after}.\n"
    assert who(practice) == after


@pytest.mark.usefixtures("practice")
def test_an_empty_name_is_none(kata: SmallKata):
    assert kata.dojo("swap", " ").returncode == 2


def test_a_swap_is_undone(kata: SmallKata, practice: Practice):
    named(Repository(practice.folder), "Ann and Ben")
    kata.dojo("swap", "Cem and Dan")
    done = kata.dojo("swap", "--undo")
    assert done.stdout == "The last swap is undone.\nAnn drives now, Ben drives next.\n"
    assert who(practice) == "Ann and Ben"


@pytest.mark.usefixtures("practice")
def test_without_a_swap_there_is_nothing_to_undo(kata: SmallKata):
    assert kata.dojo("swap", "--undo").returncode == 2


def test_undoing_takes_no_names(kata: SmallKata, practice: Practice):
    swapped(Repository(practice.folder), "Ann and Ben")
    assert kata.dojo("swap", "--undo", "Cem").returncode == 2
    assert who(practice) == "Ann and Ben"
