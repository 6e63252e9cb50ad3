"""The kata as first published: its thirteen calls, in their first spelling.

The expected results are in approved_files/published_calls.approved.txt.
"""

from typing import Any

from dojo.documents.documents import Verify, call_list

from .calls import Expression, parse, parse_lines, results

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


def with_each_roll(calls: str) -> list[Expression]:
    """Parse calls, each with all rolls in the place of DICE."""
    lines: list[str] = []
    for call in calls.strip().splitlines():
        lines += [call.replace("DICE", roll) for roll in ROLLS]
    return parse_lines(lines)


PUBLISHED_CALLS = {
    "Static, five dice": with_each_roll("""
        Yatzy.chance(DICE)
        Yatzy.ones(DICE)
        Yatzy.twos(DICE)
        Yatzy.threes(DICE)
        Yatzy.two_pair(DICE)
        Yatzy.three_of_a_kind(DICE)
        Yatzy.four_of_a_kind(DICE)
        Yatzy.smallStraight(DICE)
        Yatzy.largeStraight(DICE)
        Yatzy.fullHouse(DICE)
    """),
    "Static, one list": with_each_roll("""
        Yatzy.yatzy([DICE])
    """),
    "On an object made from five dice": with_each_roll("""
        Yatzy(DICE).fours()
        Yatzy(DICE).fives()
        Yatzy(DICE).sixes()
    """),
    "On an object made without dice": with_each_roll("""
        Yatzy().score_pair(DICE)
    """),
    "On an object that holds other dice": with_each_roll("""
        Yatzy(1, 3, 4, 4, 6).score_pair(DICE)
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


def test_the_published_calls_answer_as_approved(yatzy: Any, verify_document: Verify):
    sections = {}
    for title, calls in PUBLISHED_CALLS.items():
        sections[title] = results(calls, Yatzy=yatzy)
    heading = "The kata's first interface: what each call returns, in points of Yatzy."
    verify_document(call_list("published_calls", heading, sections))


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
