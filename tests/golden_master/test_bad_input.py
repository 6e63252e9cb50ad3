"""Bad input: every bad call gets a ValueError that names what was given and what is allowed."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.golden_master.bad_values import (
    ALMOST_LISTS,
    GOOD,
    HUGE,
    ODD_TEXT,
    PRETENDER,
    THOUSAND_DICE,
    UNPRINTABLE,
    Face,
    Faulty,
    Spots,
    enum_member,
    exceptions,
    explained,
    interruptions,
)
from tests.golden_master.calls import (
    Call,
    Spelled,
    answer_of_all,
    on_class,
    on_object,
    outcomes,
    spelling,
)
from tests.golden_master.documents import Document, call_list
from tests.golden_master.rolls import GAMES
from tests.golden_master.test_published_calls import WITH_FIVE_DICE

NOT_FIVE_DICE = [
    on_class("score", "yatzy", "chance", []),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4]),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4, 5, 6]),
    on_class("score", "yahtzee", "chance", [1]),
    *(
        on_class("score", "yatzy", category, [])
        for category in ("fours", "fives", "sixes", "pair", "yatzy")
    ),
    on_class("score", "yacht", "choice", THOUSAND_DICE),
    on_class("score", "yatzy", "chance", None),
    on_class("score", "yatzy", "chance", 12345),
    on_class("score", "yatzy", "chance", "12345"),
    on_class("score", "yatzy", "chance", b"12345"),
    on_class("score", "yatzy", "chance", {1, 2, 3, 4, 5}),
    on_class("score", "yatzy", "chance", dict.fromkeys(GOOD, 1)),
    on_class("score", "yatzy", "chance", Spelled("range(1, 6)", range(1, 6))),
    on_class("score", "yatzy", "chance", HUGE),
    on_class("score", "yatzy", "chance", UNPRINTABLE),
    on_class("score", "yatzy", "chance", [HUGE]),
    on_class("matches", "yatzy", "chance", [1, 2, 3]),
    on_class("matches", "yahtzee", "yahtzee", [1, 2, 3]),
    on_class("matches", "yacht", "yacht", "11111"),
    on_class("matching", "yatzy", [6, 6, 6, 6]),
    on_class("matching", "yahtzee", None),
]
NOT_A_DIE = [
    on_class("score", "yatzy", "pair", [0, 1, 2, 3, 4]),
    on_class("score", "yatzy", "pair", [1, 2, 3, 4, 7]),
    on_class("score", "yatzy", "pair", [1, 2, 3, 4, PRETENDER]),
    on_class("score", "yahtzee", "small straight", [1, 2, -3, 4, 5]),
    on_class("score", "yahtzee", "aces", [True, 1, 1, 1, 1]),
    on_class("score", "yacht", "yacht", [2, 2, 2, 2.0, 2]),
    on_class("score", "yacht", "threes", [3, 3, "3", 3, 3]),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4, None]),
    on_class("score", "yatzy", "chance", [1, 2, [3], 4, 5]),
    on_class("score", "yatzy", "chance", [1, 2, 3, b"4", 5]),
    on_class("score", "yatzy", "chance", [1, 2, 3, (4,), 5]),
    on_class("score", "yatzy", "chance", [1, 2, 3, {4}, 5]),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4, HUGE]),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4, UNPRINTABLE]),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4, "x" * 58]),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4, "x" * 59]),
    on_class("score", "yatzy", "chance", [1, 2, 3, 4, float("nan")]),
    on_class("score", "yatzy", "chance", (1, 2, 3, 4, 1j)),
    on_class("score", "yatzy", "chance", [8, 9, 0, "first named", None]),
    on_class("matches", "yatzy", "ones", [1, 1, 1, 1, 7]),
    on_class("matches", "yahtzee", "chance", [1, 1, 1, 1, False]),
    on_class("matches", "yacht", "ones", [1.0, 1, 1, 1, 1]),
    on_class("matching", "yacht", [1, 2, 3, 4, 9]),
    *(on_class("score", game, "full house", [enum_member(Face.ONE), 1, 1, 2, 2]) for game in GAMES),
    *(on_class("matches", game, "full house", [1, 1, 1, 2, [2]]) for game in GAMES),
    *(on_class("matching", game, [1, 1, 1, 2, {}]) for game in GAMES),
]
UNKNOWN_GAME = [
    on_class("score", "chess", "ones", GOOD),
    on_class("score", "Yatzy", "ones", GOOD),
    on_class("score", "", "ones", GOOD),
    on_class("score", None, None, None),
    on_class("score", 1, "ones", GOOD),
    on_class("score", ["yatzy"], "ones", GOOD),
    on_class("score", HUGE, "ones", GOOD),
    on_class("score", Spelled("'yatzy' * 100", "yatzy" * 100), "ones", GOOD),
    on_class("score", PRETENDER, "ones", GOOD),
    on_class("categories", "poker"),
    on_class("categories", None),
    on_class("is_upper", "poker", "ones"),
    on_class("is_upper", None, "aces"),
    on_class("matches", "chess", "sevens", [7]),
    on_class("matches", None, "aces", [7]),
    on_class("matches", "poker", "ones", GOOD),
    on_class("matching", "poker", GOOD),
    on_class("matching", "poker", [7]),
    on_class("score", {"yatzy"}, "ones", GOOD),
    on_class("score", ("yatzy",), "ones", GOOD),
    on_class("score", b"yatzy", "ones", GOOD),
    on_class("score", "yatzy ", "ones", GOOD),
    on_class("score", UNPRINTABLE, None, GOOD),
    on_class("is_upper", UNPRINTABLE, 7),
]
UNKNOWN_CATEGORY = [
    on_class("score", "yatzy", "yahtzee", GOOD),
    on_class("score", "yahtzee", "yatzy", GOOD),
    on_class("score", "yacht", "chance", GOOD),
    on_class("score", "yatzy", "aces", GOOD),
    on_class("score", "yacht", "aces", GOOD),
    on_class("score", "yahtzee", "Aces", GOOD),
    on_class("score", "yatzy", "Ones", GOOD),
    on_class("score", "yatzy", "ones ", GOOD),
    on_class("score", "yatzy", " ones", GOOD),
    on_class("score", "yatzy", "två par", GOOD),
    on_class("score", "yatzy", None, [7]),
    on_class("score", "yatzy", 1, GOOD),
    on_class("score", "yatzy", ["ones"], GOOD),
    on_class("score", "yahtzee", HUGE, GOOD),
    on_class("score", "yahtzee", UNPRINTABLE, GOOD),
    on_class("score", "yatzy", PRETENDER, GOOD),
    on_class("score", "yahtzee", PRETENDER, GOOD),
    on_class("is_upper", "yacht", "seventh heaven"),
    on_class("matches", "yahtzee", "pair", GOOD),
    *(on_class("matches", game, "sevens", [7]) for game in GAMES),
    *(on_class("score", game, "sevens", [7]) for game in GAMES),
    on_class("matches", "yahtzee", {"ones"}, GOOD),
    on_class("is_upper", "yatzy", ("ones",)),
    on_class("is_upper", "yacht", b"ones"),
    on_class("is_upper", "yacht", ""),
]
PUBLISHED_CALLS = [
    *(on_class(method, *[1, 2, 3]) for method in ("chance", "ones", "twos", "threes", "two_pair")),
    *(on_class(method, *[1] * 6) for method in ("three_of_a_kind", "four_of_a_kind")),
    *(
        on_class(method, 1, 2, 3, 4, "5")
        for method in ("smallStraight", "largeStraight", "fullHouse")
    ),
    on_class("chance"),
    on_class("yatzy", [1, 1, 1, 1]),
    on_class("yatzy", None),
    on_class("yatzy", [1, 1, 1, 1, True]),
    on_object((), "score_pair", 3, 3, 3, 3),
    on_object((), "score_pair", 3, 3, 3, 3, 0),
    on_object((1, 2, 3), "fours"),
    on_object((1, 2, 3, 4, 5, 6), "fives"),
    on_object((1, 2, 3, 4, 60), "sixes"),
    on_object(([1, 2, 3, 4, 5],), "sixes"),
    *(on_object((), method) for method in ("fours", "fives", "sixes")),
    on_object((1, 2, 3), "score_pair", *GOOD),
    on_object(([],), "score_pair", *GOOD),
    on_object((1, 2, 3, 4, True), "score_pair", *GOOD),
    *(on_class(method, 1, 1, 1, 1, True) for method in WITH_FIVE_DICE),
    *(on_class(method, 2.0, 2, 2, 3, 3) for method in WITH_FIVE_DICE),
    *(on_class(method, 1, 2, 3, 4, 5.0) for method in ("smallStraight", "largeStraight")),
    *(on_class(method, 2, 3, 4, 5, 6.0) for method in ("smallStraight", "largeStraight")),
]


ALMOST_A_GAME = [
    "YACHT",
    "Yacht",
    " yacht",
    "yacht ",
    "yach",
    b"yacht",
    ["yacht"],
    ("yacht",),
    {"yacht"},
    PRETENDER,
    ODD_TEXT,
]
ALMOST_A_CATEGORY = [
    "TWOS",
    "Twos",
    " twos",
    "twos ",
    "two",
    "aces",
    "full_house",
    "",
    b"twos",
    ("twos",),
    {"twos"},
    2,
    ODD_TEXT,
]
ALMOST_DICE = [
    [1, 1, 1, 1],
    [1] * 6,
    (1, 1, 1, 1, "1"),
    [1, 1, 1, 1, 1.0],
    [1, 1, 1, 1, 0],
    "11111",
    ODD_TEXT,
    *ALMOST_LISTS,
]


def almost_right(yatzy: Any) -> dict[str, dict[str, str]]:
    """Return the answer of all calls to each value that is almost right."""
    return {
        "Almost a game, to whatever call": {
            spelling(game): answer_of_all(
                yatzy,
                on_class("categories", game),
                on_class("is_upper", game, "ones"),
                on_class("score", game, "ones", GOOD),
                on_class("matches", game, "ones", GOOD),
                on_class("matching", game, GOOD),
            )
            for game in ALMOST_A_GAME
        },
        "Almost a category of yacht, to whatever call": {
            spelling(category): answer_of_all(
                yatzy,
                on_class("is_upper", "yacht", category),
                on_class("score", "yacht", category, GOOD),
                on_class("matches", "yacht", category, GOOD),
            )
            for category in ALMOST_A_CATEGORY
        },
        "Almost five dice, to whatever call": {
            spelling(dice): answer_of_all(
                yatzy,
                *(on_class("score", game, "twos", dice) for game in GAMES),
                *(on_class("matches", game, "twos", dice) for game in GAMES),
                *(on_class("matching", game, dice) for game in GAMES),
                on_class("yatzy", dice),
            )
            for dice in ALMOST_DICE
        },
    }


def bad_calls() -> dict[str, list[Call]]:
    """Return the bad calls, grouped by what is wrong with them."""
    return {
        "Not five dice": NOT_FIVE_DICE,
        "Not a die": NOT_A_DIE,
        "Unknown game": UNKNOWN_GAME,
        "Unknown category": UNKNOWN_CATEGORY,
        "The published calls": PUBLISHED_CALLS,
    }


def test_bad_calls_are_refused_as_approved(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    heading = (
        "Bad input: what each call gets. "
        "The game is looked at first, then the category, then the dice."
    )
    sections = {
        title: outcomes(yatzy, calls) for title, calls in bad_calls().items()
    } | almost_right(yatzy)
    verify_document(call_list("bad_input", explained(heading, sections), sections))


@pytest.mark.parametrize("like", [True, 1.0, Spots(1)])
def test_what_equals_a_die_is_none_even_after_that_die(like: object, yatzy: Any) -> None:
    asks = [getattr(yatzy, method) for method in WITH_FIVE_DICE]
    asks += [lambda *dice: yatzy.yatzy(dice), lambda *dice: yatzy.matching("yahtzee", dice)]
    asks += [
        lambda *dice, ask=ask: ask("yahtzee", "chance", dice)
        for ask in (yatzy.score, yatzy.matches)
    ]
    for ask in asks:
        ask(1, 1, 2, 2, 2)
        with pytest.raises(ValueError, match=r"^not a die: "):
            ask(1, like, 2, 2, 2)


def test_what_cannot_be_shown_is_told_by_its_type_whatever_the_reason(yatzy: Any) -> None:
    for error in exceptions():
        with pytest.raises(
            ValueError, match=r"^unknown game: something of type Faulty that cannot be shown; "
        ):
            yatzy.categories(Faulty(error))


def test_the_name_of_a_type_is_cut_as_any_other_text_is(yatzy: Any) -> None:
    long = type("F" * 40, (Faulty,), {})
    with pytest.raises(ValueError, match=rf"^unknown game: something of type {'F' * 39}\.\.\.; "):
        yatzy.categories(long(RuntimeError()))


def test_an_interruption_is_not_taken_for_something_that_cannot_be_shown(yatzy: Any) -> None:
    for error in interruptions():
        with pytest.raises(KeyboardInterrupt) as raised:
            yatzy.score("yatzy", "ones", Faulty(error))
        assert raised.value is error
