"""The kata as first published: its thirteen calls, in their first spelling.

The expected results are in approved_files/published_calls.approved.txt, and those of bad dice in
published_refusals.approved.txt.
"""

from typing import Any

from dojo.documents.documents import Verify, call_list

from .calls import Expression, common_result, parse, parse_lines, results

ROLLS = [
    "1, 1, 3, 3, 6",
    "4, 5, 5, 6, 1",
    "2, 3, 2, 5, 1",
    "3, 3, 3, 4, 5",
    "4, 4, 4, 5, 5",
    "6, 5, 6, 6, 5",
    "3, 3, 3, 3, 1",
    "5, 3, 6, 6, 5",
    "2, 2, 2, 2, 2",
    "5, 4, 3, 2, 1",
    "6, 2, 5, 3, 4",
    "1, 3, 4, 5, 6",
]


# DICE stands for five dice.
EACH_CALL = {
    "Static, five dice": [
        "Yatzy.chance(DICE)",
        "Yatzy.ones(DICE)",
        "Yatzy.twos(DICE)",
        "Yatzy.threes(DICE)",
        "Yatzy.two_pair(DICE)",
        "Yatzy.three_of_a_kind(DICE)",
        "Yatzy.four_of_a_kind(DICE)",
        "Yatzy.smallStraight(DICE)",
        "Yatzy.largeStraight(DICE)",
        "Yatzy.fullHouse(DICE)",
    ],
    "Static, one list": ["Yatzy.yatzy([DICE])"],
    "On an object made from five dice": [
        "Yatzy(DICE).fours()",
        "Yatzy(DICE).fives()",
        "Yatzy(DICE).sixes()",
    ],
    "On an object made without dice": ["Yatzy().score_pair(DICE)"],
}


def with_each_roll(calls: list[str]) -> list[Expression]:
    """Parse calls, each with all rolls in the place of DICE."""
    lines: list[str] = []
    for call in calls:
        lines += [call.replace("DICE", roll) for roll in ROLLS]
    return parse_lines(lines)


PUBLISHED_CALLS = {
    **{title: with_each_roll(calls) for title, calls in EACH_CALL.items()},
    "On an object that holds other dice": with_each_roll(["Yatzy(1, 3, 4, 4, 6).score_pair(DICE)"]),
    "A three in each place": parse("""
        Yatzy.threes(3, 1, 2, 4, 6)
        Yatzy.threes(1, 3, 2, 4, 6)
        Yatzy.threes(1, 2, 3, 4, 6)
        Yatzy.threes(1, 2, 4, 3, 6)
        Yatzy.threes(1, 2, 4, 6, 3)
    """),
    "Each face, four times": parse("""
        Yatzy.four_of_a_kind(1, 1, 1, 1, 2)
        Yatzy.four_of_a_kind(2, 2, 3, 2, 2)
        Yatzy.four_of_a_kind(3, 4, 3, 3, 3)
        Yatzy.four_of_a_kind(5, 4, 4, 4, 4)
        Yatzy.four_of_a_kind(5, 5, 5, 6, 5)
        Yatzy.four_of_a_kind(6, 6, 6, 6, 1)
    """),
    "Straights without a face": parse("""
        Yatzy.smallStraight(2, 2, 3, 4, 5)
        Yatzy.smallStraight(1, 1, 3, 4, 5)
        Yatzy.smallStraight(1, 2, 2, 4, 5)
        Yatzy.smallStraight(1, 2, 3, 3, 5)
        Yatzy.smallStraight(1, 2, 3, 4, 4)
        Yatzy.largeStraight(3, 3, 4, 5, 6)
        Yatzy.largeStraight(2, 2, 4, 5, 6)
        Yatzy.largeStraight(2, 3, 3, 5, 6)
        Yatzy.largeStraight(2, 3, 4, 4, 6)
        Yatzy.largeStraight(2, 3, 4, 5, 5)
    """),
    "Static, but called on an object": parse("""
        Yatzy().chance(2, 2, 5, 5, 5)
        Yatzy().ones(2, 2, 5, 5, 5)
        Yatzy().twos(2, 2, 5, 5, 5)
        Yatzy().threes(2, 2, 5, 5, 5)
        Yatzy().two_pair(2, 2, 5, 5, 5)
        Yatzy().three_of_a_kind(2, 2, 5, 5, 5)
        Yatzy().four_of_a_kind(2, 2, 5, 5, 5)
        Yatzy().smallStraight(2, 2, 5, 5, 5)
        Yatzy().largeStraight(2, 2, 5, 5, 5)
        Yatzy().fullHouse(2, 2, 5, 5, 5)
        Yatzy().yatzy([3, 3, 3, 3, 3])
        Yatzy(6, 6, 6, 6, 6).chance(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).ones(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).twos(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).threes(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).two_pair(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).three_of_a_kind(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).four_of_a_kind(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).smallStraight(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).largeStraight(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).fullHouse(2, 2, 5, 5, 5)
        Yatzy(6, 6, 6, 6, 6).yatzy([3, 3, 3, 3, 3])
    """),
}

PUBLISHED = [call for calls in EACH_CALL.values() for call in calls]
CALLS_WITH_A_SEVEN = parse_lines(call.replace("DICE", "2, 2, 2, 7, 7") for call in PUBLISHED)
CALLS_WITH_DICE = parse_lines(
    call.replace("[DICE]", "dice").replace("DICE", "*dice") for call in PUBLISHED
)
BAD_DICE = parse("""
    ()
    (1, 1, 1, 1)
    (6, 6, 6, 6, 6, 6)
    (1, 2, 3, 4, 0)
    (1, 2, 3, 4, -5)
    (1, 2, 3, 4, '5')
    (1, 2, 3, 4, None)
    (1, 2, 3, 4, 5.0)
    (2, 3, 4, 5, 6.0)
    (True, 1, 1, 1, 1)
    (1, 2, 3, 4, [5])
    (1, 2, 3, 4, 58 * 'x')
    (1, 2, 3, 4, 59 * 'x')
    (8, 9, 0, 'the first is named', None)
""")
OTHER_BAD_CALLS = parse("""
    Yatzy.yatzy(None)
    Yatzy.yatzy(5)
    Yatzy.yatzy('11111')
    Yatzy.yatzy({1, 2, 3, 4, 5})
    Yatzy([1, 2, 3, 4, 5]).sixes()
    Yatzy(1, 2, 3).score_pair(1, 2, 3, 4, 5)
    Yatzy(1, 2, 3, 4, True).score_pair(1, 2, 3, 4, 5)
    Yatzy([]).score_pair(1, 2, 3, 4, 5)
""")


def test_the_published_calls_answer_as_approved(yatzy: Any, verify_document: Verify):
    sections = {}
    for title, calls in PUBLISHED_CALLS.items():
        sections[title] = results(calls, Yatzy=yatzy)
    heading = "The kata's first interface: what each call returns, in points of Yatzy."
    verify_document(call_list("published_calls", heading, sections))


def test_the_published_calls_refuse_bad_dice(yatzy: Any, verify_document: Verify):
    bad_dice = {}
    for expression in BAD_DICE:
        dice = expression.evaluate()
        bad_dice[f"each call with {expression.text}"] = common_result(
            CALLS_WITH_DICE, Yatzy=yatzy, dice=dice
        )
    sections = {
        "A seven": results(CALLS_WITH_A_SEVEN, Yatzy=yatzy),
        "Bad dice": bad_dice,
        "Other bad calls": results(OTHER_BAD_CALLS, Yatzy=yatzy),
    }
    heading = "The kata's first interface: how bad dice are refused."
    verify_document(call_list("published_refusals", heading, sections))


def test_a_list_of_dice_stays_as_it_was(yatzy: Any):
    dice = [5, 3, 1, 4, 2]
    yatzy.yatzy(dice)
    assert dice == [5, 3, 1, 4, 2]


def test_an_object_answers_the_same_each_time(yatzy: Any):
    held = yatzy(4, 4, 5, 6, 6)
    for _ in range(3):
        assert held.fours() == 8
        assert held.fives() == 5
        assert held.sixes() == 12
    assert held.score_pair(6, 6, 1, 2, 3) == 12
    assert held.score_pair(1, 1, 2, 3, 4) == 2
    assert held.score_pair(1, 2, 3, 4, 5) == 0
    assert held.sixes() == 12
    assert held.fives() == 5
    assert held.fours() == 8
