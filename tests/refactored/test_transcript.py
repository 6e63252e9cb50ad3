"""Transcripts: what happens, in words."""

from refactored.events import (
    Disqualified,
    GameBegun,
    GameEvent,
    GameOver,
    Kept,
    PointGiven,
    RoundBegun,
    Taken,
    Tied,
    TournamentBegun,
    TournamentEvent,
    TournamentOver,
)
from refactored.games import game_named
from refactored.moves import Offence
from refactored.scorecard import Placement, Sums
from refactored.transcript import game_line, join_names, tournament_lines


def taken(category: str, points: int, bonus: int, total: int) -> Taken:
    sums = Sums(upper_score=0, upper_bonus=0, joker_bonus=0, total=total)
    placed = game_named("yacht").category(category)
    return Taken("Ann", (6,) * 5, Placement(category, placed, points, bonus, sums))


def of_a_game(*events: GameEvent) -> list[str]:
    return [game_line(event) for event in events]


def of_a_tournament(*events: TournamentEvent) -> list[str]:
    return [line for event in events for line in tournament_lines(event)]


def test_a_game_begins_with_its_players():
    assert of_a_game(GameBegun("yacht", ("Ann", "Bob")), RoundBegun(1)) == [
        "yacht: Ann, Bob",
        "round 1",
    ]


def test_dice_are_told_with_what_is_kept_of_them():
    assert of_a_game(Kept("Ann", (6, 1, 6, 2, 3), (6, 6))) == ["Ann rolls 6 1 6 2 3 and keeps 6 6"]
    assert of_a_game(Kept("Ann", (6, 1, 6, 2, 3), ())) == ["Ann rolls 6 1 6 2 3 and keeps nothing"]


def test_a_bonus_is_told_with_the_category_that_brings_it():
    told = of_a_game(taken("sixes", 30, 135, 300))
    assert told == ["Ann rolls 6 6 6 6 6 and takes sixes for 30 and a bonus of 135, 300 in all"]


def test_without_a_bonus_there_is_no_word_of_one():
    told = of_a_game(taken("ones", 0, 0, 165))
    assert told == ["Ann rolls 6 6 6 6 6 and takes ones for 0, 165 in all"]


def test_who_has_the_highest_total_wins_or_shares_the_win():
    assert of_a_game(GameOver({"Ann": 5, "Bob": 7}, ["Bob"])) == ["Bob wins with 7"]
    assert of_a_game(GameOver({"Ann": 7, "Bob": 7}, ["Ann", "Bob"])) == [
        "Ann and Bob share the win with 7"
    ]


def test_names_are_listed_as_in_a_sentence():
    assert [join_names(names) for names in (["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cy"])] == [
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cy",
    ]


def test_a_tournament_is_told_game_by_game():
    told = of_a_tournament(
        TournamentBegun("yacht", 1, ("Ann", "Bob")),
        PointGiven(1, {"Ann": 134, "Bob": 134}, ["Ann", "Bob"]),
        Tied(["Ann", "Bob"]),
        TournamentOver({"Bob": 2, "Ann": 1}),
    )
    assert told == [
        "yacht, 1 game: Ann, Bob",
        "game 1: Ann 134, Bob 134; a point for Ann and Bob",
        "Ann and Bob are tied for the lead: one more game",
        "Bob has 2 points",
        "Ann has 1 point",
    ]


def test_a_disqualification_says_what_was_broken_and_when():
    told = of_a_tournament(Disqualified(2, Offence("Eve", 3, 1, "no such category")))
    assert told == ["Eve is disqualified in game 2, round 3, roll 1: no such category"]


def test_when_nobody_is_left_it_says_so():
    assert of_a_tournament(TournamentOver({})) == ["nobody is left"]
