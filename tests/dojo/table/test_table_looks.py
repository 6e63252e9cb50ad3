"""What the table looks like: documents that somebody has looked at and approved; and that all of it can be read."""

from dataclasses import replace
from itertools import repeat
from pathlib import Path

import pytest
from rich.console import Console
from textual.theme import Theme

from dojo.games.players import PERSON
from dojo.table.app import DAY, NIGHT
from dojo.table.dice import QUARTERS, SIZES, Pose, draw, paint_of
from dojo.table.rules import entries
from dojo.table.session import Record, Session
from refactored import Yatzy
from refactored.rulesets import game_named, games
from tests.dojo.pictures import hexadecimal, picture
from tests.dojo.printed import verify_document
from tests.dojo.table.contrast import contrast
from tests.dojo.table.seen import SHADES, seen, shade
from tests.dojo.table.tables import SIZES as SCREENS
from tests.dojo.table.tables import laid, press, record_after, strips_of, table_for

DRAWN = f"{QUARTERS}▁▂▃▅▆▇▔─━"  # dice, and edges
CONSOLE = Console()
PICTURE = (100, 28)  # columns and rows of the README's

pytestmark = pytest.mark.anyio


ANN_AND_CY = {"Ann": PERSON, "Computer": "greedy"}
MOMENTS = {  # a table, the size of its screen, and keys
    "begins": (Record("yahtzee", {"Ann": PERSON, "Computer": "careful"}, 3), SCREENS[0], ()),
    "first_throw": (
        Record("yahtzee", {"Ann": PERSON, "Computer": "careful"}, 3),
        SCREENS[0],
        ("space", "2", "3", "down"),
    ),
    "sacrifice": (Record("yacht", {"Ann": PERSON, "Bob": PERSON}, 3), SCREENS[0], ("space", "l")),
    "joker": (record_after("yahtzee", "yahtzee", seed=8, **ANN_AND_CY), SCREENS[0], ("space", "m")),
    "computer": (
        Record("yatzy", {"Ann": PERSON, "Bob": PERSON, "Computer": "careful"}, 3, ["chance"]),
        SCREENS[1],
        ("space", "n"),
    ),
    "ends": (record_after("yacht", *game_named("yacht").categories, **ANN_AND_CY), SCREENS[0], ()),
}


@pytest.mark.parametrize("name", MOMENTS)
async def test_what_one_sees_of_a_table(name: str, tmp_path: Path) -> None:
    record, size, keys = MOMENTS[name]
    app = laid(tmp_path, record)
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        await pilot.pause()
        verify_document(f"table_{name}", seen(app))


def test_every_face_in_every_size() -> None:
    shades, lines = {NIGHT.variables[name]: name for name in reversed(SHADES)}, []
    for size in SIZES:
        for face in range(7):
            die = draw(Pose(face), size, paint_of(NIGHT.variables, face), (size.columns, size.rows, 0))
            for line in die.split("\n"):
                styles = [line.get_style_at_offset(CONSOLE, column) for column in range(size.columns)]
                lines.append("".join(map(shade, line.plain, styles, repeat(shades))))
            lines.append("")
    verify_document("table_dice", "\n".join(lines))


def test_the_rules_in_words_and_each_example_brings_what_it_says() -> None:
    lines = []
    for game in games().values():
        lines += [f"The rules of {game.name}", ""]
        for title, words, dice, brings in entries(game):
            lines += [f"{title}: {words}", f"    {' '.join(map(str, dice))}: {brings}"][: 1 + bool(dice)]
            if title in game.categories:
                assert brings == f"{Yatzy.score(game.name, title, [*dice])} points"
        lines.append("")
    verify_document("table_rules", "\n".join(lines))


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
def test_a_die_is_seen_on_the_felt_and_its_pips_on_the_die(theme: Theme) -> None:
    felt, kinds = theme.variables["felt"], [theme.variables[name] for name in ("die", "die-kept", "die-back")]
    assert min(contrast(die, felt) for die in kinds) >= 3
    assert min(contrast(theme.variables[f"{name}-pip"], theme.variables[name]) for name in ("die", "die-kept")) >= 4.5


async def test_all_of_it_can_be_read_by_night_and_by_day(tmp_path: Path) -> None:
    app, hard_to_read = table_for(tmp_path, "yahtzee", Ann=PERSON, Bob=PERSON), []
    async with app.run_test(size=SCREENS[1]) as pilot:
        for key in ("space", "r", "x", "t", "r"):
            await press(pilot, key)
            words = [
                (text, style) for strip in strips_of(app) for text, style, _ in strip if style and text.strip(DRAWN)
            ]
            colours = [(text, *map(hexadecimal, (style.color, style.bgcolor))) for text, style in words]
            hard_to_read += [text for text, ink, ground in colours if contrast(ink, ground) < 4.5]
    assert hard_to_read == []


async def test_the_picture_of_the_readme(tmp_path: Path) -> None:
    session = Session(tmp_path, Record("yahtzee", dict.fromkeys(("Ann", "Bob", "Cy"), "careful"), seed=145))
    while session.question.round < 9:
        session.move(session.answer())
    kinds = {"Ann": PERSON, "Bob": PERSON, "Cy": "careful"}
    app = laid(tmp_path, replace(session.record, kinds=kinds))
    async with app.run_test(size=PICTURE) as pilot:
        await pilot.press("space", "1", "2", "5", "space", "4", "up")  # four sixes are kept for yahtzee
        await pilot.pause()
        verify_document("table", picture(app, "dojo table"), "svg")
