"""Bad input: every bad call gets a ValueError that names the bad value and the valid ones.

The expected results are in approved_files/bad_input.approved.txt.
"""

from typing import Any

import pytest

from dojo.documents.documents import Verify, call_list

from .calls import Expression, common_result, parse, parse_lines, results
from .test_by_name import WORKED_EXAMPLES
from .test_published_calls import CALLS_WITH_DICE as PUBLISHED_CALLS


def calls_by_name() -> list[str]:
    """Return a call for each rule of all games, by its name."""
    lines = ["Yatzy.yatzy(dice)"]
    for game, categories in WORKED_EXAMPLES.items():
        lines.append(f"Yatzy.matching({game!r}, dice)")
        for category in categories:
            lines.append(f"Yatzy.score({game!r}, {category!r}, dice)")
            lines.append(f"Yatzy.matches({game!r}, {category!r}, dice)")
    return lines


CALLS_WITH_A_GAME = parse("""
    Yatzy.categories(bad)
    Yatzy.is_upper(bad, 'sevens')
    Yatzy.score(bad, 'sevens', [7])
    Yatzy.matches(bad, 'sevens', [7])
    Yatzy.matching(bad, [7])
""")
GAMES = parse("""
    'chess'
    'Yatzy'
    'yatzy '
    ''
    None
    1
    ['yatzy']
    'yatzy' * 100
""")

CALLS_WITH_A_CATEGORY = parse("""
    Yatzy.is_upper('yacht', bad)
    Yatzy.score('yacht', bad, [7])
    Yatzy.matches('yacht', bad, [7])
""")
CATEGORIES = parse("""
    'chance'
    'Ones'
    ' ones'
    'one'
    'aces'
    'full_house'
    ''
    None
    1
    True
    ['ones']
""")
CATEGORIES_OF_OTHER_GAMES = parse("""
    Yatzy.score('yatzy', 'yahtzee', [1, 2, 3, 4, 5])
    Yatzy.score('yatzy', 'aces', [1, 2, 3, 4, 5])
    Yatzy.is_upper('yatzy', 'choice')
    Yatzy.matches('yatzy', 'sevens', [7])
    Yatzy.score('yahtzee', 'pair', [1, 2, 3, 4, 5])
    Yatzy.score('yahtzee', 'Aces', [1, 2, 3, 4, 5])
    Yatzy.is_upper('yahtzee', 'yatzy')
    Yatzy.matches('yahtzee', 'sevens', [7])
""")

CALLS_BY_NAME = parse_lines(calls_by_name())
NOT_FIVE_DICE = parse("""
    None
    12345
    '12345'
    '100 %s of {0}, \\tå\\n'
    {1, 2, 3, 4, 5}
    [1, 2, 3, 4]
    [1, 2, 3, 4, 5, 6]
    [1] * 1000
""")

DICE = parse("""
    ()
    (1, 2, 3, 4)
    (1, 1, 1, 1, 1, 1)
    (0, 1, 2, 3, 4)
    (1, 2, 3, 4, 7)
    (1, 2, -3, 4, 5)
    (True, 1, 1, 1, 1)
    (2, 2, 2, 2, 2.0)
    (2, 3, 4, 5, 6.0)
    (3, 3, '3', 3, 3)
    (1, 2, 3, 4, None)
    (1, 1, 1, 2, [2])
    (8, 9, 0, 'the first is named', None)
    (1, 2, 3, 4, 58 * 'x')
    (1, 2, 3, 4, 59 * 'x')
""")


def test_bad_calls_are_refused_as_approved(yatzy: Any, verify_document: Verify):
    sections = {
        "A game": common_results(yatzy, CALLS_WITH_A_GAME, GAMES),
        "A category of yacht": common_results(yatzy, CALLS_WITH_A_CATEGORY, CATEGORIES),
        "Categories of other games": results(CATEGORIES_OF_OTHER_GAMES, Yatzy=yatzy),
        "Not five dice": common_results(yatzy, CALLS_BY_NAME, NOT_FIVE_DICE),
        "Bad dice": common_results(yatzy, CALLS_BY_NAME, DICE),
    }
    heading = (
        "Bad input: what each call gets. "
        "The game is looked at first, then the category, then the dice."
    )
    verify_document(call_list("bad_input", heading, sections))


def common_results(
    yatzy: Any, calls: list[Expression], bad_values: list[Expression]
) -> dict[str, str]:
    """Make all calls with each bad value."""
    found = {}
    for expression in bad_values:
        bad = expression.evaluate()
        found[f"each call with {expression.text}"] = common_result(
            calls, Yatzy=yatzy, bad=bad, dice=bad
        )
    return found


@pytest.mark.parametrize("one", [True, 1.0])
def test_a_value_equal_to_a_die_is_refused_after_that_die(one: object, yatzy: Any):
    for call in [*PUBLISHED_CALLS, *CALLS_BY_NAME]:
        call.evaluate(Yatzy=yatzy, dice=(1, 1, 2, 2, 2))
        with pytest.raises(ValueError, match=r"^not a die: "):
            call.evaluate(Yatzy=yatzy, dice=(1, one, 2, 2, 2))
