"""The rules in words, of new rules too, and their page. What they say of the games is an approved document."""

from functools import partial
from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from dojo.table.rules import RulesPage, entries, in_words
from refactored import scoring
from refactored.dice import Roll
from refactored.rulesets import game_named
from refactored.scoring import Rule
from tests.dojo.table.tables import press, table_for, text_of


def all_even(roll: Roll) -> bool:
    """Tell whether every die is even."""
    return all(die % 2 == 0 for die in roll)


def highest(roll: Roll) -> int:
    """Pay the highest die."""
    return max(roll)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Rule(scoring.any_dice, highest), "the highest die"),
        (scoring.total_of(all_even), "the sum of all five dice when every die is even"),
        (scoring.fixed(5, scoring.any_dice), "5 points"),
        (scoring.total_of(partial(scoring.straight_from, 1)), "the sum of all five dice for exactly 1-2-3-4-5"),
    ],
)
def test_a_new_rule_has_the_words_of_its_function(rule: Rule, words: str) -> None:
    assert in_words(rule) == f"Score {words}."


@pytest.mark.anyio
async def test_no_word_and_no_die_is_cut(tmp_path: Path) -> None:
    app, told = table_for(tmp_path), [*entries(game_named("yahtzee"))]
    edge = "▖▀▀▀▀▀▗"  # below each die
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
        assert not app.session.open
