"""The kata as first published: its thirteen calls, spelled as they always were."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.golden_master.calls import Call, on_class, on_object, outcomes
from tests.golden_master.documents import Document, call_list

ROLLS = (
    (1, 1, 3, 3, 6),
    (4, 5, 5, 6, 1),
    (2, 3, 2, 5, 1),
    (3, 3, 3, 4, 5),
    (4, 4, 4, 5, 5),
    (6, 5, 6, 6, 5),
    (3, 3, 3, 3, 1),
    (5, 3, 6, 6, 5),
    (2, 2, 2, 2, 2),
    (5, 4, 3, 2, 1),
    (6, 2, 5, 3, 4),
    (1, 3, 4, 5, 6),
)
WITH_FIVE_DICE = (
    "chance",
    "ones",
    "twos",
    "threes",
    "two_pair",
    "three_of_a_kind",
    "four_of_a_kind",
    "smallStraight",
    "largeStraight",
    "fullHouse",
)
ON_HELD_DICE = ("fours", "fives", "sixes")


def published_calls() -> dict[str, Iterator[Call]]:
    """Return the calls, grouped by how they take their dice."""
    return {
        "Static, five dice": (
            on_class(method, *dice) for method in WITH_FIVE_DICE for dice in ROLLS
        ),
        "Static, one list": (on_class("yatzy", list(dice)) for dice in ROLLS),
        "On an object made from five dice": (
            on_object(dice, method) for method in ON_HELD_DICE for dice in ROLLS
        ),
        "On an object made without dice": (on_object((), "score_pair", *dice) for dice in ROLLS),
        "On an object that holds other dice": (
            on_object((1, 3, 4, 4, 6), "score_pair", *dice) for dice in ROLLS
        ),
        "Static, but called on an object": static_calls_on_an_object(),
    }


def static_calls_on_an_object() -> Iterator[Call]:
    """Return a call of every static method on an object, which may hold dice of its own."""
    for held in ((), (6, 6, 6, 6, 6)):
        yield from (on_object(held, method, 2, 2, 5, 5, 5) for method in WITH_FIVE_DICE)
        yield on_object(held, "yatzy", [3, 3, 3, 3, 3])


def test_the_published_calls_answer_as_approved(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    heading = "The kata's first interface: what each call returns, in points of Yatzy."
    sections = {title: outcomes(yatzy, calls) for title, calls in published_calls().items()}
    verify_document(call_list("published_calls", heading, sections))


def test_an_object_answers_the_same_however_often_it_is_asked(yatzy: Any) -> None:
    held = yatzy(4, 4, 5, 6, 6)
    assert [(held.fours(), held.fives(), held.sixes()) for _ in range(3)] == [(8, 5, 12)] * 3
    assert [
        held.score_pair(6, 6, 1, 2, 3),
        held.score_pair(1, 1, 2, 3, 4),
        held.score_pair(1, 2, 3, 4, 5),
    ] == [
        12,
        2,
        0,
    ]
    assert (held.sixes(), held.fives(), held.fours()) == (12, 5, 8)
