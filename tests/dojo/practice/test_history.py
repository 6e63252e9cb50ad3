"""The history: its steps, its streaks of failing checks, and how the practice stands."""

import pytest

from dojo.practice.events import Entry, SlipsGraded
from dojo.practice.history import History, Step, Streak, fold, is_pause
from dojo.practice.model import GREEN, NO_CHANGES, RED, ChangedExpectations, Choices
from tests.dojo.practice.histories import (
    FIRST_TREE,
    amber,
    at,
    committed,
    event,
    green,
    history,
    history_of,
    left,
    named,
    red,
    restored,
    reverted,
    scored,
    started_over,
    swapped,
)


def steps_of(*entries: Entry) -> list[Step]:
    return history(*entries).steps


def streaks_of(*entries: Entry) -> list[Streak]:
    return history(*entries).streaks


# Steps.


def test_steps_are_numbered_in_order() -> None:
    steps = steps_of(green(1), red(2), green(3))
    assert [step.number for step in steps] == [1, 2, 3]


def test_a_step_keeps_the_commit_and_the_files_of_its_check() -> None:
    [step] = steps_of(green(1, "a"))
    assert step.commit == "check-1"
    assert step.tree == "a"


def test_changes_count_from_the_last_event_with_files() -> None:
    first, named_later, back = steps_of(
        green(1, "a"), named(2, "Ada"), red(3, "b"), reverted(4, check=3, tree="c"), green(5)
    )
    assert first.base == FIRST_TREE
    assert named_later.base == "a"
    assert back.base == "c"


def test_the_next_changes_count_from_restored_files() -> None:
    assert history().base == FIRST_TREE
    assert history(green(1, "a"), restored(2, "b")).base == "b"


def test_a_pair_goes_by_its_name_until_partners_are_swapped() -> None:
    steps = steps_of(
        named(0, "Panda"), green(1), swapped(2, "Ann"), red(3), named(4, "Lynx"), green(5)
    )
    assert [step.who for step in steps] == ["Panda", "Ann", "Ann"]


def test_the_last_name_counts() -> None:
    assert history(named(1, "Panda"), named(2, "Lynx")).name == "Lynx"


def test_a_swap_without_names_keeps_the_partners() -> None:
    found = history(swapped(1, "Ann"), swapped(2))
    assert found.partners == "Ann"
    assert found.swaps[1].name == "Ann"


def test_a_swap_knows_the_checks_before_it() -> None:
    [swap] = history(green(1), green(2), swapped(3)).swaps
    assert swap.after == 2
    assert swap.moment == at(3)


@pytest.mark.parametrize(("minute", "round_number"), [(10.99, 1), (11, 2)])
def test_ten_minutes_without_a_check_begin_a_round(minute: float, round_number: int) -> None:
    assert steps_of(green(1), green(minute))[1].round == round_number


def test_a_pause_counts_as_ten_minutes() -> None:
    steps = steps_of(green(1), green(9.5), green(40), green(41.255), green(99))
    assert [step.minute for step in steps] == [0, 8.5, 18.5, 19.75, 29.75]


def test_rounds_are_counted() -> None:
    steps = steps_of(green(1), green(20), green(21), green(40))
    assert [step.round for step in steps] == [1, 2, 2, 3]


def test_a_score_is_that_of_all_green_checks_of_its_files() -> None:
    steps = steps_of(
        green(1, "a"), green(2, "b"), red(3, "a"), scored(4, 75, check=1), green(5, "a")
    )
    assert [step.score for step in steps] == [0.75, None, None, 0.75]


def test_the_last_score_is_that_of_the_practice() -> None:
    assert history(green(1)).score is None
    assert history(green(1), scored(2, 75, check=1), scored(3, 50, check=9)).score == 0.5


def test_the_first_subject_of_the_same_files_counts() -> None:
    found = history(committed(1, "a", "Extract pair"), committed(2, "a", "again"))
    assert found.commits == {"a": "Extract pair"}


def test_a_finding_may_be_the_remark_of_an_earlier_version() -> None:
    told, remarked = steps_of(red(1, finding="no pair"), green(2, remark="1 document"))
    assert told.finding == "no pair"
    assert remarked.finding == "1 document"


def test_the_guard_of_own_code_has_no_level() -> None:
    kata, own = steps_of(green(1, level=2), green(2, level=0))
    assert kata.guard == "level 2"
    assert own.guard == "your own code"


# How the practice stands.


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("wait", "no check yet"),
        ("red, green", "green"),
        ("green, red", "red"),
        ("red, amber", "amber"),
        ("red, revert", "reverted"),
    ],
)
def test_the_state_is_that_of_the_last_check(words: str, state: str) -> None:
    assert history_of(words).state == state


@pytest.mark.parametrize(
    ("words", "minute"),
    [
        ("green, red, amber, red", 2),
        ("red, green, amber", 3),
        ("red, revert, red", 3),
        ("red, start over", 1),
        ("red, start over, red", 1),
        ("red, start over, green, red", 4),
        ("green, start over, red", 3),
        ("start over, red", 2),
    ],
)
def test_red_counts_since_the_last_green_or_reverted_check(words: str, minute: int) -> None:
    assert history_of(words).red_since == at(minute)


@pytest.mark.parametrize(
    "words", ["wait", "green", "red, green", "red, revert", "red, start over, green"]
)
def test_there_is_no_red_time_without_a_failing_check(words: str) -> None:
    assert history_of(words).red_since is None


def test_a_new_start_after_a_pause_ends_the_red_time() -> None:
    assert history(red(1, "a"), red(8, "a"), started_over(17.9)).red_since == at(1)
    assert history(red(1, "a"), red(8, "a"), started_over(18)).red_since is None


def test_red_is_too_long_after_two_minutes() -> None:
    found = history(green(1), red(2))
    assert not found.is_red_too_long(at(4).timestamp())
    assert found.is_red_too_long(at(4.1).timestamp())


def test_a_pair_is_late_five_minutes_after_its_last_check() -> None:
    found = history(green(1, "a"), green(2, "a"))
    assert not found.is_late(at(7).timestamp())
    assert found.is_late(at(7.1).timestamp())


def test_a_pair_that_started_over_is_late_after_the_start() -> None:
    found = history(green(1), started_over(3))
    assert not found.is_late(at(8).timestamp())
    assert found.is_late(at(8.1).timestamp())


def test_a_pair_without_any_check_is_not_late() -> None:
    assert not history().is_late(at(99).timestamp())


def test_an_amber_check_keeps_the_changed_expectations() -> None:
    found = history(green(1, approved_changes=30), amber(2))
    assert found.approved == ChangedExpectations(30)


def test_a_reverted_check_does_not_change_the_expectations() -> None:
    found = history(green(1, approved_additions=2), red(2), reverted(3, check=2))
    assert found.approved == ChangedExpectations(0, 2)


def test_the_last_check_decides_on_the_changed_expectations() -> None:
    assert history().approved == NO_CHANGES
    assert history(green(1, approved_changes=30), green(2)).approved == NO_CHANGES


def test_the_last_green_check_is_found_by_its_guard() -> None:
    found = history(green(1), green(2, blind="yes"), red(3))
    of_golden_master, of_own_tests, _ = found.steps
    assert found.last_green(blind=False) is of_golden_master
    assert found.last_green(blind=True) is of_own_tests
    assert found.last_green() is of_own_tests


def test_without_a_green_check_there_is_no_last_one() -> None:
    assert history(red(1)).last_green() is None


def test_the_last_grade_of_the_slips_counts() -> None:
    first = event(1, SlipsGraded(slips=50))
    second = event(2, SlipsGraded(slips=75))
    assert history(first, second).slips == 0.75


# Reverted.


def test_a_revert_is_about_its_check_alone() -> None:
    first, second = steps_of(red(1), red(2), reverted(3, check=2))
    assert first.is_failing
    assert second.reverted == at(3)
    assert not second.is_failing


def test_a_revert_of_an_unknown_check_changes_nothing() -> None:
    assert history(red(1), reverted(2, check=9)).state == RED


def test_a_restore_reverts_a_failing_check() -> None:
    found = history(green(1, "a"), red(2, "b"), restored(3, "a"))
    assert found.steps[1].reverted == at(3)
    assert found.streaks[0].end == at(3)
    assert not found.streaks[0].is_open


def test_restored_files_of_a_failing_check_fail_again() -> None:
    found = history(green(1, "a"), red(2, "b"), restored(3, "a"), restored(4, "b"))
    assert found.red_since == at(2)
    assert found.streaks[0].end == at(2)
    assert found.streaks[0].is_open


def test_a_restore_reverts_no_green_check() -> None:
    assert steps_of(green(1, "a"), restored(2, "b"))[0].reverted is None


def test_a_restore_before_any_check_reverts_nothing() -> None:
    assert history(restored(1, "a")).state == "no check yet"


# Streaks of failing checks.


def test_a_green_check_ends_a_streak() -> None:
    [streak] = streaks_of(red(1), amber(2), green(4))
    assert [step.number for step in streak.steps] == [1, 2]
    assert streak.seconds == 180
    assert streak.ending == "green"


def test_an_open_streak_goes_on_to_its_last_check() -> None:
    [streak] = streaks_of(red(1), red(3))
    assert streak.is_open
    assert streak.seconds == 120
    assert streak.ending == ""


def test_green_checks_have_no_streak() -> None:
    assert streaks_of(green(1), green(2)) == []


@pytest.mark.parametrize(
    ("ending", "seconds"),
    [
        ([reverted(2.5, check=2)], 90),
        ([swapped(2.5)], 90),
        ([swapped(2.5), restored(3, "b")], 90),
        ([restored(2.5, "a")], 90),
        ([], 60),
    ],
    ids=["a revert", "a swap", "a swap before a restore", "a restore", "a pause"],
)
def test_a_streak_also_ends_with(ending: list[Entry], seconds: float) -> None:
    first, second = streaks_of(red(1), red(2, "b"), *ending, red(30))
    assert first.seconds == seconds
    assert first.ending == ""
    assert not first.is_open
    assert [step.number for step in second.steps] == [3]


def test_a_swap_without_a_streak_ends_none() -> None:
    [streak] = streaks_of(red(1), green(2), swapped(3), green(4))
    assert streak.end == at(2)


def test_a_change_is_undone_if_the_files_are_as_before() -> None:
    [streak] = streaks_of(green(1, "a"), red(2, "b"), green(3, "a"))
    assert streak.ending == "undone"


def test_older_files_do_not_undo_a_change() -> None:
    [streak] = streaks_of(green(1, "a"), green(2, "b"), red(3, "c"), green(4, "a"))
    assert streak.ending == "green"


def test_passing_own_tests_do_not_undo_a_red_golden_master() -> None:
    [streak] = streaks_of(green(1, "a", blind="yes"), red(2, "a"), green(3, "a", blind="yes"))
    assert streak.ending == "green"


def test_a_change_is_approved_if_more_expectations_changed() -> None:
    [streak] = streaks_of(
        green(1, "a", approved_changes=1), red(2), green(3, "a", approved_changes=2)
    )
    assert streak.ending == "approved"


def test_expectations_that_were_approved_before_do_not_count() -> None:
    [streak] = streaks_of(green(1, approved_changes=30), red(2), green(3, approved_changes=30))
    assert streak.ending == "green"


# New starts, merges, leaving.


def test_a_new_start_begins_an_empty_practice() -> None:
    found = history(red(1), swapped(2, "Ann"), started_over(3, level=3, blind="yes", name="Panda"))
    assert found.steps == []
    assert found.partners == ""
    assert found.name == "Panda"
    assert found.started_at == at(3)
    assert found.base == FIRST_TREE


def test_a_new_start_has_its_own_choices() -> None:
    found = history(started_over(1, level=0, blind="yes", step=7, code="shop", name="Panda"))
    assert found.choices == Choices(0, blind=True, name="Panda", step=7, code="shop")
    assert not history().choices.blind


def test_the_practice_before_a_new_start_is_kept() -> None:
    found = history(red(1), started_over(2), started_over(3), green(4))
    assert len(found.practices) == 3
    assert [step.status for step in found.all_steps] == [RED, GREEN]


def test_the_last_check_may_be_of_an_earlier_practice() -> None:
    found = history(red(1), started_over(2), started_over(3))
    assert found.last is None
    assert found.last_check is found.all_steps[0]


def test_the_first_start_has_no_practice_before_it() -> None:
    assert history().earlier is None
    assert history().last_check is None


def test_a_history_that_was_merged_is_known_by_its_end() -> None:
    merge = Entry("m", "", at(2), "theirs", [])
    found = history(merge, red(3))
    assert found.merged == "theirs"
    assert len(found.steps) == 1


def test_any_later_event_clears_a_branch_that_was_left() -> None:
    assert history(left(1, "Panda")).left == "Panda"
    assert history(left(1, "Panda"), named(2, "Lynx")).left == ""


def test_branches_that_were_left_stay_known_after_a_new_start() -> None:
    found = history(left(1, "Panda"), started_over(2), left(3, "Lynx"))
    assert found.left_branches == {"Panda", "Lynx"}


def test_without_events_there_is_an_empty_history() -> None:
    assert fold([]) == History()
    assert History().choices == Choices()


# Repeated checks.


def test_two_checks_of_the_same_files_are_one_step() -> None:
    repeated, _ = steps_of(red(1, "a"), red(3, "a"), green(4, "b"))
    assert repeated.moment == at(1)
    assert repeated.checked == at(3)


def test_a_repeated_check_makes_a_streak_longer() -> None:
    [streak] = streaks_of(red(1, "a"), red(3, "a"))
    assert streak.seconds == 120


def test_events_about_a_repeated_check_are_about_its_step() -> None:
    [step] = steps_of(red(1, "a"), red(2, "a"), reverted(3, check=2))
    assert step.reverted == at(3)


def test_a_pause_counts_from_the_last_check_of_a_step() -> None:
    near, far = steps_of(green(1, "a"), green(9, "a"), green(18.5, "b"))
    assert not is_pause(near, far)
    assert near.round == far.round
    assert far.minute == 17.5


def test_a_pause_after_a_repeated_check_adds_ten_minutes_to_it() -> None:
    steps = steps_of(green(1, "a"), green(9, "a"), green(50, "b"))
    assert steps[1].minute == 18


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
def test_a_check_that_differs_is_a_step_of_its_own(second: Entry) -> None:
    assert len(steps_of(green(1, "a"), second)) == 2


@pytest.mark.parametrize("between", [swapped(1.5), reverted(1.5, check=1)], ids=["swap", "revert"])
def test_a_swap_or_a_revert_ends_a_step(between: Entry) -> None:
    assert len(steps_of(red(1, "a"), between, red(2, "a"))) == 2


def test_a_swap_ends_only_the_step_before_it() -> None:
    assert len(steps_of(red(1, "a"), swapped(2), red(3, "a"), red(4, "a"))) == 2


# Red times.


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("red, amber, wait, green", [3]),
        ("red, start over, red, wait, green", [4]),
        ("red, swap, wait, green", [3]),
        ("red, wait, green, red, green", [2, 1]),
        ("red, revert, wait, green", [1]),
        ("green, red", []),
    ],
)
def test_a_red_time_ends_with_green_or_a_revert(words: str, minutes: list[int]) -> None:
    seconds = [60 * each for each in minutes]
    assert history_of(words).red_times == seconds


def test_a_red_time_ends_before_an_hour_without_a_check() -> None:
    assert history(red(1), green(61)).red_times == [3600]
    assert history(red(1), red(2, "a"), red(3, "a"), green(63.1)).red_times == [120]


def test_a_red_time_begins_again_after_an_hour_without_a_check() -> None:
    assert history(red(1), red(4), red(90), green(91)).red_times == [180, 60]
