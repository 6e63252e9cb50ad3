"""The three games by name: their categories, and worked examples of their rules.

The expected results are in approved_files/categories.approved.txt and worked_examples.approved.txt.
"""

from typing import Any

import pytest

from dojo.documents.documents import Verify, call_list

from .calls import Expression, copy_of, parse, parse_lines, results
from .rolls import GAMES

WORKED_EXAMPLES = {
    "yatzy": {
        "chance": ["11336", "45561"],
        "yatzy": ["11111", "11121"],
        "ones": ["33345"],
        "twos": ["23251"],
        "threes": ["33335"],
        "fours": ["11244"],
        "fives": ["45561"],
        "sixes": ["16266"],
        "pair": ["33344", "11626", "33341", "33331", "15534"],
        "two pairs": ["11233", "11234", "11222", "44133", "44444"],
        "three of a kind": ["33345", "33456", "33331"],
        "four of a kind": ["22225", "22255", "22222"],
        "small straight": ["12345", "54321", "23456", "13456"],
        "large straight": ["23456", "62345", "12345", "13456"],
        "full house": ["11222", "22334", "44444", "33555"],
    },
    "yahtzee": {
        "ones": ["11245"],
        "aces": ["11145"],
        "twos": ["23251"],
        "threes": ["31245"],
        "fours": ["44441"],
        "fives": ["45561"],
        "sixes": ["66666"],
        "three of a kind": ["33345", "33456", "11112"],
        "four of a kind": ["22225", "22255", "33333"],
        "full house": ["11222", "22334", "44444"],
        "small straight": ["12346", "23425", "65431", "12356", "12456"],
        "large straight": ["12345", "65432", "13456", "12346"],
        "yahtzee": ["66666", "66665"],
        "chance": ["11336"],
    },
    "yacht": {
        "ones": ["11245"],
        "twos": ["23251"],
        "threes": ["31245"],
        "fours": ["44441"],
        "fives": ["45561"],
        "sixes": ["66666"],
        "full house": ["33355", "22334", "44444"],
        "four of a kind": ["44441", "33333", "33355"],
        "little straight": ["35421", "12346", "23456"],
        "big straight": ["46235", "12345", "13456"],
        "choice": ["13456"],
        "yacht": ["44444", "44445"],
    },
}
OTHER_WAYS_TO_CALL = {
    "Arguments by name": parse("""
        Yatzy.score(game='yatzy', category='pair', dice=[3, 3, 3, 5, 5])
        Yatzy.categories(game='yacht')
        Yatzy.is_upper(game='yahtzee', category='sixes')
        Yatzy.matches(game='yahtzee', category='full house', dice=[3, 3, 3, 5, 5])
        Yatzy.matching(game='yacht', dice=[3, 3, 3, 5, 5])
        Yatzy.yatzy(dice=[2, 2, 2, 2, 2])
    """),
    "Dice as a tuple": parse("""
        Yatzy.score('yatzy', 'pair', (3, 3, 3, 5, 5))
        Yatzy.matches('yatzy', 'full house', (3, 3, 3, 5, 5))
        Yatzy.matches('yahtzee', 'full house', (3, 3, 3, 5, 5))
        Yatzy.matches('yacht', 'full house', (3, 3, 3, 5, 5))
        Yatzy.matching('yatzy', (3, 3, 3, 5, 5))
        Yatzy.matching('yahtzee', (3, 3, 3, 5, 5))
        Yatzy.matching('yacht', (3, 3, 3, 5, 5))
        Yatzy.yatzy((3, 3, 3, 5, 5))
    """),
    "On an object": parse("""
        Yatzy().score('yatzy', 'pair', [3, 3, 3, 5, 5])
        Yatzy().categories('yacht')
        Yatzy().is_upper('yahtzee', 'sixes')
        Yatzy().matches('yahtzee', 'full house', [3, 3, 3, 5, 5])
        Yatzy().matching('yacht', [3, 3, 3, 5, 5])
    """),
    "All that five dice fit": parse("""
        Yatzy.matching('yatzy', [3, 5, 4, 2, 1])
        Yatzy.matching('yahtzee', [3, 5, 4, 2, 1])
        Yatzy.matching('yacht', [3, 5, 4, 2, 1])
    """),
}


def parse_worked_examples(game: str) -> list[Expression]:
    """Return a score call for each worked example of a game."""
    lines = []
    for category, rolls in WORKED_EXAMPLES[game].items():
        for roll in rolls:
            dice = [int(face) for face in roll]
            lines.append(f"Yatzy.score({game!r}, {category!r}, {dice})")
    return parse_lines(lines)


def parse_matches_of_five_twos() -> list[Expression]:
    """Return a call for each category of all games."""
    lines = []
    for game in GAMES:
        for category in WORKED_EXAMPLES[game]:
            lines.append(f"Yatzy.matches({game!r}, {category!r}, [2, 2, 2, 2, 2])")
    return parse_lines(lines)


def parse_category_calls(game: str) -> list[Expression]:
    """Return calls for the categories of a game, and for the section of each."""
    lines = [f"Yatzy.categories({game!r})"]
    for category in WORKED_EXAMPLES[game]:
        lines.append(f"Yatzy.is_upper({game!r}, {category!r})")
    return parse_lines(lines)


SCORES = {game: parse_worked_examples(game) for game in GAMES}
MATCHES_OF_FIVE_TWOS = parse_matches_of_five_twos()
CATEGORIES = {game: parse_category_calls(game) for game in GAMES}


def test_the_categories_are_as_approved(yatzy: Any, verify_document: Verify):
    sections = {game: results(calls, Yatzy=yatzy) for game, calls in CATEGORIES.items()}
    heading = (
        "The categories of each game in score-sheet order, "
        "and which of them are in the upper section."
    )
    verify_document(call_list("categories", heading, sections))


def test_the_worked_examples_score_as_approved(yatzy: Any, verify_document: Verify):
    sections = {game: results(calls, Yatzy=yatzy) for game, calls in SCORES.items()}
    sections["Five twos"] = results(MATCHES_OF_FIVE_TWOS, Yatzy=yatzy)
    for title, calls in OTHER_WAYS_TO_CALL.items():
        sections[title] = results(calls, Yatzy=yatzy)
    heading = (
        "Worked examples: each rule at a roll that it pays for, "
        "and at rolls that only look like it."
    )
    verify_document(call_list("worked_examples", heading, sections))


@pytest.mark.parametrize("game", GAMES)
def test_scoring_leaves_the_dice_as_they_were(game: str, yatzy: Any):
    dice = [5, 3, 1, 4, 2]
    yatzy.matching(game, dice)
    for category in yatzy.categories(game):
        yatzy.score(game, category, dice)
        yatzy.matches(game, category, dice)
    assert dice == [5, 3, 1, 4, 2]


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_categories_is_the_callers_to_keep(game: str, yatzy: Any):
    before = list(yatzy.categories(game))
    yatzy.categories(game).clear()
    assert yatzy.categories(game) == before


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_matches_is_the_callers_to_keep(game: str, yatzy: Any):
    before = list(yatzy.matching(game, [1, 1, 2, 2, 2]))
    yatzy.matching(game, [1, 1, 2, 2, 2]).clear()
    assert yatzy.matching(game, [1, 1, 2, 2, 2]) == before


def test_a_returned_list_does_not_change_with_a_later_call(yatzy: Any):
    returned: list[list[str]] = []
    copies: list[list[str]] = []
    for game in GAMES:
        categories = yatzy.categories(game)
        returned.append(categories)
        copies.append(list(categories))
    for dice in [1, 2, 3, 4, 5], [2, 2, 3, 3, 3], [1, 1, 2, 2, 4]:
        matching = yatzy.matching("yacht", dice)
        returned.append(matching)
        copies.append(list(matching))
    assert returned == copies


def test_a_name_is_known_by_its_letters_alone(yatzy: Any):
    dice = [1, 1, 2, 2, 2]
    for game in GAMES:
        for category in WORKED_EXAMPLES[game]:
            copies = copy_of(game), copy_of(category)
            assert yatzy.matches(*copies, dice) is yatzy.matches(game, category, dice)
            assert yatzy.score(*copies, dice) == yatzy.score(game, category, dice)
