"""`dojo swap`: the next driver, and undoing a swap."""

import pytest

from dojo.practice.history import Swap, read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import named, swapped
from tests.dojo.small_kata import SmallKata


def who(practice: Practice) -> str:
    return read_history(Repository(practice.folder)).who


def swaps(practice: Practice) -> list[Swap]:
    return read_history(Repository(practice.folder)).swaps


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


@pytest.mark.parametrize("name", ["", "Panda"])
def test_a_first_swap_needs_both_names(kata: SmallKata, practice: Practice, name: str):
    named(Repository(practice.folder), name)
    done = kata.dojo("swap")
    assert done.returncode == 2
    assert done.stderr == (
        'Error: Name both partners, the new driver first: `dojo swap "Ann and Ben"`.\n'
    )
    assert swaps(practice) == []


def test_an_ensemble_swaps_with_the_name_of_the_driver(kata: SmallKata, practice: Practice):
    kata.dojo("swap", "Ann")
    assert who(practice) == "Ann"
    assert kata.dojo("swap").returncode == 2
    done = kata.dojo("swap", "Ben")
    assert done.stdout == "From check 1 on, the timeline shows Ben.\n"


@pytest.mark.usefixtures("practice")
def test_an_empty_name_is_none(kata: SmallKata):
    assert kata.dojo("swap", " ").returncode == 2


def test_an_undone_swap_is_named(kata: SmallKata, practice: Practice):
    named(Repository(practice.folder), "Ann and Ben")
    kata.dojo("swap", "Cem and Dan")
    [swap] = swaps(practice)
    done = kata.dojo("swap", "--undo")
    first, second = done.stdout.splitlines()
    assert first == f'The swap of {swap.moment:%H:%M} to "Cem and Dan" is undone.'
    assert second == "Ann drives now, Ben drives next."
    assert who(practice) == "Ann and Ben"


@pytest.mark.parametrize(
    ("name", "drives"), [("Panda", ""), ("Ann", "Ann drives now."), ("Ann & Ben", "Ann drives now")]
)
def test_undoing_a_swap_says_who_drives_if_that_is_known(
    kata: SmallKata, practice: Practice, name: str, drives: str
):
    repository = Repository(practice.folder)
    named(repository, "Panda")
    if name != "Panda":
        swapped(repository, name)
    swapped(repository, "Cem")
    _, *others = kata.dojo("swap", "--undo").stdout.splitlines()
    assert "".join(others).startswith(drives)
    assert bool(others) == bool(drives)


def test_each_undoing_names_its_own_swap(kata: SmallKata, practice: Practice):
    repository = Repository(practice.folder)
    swapped(repository, "Cem and Dan")
    swapped(repository, "Flo and Eve")
    outputs = [kata.dojo("swap", "--undo") for _ in range(3)]
    assert '"Flo and Eve"' in outputs[0].stdout
    assert '"Cem and Dan"' in outputs[1].stdout
    assert outputs[2].stderr == "Error: There is no swap to undo.\n"
    assert outputs[2].returncode == 2


@pytest.mark.parametrize("others", ["Cem", "--minutes 4"])
def test_undoing_takes_no_names_and_no_minutes(others: str, kata: SmallKata, practice: Practice):
    swapped(Repository(practice.folder), "Ann and Ben")
    done = kata.dojo("swap", "--undo", *others.split())
    assert done.returncode == 2
    assert done.stderr == "Error: --undo takes no names and no minutes.\n"
    assert who(practice) == "Ann and Ben"


# A turn.


class Clock:
    """Time that passes only while somebody sleeps. `most`: then Ctrl-C is pressed."""

    def __init__(self, most: float):
        self.now = 0.0
        self.most = most

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float):
        self.now += seconds
        if self.now > self.most:
            raise KeyboardInterrupt


def turn(kata: SmallKata, monkeypatch: pytest.MonkeyPatch, most: float = 1000) -> tuple[str, float]:
    """Swap for a turn of four minutes. Returns the last line, and when it was over."""
    clock = Clock(most)
    monkeypatch.setattr("dojo.commands.join.time", clock)
    lines = kata.dojo("swap", "Ann, Ben and Cem", "--minutes", "4").stdout.splitlines()
    return lines[-1], clock.now


@pytest.mark.usefixtures("practice")
def test_the_end_of_a_turn_rings_and_names_the_next_command(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    expected = "\aThe turn of Ann is over. Next: dojo swap --minutes 4"
    assert turn(kata, monkeypatch) == (expected, 240)


def test_a_turn_can_be_stopped(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    assert turn(kata, monkeypatch, most=10) == ("Ann drives now, Ben drives next.", 11)
    assert who(practice) == "Ann, Ben and Cem"
