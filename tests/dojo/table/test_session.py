"""A game at the table: a record that is played again, asked by a screen that knows no rules."""

from random import Random

import pytest

from dojo.games.seats import PERSON
from dojo.table.session import Record, Session
from refactored import rows
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


def test_a_game_begins_with_the_first_players_first_throw() -> None:
    question = session().question
    assert question is not None
    assert (question.name, question.stage, len(question.dice)) == ("Ann", 0, 5)


def test_turns_go_round_the_table() -> None:
    at_table, asked = session(), []
    for category in ("ones", "ones", "twos"):
        assert at_table.question is not None
        asked.append(at_table.question.name)
        at_table.move(category)
    assert asked == ["Ann", "Bob", "Ann"]


def test_kept_dice_stay_and_the_others_are_thrown() -> None:
    at_table = session()
    assert at_table.question is not None
    before = at_table.question.dice
    at_table.move([0, 2])
    after = at_table.question.dice
    assert (after[0], after[2], at_table.question.stage) == (before[0], before[2], 1)


def test_there_are_three_throws() -> None:
    at_table, left = session(), []
    for _ in range(2):
        left.append(at_table.throws_left)
        at_table.move([])
    assert [*left, at_table.throws_left] == [2, 1, 0]


def test_what_the_rules_refuse_changes_nothing() -> None:
    at_table = session()
    at_table.move("ones")
    before = (at_table.question, list(at_table.record.moves))
    with pytest.raises(ValueError, match="unknown category"):
        at_table.move("sevens")
    assert at_table.record.moves == before[1]
    assert at_table.question is not None
    assert at_table.question.dice == before[0].dice  # type: ignore[union-attr]


def test_an_offer_is_what_the_category_then_pays() -> None:
    at_table = session()
    offers = at_table.offers()
    assert list(offers) == list(game_named("yahtzee").categories)
    at_table.move("chance")
    assert taken(at_table.cards["Ann"]) == {"chance": offers["chance"].points}


def test_a_joker_says_where_it_has_to_go() -> None:
    for seed in range(200):
        at_table = session(kinds={"Ann": PERSON}, seed=seed)
        at_table.move("yahtzee")
        for _ in range(2):
            assert at_table.question is not None
            face = max(at_table.question.dice, key=at_table.question.dice.count)
            at_table.move([at for at, die in enumerate(at_table.question.dice) if die == face])
        dice = at_table.question.dice
        if len(set(dice)) == 1:
            break
    own = list(at_table.game.categories)[dice[0] - 1]
    offers = at_table.offers()
    assert [category for category, offer in offers.items() if not offer.why_not] == [own]
    assert offers["chance"].why_not == f"five alike have to go to {own}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_in_standings(game: str) -> None:
    at_table = session(game)
    play_on(at_table, Random(1))
    totals = {name: card.sums.total for name, card in at_table.cards.items()}
    assert at_table.question is None
    assert [name for _, name, _ in at_table.standings()] == sorted(totals, key=lambda name: -totals[name])


def test_equal_totals_share_a_place() -> None:
    assert [place for place, _, _ in session().standings()] == [1, 1]


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


def test_undo_goes_back_to_the_dice_before_the_last_placement() -> None:
    at_table = session(kinds={"Ann": PERSON})
    at_table.move([1])
    assert at_table.question is not None
    dice = at_table.question.dice
    at_table.move("ones")
    assert at_table.undo()
    assert (at_table.question.dice, at_table.question.stage) == (dice, 1)
    assert taken(at_table.cards["Ann"]) == {}


def test_undo_takes_back_what_computers_did_since() -> None:
    at_table = session(kinds={"Ann": PERSON, "Cy": "greedy"})
    at_table.move("ones")
    while not at_table.asks_a_person():
        at_table.move(at_table.answer_of_computer())
    assert at_table.undo()
    assert [taken(card) for card in at_table.cards.values()] == [{}, {}]


def test_undo_takes_back_one_category_at_a_time() -> None:
    at_table, left = session(kinds={"Ann": PERSON}), []
    at_table.move("ones")
    at_table.move("twos")
    while at_table.undo():
        left.append(list(taken(at_table.cards["Ann"])))
    assert left == [["ones"], []]


def test_there_is_nothing_to_undo_at_first() -> None:
    assert not session().undo()


@pytest.mark.parametrize("kind", ["random", "greedy", "careful"])
def test_the_katas_own_players_play_whole_games(kind: str) -> None:
    at_table = session(kinds={"Cy": kind, "Di": kind})
    while at_table.question:
        at_table.move(at_table.answer_of_computer())
    assert at_table.round == at_table.rounds


def test_only_a_game_with_an_upper_bonus_has_an_upper_goal() -> None:
    at_tables = [session(game) for game in GAMES]
    bonuses = [at_table.game.upper_bonus for at_table in at_tables]
    labels = [{row.label for row in rows(at_table.game, [*at_table.cards.values()])} for at_table in at_tables]
    assert [bonus and bonus.threshold for bonus in bonuses] == [None, 63, None]
    assert ["upper bonus" in each for each in labels] == [False, True, False]
