"""The history: its steps, its streaks of failing checks, and how the practice stands."""

import pytest

from dojo.practice.events import Entry, Event, SlipSent, SlipsTried
from dojo.practice.history import History, fold
from dojo.practice.model import NO_CHANGES, ChangedExpectations, Choices
from tests.dojo.practice.histories import (
    FIRST_TREE,
    amber,
    at,
    event,
    green,
    history,
    history_of,
    red,
    reverted,
    scored,
    started_over,
    swapped,
)

# Steps.


def test_changes_count_from_the_last_event_with_files():
    found = history_of("green a, name Ada, red b, restore c, green d")
    assert [step.base for step in found.steps] == [FIRST_TREE, "a", "c"]
    assert found.base == "d"


def test_changes_count_from_the_files_after_a_revert():
    assert history(red(1), reverted(2, check=1, tree="a")).base == "a"
    assert history().base == FIRST_TREE


def test_a_pair_goes_by_its_name_until_partners_are_swapped():
    found = history_of("name Panda, green, swap Ann, red, name Lynx, green")
    assert [step.who for step in found.steps] == ["Panda", "Ann", "Ann"]
    assert found.name == "Lynx"


def test_a_swap_without_names_keeps_the_partners():
    found = history_of("swap Ann, swap")
    assert found.partners == "Ann"
    assert found.swaps[1].name == "Ann"


def test_a_swap_knows_the_checks_before_it():
    [swap] = history_of("green, green, swap").swaps
    assert swap.after == 2
    assert swap.moment == at(3)


@pytest.mark.parametrize(("minute", "number"), [(10.9, 1), (11, 2)])
def test_ten_minutes_without_a_check_begin_a_round(minute: float, number: int):
    _, step = history(green(1), green(minute)).steps
    assert step.round == number


def test_a_pause_counts_as_ten_minutes():
    steps = history(green(1), green(9.5), green(40), green(41.255), green(99)).steps
    assert [step.minute for step in steps] == [0, 8.5, 18.5, 19.75, 29.75]


def test_a_score_is_that_of_all_green_checks_of_its_files():
    graded = scored(4, 75, check=1)
    steps = history(green(1, "a"), green(2, "b"), red(3, "a"), graded, green(5, "a")).steps
    assert [step.score for step in steps] == [0.75, None, None, 0.75]


def test_the_last_score_is_that_of_the_practice():
    assert history_of("green").score is None
    assert history(scored(2, 75, check=1), scored(3, 50, check=9)).score == 0.5


# How the practice stands.


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("wait", "no check yet"),
        ("red, green", "green"),
        ("green, red", "red"),
        ("red, amber", "amber"),
        ("red, revert", "reverted"),
    ],
)
def test_the_state_is_that_of_the_last_check(line: str, state: str):
    assert history_of(line).state == state


@pytest.mark.parametrize(
    ("line", "minute"),
    [
        ("green, red, amber, red", 2),
        ("red, green, amber", 3),
        ("red, revert, red", 3),
        ("red, restart", 1),
        ("red, restart, red", 1),
        ("red, restart, green, red", 4),
        ("green, restart, red", 3),
        ("restart, red", 2),
    ],
)
def test_red_counts_since_the_last_green_or_reverted_check(line: str, minute: int):
    assert history_of(line).red_since == at(minute)


def test_a_new_start_after_a_pause_ends_the_red_time():
    assert history(red(1, "a"), red(8, "a"), started_over(17.9)).red_since == at(1)
    assert history(red(1, "a"), red(8, "a"), started_over(18)).red_since is None


def test_red_is_too_long_after_two_minutes():
    found = history_of("green, red")
    assert not found.is_red_too_long(at(4).timestamp())
    assert found.is_red_too_long(at(4.1).timestamp())


@pytest.mark.parametrize("line", ["wait, green", "green, restart", "green a, green a"])
def test_a_pair_is_late_after_five_minutes(line: str):
    found = history_of(line)
    assert not found.is_late(at(7).timestamp())
    assert found.is_late(at(7.1).timestamp())


@pytest.mark.parametrize("slip", [SlipSent(slip_sent="Why"), SlipsTried(tried=1, noticed=1)])
def test_a_pair_that_sends_or_tries_slips_is_not_late(slip: Event):
    found = history(green(1), event(6, slip))
    assert not found.is_late(at(11).timestamp())
    assert found.is_late(at(11.1).timestamp())


def test_a_pair_without_any_check_is_not_late():
    assert not history().is_late(at(99).timestamp())


def test_an_amber_check_keeps_the_changed_expectations():
    found = history(green(1, approved_changes=30), amber(2))
    assert found.approved == ChangedExpectations(30)


def test_the_last_check_decides_on_the_changed_expectations():
    assert history().approved == NO_CHANGES
    assert history(green(1, approved_changes=30), green(2)).approved == NO_CHANGES


def test_the_last_green_check_is_found_by_its_guard():
    found = history(green(1), green(2, blind="yes"), red(3))
    of_golden_master, of_own_tests, _ = found.steps
    assert found.last_green((1, False)) is of_golden_master
    assert found.last_green((1, True)) is of_own_tests
    assert found.last_green() is of_own_tests


# Reverted.


def test_a_revert_is_about_its_check_alone():
    first, second = history_of("red, red, revert").steps
    assert first.is_failing
    assert not second.is_failing


def test_a_restore_reverts_a_failing_check():
    found = history_of("green a, red b, restore a")
    assert found.steps[1].reverted == at(3)
    assert found.streaks[0].end == at(3)


def test_restored_files_of_a_failing_check_fail_again():
    found = history_of("green a, red b, restore a, restore b")
    assert found.red_since == at(2)
    assert found.streaks[0].end == at(2)
    assert found.streaks[0].is_open


def test_a_restore_reverts_no_green_check():
    assert history_of("green a, restore b").state == "green"
    assert history_of("restore a").state == "no check yet"


# Streaks of failing checks.


def test_a_green_check_ends_a_streak():
    [streak] = history_of("red, amber, wait, green").streaks
    assert [step.number for step in streak.steps] == [1, 2]
    assert streak.seconds == 180
    assert streak.ending == "green"


def test_an_open_streak_goes_on_to_its_last_check():
    [short] = history_of("red").streaks
    [long] = history_of("red, wait, red").streaks
    assert short.seconds == 0
    assert long.seconds == 120
    assert long.ending == ""


@pytest.mark.parametrize("end", ["revert", "restore a"])
def test_a_streak_ends_without_a_green_check(end: str):
    first, second = history_of(f"red, red b, {end}, red").streaks
    assert first.seconds == 120
    assert first.ending == ""
    assert len(second.steps) == 1


@pytest.mark.parametrize("middle", ["swap", "swap, swap", "swap, restore b"])
def test_a_streak_goes_on_across_a_swap(middle: str):
    found = history_of(f"green a, red b, {middle}, red b, green a")
    [streak] = found.streaks
    assert [step.number for step in streak.steps] == [2, 3]
    assert streak.end == found.steps[-1].moment
    assert streak.ending == "undone"


@pytest.mark.parametrize(("tree", "ending"), [("a", "undone"), ("b", "green")])
def test_a_green_check_after_a_pause_ends_a_streak_at_its_last_check(tree: str, ending: str):
    [streak] = history(green(1, "a"), red(2), red(3), green(30, tree)).streaks
    assert streak.seconds == 60
    assert streak.ending == ending


def test_a_failing_check_after_a_pause_begins_another_streak():
    before, after = history(red(1), red(2), red(30), green(31)).streaks
    assert (before.seconds, before.ending) == (60, "")
    assert (after.seconds, after.ending) == (60, "green")


def test_after_a_revert_a_green_check_does_not_end_a_streak():
    [streak] = history_of("green a, red b, revert, green a").streaks
    assert (streak.seconds, streak.ending) == (60, "")


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("green a, red b, green a", "undone"),
        ("green a, green b, red c, green a", "green"),
        ("red a, green a", "green"),
    ],
)
def test_a_change_is_undone_if_the_files_are_as_before(line: str, ending: str):
    [streak] = history_of(line).streaks
    assert streak.ending == ending


def test_passing_own_tests_do_not_undo_a_red_golden_master():
    before = green(1, "a", blind="yes")
    [streak] = history(before, red(2, "a"), green(3, "a", blind="yes")).streaks
    assert streak.ending == "green"


@pytest.mark.parametrize(("changes", "ending"), [(30, "undone"), (31, "approved")])
def test_a_change_is_approved_if_more_expectations_changed(changes: int, ending: str):
    before = green(1, "a", approved_changes=30)
    [streak] = history(before, red(2), green(3, "a", approved_changes=changes)).streaks
    assert streak.ending == ending


# New starts, merges, leaving.


def test_a_new_start_begins_an_empty_practice():
    found = history(red(1), swapped(2, "Ann"), started_over(3, name="Panda"))
    assert found.steps == []
    assert found.partners == ""
    assert found.name == "Panda"


def test_a_new_start_has_its_own_choices():
    start = {"level": 0, "blind": "yes", "title": "", "step": 7, "code": "shop", "name": "Panda"}
    found = history(started_over(1, **start))
    assert found.choices == Choices(0, blind=True, name="Panda", step=7, code="shop")


def test_the_practices_before_a_new_start_are_kept():
    found = history_of("red, restart, restart, green")
    assert len(found.practices) == 3
    assert [step.status for step in found.all_steps] == ["red", "green"]


def test_the_last_check_may_be_of_an_earlier_practice():
    found = history_of("red, restart, restart")
    assert found.last is None
    assert found.last_check is found.all_steps[0]


def test_any_later_event_clears_a_branch_that_was_left():
    assert history_of("leave Panda").left == "Panda"
    assert history_of("leave Panda, name Lynx").left == ""


def test_branches_that_were_left_stay_known_after_a_new_start():
    assert history_of("leave Panda, restart, leave Lynx").left_branches == {"Panda", "Lynx"}


def test_without_events_there_is_an_empty_history():
    assert fold([]) == History()
    assert History().choices == Choices()


# Repeated checks.


def test_two_checks_of_the_same_files_are_one_step():
    step, _ = history_of("red a, wait, red a, green b").steps
    assert step.moment == at(1)
    assert step.checked == at(3)


def test_a_repeated_check_makes_a_streak_longer():
    [streak] = history_of("red a, wait, red a").streaks
    assert streak.seconds == 120


def test_events_about_a_repeated_check_are_about_its_step():
    [step] = history_of("red a, red a, revert").steps
    assert step.reverted == at(3)


def test_a_pause_counts_from_the_last_check_of_a_step():
    _, near, far = history(green(1, "a"), green(9, "a"), green(18.5, "b"), green(40)).steps
    assert near.minute == 17.5
    assert far.minute == 27.5


@pytest.mark.parametrize(
    "second",
    [
        green(2, "b"),
        red(2, "a"),
        green(2, "a", blind="yes"),
        green(2, "a", level=2),
        green(2, "a", approved_changes=1),
        green(12, "a"),
    ],
    ids=["files", "result", "guard", "level", "expectations", "after a pause"],
)
def test_a_check_that_differs_is_a_step_of_its_own(second: Entry):
    assert len(history(green(1, "a"), second).steps) == 2


@pytest.mark.parametrize("end", ["swap", "revert", "swap, red a"])
def test_a_swap_or_a_revert_ends_a_step(end: str):
    assert len(history_of(f"red a, {end}, red a").steps) == 2


# Red times.


@pytest.mark.parametrize(
    ("line", "minutes"),
    [
        ("red, amber, wait, green", [3]),
        ("red, restart, red, wait, green", [2]),
        ("red, swap, wait, green", [3]),
        ("red, wait, green, red, green", [2, 1]),
        ("red, revert, wait, green", [1]),
        ("green, red", []),
    ],
)
def test_a_red_time_ends_with_green_or_a_revert(line: str, minutes: list[int]):
    seconds = [60 * each for each in minutes]
    assert history_of(line).red_times == seconds


def test_a_red_time_ends_before_an_hour_without_a_check():
    assert history(red(1), green(61)).red_times == [3600]
    assert history(red(1), red(2, "a"), red(3, "a"), green(63.1)).red_times == [120]
