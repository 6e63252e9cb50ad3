"""What a board knows of a pair."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from dojo.practice.story import Record, Story
from dojo.room.pairs import Pair, read_pair

BEGAN = datetime(2026, 1, 2, 10, tzinfo=UTC)
GUARD = {"Level": "2", "Blind": "no"}


def story(*told: dict[str, str]) -> Story:
    """Return the story of commits with these trailers, called 0, 1, 2 and so on, a minute from each to the next."""
    made = Story()
    for number, trailers in enumerate(told):
        with suppress(KeyError, ValueError):
            made.add(Record(str(number), "tree", BEGAN + timedelta(minutes=number), GUARD | trailers))
    return made


def check(status: str, **more: str) -> dict[str, str]:
    """Return the trailers of a check."""
    return {"Status": status, "Seconds": "1", "Findings": "0", **more}


def pair(*told: dict[str, str]) -> Pair:
    """Return the pair whose story this is."""
    found = read_pair(story(*told))
    assert found is not None
    return found


def minutes(moment: float | None) -> float | None:
    """Return how many minutes after the beginning that is."""
    return None if moment is None else (moment - BEGAN.timestamp()) / 60


def test_a_pair_that_has_not_checked_yet_has_a_level_and_no_status() -> None:
    found = pair({"Practice": "x", "Level": "3", "Blind": "yes"})
    assert (found.level, found.blind, found.lights, found.status, found.since, found.last) == (
        3, True, [], None, None, None,
    )  # fmt: skip


def test_a_pair_that_began_blind_is_so_also_after_a_check_with_the_golden_master() -> None:
    found = pair({"Practice": "x", "Blind": "yes"}, check("green", Blind="yes"), check("red", Blind="no"))
    assert found.blind


@pytest.mark.parametrize(
    ("statuses", "since"),
    [
        (["green"], None),
        (["red"], 0),
        (["green", "red", "amber", "red"], 1),
        (["red", "green", "amber"], 2),
        (["red", "green"], None),
    ],
)
def test_red_is_counted_from_the_first_check_after_green(statuses: list[str], since: float | None) -> None:
    assert minutes(pair(*map(check, statuses)).since) == since


def test_a_revert_ends_red() -> None:
    found = pair(check("red"), {"Reverts": "0"})
    assert (found.since, found.lights[0].reverted) == (None, True)


def test_what_green_goes_by_beside_the_kata_is_that_of_the_last_check() -> None:
    otherwise = {"Approved-Changes": "30", "Approved-Additions": "2"}
    found = pair(check("green"), check("green", **otherwise))
    assert ([each.approved for each in found.lights], found.approved) == ([(0, 0), (30, 2)], (30, 2))


def test_what_was_approved_stays_so_while_code_is_amber_and_after_a_revert() -> None:
    green = check("green", **{"Approved-Changes": "2"})
    red = check("red", **{"Approved-Changes": "30"})
    assert [each.approved.changes for each in pair(green, check("amber"), check("amber")).lights] == [2, 2, 2]
    assert pair(green, red, {"Reverts": "1"}).approved.changes == 2


def test_the_score_is_the_last_one() -> None:
    assert pair(check("green"), {"Score": "25", "Of": "0"}, check("red"), {"Score": "75", "Of": "2"}).score == 0.75


def test_swaps_are_known_by_their_moments() -> None:
    swapped = pair(check("green"), {"Swap": "yes", "Name": "Bob"}, {"Swap": "yes", "Name": "Ada"})
    assert [minutes(each) for each in swapped.swaps] == [1, 2]


def test_what_came_late_is_said_of_the_practice_whose_checks_they_are() -> None:
    late = ({"Practice": "x"}, check("red"), {"Late": "1"})
    assert (pair(*late).late, pair(*late, {"Practice": "y"}).late) == ((BEGAN + timedelta(minutes=2), 1), None)


def test_what_tells_of_no_practice_is_no_pair() -> None:
    assert read_pair(story({"Signed-off-by": "A"}, {"Status": "purple"})) is None
