"""What a board knows of a pair."""

from datetime import UTC, datetime, timedelta

import pytest

from dojo.board.lights import Light, Pair, read_pair
from dojo.practice import Record

BEGAN = datetime(2026, 1, 2, 10, tzinfo=UTC)
GUARD = {"Level": "2", "Blind": "no"}


def records(*told: dict[str, str]) -> list[Record]:
    """Return commits with these trailers, called 0, 1, 2 and so on, a minute from each to the next."""
    return [
        Record(str(number), "tree", BEGAN + timedelta(minutes=number), GUARD | trailers)
        for number, trailers in enumerate(told)
    ]


def check(status: str, **more: str) -> dict[str, str]:
    """Return the trailers of a check."""
    return {"Status": status, "Seconds": "1", "Findings": "0", **more}


def pair(*told: dict[str, str], before: Pair | None = None) -> Pair:
    """Return the pair whose story this is."""
    found = read_pair(records(*told), before)
    assert found is not None
    return found[0]


def minutes(moment: float | None) -> float | None:
    """Return how many minutes after the beginning that is."""
    return None if moment is None else (moment - BEGAN.timestamp()) / 60


def test_a_pair_that_has_not_checked_yet_has_a_level_and_no_status() -> None:
    found = pair({"Practice": "x", "Level": "3", "Blind": "yes"})
    assert (found.level, found.blind, found.lights, found.status, found.since, found.last) == (
        3, True, [], None, None, None,
    )  # fmt: skip


def test_the_level_is_that_of_the_last_check() -> None:
    assert pair(check("green", Level="1"), check("green", Level="4", Blind="yes")).level == 4


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


def test_a_revert_that_comes_later_ends_red_too() -> None:
    found = pair({"Reverts": "0"}, before=pair(check("red")))
    assert (found.since, found.lights[0].reverted) == (None, True)


def test_what_goes_on_comes_after_what_was() -> None:
    before = pair(check("red"))
    assert [light.status for light in pair(check("green"), before=before).lights] == ["red", "green"]
    assert [light.status for light in before.lights] == ["red"]


def test_the_last_score_is_known_until_there_is_another() -> None:
    scored = pair(check("green"), {"Score": "25", "Of": "0"}, {"Score": "75", "Of": "0"})
    assert [scored.score, pair(check("red"), before=scored).score] == [0.75, 0.75]


def test_swaps_are_known_by_their_moments() -> None:
    swapped = pair(check("green"), {"Swap": "yes", "Name": "Bob"})
    assert [minutes(each) for each in pair({"Swap": "yes", "Name": "Ada"}, before=swapped).swaps] == [1, 0]


def test_the_last_lights_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.board.lights.MOST_LIGHTS", 2)
    assert [light.commit for light in pair(check("red"), check("red"), check("green")).lights] == ["1", "2"]


@pytest.mark.parametrize("year", [1, 9999])
def test_a_moment_is_one_that_every_calendar_has(year: int) -> None:
    told = Record("0", "tree", datetime(year, 1, 1, tzinfo=UTC), GUARD | check("red"))
    found = read_pair([told])
    assert found is not None
    assert datetime.fromtimestamp(found[0].lights[0].moment, UTC).year in (1970, 9892)


def test_what_tells_of_no_practice_is_no_pair() -> None:
    assert read_pair(records({"Signed-off-by": "A"}, {"Status": "purple"})) is None


def test_a_light_is_small() -> None:
    assert Light(0.0, "green", "0" * 40, reverted=False).__sizeof__() <= 80
