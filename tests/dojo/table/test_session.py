"""A game at the table: a record that is played again, asked by a screen that knows no rules."""

import pytest

from dojo.games.players import PERSON
from dojo.table.session import Record, Session
from refactored.rulesets import game_named
from tests.dojo.table.tables import taken


def session(seed: int = 1, **kinds: str) -> Session:
    return Session(Record("yahtzee", kinds or {"Ann": PERSON, "Bob": PERSON}, seed))


def test_an_offer_is_what_the_category_then_pays() -> None:
    at_table = session()
    offers = at_table.offers()
    assert list(offers) == list(game_named("yahtzee").categories)
    at_table.move("chance")
    assert taken(at_table.cards["Ann"]) == {"chance": offers["chance"].points}


@pytest.mark.parametrize("seed", range(5))
def test_a_record_played_again_is_the_same_game(seed: int) -> None:
    at_table = session(seed, Cy="random", Di="greedy")
    for _ in range(20):
        at_table.move(at_table.answer_of_computer())
    again = Session(at_table.record)
    assert (again.transcript, again.dice) == (at_table.transcript, at_table.dice)


def test_undo_takes_back_what_computers_did_since() -> None:
    at_table = session(Ann=PERSON, Cy="greedy")
    at_table.move("ones")
    while not at_table.asks_a_person():
        at_table.move(at_table.answer_of_computer())
    at_table.undo()
    assert [taken(card) for card in at_table.cards.values()] == [{}, {}]
