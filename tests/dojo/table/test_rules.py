"""What a category pays is said in words: of the rules that there are, and of new ones."""

from functools import partial

from dojo.table.rules import in_words
from refactored import scoring
from refactored.dice import Roll
from refactored.rulesets import game_named
from refactored.scoring import Rule


def test_rules_have_words_for_their_numbers() -> None:
    rules = {name: in_words(category.rule) for name, category in game_named("yahtzee").categories.items()}
    assert [rules[name] for name in ("ones", "sixes", "three of a kind", "full house", "small straight", "chance")] == [
        "Score 1 point for each one.",
        "Score 6 points for each six.",
        "Score the sum of all five dice when at least three are alike.",
        "Score 25 points for a full house.",
        "Score 30 points for any four faces in sequence.",
        "Score the sum of all five dice.",
    ]
    rules = {name: in_words(category.rule) for name, category in game_named("yatzy").categories.items()}
    assert [rules[name] for name in ("pair", "four of a kind", "large straight", "full house")] == [
        "Score the sum of the two highest matching dice.",
        "Score the sum of four dice alike.",
        "Score 20 points for exactly 2-3-4-5-6.",
        "Score the sum of all five dice of a full house.",
    ]


def test_a_new_rule_has_the_words_of_its_function() -> None:
    assert in_words(Rule(scoring.any_dice, highest)) == "Score the highest die."
    assert in_words(scoring.total_of(all_even)) == "Score the sum of all five dice when every die is even."
    assert in_words(scoring.fixed(30, all_even)) == "Score 30 points when every die is even."
    assert in_words(Rule(all_even, highest)) == "Score the highest die when every die is even."


def test_a_rule_put_together_anew_reads_well() -> None:
    assert in_words(scoring.fixed(5, scoring.any_dice)) == "Score 5 points."
    assert in_words(scoring.total_of(partial(scoring.straight_from, 1))) == (
        "Score the sum of all five dice for exactly 1-2-3-4-5."
    )


def all_even(roll: Roll) -> bool:
    """Tell whether every die is even."""
    return all(die % 2 == 0 for die in roll)


def highest(roll: Roll) -> int:
    """Pay the highest die."""
    return max(roll)
