"""The three games by name: their categories, and worked examples of their rules."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from tests.golden_master.bad_values import Name, OldName, Pair, enum_member, row, words
from tests.golden_master.calls import Call, Spelled, by_keyword, on_class, on_object, outcomes
from tests.golden_master.documents import Document, call_list
from tests.golden_master.rolls import GAMES

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


def worked_examples(game: str) -> Iterator[Call]:
    """Return a score call for each worked example of a game."""
    for category, rolls in WORKED_EXAMPLES[game].items():
        for roll in rolls:
            yield on_class("score", game, category, [int(die) for die in roll])


def fits(game: str) -> Iterator[Call]:
    """Return a call for each category of a game, asking whether five twos fit it."""
    for category in WORKED_EXAMPLES[game]:
        yield on_class("matches", game, category, [2, 2, 2, 2, 2])


def category_calls(game: str) -> Iterator[Call]:
    """Return calls for the categories of a game, and for the section of each."""
    yield on_class("categories", game)
    for category in WORKED_EXAMPLES[game]:
        yield on_class("is_upper", game, category)


def other_ways_to_call() -> dict[str, list[Call]]:
    """Return calls by keyword, and calls of static methods on an object."""
    dice = [3, 3, 3, 5, 5]
    return {
        "Arguments by name": [
            by_keyword("score", game="yatzy", category="pair", dice=dice),
            by_keyword("categories", game="yacht"),
            by_keyword("is_upper", game="yahtzee", category="sixes"),
            by_keyword("matches", game="yahtzee", category="full house", dice=dice),
            by_keyword("matching", game="yacht", dice=dice),
            by_keyword("yatzy", dice=[2, 2, 2, 2, 2]),
        ],
        "Dice as a tuple": [
            on_class("score", "yatzy", "pair", tuple(dice)),
            *(on_class("matches", game, "full house", tuple(dice)) for game in GAMES),
            *(on_class("matching", game, tuple(dice)) for game in GAMES),
            on_class("yatzy", tuple(dice)),
        ],
        "Dice in a list or a tuple of another type": [
            on_class("score", "yatzy", "pair", row(*dice)),
            on_class("score", "yacht", "full house", Spelled(f"Pair({dice})", Pair(dice))),
            *(on_class("matching", game, row(*dice)) for game in GAMES),
            on_class("yatzy", row(2, 2, 2, 2, 2)),
        ],
        "Names known by their letters, whatever text they are": [
            on_class("categories", enum_member(Name.YACHT)),
            on_class("score", enum_member(Name.YAHTZEE), enum_member(Name.ACES), [1, 1, 2, 2, 2]),
            on_class(
                "score", enum_member(OldName.YAHTZEE), enum_member(OldName.ACES), [1, 1, 2, 2, 2]
            ),
            on_class("score", words("yatzy"), words("two pairs"), [1, 1, 2, 2, 2]),
            on_class("score", enum_member(Name.YACHT), enum_member(Name.CHOICE), [1, 1, 2, 2, 2]),
            on_class("is_upper", enum_member(Name.YAHTZEE), enum_member(Name.ACES)),
            on_class("is_upper", words("yacht"), words("choice")),
            *(
                on_class("matches", enum_member(game), words("full house"), dice)
                for game in list(Name)[:3]
            ),
            *(on_class("matching", enum_member(game), dice) for game in list(Name)[:3]),
            on_class("score", enum_member(OldName.YAHTZEE), "two pairs", dice),
        ],
        "On an object": [
            on_object((), "score", "yatzy", "pair", dice),
            on_object((), "categories", "yacht"),
            on_object((), "is_upper", "yahtzee", "sixes"),
            on_object((), "matches", "yahtzee", "full house", dice),
            on_object((), "matching", "yacht", dice),
        ],
    }


def test_the_categories_are_as_approved(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    heading = (
        "The categories of each game in score-sheet order, "
        "and which of them are in the upper section."
    )
    sections = {game: outcomes(yatzy, category_calls(game)) for game in GAMES}
    verify_document(call_list("categories", heading, sections))


def test_the_worked_examples_score_as_approved(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    heading = (
        "Worked examples: each rule at a roll that it pays for, "
        "and at rolls that only look like it."
    )
    sections = {game: outcomes(yatzy, worked_examples(game)) for game in GAMES}
    sections["Five twos"] = {
        call: outcome for game in GAMES for call, outcome in outcomes(yatzy, fits(game)).items()
    }
    sections |= {title: outcomes(yatzy, calls) for title, calls in other_ways_to_call().items()}
    sections["All that five dice fit"] = outcomes(
        yatzy, [on_class("matching", game, [3, 5, 4, 2, 1]) for game in GAMES]
    )
    verify_document(call_list("worked_examples", heading, sections))


@pytest.mark.parametrize("game", GAMES)
def test_scoring_leaves_the_dice_as_they_were(game: str, yatzy: Any) -> None:
    dice = [5, 3, 1, 4, 2]
    yatzy.matching(game, dice)
    for category in yatzy.categories(game):
        yatzy.score(game, category, dice)
        yatzy.matches(game, category, dice)
    assert dice == [5, 3, 1, 4, 2]


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_categories_is_the_callers_to_keep(game: str, yatzy: Any) -> None:
    before = list(yatzy.categories(game))
    yatzy.categories(game).clear()
    assert yatzy.categories(game) == before


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_matches_is_the_callers_to_keep(game: str, yatzy: Any) -> None:
    before = list(yatzy.matching(game, [1, 1, 2, 2, 2]))
    yatzy.matching(game, [1, 1, 2, 2, 2]).clear()
    assert yatzy.matching(game, [1, 1, 2, 2, 2]) == before


def test_a_list_that_was_handed_out_does_not_change_when_another_is(yatzy: Any) -> None:
    rolls = [1, 2, 3, 4, 5], [2, 2, 3, 3, 3], [1, 1, 2, 2, 4]
    asked = [partial(yatzy.categories, game) for game in GAMES]
    asked += [partial(yatzy.matching, "yacht", dice) for dice in rolls]
    handed_out, as_it_was = [], []
    for ask in asked:
        handed_out.append(ask())
        as_it_was.append(list(handed_out[-1]))
    assert handed_out == as_it_was


def test_a_name_is_known_by_its_letters_alone(yatzy: Any) -> None:
    for game in GAMES:
        for category in WORKED_EXAMPLES[game]:
            spelled_out = "".join(game), "".join(category)
            assert yatzy.matches(*spelled_out, [1, 1, 2, 2, 2]) is yatzy.matches(
                game, category, [1, 1, 2, 2, 2]
            )
            assert yatzy.score(*spelled_out, [1, 1, 2, 2, 2]) == yatzy.score(
                game, category, [1, 1, 2, 2, 2]
            )
    assert yatzy.score(Name.YAHTZEE, Name.ACES, [1, 1, 2, 2, 2]) == 2
