"""Rules of the signs of life: when a pair was heard, and how much its clock is wrong."""

import pygit2
import pytest

from dojo.practice.snapshots import Repository
from dojo.room.remote import Sighting, Signs, read_signs, write_signs

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


def see(signs: Signs, repository: Repository, sent: float, now: float, checks: int = 0) -> Sighting:
    """See a sign that was sent at a moment of the pair's clock."""
    author = pygit2.Signature("dojo", "dojo@localhost", int(sent), 0)
    git = repository.git
    tree = git.TreeBuilder().write()
    commit = git.create_commit(None, author, author, f"{sent}", tree, [])
    signs.see({PANDA: str(commit)}, {"Panda": checks}, repository, now)
    return signs.sightings[PANDA]


@pytest.mark.parametrize(
    ("ahead", "is_wrong"), {-420: True, -31: True, -30: False, 30: False, 31: True}.items()
)
def test_a_sign_tells_whether_the_clock_is_wrong(
    signs: Signs,
    repository: Repository,
    ahead: int,
    is_wrong: bool,  # noqa: FBT001
):
    sighting = see(signs, repository, 1000 + ahead, 1000.0)
    assert (sighting.ahead, sighting.heard) == (ahead, 1000.0)
    assert sighting.is_clock_wrong == is_wrong


def test_checks_are_doubtful_until_the_first_sign_of_a_right_clock(
    signs: Signs, repository: Repository
):
    see(signs, repository, 1180, 1000.0, checks=2)
    repaired = see(signs, repository, 1010, 1010.0, checks=3)
    later = see(signs, repository, 1020, 1020.0, checks=4)
    assert (repaired.doubtful_checks, later.doubtful_checks) == (3, 3)
    assert not later.is_clock_wrong


@pytest.mark.parametrize(("sent", "ahead"), {975: 0, 1005: 0, 974: None, 1006: None}.items())
def test_a_sign_from_before_the_board_may_show_a_right_clock(
    repository: Repository, sent: int, ahead: int | None
):
    assert see(Signs(), repository, sent, 1000.0).ahead == ahead


def test_a_sign_from_long_before_the_board_is_of_a_pair_that_stopped(repository: Repository):
    sighting = see(Signs(), repository, 1000, 1901.0)
    assert (sighting.ahead, sighting.heard) == (0, 1000)


def test_a_sign_that_came_while_the_board_was_away_has_its_own_time(
    signs: Signs, repository: Repository
):
    see(signs, repository, 580, 1000.0)
    sighting = see(signs, repository, 640, 1090.0)
    assert (sighting.ahead, sighting.heard) == (-420, 1060)


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
