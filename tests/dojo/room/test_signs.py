"""Signs of life: when a pair was heard last, and how much its clock differs from the board's."""

import pygit2
import pytest

from dojo.practice.snapshots import Repository
from dojo.room.signs import Signs, read_signs, write_signs

PANDA = "refs/heads/dojo/_alive/Panda/1"


@pytest.fixture
def signs() -> Signs:
    """Give the signs of a room that was looked at two seconds ago."""
    return Signs(looked=998.0)


def send(repository: Repository, sent: float) -> dict[str, str]:
    """Return the refs of a room after a sign, which is sent at a moment of the pair's clock."""
    author = pygit2.Signature("dojo", "dojo@localhost", int(sent), 0)
    git = repository.git
    tree = git.TreeBuilder().write()
    return {PANDA: str(git.create_commit(None, author, author, f"{sent}", tree, []))}


@pytest.mark.parametrize("skew", [-420, 180])
def test_a_sign_tells_the_difference_of_the_clocks(
    signs: Signs, repository: Repository, skew: int
) -> None:
    signs.see(send(repository, 1000 + skew), repository, 1000.0)
    assert (signs.sightings[PANDA].skew, signs.sightings[PANDA].heard) == (skew, 1000.0)


def test_the_quickest_sign_tells_it_best(signs: Signs, repository: Repository) -> None:
    for sent, came in ((900, 1010.0), (930, 1031.0), (940, 1044.0)):
        signs.looked = came - 2
        signs.see(send(repository, sent), repository, came)
    assert signs.sightings[PANDA].skew == -101


def test_a_corrected_clock_counts_after_some_signs(signs: Signs, repository: Repository) -> None:
    for number in range(10):
        came = 1000.0 + 20 * number
        sent = came + 180 if number < 5 else came
        signs.looked = came - 2
        signs.see(send(repository, sent), repository, came)
    assert signs.sightings[PANDA].skew == 0


def test_a_small_difference_is_none(signs: Signs, repository: Repository) -> None:
    signs.see(send(repository, 996), repository, 1000.0)
    assert signs.sightings[PANDA].skew == 0


@pytest.mark.parametrize(("sent", "skew"), [(975, 0), (1005, 0), (974, None), (1006, None)])
def test_a_sign_from_before_the_board_began_tells_whether_the_clock_is_right(
    repository: Repository, sent: int, skew: int | None
) -> None:
    signs = Signs()
    signs.see(send(repository, sent), repository, 1000.0)
    assert signs.sightings[PANDA].skew == skew


@pytest.mark.parametrize(("sent", "heard"), [(1099, 1099), (1100, 2000), (2900, 2000)])
def test_a_sign_from_before_the_board_began_is_new_unless_it_is_very_old(
    repository: Repository, sent: int, heard: int
) -> None:
    signs = Signs()
    signs.see(send(repository, sent), repository, 2000.0)
    assert signs.sightings[PANDA].heard == heard


def test_a_sign_that_came_while_the_board_was_away_uses_what_is_known(
    signs: Signs, repository: Repository
) -> None:
    signs.see(send(repository, 580), repository, 1000.0)
    signs.see(send(repository, 640), repository, 1090.0)
    assert (signs.sightings[PANDA].skew, signs.sightings[PANDA].heard) == (-420, 1060)


def test_the_same_sign_is_not_heard_again(signs: Signs, repository: Repository) -> None:
    refs = send(repository, 1000)
    for moment in (1000.0, 1015.0):
        signs.see(refs, repository, moment)
    assert signs.sightings[PANDA].heard == 1000


@pytest.mark.parametrize(("pair", "number"), [("Panda", "1"), ("Panda", "2"), ("Lynx", "1")])
def test_a_new_practice_or_a_new_name_has_the_sign_from_before(
    signs: Signs, repository: Repository, pair: str, number: str
) -> None:
    signs.see(send(repository, 1000), repository, 1000.0)
    assert signs.of(pair, number) == signs.sightings[PANDA]


def test_another_pair_has_no_sign(signs: Signs, repository: Repository) -> None:
    signs.see(send(repository, 1000), repository, 1000.0)
    assert signs.of("Lynx", "2") is None


def test_another_board_reads_the_signs(signs: Signs, repository: Repository) -> None:
    signs.see(send(repository, 580), repository, 1000.0)
    write_signs(repository.folder, signs)
    assert read_signs(repository.folder) == signs


def test_damaged_signs_are_forgotten(repository: Repository) -> None:
    (repository.folder / "signs.json").write_text("{", encoding="utf-8")
    assert read_signs(repository.folder) == Signs()
