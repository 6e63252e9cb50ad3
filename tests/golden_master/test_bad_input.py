"""Bad input: every bad call gets a ValueError that names the bad value and the valid ones.

The expected results are in approved_files/bad_input.approved.txt.
"""

from typing import Any

import pytest

from dojo.documents.documents import Verify, call_list

from .bad_values import Faulty, Spots, exceptions, explain_types, interruptions
from .calls import Expression, common_result, parse, results

BAD_CALLS = {
    "Not five dice": parse("""
        Yatzy.score('yatzy', 'chance', [])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4, 5, 6])
        Yatzy.score('yahtzee', 'chance', [1])
        Yatzy.score('yatzy', 'fours', [])
        Yatzy.score('yatzy', 'fives', [])
        Yatzy.score('yatzy', 'sixes', [])
        Yatzy.score('yatzy', 'pair', [])
        Yatzy.score('yatzy', 'yatzy', [])
        Yatzy.score('yacht', 'choice', [1] * 1000)
        Yatzy.score('yatzy', 'chance', None)
        Yatzy.score('yatzy', 'chance', 12345)
        Yatzy.score('yatzy', 'chance', '12345')
        Yatzy.score('yatzy', 'chance', b'12345')
        Yatzy.score('yatzy', 'chance', {1, 2, 3, 4, 5})
        Yatzy.score('yatzy', 'chance', {1: 1, 2: 1, 3: 1, 4: 1, 5: 1})
        Yatzy.score('yatzy', 'chance', range(1, 6))
        Yatzy.score('yatzy', 'chance', 10**5000)
        Yatzy.score('yatzy', 'chance', Unprintable())
        Yatzy.score('yatzy', 'chance', [10**5000])
        Yatzy.matches('yatzy', 'chance', [1, 2, 3])
        Yatzy.matches('yahtzee', 'yahtzee', [1, 2, 3])
        Yatzy.matches('yacht', 'yacht', '11111')
        Yatzy.matching('yatzy', [6, 6, 6, 6])
        Yatzy.matching('yahtzee', None)
    """),
    "Not a die": parse("""
        Yatzy.score('yatzy', 'pair', [0, 1, 2, 3, 4])
        Yatzy.score('yatzy', 'pair', [1, 2, 3, 4, 7])
        Yatzy.score('yatzy', 'pair', [1, 2, 3, 4, Pretender()])
        Yatzy.score('yahtzee', 'small straight', [1, 2, -3, 4, 5])
        Yatzy.score('yahtzee', 'aces', [True, 1, 1, 1, 1])
        Yatzy.score('yacht', 'yacht', [2, 2, 2, 2.0, 2])
        Yatzy.score('yacht', 'threes', [3, 3, '3', 3, 3])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4, None])
        Yatzy.score('yatzy', 'chance', [1, 2, [3], 4, 5])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, b'4', 5])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, (4,), 5])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, {4}, 5])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4, 10**5000])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4, Unprintable()])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4, \
'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4, \
'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'])
        Yatzy.score('yatzy', 'chance', [1, 2, 3, 4, nan])
        Yatzy.score('yatzy', 'chance', (1, 2, 3, 4, 1j))
        Yatzy.score('yatzy', 'chance', [8, 9, 0, 'first named', None])
        Yatzy.matches('yatzy', 'ones', [1, 1, 1, 1, 7])
        Yatzy.matches('yahtzee', 'chance', [1, 1, 1, 1, False])
        Yatzy.matches('yacht', 'ones', [1.0, 1, 1, 1, 1])
        Yatzy.matching('yacht', [1, 2, 3, 4, 9])
        Yatzy.score('yatzy', 'full house', [Face.ONE, 1, 1, 2, 2])
        Yatzy.score('yahtzee', 'full house', [Face.ONE, 1, 1, 2, 2])
        Yatzy.score('yacht', 'full house', [Face.ONE, 1, 1, 2, 2])
        Yatzy.matches('yatzy', 'full house', [1, 1, 1, 2, [2]])
        Yatzy.matches('yahtzee', 'full house', [1, 1, 1, 2, [2]])
        Yatzy.matches('yacht', 'full house', [1, 1, 1, 2, [2]])
        Yatzy.matching('yatzy', [1, 1, 1, 2, {}])
        Yatzy.matching('yahtzee', [1, 1, 1, 2, {}])
        Yatzy.matching('yacht', [1, 1, 1, 2, {}])
    """),
    "Unknown game": parse("""
        Yatzy.score('chess', 'ones', [1, 2, 3, 4, 5])
        Yatzy.score('Yatzy', 'ones', [1, 2, 3, 4, 5])
        Yatzy.score('', 'ones', [1, 2, 3, 4, 5])
        Yatzy.score(None, None, None)
        Yatzy.score(1, 'ones', [1, 2, 3, 4, 5])
        Yatzy.score(['yatzy'], 'ones', [1, 2, 3, 4, 5])
        Yatzy.score(10**5000, 'ones', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy' * 100, 'ones', [1, 2, 3, 4, 5])
        Yatzy.score(Pretender(), 'ones', [1, 2, 3, 4, 5])
        Yatzy.categories('poker')
        Yatzy.categories(None)
        Yatzy.is_upper('poker', 'ones')
        Yatzy.is_upper(None, 'aces')
        Yatzy.matches('chess', 'sevens', [7])
        Yatzy.matches(None, 'aces', [7])
        Yatzy.matches('poker', 'ones', [1, 2, 3, 4, 5])
        Yatzy.matching('poker', [1, 2, 3, 4, 5])
        Yatzy.matching('poker', [7])
        Yatzy.score({'yatzy'}, 'ones', [1, 2, 3, 4, 5])
        Yatzy.score(('yatzy',), 'ones', [1, 2, 3, 4, 5])
        Yatzy.score(b'yatzy', 'ones', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy ', 'ones', [1, 2, 3, 4, 5])
        Yatzy.score(Unprintable(), None, [1, 2, 3, 4, 5])
        Yatzy.is_upper(Unprintable(), 7)
    """),
    "Unknown category": parse("""
        Yatzy.score('yatzy', 'yahtzee', [1, 2, 3, 4, 5])
        Yatzy.score('yahtzee', 'yatzy', [1, 2, 3, 4, 5])
        Yatzy.score('yacht', 'chance', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', 'aces', [1, 2, 3, 4, 5])
        Yatzy.score('yacht', 'aces', [1, 2, 3, 4, 5])
        Yatzy.score('yahtzee', 'Aces', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', 'Ones', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', 'ones ', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', ' ones', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', 'två par', [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', None, [7])
        Yatzy.score('yatzy', 1, [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', ['ones'], [1, 2, 3, 4, 5])
        Yatzy.score('yahtzee', 10**5000, [1, 2, 3, 4, 5])
        Yatzy.score('yahtzee', Unprintable(), [1, 2, 3, 4, 5])
        Yatzy.score('yatzy', Pretender(), [1, 2, 3, 4, 5])
        Yatzy.score('yahtzee', Pretender(), [1, 2, 3, 4, 5])
        Yatzy.is_upper('yacht', 'seventh heaven')
        Yatzy.matches('yahtzee', 'pair', [1, 2, 3, 4, 5])
        Yatzy.matches('yatzy', 'sevens', [7])
        Yatzy.matches('yahtzee', 'sevens', [7])
        Yatzy.matches('yacht', 'sevens', [7])
        Yatzy.score('yatzy', 'sevens', [7])
        Yatzy.score('yahtzee', 'sevens', [7])
        Yatzy.score('yacht', 'sevens', [7])
        Yatzy.matches('yahtzee', {'ones'}, [1, 2, 3, 4, 5])
        Yatzy.is_upper('yatzy', ('ones',))
        Yatzy.is_upper('yacht', b'ones')
        Yatzy.is_upper('yacht', '')
    """),
    "The published calls": parse("""
        Yatzy.chance(1, 2, 3)
        Yatzy.ones(1, 2, 3)
        Yatzy.twos(1, 2, 3)
        Yatzy.threes(1, 2, 3)
        Yatzy.two_pair(1, 2, 3)
        Yatzy.three_of_a_kind(1, 1, 1, 1, 1, 1)
        Yatzy.four_of_a_kind(1, 1, 1, 1, 1, 1)
        Yatzy.smallStraight(1, 2, 3, 4, '5')
        Yatzy.largeStraight(1, 2, 3, 4, '5')
        Yatzy.fullHouse(1, 2, 3, 4, '5')
        Yatzy.chance()
        Yatzy.yatzy([1, 1, 1, 1])
        Yatzy.yatzy(None)
        Yatzy.yatzy([1, 1, 1, 1, True])
        Yatzy().score_pair(3, 3, 3, 3)
        Yatzy().score_pair(3, 3, 3, 3, 0)
        Yatzy(1, 2, 3).fours()
        Yatzy(1, 2, 3, 4, 5, 6).fives()
        Yatzy(1, 2, 3, 4, 60).sixes()
        Yatzy([1, 2, 3, 4, 5]).sixes()
        Yatzy().fours()
        Yatzy().fives()
        Yatzy().sixes()
        Yatzy(1, 2, 3).score_pair(1, 2, 3, 4, 5)
        Yatzy([]).score_pair(1, 2, 3, 4, 5)
        Yatzy(1, 2, 3, 4, True).score_pair(1, 2, 3, 4, 5)
        Yatzy.chance(1, 1, 1, 1, True)
        Yatzy.ones(1, 1, 1, 1, True)
        Yatzy.twos(1, 1, 1, 1, True)
        Yatzy.threes(1, 1, 1, 1, True)
        Yatzy.two_pair(1, 1, 1, 1, True)
        Yatzy.three_of_a_kind(1, 1, 1, 1, True)
        Yatzy.four_of_a_kind(1, 1, 1, 1, True)
        Yatzy.smallStraight(1, 1, 1, 1, True)
        Yatzy.largeStraight(1, 1, 1, 1, True)
        Yatzy.fullHouse(1, 1, 1, 1, True)
        Yatzy.chance(2.0, 2, 2, 3, 3)
        Yatzy.ones(2.0, 2, 2, 3, 3)
        Yatzy.twos(2.0, 2, 2, 3, 3)
        Yatzy.threes(2.0, 2, 2, 3, 3)
        Yatzy.two_pair(2.0, 2, 2, 3, 3)
        Yatzy.three_of_a_kind(2.0, 2, 2, 3, 3)
        Yatzy.four_of_a_kind(2.0, 2, 2, 3, 3)
        Yatzy.smallStraight(2.0, 2, 2, 3, 3)
        Yatzy.largeStraight(2.0, 2, 2, 3, 3)
        Yatzy.fullHouse(2.0, 2, 2, 3, 3)
        Yatzy.smallStraight(1, 2, 3, 4, 5.0)
        Yatzy.largeStraight(1, 2, 3, 4, 5.0)
        Yatzy.smallStraight(2, 3, 4, 5, 6.0)
        Yatzy.largeStraight(2, 3, 4, 5, 6.0)
    """),
}

ALMOST_A_GAME = parse(r"""
    'YACHT'
    'Yacht'
    ' yacht'
    'yacht '
    'yach'
    b'yacht'
    ['yacht']
    ('yacht',)
    {'yacht'}
    Pretender()
    '100 %s of {0}, \tå\n'
""")
CALLS_WITH_A_GAME = parse("""
    Yatzy.categories(almost)
    Yatzy.is_upper(almost, 'ones')
    Yatzy.score(almost, 'ones', [1, 2, 3, 4, 5])
    Yatzy.matches(almost, 'ones', [1, 2, 3, 4, 5])
    Yatzy.matching(almost, [1, 2, 3, 4, 5])
""")

ALMOST_A_CATEGORY = parse(r"""
    'TWOS'
    'Twos'
    ' twos'
    'twos '
    'two'
    'aces'
    'full_house'
    ''
    b'twos'
    ('twos',)
    {'twos'}
    2
    '100 %s of {0}, \tå\n'
""")
CALLS_WITH_A_CATEGORY = parse("""
    Yatzy.is_upper('yacht', almost)
    Yatzy.score('yacht', almost, [1, 2, 3, 4, 5])
    Yatzy.matches('yacht', almost, [1, 2, 3, 4, 5])
""")

ALMOST_FIVE_DICE = parse(r"""
    [1, 1, 1, 1]
    [1, 1, 1, 1, 1, 1]
    (1, 1, 1, 1, '1')
    [1, 1, 1, 1, 1.0]
    [1, 1, 1, 1, 0]
    '11111'
    '100 %s of {0}, \tå\n'
    {1, 2, 3, 4, 5}
    frozenset({1, 2, 3, 4, 5})
    deque([1, 2, 3, 4, 5])
    b'\x01\x02\x03\x04\x05'
    bytearray(b'\x01\x02\x03\x04\x05')
    range(1, 6)
    {1: None, 2: None, 3: None, 4: None, 5: None}
""")
CALLS_WITH_DICE = parse("""
    Yatzy.score('yatzy', 'twos', almost)
    Yatzy.score('yahtzee', 'twos', almost)
    Yatzy.score('yacht', 'twos', almost)
    Yatzy.matches('yatzy', 'twos', almost)
    Yatzy.matches('yahtzee', 'twos', almost)
    Yatzy.matches('yacht', 'twos', almost)
    Yatzy.matching('yatzy', almost)
    Yatzy.matching('yahtzee', almost)
    Yatzy.matching('yacht', almost)
    Yatzy.yatzy(almost)
""")


def test_bad_calls_are_refused_as_approved(yatzy: Any, verify_document: Verify):
    sections = {}
    for title, calls in BAD_CALLS.items():
        sections[title] = results(calls, Yatzy=yatzy)
    sections["Almost a game, to whatever call"] = common_results(
        yatzy, CALLS_WITH_A_GAME, ALMOST_A_GAME
    )
    sections["Almost a category of yacht, to whatever call"] = common_results(
        yatzy, CALLS_WITH_A_CATEGORY, ALMOST_A_CATEGORY
    )
    sections["Almost five dice, to whatever call"] = common_results(
        yatzy, CALLS_WITH_DICE, ALMOST_FIVE_DICE
    )
    heading = (
        "Bad input: what each call gets. "
        "The game is looked at first, then the category, then the dice."
    )
    verify_document(call_list("bad_input", explain_types(heading, sections), sections))


def common_results(
    yatzy: Any, calls: list[Expression], bad_values: list[Expression]
) -> dict[str, str]:
    """Make all calls with each bad value, by the name `almost`."""
    return {
        bad.text: common_result(calls, Yatzy=yatzy, almost=bad.evaluate()) for bad in bad_values
    }


SCORING_CALLS = parse("""
    Yatzy.chance(*dice)
    Yatzy.ones(*dice)
    Yatzy.twos(*dice)
    Yatzy.threes(*dice)
    Yatzy.two_pair(*dice)
    Yatzy.three_of_a_kind(*dice)
    Yatzy.four_of_a_kind(*dice)
    Yatzy.smallStraight(*dice)
    Yatzy.largeStraight(*dice)
    Yatzy.fullHouse(*dice)
    Yatzy.yatzy(dice)
    Yatzy.matching('yahtzee', dice)
    Yatzy.score('yahtzee', 'chance', dice)
    Yatzy.matches('yahtzee', 'chance', dice)
""")


@pytest.mark.parametrize("one", [True, 1.0, Spots(1)])
def test_a_value_equal_to_a_die_is_refused_after_that_die(one: object, yatzy: Any):
    for call in SCORING_CALLS:
        call.evaluate(Yatzy=yatzy, dice=(1, 1, 2, 2, 2))
        with pytest.raises(ValueError, match=r"^not a die: "):
            call.evaluate(Yatzy=yatzy, dice=(1, one, 2, 2, 2))


def test_a_value_without_a_text_is_named_by_its_type(yatzy: Any):
    for error in exceptions():
        with pytest.raises(
            ValueError, match=r"^unknown game: something of type Faulty that cannot be shown; "
        ):
            yatzy.categories(Faulty(error))


def test_the_name_of_a_type_is_cut_like_other_text(yatzy: Any):
    long_type = type("F" * 40, (Faulty,), {})
    with pytest.raises(ValueError, match=rf"^unknown game: something of type {'F' * 39}\.\.\.; "):
        yatzy.categories(long_type(RuntimeError()))


def test_an_interruption_by_a_bad_value_is_raised(yatzy: Any):
    for error in interruptions():
        with pytest.raises(KeyboardInterrupt) as raised:
            yatzy.score("yatzy", "ones", Faulty(error))
        assert raised.value is error
