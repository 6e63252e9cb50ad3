"""The looks of the table: approved documents, and whether everything can be read."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from textual.theme import Theme

from dojo.games.players import PERSON
from dojo.table.app import DAY, NIGHT
from dojo.table.dice import DIE_SIZES, QUADRANTS, Place, Pose, choose_paint, draw_die
from dojo.table.rules import rule_entries
from dojo.table.session import Record, Session
from refactored import Yatzy
from refactored.rulesets import game_named, games
from tests.dojo.pictures import hexadecimal, picture
from tests.dojo.printed import verify_document
from tests.dojo.table.contrast import contrast
from tests.dojo.table.screen_as_text import character_for, names_of_colours, screen_as_text
from tests.dojo.table.tables import (
    TERMINAL_SIZES,
    press,
    record_after,
    strips_of,
    table_for,
    table_with,
)

DRAWN = f"{QUADRANTS}▁▂▃▅▆▇▔─━"  # dice and edges
CONSOLE = Console()
PICTURE_SIZE = (100, 28)

pytestmark = pytest.mark.anyio

SMALL, LARGE = TERMINAL_SIZES
TWO = {"Ann": PERSON, "Computer": "greedy"}
CAREFUL = Record("yahtzee", {"Ann": PERSON, "Computer": "careful"}, 3)
THREE = Record("yatzy", {"Ann": PERSON, "Bob": PERSON, "Computer": "careful"}, 3, ["chance"])
SCREENS = {  # the record of a game, the size of the terminal, and keys
    "begins": (CAREFUL, SMALL, ()),
    "first_throw": (CAREFUL, SMALL, ("space", "2", "3", "down")),
    "sacrifice": (Record("yacht", {"Ann": PERSON, "Bob": PERSON}, 3), SMALL, ("space", "l")),
    "joker": (record_after("yahtzee", "yahtzee", seed=8, **TWO), SMALL, ("space", "m")),
    "computer": (THREE, LARGE, ("space", "n")),
    "ends": (record_after("yacht", *game_named("yacht").categories, **TWO), SMALL, ()),
}


@pytest.mark.parametrize("name", SCREENS)
async def test_screens(name: str, tmp_path: Path) -> None:
    record, size, keys = SCREENS[name]
    app = table_with(tmp_path, record)
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        await pilot.pause()
        verify_document(f"table_{name}", screen_as_text(app))


def test_every_face_in_every_size() -> None:
    names = names_of_colours(NIGHT.variables)
    lines = []
    for size in DIE_SIZES:
        for face in range(7):
            paint = choose_paint(NIGHT.variables, face)
            die = draw_die(Pose(face), size, paint, Place(size.width, size.rows))
            for line in die.split("\n"):
                characters = []
                for column, block in enumerate(line.plain):
                    style = line.get_style_at_offset(CONSOLE, column)
                    characters.append(character_for(block, style, names))
                lines.append("".join(characters))
            lines.append("")
    verify_document("table_dice", "\n".join(lines))


def test_rules_and_the_results_of_their_examples() -> None:
    lines = []
    for game in games().values():
        lines += [f"The rules of {game.name}", ""]
        for title, text, dice, result in rule_entries(game):
            lines.append(f"{title}: {text}")
            if dice:
                lines.append(f"    {' '.join(map(str, dice))}: {result}")
            if title in game.categories:
                assert result == f"{Yatzy.score(game.name, title, [*dice])} points"
        lines.append("")
    verify_document("table_rules", "\n".join(lines))


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
def test_dice_and_pips_have_enough_contrast(theme: Theme) -> None:
    colours = theme.variables
    for die in ("die", "die-kept", "die-back"):
        assert contrast(colours[die], colours["felt"]) >= 3
    for die in ("die", "die-kept"):
        assert contrast(colours[f"{die}-pip"], colours[die]) >= 4.5


async def test_every_text_has_enough_contrast_by_night_and_by_day(tmp_path: Path) -> None:
    app = table_for(tmp_path, "yahtzee", Ann=PERSON, Bob=PERSON)
    hard_to_read = []
    async with app.run_test(size=LARGE) as pilot:
        for key in ("space", "r", "x", "t", "r"):
            await press(pilot, key)
            segments = [segment for strip in strips_of(app) for segment in strip]
            for text, style, _ in segments:
                if style and text.strip(DRAWN):
                    ink, ground = hexadecimal(style.color), hexadecimal(style.bgcolor)
                    if contrast(ink, ground) < 4.5:
                        hard_to_read.append(text)
    assert hard_to_read == []


async def test_picture_for_the_readme(tmp_path: Path) -> None:
    record = Record("yahtzee", dict.fromkeys(("Ann", "Bob", "Cy"), "careful"), seed=145)
    session = Session(tmp_path, record)
    while session.question.round < 9:
        session.move(session.choose_computer_move())
    kinds = {"Ann": PERSON, "Bob": PERSON, "Cy": "careful"}
    app = table_with(tmp_path, replace(session.record, kinds=kinds))
    async with app.run_test(size=PICTURE_SIZE) as pilot:
        await pilot.press("space", "1", "2", "5", "space", "4", "up")  # keeps four sixes
        await pilot.pause()
        verify_document("table", picture(app, "dojo table"), "svg")
