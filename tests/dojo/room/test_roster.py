"""All pairs of a board, in their order, as lines."""

from dataclasses import replace

from dojo.room.roster import Roster
from dojo.room.signs import Line
from tests.dojo.room.pairs import FIVE_LATE, MINUTE, NOON, pair


def plain(line: Line) -> str:
    return "".join(part.text for part in line)


def roster(**checks: str) -> Roster:
    """Return a roster with a pair for each name, dashes for underscores."""
    made = Roster(80)
    names = [name.replace("_", "-") for name in checks]
    made.take({name: pair(each, name=name) for name, each in zip(names, checks.values(), strict=True)})
    return made


def lines(made: Roster, now: float = NOON) -> list[str]:
    made.align(now)
    return [plain(made.line(number, now)) for number in range(len(made.names))]


def test_pairs_stand_in_the_order_of_their_names() -> None:
    made = roster(otter="g", Panda_10="g", Panda_2="g", Badger="g", Panda="g")
    assert made.names == ["Badger", "otter", "Panda", "Panda-2", "Panda-10"]


def test_a_pair_that_is_in_the_room_no_more_stays_and_is_gone() -> None:
    made = roster(Otter="g", Panda="r")
    made.take({"Otter": pair("g", name="Otter")})
    assert [("gone" in line) for line in lines(made)] == [False, True]
    assert plain(made.summary(NOON)).startswith("1 pair  0 red  0 amber  1 gone")


def test_a_line_that_was_left_is_counted_and_not_shown() -> None:
    made = roster(Otter="g", Panda="r")
    made.take({"Panda": replace(pair("r" * 9), left="Panda"), "Otter": pair("g", name="Otter")})
    assert (made.names, plain(made.summary(NOON))) == (["Otter"], "1 pair  0 red  0 amber  1 left  1 check")


def test_a_line_can_be_hidden_and_is_shown_again() -> None:
    made = roster(Otter="g", Panda="r")
    made.hide(["Panda"])
    made.take({"Panda": pair("rr"), "Otter": pair("g", name="Otter")})
    assert made.names == ["Otter"]
    made.hide(None)
    assert made.names == ["Otter", "Panda"]


def test_a_line_that_is_hidden_is_counted_and_calls_nobody() -> None:
    made = roster(Otter="g", Panda="rrrrr")
    calls = "2 pairs  1 red  0 amber  1 over 2 min  6 checks"
    assert plain(made.summary(NOON)) == calls
    made.hide(["Panda"])
    assert plain(made.summary(NOON)) == "2 pairs  1 red  0 amber  1 hidden  6 checks"


def test_a_line_that_goes_on_in_another_is_neither_shown_nor_left_nor_gone() -> None:
    made = roster(Otter="g", Panda="r")
    made.take({"Panda": replace(pair("r"), left="Panda", goes_on=True), "Otter": pair("g", name="Otter")})
    made.take({"Otter": pair("g", name="Otter")})
    assert (made.names, plain(made.summary(NOON))) == (["Otter"], "1 pair  0 red  0 amber  1 check")


def test_what_came_late_stands_before_the_lights() -> None:
    made = roster()
    made.take({"Panda": replace(pair("g" * 99), late=FIVE_LATE)})
    early, late = (lines(made, NOON + seconds)[0] for seconds in (0, 600))
    assert (len(early), "5 came late ●" in early, "late" in late) == (len(late), True, False)


def test_lights_can_be_aligned_by_the_minute_and_stand_in_order_again() -> None:
    made = roster()
    made.take({"Panda": pair("gr", apart=3 * MINUTE)})
    made.is_aligned = True
    assert lines(made)[0].endswith(" ●  x")
    assert "clock" in plain(made.headings(lambda _: "clock"))
    made.is_aligned = False
    assert lines(made)[0].endswith(" ●x")


def test_aligned_lights_move_on_with_the_clock() -> None:
    made = roster(Panda="g")
    made.is_aligned = True
    assert [lines(made, NOON + after)[0][-3:] for after in (0, MINUTE)] == ["  ●", " ● "]


def test_a_wider_terminal_shows_more_checks() -> None:
    made = roster(Panda="g" * 150)
    narrow = lines(made)[0].count("●")
    made.lay_out(120)
    assert lines(made)[0].count("●") == narrow + 40
