"""The page of the rules: it has all of them, each example pays what it says, and it can be read at any size."""

from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from dojo.table.dice import Size, drawn, paint_of
from dojo.table.papers import RulesPage
from dojo.table.rules import Entry, entries
from dojo.table.themes import NIGHT
from refactored import Yatzy
from refactored.dice import roll_of
from refactored.rulesets import game_named, games
from refactored.scorecard import Scorecard
from tests.dojo.table.tables import table_for, text_of

pytestmark = pytest.mark.anyio

CATEGORIES = [(game, category) for game in games() for category in Yatzy.categories(game)]


def entry_of(game: str, title: str) -> Entry:
    return next(entry for entry in entries(game_named(game)) if entry.title == title)


@pytest.mark.parametrize("game", list(games()))
def test_there_is_an_entry_for_all_there_is_to_know(game: str) -> None:
    more = ["upper bonus", "jokers"] if game == "yahtzee" else []
    titles = [entry.title for entry in entries(game_named(game))]
    assert titles == ["A turn", "The end", "At this table", *Yatzy.categories(game), *more]


@pytest.mark.parametrize(("game", "category"), CATEGORIES)
def test_an_example_brings_what_it_says(game: str, category: str) -> None:
    entry = entry_of(game, category)
    points = Yatzy.score(game, category, list(entry.dice))
    assert points > 0
    assert entry.brings == f"{points} points"


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
    assert f"{card.sums.joker_bonus // 12} points more" in joker.words


async def opened(pilot: Pilot[None]) -> VerticalScroll:
    """Open the page of the rules, which then scrolls at once, and return what is on it."""
    pilot.app.animation_level = "none"
    await pilot.press("r")
    await pilot.pause()
    return pilot.app.screen.query_one(VerticalScroll)


@pytest.mark.parametrize("columns", [43, 120, 200])
@pytest.mark.parametrize("game", list(games()))
async def test_no_word_and_no_die_is_cut(game: str, columns: int, tmp_path: Path) -> None:
    app = table_for(tmp_path, game)
    async with app.run_test(size=(columns, 240)) as pilot:
        await opened(pilot)
        shown, told = text_of(app), [*entries(game_named(game))]
        edge = drawn(1, Size.SMALL, paint_of(NIGHT.variables, 1)).plain.splitlines()[-1]
        assert shown.count(edge) == sum(len(entry.dice) for entry in told)
        words = " ".join(f"{entry.title} {entry.words} {entry.brings}" for entry in told)
        assert {*words.split()} <= {*shown.split()}


async def test_keys_scroll_it_to_its_end(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(80, 20)) as pilot:
        await opened(pilot)
        await pilot.press("down", "pagedown", "end")
        await pilot.pause()
        *_, last = entries(app.session.game)
        assert last.words.split()[-1] in text_of(app)


@pytest.mark.parametrize("key", ["r", "space", "escape", ""])
async def test_any_other_key_and_a_click_go_back(key: str, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(80, 20)) as pilot:
        await opened(pilot)
        await (pilot.press(key) if key else pilot.click(VerticalScroll))
        await pilot.pause()
        assert not isinstance(app.screen, RulesPage)
        assert not app.controller.open
