"""The rules in words: of the games that there are, and of new rules; each example pays what it says; and their page."""

from functools import partial
from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from dojo.table.dice import SMALL, drawn, paint_of
from dojo.table.rules import Entry, RulesPage, entries, in_words
from dojo.table.themes import NIGHT
from refactored import Yatzy, rows, scoring
from refactored.dice import Roll, roll_of
from refactored.rulesets import game_named, games
from refactored.scorecard import Scorecard
from refactored.scoring import Rule
from tests.dojo.table.tables import press, table_for, text_of


def entry_of(game: str, title: str) -> Entry:
    return next(entry for entry in entries(game_named(game)) if entry.title == title)


def all_even(roll: Roll) -> bool:
    """Tell whether every die is even."""
    return all(die % 2 == 0 for die in roll)


def highest(roll: Roll) -> int:
    """Pay the highest die."""
    return max(roll)


@pytest.mark.parametrize(
    ("game", "category", "words"),
    [
        ("yahtzee", "ones", "1 point for each one"),
        ("yahtzee", "sixes", "6 points for each six"),
        ("yahtzee", "three of a kind", "the sum of all five dice when at least three are alike"),
        ("yahtzee", "full house", "25 points for a full house"),
        ("yahtzee", "small straight", "30 points for any four faces in sequence"),
        ("yahtzee", "chance", "the sum of all five dice"),
        ("yatzy", "pair", "the sum of the two highest matching dice"),
        ("yatzy", "four of a kind", "the sum of four dice alike"),
        ("yatzy", "large straight", "20 points for exactly 2-3-4-5-6"),
        ("yatzy", "full house", "the sum of all five dice of a full house"),
    ],
)
def test_rules_have_words_for_their_numbers(game: str, category: str, words: str) -> None:
    assert entry_of(game, category).words == f"Score {words}."


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Rule(scoring.any_dice, highest), "the highest die"),
        (scoring.total_of(all_even), "the sum of all five dice when every die is even"),
        (scoring.fixed(30, all_even), "30 points when every die is even"),
        (Rule(all_even, highest), "the highest die when every die is even"),
        (scoring.fixed(5, scoring.any_dice), "5 points"),
        (scoring.total_of(partial(scoring.straight_from, 1)), "the sum of all five dice for exactly 1-2-3-4-5"),
    ],
)
def test_a_new_rule_has_the_words_of_its_function(rule: Rule, words: str) -> None:
    assert in_words(rule) == f"Score {words}."


@pytest.mark.parametrize("game", list(games()))
def test_there_is_an_entry_for_all_there_is_to_know_and_an_example_brings_what_it_says(game: str) -> None:
    categories = Yatzy.categories(game)
    told = {entry.title: entry for entry in entries(game_named(game))}
    sheet = [row.label for row in rows(game_named(game), []) if row.label not in ("upper score", "total")]
    assert [title for title in told if title != "jokers"] == ["A turn", "The end", "At this table", *sheet]
    for category in categories:
        points = Yatzy.score(game, category, list(told[category].dice))
        assert points > 0
        assert told[category].brings == f"{points} points"


BELOW = "three of a kind 30, four of a kind 30, full house 25, small straight 30, large straight 40, chance 30"
JOKERS = {
    "to the category of its face": "sixes 30",
    "to any free one below, which then pays in full": BELOW,
    "to any free one above, for 0": "ones 0, twos 0, threes 0, fours 0, fives 0",
}


def test_a_joker_goes_where_its_words_say_and_brings_what_they_say() -> None:
    game, joker = game_named("yahtzee"), entry_of("yahtzee", "jokers")
    card = Scorecard(game)
    card.place(card.placement("yahtzee", joker.dice))
    for words, places in JOKERS.items():
        free = [category.name for category in game.allowed(roll_of(joker.dice), card.free().values())]
        assert words in joker.words
        assert ", ".join(f"{name} {card.placement(name, joker.dice).points}" for name in free) == places
        for name in free:
            card.place(card.placement(name, joker.dice))
    assert f"{card.sums.joker_bonus // 12} points more" in entry_of("yahtzee", "yahtzee bonus").words


@pytest.mark.anyio
async def test_no_word_and_no_die_is_cut(tmp_path: Path) -> None:
    app, told = table_for(tmp_path), [*entries(game_named("yahtzee"))]
    edge = drawn(1, SMALL, paint_of(NIGHT.variables, 1)).plain.splitlines()[-1]
    words = " ".join(f"{entry.title} {entry.words} {entry.brings}" for entry in told)
    async with app.run_test() as pilot:
        await press(pilot, "r")
        for columns in (43, 200):
            await pilot.resize_terminal(columns, 240)
            await pilot.pause()
            shown = text_of(app)
            assert shown.count(edge) == sum(len(entry.dice) for entry in told)
            assert {*words.split()} <= {*shown.split()}


@pytest.mark.anyio
async def test_keys_scroll_it_to_its_end_and_any_other_key_and_a_click_go_back(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(80, 20)) as pilot:
        await press(pilot, "r", "down", "pagedown", "end")
        *_, last = entries(app.session.game)
        assert last.words.split()[-1] in text_of(app)
        for key in ("r", "space", "escape"):
            await press(pilot, key, "r")
        await pilot.click(VerticalScroll)
        await pilot.pause()
        assert not isinstance(app.screen, RulesPage)
        assert not app.controller.open
