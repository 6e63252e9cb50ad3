"""A game at the table: a record that is played again, asked by a screen that knows no rules."""

from random import Random

import pytest

from dojo.games.seats import PERSON
from dojo.table.session import Record, Session
from refactored.rulesets import game_named
from tests.dojo.table.tables import taken

GAMES = ("yatzy", "yahtzee", "yacht")
ONE_EACH = {"Ann": PERSON, "Bob": PERSON}


def session(game: str = "yahtzee", kinds: dict[str, str] | None = None, seed: int = 1) -> Session:
    return Session(Record(game, kinds or ONE_EACH, seed))


def play_on(at_table: Session, random: Random, moves: int = 10_000) -> None:
    """Make so many random moves that the rules allow, or all that the game has."""
    while at_table.question and moves:
        moves -= 1
        if at_table.throws_left and random.random() < 0.5:
            at_table.move(sorted(random.sample(range(5), random.randint(0, 5))))
        else:
            at_table.move(random.choice([name for name, offer in at_table.offers().items() if not offer.why_not]))


def test_turns_go_round_the_table() -> None:
    at_table, asked = session(), []
    for category in ("ones", "ones", "twos"):
        assert at_table.question is not None
        asked.append(at_table.question.name)
        at_table.move(category)
    assert asked == ["Ann", "Bob", "Ann"]


def test_there_are_three_throws() -> None:
    at_table, left = session(), []
    for _ in range(2):
        left.append(at_table.throws_left)
        at_table.move([])
    assert [*left, at_table.throws_left] == [2, 1, 0]


def test_an_offer_is_what_the_category_then_pays() -> None:
    at_table = session()
    offers = at_table.offers()
    assert list(offers) == list(game_named("yahtzee").categories)
    at_table.move("chance")
    assert taken(at_table.cards["Ann"]) == {"chance": offers["chance"].points}


@pytest.mark.parametrize("seed", range(5))
def test_a_record_played_again_is_the_same_game(seed: int) -> None:
    at_table = session(seed=seed)
    play_on(at_table, Random(seed), 20)
    again = Session(at_table.record)
    assert (again.transcript, again.question) == (at_table.transcript, at_table.question) or (
        again.transcript == at_table.transcript
        and again.question is not None
        and at_table.question is not None
        and again.question.dice == at_table.question.dice
    )


def test_undo_takes_back_what_computers_did_since() -> None:
    at_table = session(kinds={"Ann": PERSON, "Cy": "greedy"})
    at_table.move("ones")
    while not at_table.asks_a_person():
        at_table.move(at_table.answer_of_computer())
    at_table.undo()
    assert [taken(card) for card in at_table.cards.values()] == [{}, {}]


@pytest.mark.parametrize("kind", ["random", "greedy", "careful"])
def test_the_katas_own_players_play_whole_games(kind: str) -> None:
    at_table = session(kinds={"Cy": kind, "Di": kind})
    while at_table.question:
        at_table.move(at_table.answer_of_computer())
    assert at_table.round == at_table.rounds
