"""Rules of the signs of life: when a pair was heard, and how much its clock is wrong."""

import pygit2
import pytest

from dojo.practice.snapshots import Repository
from dojo.room.signs import Sighting, Signs, read_signs, write_signs

PANDA = "refs/heads/dojo/_alive/Panda/1"


@pytest.fixture
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Give the board's copy of a room."""
    repository = Repository(tmp_path_factory.mktemp("clone"))
    repository.create()
    return repository


@pytest.fixture
def signs() -> Signs:
    """Give the signs of a room that was looked at two seconds ago."""
    return Signs(looked=998.0)


def see(signs: Signs, repository: Repository, sent: float, now: float) -> Sighting:
    """See a sign that was sent at a moment of the pair's clock."""
    author = pygit2.Signature("dojo", "dojo@localhost", int(sent), 0)
    git = repository.git
    tree = git.TreeBuilder().write()
    commit = git.create_commit(None, author, author, f"{sent}", tree, [])
    signs.see({PANDA: str(commit)}, repository, now)
    return signs.sightings[PANDA]


@pytest.mark.parametrize(("ahead", "skew"), {-420: -420, 180: 180, -4: 0}.items())
def test_a_sign_tells_the_difference_of_the_clocks(
    signs: Signs, repository: Repository, ahead: int, skew: int
):
    sighting = see(signs, repository, 1000 + ahead, 1000.0)
    assert (sighting.skew, sighting.heard) == (skew, 1000.0)


def test_a_corrected_clock_counts_after_five_signs(signs: Signs, repository: Repository):
    see(signs, repository, 1180, 1000.0)
    for now in range(1002, 1007):
        sighting = see(signs, repository, now, now)
    assert sighting.skew == 0


@pytest.mark.parametrize(("sent", "skew"), {975: 0, 1005: 0, 974: None, 1006: None}.items())
def test_a_sign_from_before_the_board_may_show_a_right_clock(
    repository: Repository, sent: int, skew: int | None
):
    assert see(Signs(), repository, sent, 1000.0).skew == skew


def test_a_sign_that_came_while_the_board_was_away_has_its_own_time(
    signs: Signs, repository: Repository
):
    see(signs, repository, 580, 1000.0)
    sighting = see(signs, repository, 640, 1090.0)
    assert (sighting.skew, sighting.heard) == (-420, 1060)


def test_a_new_practice_or_name_has_the_sign_from_before():
    sighting = Sighting("commit", 1000.0)
    signs = Signs(sightings={PANDA: sighting})
    assert signs.of("Panda", "2") == sighting
    assert signs.of("Lynx", "1") == sighting
    assert signs.of("Lynx", "2") is None


def test_another_board_reads_the_signs(signs: Signs, repository: Repository):
    see(signs, repository, 580, 1000.0)
    write_signs(repository.folder, signs)
    assert read_signs(repository.folder) == signs
