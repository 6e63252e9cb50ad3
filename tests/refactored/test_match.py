"""Turns, games and tournaments of the clean version."""

from collections.abc import Callable, Sequence

import pytest

from refactored.dice import Source
from refactored.events import (
    Disqualified,
    GameEvent,
    GameOver,
    Kept,
    PointGiven,
    Taken,
    Tied,
    TournamentEvent,
    TournamentOver,
)
from refactored.games import game_named
from refactored.match import Match, winners_of
from refactored.moves import Answer, IllegalMoveError, Question, ask, decide
from refactored.players import Player, View, by_name
from refactored.tournament import Tournament
from refactored.yatzy import Yatzy


class FirstFree:
    """Goes down the score sheet; and breaks the rules in one round, if told to."""

    def __init__(self, name: str, break_rules_in: int = 0):
        """Sit down."""
        self.name = name
        self._turns_to_come = break_rules_in

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - it looks at its card only
        """Take the first free category."""
        self._turns_to_come -= 1
        return "sevens" if self._turns_to_come == 0 else view.free()[0]


def sixes(count: int) -> list[int]:
    return [6] * count


def match_of(*names: str, source: Source = sixes, told: list[GameEvent] | None = None) -> Match:
    return Match(game_named("yacht"), names, source, [].append if told is None else told.append)


def answers_of(*players: Player) -> Callable[[Question], Answer]:
    """Return a function that asks these players, and answers with their offences, too."""

    def answer(question: Question) -> Answer:
        try:
            return ask(by_name(players), question)
        except IllegalMoveError as error:
            return error.offence

    return answer


class AskedError(Exception):
    """A match asks for a move that a test does not make."""


def question_after(match: Match, *moves: object) -> Question:
    """Make moves, one after the other, and return the next question."""
    coming = iter(moves)
    asked: list[Question] = []

    def answer(question: Question) -> Answer:
        asked.append(question)
        for move in coming:
            return decide(question, move)
        raise AskedError

    with pytest.raises(AskedError):
        match.play(answer)
    return asked[-1]


def tournament(
    players: Sequence[Player],
    games: int,
    source: Source = sixes,
    told: list[TournamentEvent] | None = None,
) -> Tournament:
    tell = [].append if told is None else told.append
    return Tournament(game_named("yacht"), by_name(players), games, source, tell)


def test_after_the_third_roll_a_category_is_due():
    question = question_after(match_of("Ann"), [0], [0])
    with pytest.raises(IllegalMoveError, match="round 1, roll 3: a hold after the third roll"):
        decide(question, [0])


def test_a_view_can_be_kept_in_a_set():
    question = question_after(match_of("Ann"))
    assert len({question.view, question.view}) == 1


def test_equal_totals_share_the_win():
    assert winners_of({"Ann": 5, "Bob": 7, "Cy": 7}) == ["Bob", "Cy"]


def test_among_nobody_nobody_wins():
    assert winners_of({}) == []


def test_a_match_asks_whose_turn_it_is_in_which_round():
    moves = ["ones", "ones", "twos"]
    asked = [question_after(match_of("Ann", "Bob"), *moves[:count]) for count in range(3)]
    assert [(question.name, question.round) for question in asked] == [
        ("Ann", 1),
        ("Bob", 1),
        ("Ann", 2),
    ]


def test_throws_are_counted_from_one():
    moves = [[0], [0]]
    asked = [question_after(match_of("Ann"), *moves[:count]) for count in range(3)]
    assert [question.throw for question in asked] == [1, 2, 3]


def test_when_all_players_have_left_nobody_wins():
    told: list[GameEvent] = []
    match_of("Eve", told=told).play(answers_of(FirstFree("Eve", 2)))
    assert told[-1] == GameOver({}, [])


def test_an_illegal_move_ends_a_game_between_friends():
    eve = FirstFree("Eve", 3)
    with pytest.raises(ValueError, match=r"^illegal move by Eve in round 3, roll 1: ") as raised:
        Yatzy().play("yacht", [eve, FirstFree("Ann")], sixes, [].append)
    assert raised.type is ValueError


def test_what_the_rules_refuse_changes_nothing():
    match = match_of("Ann")
    question = question_after(match, "sixes")
    with pytest.raises(
        IllegalMoveError, match="illegal move by Ann in round 2, roll 1: category already used"
    ):
        decide(question, "sixes")
    assert (match.totals(), list(match.cards["Ann"].taken().values())) == ({"Ann": 30}, [30])


def test_a_match_says_what_happens():
    told: list[GameEvent] = []
    faces = iter([1, 2, 3, 4, 6, 6, 6, 6])
    match = match_of("Ann", source=lambda count: [next(faces, 1) for _ in range(count)], told=told)
    question_after(match, [4, 1], "sixes")
    first, second = (1, 2, 3, 4, 6), (6, 2, 6, 6, 6)
    kept, taken = told[2:4]
    assert kept == Kept("Ann", first, [2, 6])
    assert isinstance(taken, Taken)
    assert (taken.name, taken.dice, taken.placement.points) == ("Ann", second, 24)


def test_a_game_is_over_when_all_cards_are_full():
    told: list[GameEvent] = []
    match = match_of("Ann", "Bob", told=told)
    match.play(answers_of(FirstFree("Ann"), FirstFree("Bob")))
    assert [card.free() for card in match.cards.values()] == [{}, {}]
    assert told[-1] == GameOver({"Ann": 134, "Bob": 134}, ["Ann", "Bob"])


def test_who_breaks_a_rule_leaves_the_table_and_the_others_go_on():
    match = match_of("Eve", "Ann")
    match.play(answers_of(FirstFree("Eve", 3), FirstFree("Ann")))
    [offence] = match.offences
    assert offence[:3] == ("Eve", 3, 1)
    assert list(match.totals()) == ["Ann"]


def test_everybody_with_the_highest_total_gets_a_point_and_a_tie_is_played_off():
    told: list[TournamentEvent] = []
    turns = 2 * len(game_named("yacht").categories)
    dice = iter([6] * 5 * turns + [6] * 5 + [1] * 5 + [6] * 5 * (turns - 2))
    players = [FirstFree("Ann"), FirstFree("Bob")]
    standings = tournament(
        players, 1, lambda count: [next(dice) for _ in range(count)], told
    ).play()
    assert sum(standings.values()) == 2 + 1
    assert Tied(["Ann", "Bob"]) in told


def test_a_disqualified_player_has_no_place_in_the_standings():
    assert tournament([FirstFree("Eve", 1), FirstFree("Ann")], 3).play() == {"Ann": 3}


def test_a_disqualification_is_told_when_its_game_is_over():
    told: list[TournamentEvent] = []
    tournament([FirstFree("Eve", 1), FirstFree("Ann")], 1, told=told).play()
    assert [type(event) for event in told[1:]] == [Disqualified, PointGiven, TournamentOver]


def test_a_disqualification_says_who_broke_which_rule():
    told: list[TournamentEvent] = []
    tournament([FirstFree("Eve", 1), FirstFree("Ann")], 1, told=told).play()
    disqualified = told[1]
    assert isinstance(disqualified, Disqualified)
    assert disqualified.offence[:3] == ("Eve", 1, 1)
    assert disqualified.offence.reason.startswith("unknown category")


def test_players_of_one_name_cannot_play_together():
    with pytest.raises(ValueError, match="two players of one name: 'Ann'; every name is another"):
        by_name([FirstFree("Ann"), FirstFree("Ann")])
