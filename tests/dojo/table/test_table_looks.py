"""What the table looks like at six moments: documents that somebody has looked at and approved."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.games.players import PERSON
from dojo.table.dice import QUARTERS
from dojo.table.session import Record, Session
from refactored.rulesets import game_named
from tests.dojo.pictures import hexadecimal, picture
from tests.dojo.printed import Verify, verify_looks
from tests.dojo.table.contrast import contrast
from tests.dojo.table.seen import seen
from tests.dojo.table.tables import SIZES, laid, press, record_after, strips_of, table_for

__all__ = ["verify_looks"]

DRAWN = f"{QUARTERS}▁▂▃▅▆▇▔─━"  # dice, and edges
PICTURE = (100, 28)  # columns and rows of the README's

pytestmark = pytest.mark.anyio


ANN_AND_CY = {"Ann": PERSON, "Computer": "greedy"}
MOMENTS = {  # a table, the size of its screen, and keys
    "begins": (Record("yahtzee", {"Ann": PERSON, "Computer": "careful"}, 3), SIZES[0], ()),
    "first_throw": (
        Record("yahtzee", {"Ann": PERSON, "Computer": "careful"}, 3),
        SIZES[0],
        ("space", "2", "3", "down"),
    ),
    "sacrifice": (Record("yacht", {"Ann": PERSON, "Bob": PERSON}, 3), SIZES[0], ("space", "l")),
    "joker": (record_after("yahtzee", "yahtzee", seed=8, **ANN_AND_CY), SIZES[0], ("space", "m")),
    "computer": (
        Record("yatzy", {"Ann": PERSON, "Bob": PERSON, "Computer": "careful"}, 3, ["chance"]),
        SIZES[1],
        ("space", "n"),
    ),
    "ends": (record_after("yacht", *game_named("yacht").categories, **ANN_AND_CY), SIZES[0], ()),
}


@pytest.mark.parametrize("name", MOMENTS)
async def test_what_one_sees_of_a_table(name: str, tmp_path: Path, verify_looks: Verify) -> None:
    record, size, keys = MOMENTS[name]
    app = laid(tmp_path, record)
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        await pilot.pause()
        verify_looks(f"table_{name}", "txt", seen(app))


async def test_all_of_it_can_be_read_by_night_and_by_day(tmp_path: Path) -> None:
    app, hard_to_read = table_for(tmp_path, "yahtzee", Ann=PERSON, Bob=PERSON), []
    async with app.run_test(size=SIZES[1]) as pilot:
        for key in ("space", "r", "x", "t", "r"):
            await press(pilot, key)
            words = [
                (text, style) for strip in strips_of(app) for text, style, _ in strip if style and text.strip(DRAWN)
            ]
            colours = [(text, *map(hexadecimal, (style.color, style.bgcolor))) for text, style in words]
            hard_to_read += [text for text, ink, ground in colours if contrast(ink, ground) < 4.5]
    assert hard_to_read == []


async def test_the_picture_of_the_readme(tmp_path: Path, verify_looks: Verify) -> None:
    session = Session(Record("yahtzee", dict.fromkeys(("Ann", "Bob", "Cy"), "careful"), seed=145))
    while session.question.round < 9:
        session.move(session.answer_of_computer())
    kinds = {"Ann": PERSON, "Bob": PERSON, "Cy": "careful"}
    app = laid(tmp_path, replace(session.record, kinds=kinds))
    async with app.run_test(size=PICTURE) as pilot:
        await pilot.press("space", "1", "2", "5", "space", "4", "up")  # four sixes are kept for yahtzee
        await pilot.pause()
        verify_looks("table", "svg", picture(app, "dojo table"))
