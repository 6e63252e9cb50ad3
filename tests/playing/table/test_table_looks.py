"""The looks of the table: approved documents and colours."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.theme import Theme

from playing.games.players import PERSON
from playing.table.app import DAY, NIGHT
from playing.table.rules import rule_entries
from playing.table.session import Record, Session
from refactored.games import games
from tests.dojo.contrast import contrast
from tests.dojo.pictures import picture
from tests.dojo.printed import verify_document
from tests.dojo.screens import text_of
from tests.playing import APPROVED
from tests.playing.table.tables import (
    LARGE,
    SMALL,
    press,
    record_after,
    table_with,
)

TWO = {"Ann": PERSON, "Computer": "greedy"}
THREE = {"Ann": PERSON, "Bob": PERSON, "Computer": "careful"}
SCREENS = {  # the record of a game, the size of the terminal, and keys
    "first_throw": (Record("yahtzee", TWO, 3), SMALL, ("space", "2", "3", "down")),
    "joker": (record_after("yahtzee", "yahtzee", seed=8, **TWO), SMALL, ("space", "m")),
    "computer": (Record("yatzy", THREE, 3, ["chance"]), LARGE, ("space", "n")),
}

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", SCREENS)
async def test_screens(name: str, tmp_path: Path):
    record, size, keys = SCREENS[name]
    app = table_with(tmp_path, record)
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        await pilot.pause()
        verify_document(f"table_{name}", text_of(app), folder=APPROVED)


def test_rules_with_the_results_of_their_examples():
    lines = []
    for game in games().values():
        lines += [f"The rules of {game.name}", ""]
        for title, text, dice, result in rule_entries(game):
            lines.append(f"{title}: {text}")
            if dice:
                lines.append(f"    {' '.join(map(str, dice))}: {result}")
        lines.append("")
    verify_document("table_rules", "\n".join(lines), folder=APPROVED)


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    "colours",
    [
        "felt-text on felt",
        "felt-muted on felt",
        "felt-mark on felt",
        "felt-mark-text on felt-mark",
        "sheet-text on sheet",
        "sheet-muted on sheet",
        "mark on sheet",
        "mark-text on mark",
        "die-pip on die",
        "die-kept-pip on die-kept",
    ],
)
def test_colours_have_enough_contrast(colours: str, theme: Theme):
    ink, ground = colours.split(" on ")
    assert contrast(theme.variables[ink], theme.variables[ground]) >= 4.5


async def test_picture_for_the_kata(tmp_path: Path):
    session = Session(
        tmp_path, Record("yahtzee", dict.fromkeys(["Ann", "Bob", "Cy"], "careful"), 145)
    )
    while session.question.round < 9:
        session.move(session.choose_computer_move())
    kinds = {"Ann": PERSON, "Bob": PERSON, "Cy": "careful"}
    app = table_with(tmp_path, replace(session.record, kinds=kinds))
    async with app.run_test(size=(100, 28)) as pilot:
        await pilot.press("space", "1", "2", "5", "space", "4", "up")  # keeps four sixes
        await pilot.pause()
        verify_document("table", picture(app, "dojo table"), "svg", APPROVED)
