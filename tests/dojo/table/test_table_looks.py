"""What the table looks like at six moments: documents that somebody has looked at and approved.

`dojo approve table` shows what changed, asks, and replaces them.
"""

from pathlib import Path

import pytest

from dojo.games.players import PERSON
from dojo.table.app import Table
from dojo.table.dice import QUARTERS
from dojo.table.papers import Ask
from tests.dojo.looks import Verify, verify_looks
from tests.dojo.pictures import hexadecimal, picture
from tests.dojo.table.contrast import contrast
from tests.dojo.table.seen import seen
from tests.dojo.table.tables import SIZES, strips_of, table_for, table_in_round

__all__ = ["verify_looks"]

DRAWN = f"{QUARTERS}▁▂▃▅▆▇▔─━"  # dice, and edges
PICTURE = (100, 28)  # columns and rows of the README's

pytestmark = pytest.mark.anyio


async def moment(app: Table, size: tuple[int, int], *keys: str) -> str:
    """Return what one sees after some keys, one after the other, each when the table is at rest.

    Nobody says `y` where nothing is asked.
    """
    async with app.run_test(size=size) as pilot:
        for key in keys:
            if key == "y" and not isinstance(app.screen, Ask):
                continue
            await pilot.press(key)
            await pilot.pause()
            while app.controller.pace == "at once" and app.controller.asks_a_computer:
                app.step()
        await pilot.pause()
        return seen(app)


async def test_at_the_beginning_the_dice_lie_covered(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yahtzee", Ann=PERSON, Computer="careful")
    verify_looks("table_begins", "txt", await moment(app, SIZES[0]))


async def test_after_a_throw_every_free_category_makes_its_offer(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yahtzee", Ann=PERSON, Computer="careful")
    verify_looks("table_first_throw", "txt", await moment(app, SIZES[0], "space", "2", "3", "down"))


async def test_a_sacrifice_is_asked_about(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yacht", Ann=PERSON, Bob=PERSON)
    verify_looks("table_sacrifice", "txt", await moment(app, SIZES[0], "space", "l"))


async def test_a_joker_leaves_one_category_and_says_why(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yahtzee", seed=8, Ann=PERSON, Computer="greedy")
    app.controller.pace = "at once"
    verify_looks("table_joker", "txt", await moment(app, SIZES[0], "space", "l", "y", "space", "m"))


async def test_a_computer_player_thinks_aloud_at_a_large_table(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yatzy", Ann=PERSON, Bob=PERSON, Computer="careful")
    verify_looks("table_computer", "txt", await moment(app, SIZES[1], "space", "n", "space", "n"))


async def test_the_end_has_standings(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yacht", Ann=PERSON, Computer="greedy")
    app.controller.pace = "at once"
    turns = [key for letter in "abcdefghijkl" for key in ("space", letter, "y")]
    verify_looks("table_ends", "txt", await moment(app, SIZES[0], *turns))


@pytest.mark.parametrize("light", ["", "t"], ids=["by night", "by day"])
@pytest.mark.parametrize("key", ["space", "r"], ids=["the table", "the rules"])
async def test_all_of_it_can_be_read(key: str, light: str, tmp_path: Path) -> None:
    app = table_for(tmp_path, "yahtzee", Ann=PERSON, Bob=PERSON)
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press(*light, key)
        await pilot.pause()
        words = [(text, style) for strip in strips_of(app) for text, style, _ in strip if style and text.strip(DRAWN)]
        colours = [(text, *map(hexadecimal, (style.color, style.bgcolor))) for text, style in words]
        assert [text for text, ink, ground in colours if contrast(ink, ground) < 4.5] == []


async def test_the_picture_of_the_readme(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_in_round(tmp_path, "yahtzee", 9, seed=145, Ann=PERSON, Bob=PERSON, Cy="careful")
    async with app.run_test(size=PICTURE) as pilot:
        await pilot.press("space", "1", "2", "5", "space", "4", "up")  # four sixes are kept for yahtzee
        await pilot.pause()
        verify_looks("table", "svg", picture(app, "dojo table"))
