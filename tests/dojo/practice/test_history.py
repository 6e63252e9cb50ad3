"""The history: what its events add up to."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from dojo.practice.events import (
    Committed,
    Entry,
    Event,
    Left,
    Named,
    Restored,
    Reverted,
    Scored,
    SlipsGraded,
    Swapped,
)
from dojo.practice.history import History, fold
from dojo.practice.model import AMBER, GREEN, NO_CHANGES, RED, ChangedExpectations, Choices, Status
from tests.dojo.practising import MOMENT, check_of, entry_of, start_entry

NUMBER = "{:040}"


def at(minute: float) -> datetime:
    return MOMENT + timedelta(minutes=minute)


def check(number: int, status: Status, tree: str = "", **more: Any) -> Entry:
    """Return a check of this number, in the minute of this number."""
    return entry_of(check_of(status, **more), at(number), NUMBER.format(number), tree)


def event(minute: float, what: Event, tree: str = "") -> Entry:
    return entry_of(what, at(minute), tree=tree)


def revert(minute: float, number: int) -> Entry:
    return event(minute, Reverted(reverts=NUMBER.format(number)))


def history(*entries: Entry) -> History:
    return fold([start_entry("first"), *entries])


# Steps.


def test_a_step_counts_its_changes_from_the_last_event_with_files() -> None:
    found = history(
        check(1, GREEN, "a"),
        event(2, Named(name="Ada"), "a"),
        check(3, RED, "b"),
        event(4, Reverted(reverts=NUMBER.format(3)), "a"),
        check(5, GREEN, "c"),
        event(6, Restored(restores="1"), "a"),
    )
    assert [step.base for step in found.steps] == ["first", "a", "a"]
    assert found.base == "a"


def test_who_practised_is_the_name_until_partners_are_swapped() -> None:
    found = history(
        event(0, Named(name="Panda")),
        check(1, GREEN),
        event(2, Swapped(swap="yes", name="Ann and Cem")),
        check(3, RED),
        event(4, Named(name="Lynx")),
        check(5, GREEN),
    )
    assert [step.who for step in found.steps] == ["Panda", "Ann and Cem", "Ann and Cem"]
    assert (found.partners, found.name) == ("Ann and Cem", "Lynx")
    assert [(swap.name, swap.after) for swap in found.swaps] == [("Ann and Cem", 1)]


def test_a_pause_begins_a_round_and_counts_as_ten_minutes() -> None:
    found = history(check(1, GREEN), check(9, GREEN), check(30, GREEN))
    assert [(step.round, step.minute) for step in found.steps] == [(1, 0), (1, 8), (2, 18)]


def test_a_score_is_that_of_all_green_checks_of_the_same_files() -> None:
    found = history(
        check(1, GREEN, "a"),
        check(2, GREEN, "b"),
        check(3, RED, "a"),
        event(4, Scored(score=75, of=NUMBER.format(1))),
        check(5, GREEN, "a"),
    )
    assert [step.score for step in found.steps] == [0.75, None, None, 0.75]
    assert found.score == 0.75


def test_the_first_subject_of_the_same_files_counts() -> None:
    committed = [Committed(subject=subject, tree="a") for subject in ("Extract pair", "again")]
    assert history(*(event(1, each) for each in committed)).commits == {"a": "Extract pair"}


# How the practice stands.


def letters(text: str) -> History:
    """Return the history of checks: g, r, a; < is a red one that was reverted."""
    statuses: dict[str, Status] = {"g": GREEN, "r": RED, "a": AMBER, "<": RED}
    entries: list[Entry] = []
    for number, letter in enumerate(text, start=1):
        entries.append(check(number, statuses[letter]))
        if letter == "<":
            entries.append(revert(number, number))
    return history(*entries)


@pytest.mark.parametrize(
    ("checks", "minute"),
    [("g", None), ("grar", 2), ("rga", 3), ("rg", None), ("r<", None), ("", None)],
)
def test_red_counts_since_the_last_green_or_reverted_check(checks: str, minute: int | None) -> None:
    assert letters(checks).red_since == (None if minute is None else at(minute))


@pytest.mark.parametrize(
    ("checks", "state"),
    [("", "no check yet"), ("g", GREEN), ("gr", RED), ("ra", AMBER), ("g<", "reverted")],
)
def test_the_state_is_that_of_the_last_check(checks: str, state: str) -> None:
    assert letters(checks).state == state


def test_red_is_too_long_after_two_minutes() -> None:
    found = letters("gr")
    moments = [at(2).timestamp() + seconds for seconds in (120, 121)]
    assert [found.is_red_too_long(moment) for moment in moments] == [False, True]


def test_a_pair_is_late_five_minutes_after_its_last_check() -> None:
    found = letters("g")
    moments = [at(1).timestamp() + seconds for seconds in (300, 301)]
    assert [found.is_late(moment) for moment in moments] == [False, True]


def test_changed_expectations_are_those_of_the_last_check_that_compared_them() -> None:
    changed = check(1, GREEN, approved_changes=30)
    assert history(changed, check(2, AMBER)).approved == ChangedExpectations(30)
    assert history(changed, check(2, RED), revert(3, 2)).approved == ChangedExpectations(30)
    assert history(changed, check(2, GREEN)).approved == NO_CHANGES


def test_the_last_green_is_that_of_the_same_guard() -> None:
    found = history(check(1, GREEN), check(2, GREEN, blind="yes"), check(3, RED))
    commits = [found.last_green(blind=blind) for blind in (False, True)]
    assert [step and step.number for step in commits] == [1, 2]


def test_slips_are_those_that_were_graded_last() -> None:
    graded = [event(minute, SlipsGraded(slips=slips)) for minute, slips in ((1, 50), (2, 75))]
    assert history(*graded).slips == 0.75


# Reverted.


def test_a_restore_reverts_a_failing_check_until_its_files_are_back() -> None:
    entries = [check(1, GREEN, "a"), check(2, RED, "b"), event(3, Restored(restores="1"), "a")]
    assert history(*entries).steps[1].reverted == at(3)
    entries.append(event(4, Restored(restores="2"), "b"))
    assert history(*entries).steps[1].reverted is None
    assert history(*entries).red_since == at(2)


def test_a_restore_does_not_revert_a_green_check() -> None:
    found = history(check(1, GREEN, "a"), event(2, Restored(restores="0"), "b"))
    assert found.steps[0].reverted is None


def test_a_revert_of_an_unknown_check_changes_nothing() -> None:
    assert history(check(1, RED), revert(2, 9)).state == RED


# Streaks of failing checks.


def streaks(*entries: Entry) -> list[tuple[list[int], float, str]]:
    """Return the numbers, the seconds and the ending of each streak."""
    found = history(*entries).streaks
    return [([step.number for step in each.steps], each.seconds, each.ending) for each in found]


def test_a_streak_goes_on_to_the_next_green_check() -> None:
    assert streaks(check(1, RED), check(2, AMBER), check(4, GREEN)) == [([1, 2], 180, "green")]


def test_an_open_streak_goes_on_to_its_last_check() -> None:
    assert streaks(check(1, RED), check(3, RED)) == [([1, 2], 120, "")]


def test_a_revert_ends_a_streak() -> None:
    entries = [check(1, RED), revert(1.5, 1), check(3, RED)]
    assert streaks(*entries) == [([1], 30, ""), ([2], 0, "")]


def test_a_swap_ends_a_streak() -> None:
    entries = [check(1, RED), event(2, Swapped(swap="yes")), check(3, RED)]
    assert streaks(*entries) == [([1], 60, ""), ([2], 0, "")]


def test_a_swap_ends_a_streak_also_if_its_files_are_restored_later() -> None:
    swap = event(2, Swapped(swap="yes"))
    entries = [check(1, RED, "a"), swap, event(3, Restored(restores="1"), "a"), check(4, RED, "b")]
    assert streaks(*entries) == [([1], 60, ""), ([2], 0, "")]


def test_a_pause_ends_a_streak_at_its_last_check() -> None:
    assert streaks(check(1, RED), check(2, RED), check(30, GREEN)) == [([1, 2], 60, "")]


def test_a_change_is_undone_if_the_files_are_those_of_the_green_check_before() -> None:
    assert streaks(check(1, GREEN, "a"), check(2, RED, "b"), check(3, GREEN, "a"))[0][2] == "undone"


def test_a_change_is_not_undone_for_the_golden_master_by_own_tests() -> None:
    own = {"blind": "yes"}
    entries = [check(1, GREEN, "a", **own), check(2, RED, "a"), check(3, GREEN, "a", **own)]
    assert streaks(*entries)[0][2] == "green"


def test_a_change_is_approved_if_there_are_more_changed_expectations() -> None:
    entries = [check(1, GREEN), check(2, RED), check(3, GREEN, approved_changes=30)]
    assert streaks(*entries)[0][2] == "approved"


# New starts, merges, leaving.


def test_a_new_start_begins_a_new_practice() -> None:
    entries = [check(1, RED), event(2, Swapped(swap="yes", name="Ann"))]
    found = history(*entries, start_entry(level=3, blind="yes", name="Panda"), check(4, GREEN))
    assert [step.status for step in found.steps] == [GREEN]
    assert found.choices == Choices(3, blind=True, name="Panda")
    assert (found.swaps, found.partners, found.streaks) == ([], "", [])


def test_the_practice_before_a_new_start_is_kept() -> None:
    found = history(check(1, RED), start_entry(), check(3, GREEN))
    assert found.earlier is not None
    assert [step.status for step in found.earlier.steps] == [RED]


def test_a_history_that_was_merged_is_known_by_its_end() -> None:
    merge = Entry("m", "", at(2), "theirs", [])
    found = history(check(1, RED), merge)
    assert (found.merged, len(found.steps)) == ("theirs", 1)


def test_any_later_event_clears_a_branch_that_was_left() -> None:
    left = event(1, Left(left="Panda"))
    assert history(left).left == "Panda"
    assert history(left, event(2, Named(name="Lynx"))).left == ""


def test_without_events_there_is_an_empty_history() -> None:
    assert fold([]) == History()


# Repeated checks.


def test_two_checks_of_the_same_files_are_one_step() -> None:
    found = history(check(1, RED, "a"), check(3, RED, "a"), check(4, GREEN, "b"))
    assert [step.moment for step in found.steps] == [at(1), at(4)]
    assert found.steps[0].checked == at(3)


@pytest.mark.parametrize(
    "second",
    [
        check(2, GREEN, "b"),
        check(2, RED, "a"),
        check(2, GREEN, "a", blind="yes"),
        check(2, GREEN, "a", level=2),
        check(2, GREEN, "a", approved_changes=1),
        check(12, GREEN, "a"),
    ],
    ids=["files", "result", "guard", "level", "approved", "after a pause"],
)
def test_a_check_that_differs_is_a_step_of_its_own(second: Entry) -> None:
    assert len(history(check(1, GREEN, "a"), second).steps) == 2


@pytest.mark.parametrize(
    "between",
    [event(1.5, Swapped(swap="yes", name="Ann")), revert(1.5, 1)],
    ids=["swap", "revert"],
)
def test_a_swap_or_a_revert_ends_a_step(between: Entry) -> None:
    assert len(history(check(1, RED, "a"), between, check(2, RED, "a")).steps) == 2


def test_events_about_a_repeated_check_are_about_its_step() -> None:
    found = history(check(1, RED, "a"), check(2, RED, "a"), revert(3, 2))
    assert [step.reverted for step in found.steps] == [at(3)]


def test_a_repeated_check_makes_a_streak_longer() -> None:
    [streak] = history(check(1, RED, "a"), check(3, RED, "a")).streaks
    assert streak.seconds == 120


def test_a_pause_counts_from_the_last_check_of_a_step() -> None:
    found = history(check(1, GREEN, "a"), check(9, GREEN, "a"), check(12, GREEN, "b"))
    assert [step.round for step in found.steps] == [1, 1]


# A new start.


def starts_over(minute: float) -> Entry:
    return start_entry("first")._replace(moment=at(minute))


def test_a_new_start_does_not_stop_the_red_time() -> None:
    found = history(check(1, RED), starts_over(2))
    assert found.red_since == at(1)
    assert history(check(1, RED), starts_over(2), check(3, RED)).red_since == at(1)


def test_the_first_green_check_after_a_new_start_stops_the_red_time() -> None:
    assert history(check(1, RED), starts_over(2), check(3, GREEN)).red_since is None


def test_a_new_start_after_a_pause_stops_the_red_time() -> None:
    assert history(check(1, RED), starts_over(11)).red_since is None


def test_the_last_check_may_be_of_an_earlier_practice() -> None:
    found = history(check(1, RED), starts_over(2), starts_over(3))
    assert found.last_check is not None
    assert found.last_check.moment == at(1)
    assert len(found.practices) == 3


def test_branches_that_were_left_stay_known_after_a_new_start() -> None:
    found = history(event(1, Left(left="Panda")), starts_over(2), event(3, Left(left="Lynx")))
    assert found.left_branches == {"Panda", "Lynx"}


# Red times.


@pytest.mark.parametrize(
    ("entries", "minutes"),
    [
        ([check(1, RED), check(2, AMBER), check(4, GREEN)], [3]),
        ([check(1, RED), starts_over(2), check(3, RED), check(5, GREEN)], [4]),
        ([check(1, RED), event(2, Swapped(swap="yes")), check(4, GREEN)], [3]),
        ([check(1, RED), revert(3, 1), check(4, GREEN)], [2]),
        ([check(1, RED), check(4, RED), check(90, GREEN)], [3]),
        ([check(1, GREEN), check(2, RED)], []),
    ],
    ids=["green", "new start", "swap", "revert", "another session", "not over"],
)
def test_a_red_time_ends_with_green_or_a_revert(entries: list[Entry], minutes: list[int]) -> None:
    assert history(*entries).red_times == [60 * each for each in minutes]
