"""The page of the rules: it has all of them, each example pays what it says, and it can be read at any size."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from dojo.games.seats import PERSON
from dojo.table.dice import QUARTERS, Size, drawn, paint_of
from dojo.table.rulebook import Entry, entries, example
from dojo.table.rules_page import Entries, RulesPage
from dojo.table.session import Session, new_record
from dojo.table.themes import NIGHT
from refactored import Yatzy, roll_of
from refactored.dice import Roll
from refactored.rulesets import Game, game_named, games, in_sections
from refactored.scorecard import Scorecard
from refactored.scoring import Category, Rule, any_dice, total_of
from tests.dojo.board.boards import READABLE, contrast_of
from tests.dojo.table.tables import table_for, text_of

pytestmark = pytest.mark.anyio

SIZES = ((43, 60), (60, 20), (80, 24), (120, 40), (200, 60))
DRAWN = f"{QUARTERS}▁▂▃▅▆▇"  # dice, and the scrollbar
OTHER_DICE = (1, 2, 3, 4, 6)
CATEGORIES = [(game, category) for game in games() for category in Yatzy.categories(game)]


def entry_of(game: str, title: str) -> Entry:
    return next(entry for entry in entries(game_named(game)) if entry.title == title)


@pytest.mark.parametrize("game", list(games()))
def test_there_is_an_entry_for_all_there_is_to_know(game: str) -> None:
    upper, lower = (
        [name for name in Yatzy.categories(game) if Yatzy.is_upper(game, name) is is_upper]
        for is_upper in (True, False)
    )
    bonus, jokers = (["upper bonus"], ["yahtzee bonus", "jokers"]) if game == "yahtzee" else ([], [])
    titles = [entry.title for entry in entries(game_named(game))]
    assert titles == ["A turn", "The end", "At this table", *upper, *bonus, *lower, *jokers]


@pytest.mark.parametrize(("game", "category"), CATEGORIES)
def test_an_example_brings_what_it_says(game: str, category: str) -> None:
    entry = entry_of(game, category)
    points = Yatzy.score(game, category, list(entry.dice))
    assert points > 0
    assert entry.brings == f"{points} points"


@pytest.mark.parametrize(
    ("game", "category", "dice"),
    [
        ("yatzy", "threes", (3, 3, 3, 5, 6)),
        ("yatzy", "pair", (3, 4, 4, 5, 6)),
        ("yahtzee", "small straight", (1, 3, 4, 5, 6)),
        ("yahtzee", "chance", (1, 2, 4, 5, 6)),
    ],
)
def test_an_example_shows_what_its_category_is_for(game: str, category: str, dice: tuple[int, ...]) -> None:
    assert entry_of(game, category).dice == dice


def test_a_bonus_has_the_amounts_of_the_game() -> None:
    assert entry_of("yahtzee", "upper bonus").words.startswith("35 points more once ones to sixes have brought 63")
    assert entry_of("yahtzee", "yahtzee bonus").words.startswith("100 points more for each joker")


def test_a_joker_goes_where_the_card_lets_it_and_brings_what_the_card_says() -> None:
    game, (*_, entry) = game_named("yahtzee"), entries(game_named("yahtzee"))
    card = Scorecard(game)
    card.place(card.placement("yahtzee", entry.dice))
    for place in entry.words.splitlines():
        allowed = game.allowed(roll_of(entry.dice), card.free().values())
        names = [category.name for category in allowed]
        listed = ", ".join(f"{name} for {card.placement(name, entry.dice).points}" for name in names)
        assert place.endswith((f": {listed}.", f" to {listed}."))
        for name in names:
            card.place(card.placement(name, OTHER_DICE))
    assert not card.free()


def test_a_turn_has_as_many_throws_as_the_table_allows() -> None:
    at_table, throws = Session(new_record("yacht", {"Ann": PERSON}, seed=1)), 1
    while at_table.throws_left:
        at_table.move([])
        throws += 1
    assert throws == 3
    assert entry_of("yacht", "A turn").words.startswith("You have three throws: all five dice first")


@pytest.mark.parametrize("game", list(games()))
def test_a_game_ends_after_its_rounds(game: str) -> None:
    assert f"after {len(Yatzy.categories(game))} rounds." in entry_of(game, "The end").words


def test_a_category_that_is_new_has_its_own_words_and_an_example() -> None:
    evens = Category("evens", total_of(all_even), is_upper=False)
    game = Game("new", {**in_sections({}), "evens": evens})
    entry = list(entries(game))[-1]
    assert entry.words == "Score the sum of all five dice when every die is even."
    assert all(die % 2 == 0 for die in entry.dice)
    assert entry.brings == f"{sum(entry.dice)} points"


def test_a_category_that_never_pays_has_no_example() -> None:
    never = Category("never", Rule(any_dice, lambda _: 0), is_upper=False)
    assert example(Game("new", {"never": never}), never) == ()


def all_even(roll: Roll) -> bool:
    """Tell whether every die is even."""
    return all(die % 2 == 0 for die in roll)


async def opened(pilot: Pilot[None]) -> Entries:
    """Open the page of the rules, which then scrolls at once, and return what is on it."""
    pilot.app.animation_level = "none"
    await pilot.press("r")
    await pilot.pause()
    return pilot.app.screen.query_one(Entries)


def columns_of(page: Entries) -> list[str]:
    """Return the words of each column, dice left out."""
    first = page.lines[0].text
    starts = [first.index(entry.title) for entry in page.shown if entry.title in first]
    bounds = zip(starts, [*starts[1:], None], strict=True)
    texts = ["\n".join(line.text[start:end] for line in page.lines) for start, end in bounds]
    return [" ".join(text.translate(dict.fromkeys(map(ord, QUARTERS.strip()))).split()) for text in texts]


@pytest.mark.parametrize(("size", "columns"), list(zip(SIZES, (1, 1, 1, 2, 3), strict=True)))
async def test_the_width_is_used(size: tuple[int, int], columns: int, tmp_path: Path) -> None:
    async with table_for(tmp_path).run_test(size=size) as pilot:
        assert len(columns_of(await opened(pilot))) == columns


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", list(games()))
async def test_no_word_is_cut(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    async with table_for(tmp_path, game).run_test(size=size) as pilot:
        page = await opened(pilot)
        columns = columns_of(page)
        for number, entry in enumerate(page.shown):
            words = " ".join([entry.title, *entry.words.split(), *entry.brings.split()])
            assert words in columns[number % len(columns)]


@pytest.mark.parametrize("size", SIZES)
async def test_no_die_is_cut(size: tuple[int, int], tmp_path: Path) -> None:
    async with table_for(tmp_path).run_test(size=size) as pilot:
        page = await opened(pilot)
        dice = sum(len(entry.dice) for entry in page.shown)
        edge = drawn(1, Size.SMALL, paint_of(NIGHT.variables)).plain.splitlines()[-1]
        assert sum(line.text.count(edge) for line in page.lines) == dice > 0


@pytest.mark.parametrize("size", SIZES)
async def test_it_scrolls_to_its_end(size: tuple[int, int], tmp_path: Path) -> None:
    async with table_for(tmp_path).run_test(size=size) as pilot:
        page = await opened(pilot)
        await pilot.press("end")
        await pilot.pause()
        assert page.shown[-1].words.split()[-1] in text_of(pilot.app)


@pytest.mark.parametrize("key", ["down", "pagedown", "end"])
async def test_keys_that_scroll_stay_on_the_page(key: str, tmp_path: Path) -> None:
    async with table_for(tmp_path).run_test(size=(60, 20)) as pilot:
        page = await opened(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert page.scroll_target_y > 0
        assert isinstance(pilot.app.screen, RulesPage)


async def test_the_wheel_scrolls(tmp_path: Path) -> None:
    async with table_for(tmp_path).run_test(size=(60, 20)) as pilot:
        page = await opened(pilot)
        page.post_message(events.MouseScrollDown(page, 5, 5, 0, 1, 0, shift=False, meta=False, ctrl=False))
        await pilot.pause()
        assert page.scroll_target_y > 0


@pytest.mark.parametrize("key", ["r", "x", "enter", "space", "escape", "q"])
async def test_any_other_key_goes_back(key: str, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(60, 20)) as pilot:
        await opened(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert not isinstance(app.screen, RulesPage)
        assert app.is_running
        assert not app.session.record.moves


async def test_a_click_goes_back(tmp_path: Path) -> None:
    async with table_for(tmp_path).run_test(size=(60, 20)) as pilot:
        await opened(pilot)
        await pilot.click(Entries)
        await pilot.pause()
        assert not isinstance(pilot.app.screen, RulesPage)


@pytest.mark.parametrize("presses", [0, 1], ids=["by night", "by day"])
async def test_all_of_it_can_be_read(presses: int, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.press(*"t" * presses)
        await opened(pilot)
        strips = app.screen._compositor.render_strips()  # noqa: SLF001 - the picture before it becomes escape codes
        read = [(text, style) for strip in strips for text, style, _ in strip if style and text.strip(DRAWN)]
        assert [text for text, style in read if contrast_of(style) < READABLE] == []
