"""The model: what a board says of a pair at a moment, and of all pairs."""

from dataclasses import replace

from dojo.room.rows import Roster, age_of, board_data, row_of
from dojo.room.terminal import plain, summary
from tests.dojo.room.boards import SetRoom, as_room, view_of
from tests.dojo.room.pairs import FIVE_LATE, NOON, pair


def roster_of(room: SetRoom) -> Roster:
    roster = Roster(as_room(room), ["room.git"])
    roster.take()
    return roster


def names(roster: Roster) -> list[str]:
    return [row.name for row in roster.view(NOON).rows]


def says(roster: Roster) -> str:
    return plain(summary(roster.view(NOON)))


# A pair.


def test_a_pair_that_is_red_says_since_when_and_two_minutes_are_not_too_long() -> None:
    rows = [row_of(pair("grr"), NOON + seconds) for seconds in (0, 60, 61)]
    assert [(row.state, row.lasted, row.is_overdue) for row in rows] == [
        ("red", "1:00", False),
        ("red", "2:00", False),
        ("red", "2:01", True),
    ]


def test_amber_for_longer_than_two_minutes_is_too_long_too() -> None:
    assert row_of(pair("a"), NOON + 121).is_overdue


def test_a_pair_that_is_green_by_what_it_approved_says_in_how_many_places() -> None:
    rows = [row_of(pair(checks), NOON) for checks in ("~", "~+", "~r")]
    assert [(row.state, row.otherwise) for row in rows] == [("green", "*30"), ("green", ""), ("red", "")]


def test_what_tcr_took_back_is_red_no_more_and_a_pair_without_a_check_has_no_status() -> None:
    assert [row_of(pair(checks), NOON + 500).state for checks in ("g<", "")] == ["reverted", "no check yet"]


def test_a_pair_that_checked_nothing_for_more_than_five_minutes_is_late() -> None:
    rows = [row_of(pair("g"), NOON + seconds) for seconds in (300, 301)]
    assert [(row.age, row.is_late) for row in rows] == [("5 min", False), ("5 min", True)]


def test_an_age_changes_once_a_minute() -> None:
    ages = [age_of(seconds) for seconds in (-5, 0, 59, 60, 119, 3599, 3600, 90_000)]
    assert ages == ["< 1 min", "< 1 min", "< 1 min", "1 min", "1 min", "59 min", "1 h", "1 d"]


def test_of_a_pair_whose_room_is_not_heard_nobody_says_that_it_is_late_or_red_for_too_long() -> None:
    row = row_of(replace(pair("gr", apart=100), heard=NOON + 45), NOON + 900)
    assert (row.lasted, row.age, row.is_overdue, row.is_late) == ("0:45?", "< 1 min?", False, False)


def test_checks_that_came_late_are_told_for_a_while() -> None:
    late = replace(pair("g"), late=FIVE_LATE)
    assert [row_of(late, NOON + seconds).came_late for seconds in (0, 299, 300)] == ["5 came late", "5 came late", ""]


def test_a_score_that_is_not_quite_all_is_not_said_to_be_all() -> None:
    assert row_of(pair("g", score=0.999), NOON).score == "99.9 %"


def test_what_a_terminal_would_obey_is_shown_as_an_escape() -> None:
    assert row_of(pair("g", name="\x1b[31mEvil"), NOON).name == r"\x1b[31mEvil"


# All pairs.


def test_pairs_stand_in_the_order_of_their_names() -> None:
    room = SetRoom()
    room.fill(*(pair(name=name) for name in ("otter", "Panda-10", "Panda-2", "Badger", "Panda")))
    assert names(roster_of(room)) == ["Badger", "otter", "Panda", "Panda-2", "Panda-10"]


def test_the_summary_counts_pairs_and_checks_and_who_is_red() -> None:
    pairs = [pair(checks, name=checks) for checks in ("gr", "g<", "ga", "r" * 9)]
    assert plain(summary(view_of(*pairs))) == "4 pairs  2 red  1 amber  1 over 2 min  15 checks"


def test_a_pair_that_is_in_the_room_no_more_stays_and_is_gone() -> None:
    room = SetRoom()
    room.fill(pair("g", name="Otter"), pair("r" * 9))
    roster = roster_of(room)
    room.fill(pair("g", name="Otter"))
    roster.take()
    assert [(row.state, row.is_overdue) for row in roster.view(NOON).rows] == [("green", False), ("gone", False)]
    assert says(roster) == "1 pair  0 red  0 amber  1 gone  1 check"


def test_a_line_that_was_left_is_counted_and_not_shown() -> None:
    room = SetRoom()
    room.fill(replace(pair("r" * 9), left="Panda"), pair("g", name="Otter"))
    roster = roster_of(room)
    assert (names(roster), says(roster)) == (["Otter"], "1 pair  0 red  0 amber  1 left  1 check")


def test_a_line_that_goes_on_in_another_is_neither_shown_nor_left_nor_gone() -> None:
    room = SetRoom()
    room.fill(replace(pair("r"), left="Panda", goes_on=True), pair("g", name="Otter"))
    roster = roster_of(room)
    del room.pairs["Panda"]
    roster.take()
    assert (names(roster), says(roster)) == (["Otter"], "1 pair  0 red  0 amber  1 check")


def test_a_line_that_is_hidden_is_counted_and_calls_nobody() -> None:
    room = SetRoom()
    room.fill(pair("g", name="Otter"), pair("rrrrr"))
    roster = roster_of(room)
    roster.hidden.add("Panda")
    assert (names(roster), says(roster)) == (["Otter"], "2 pairs  1 red  0 amber  1 hidden  6 checks")


def test_a_room_that_does_not_answer_is_none_to_be_joined() -> None:
    room = SetRoom(problems=["Evil: too \x1b[1m large"], unreachable={"ssh://host/room": (NOON, "no route")})
    view = roster_of(room).view(NOON)
    away, problem = view.troubles
    assert (away[:32], away[-10:]) == ("ssh://host/room: not heard since", ": no route")
    assert (problem, view.advice) == (r"Evil: too \x1b[1m large", ["No pair could be read."])


def test_a_program_gets_what_the_board_knows_of_each_pair() -> None:
    room = SetRoom()
    room.fill(pair("gr<", score=0.5, swaps=(NOON,)), replace(pair("r", name="Otter"), left="Otter"))
    data = board_data(as_room(room))
    [told] = data["pairs"]
    assert [(check["status"], check["reverted"]) for check in told["checks"]] == [
        ("green", False), ("red", False), ("red", True),
    ]  # fmt: skip
    assert (told["score"], told["swaps"], told["last_check"], data["left"]) == (0.5, [NOON], NOON, ["Otter"])


def test_a_program_gets_the_status_that_the_board_shows() -> None:
    room = SetRoom()
    room.fill(*(pair(checks, name=str(number)) for number, checks in enumerate(("g<", "gr", "g", ""))))
    told = [(each["status"], each["not_green_since"]) for each in board_data(as_room(room))["pairs"]]
    assert told == [("reverted", None), ("red", NOON), ("green", None), (None, None)]
