"""How the table fills a screen: of several sizes, for every game, for one player and for six."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.content import Content
from textual.pilot import Pilot
from textual.widget import Widget

from dojo.games.seats import PERSON
from dojo.table import words
from dojo.table.app import Table
from dojo.table.dice import Size
from dojo.table.layout import PROMPT_ROWS, Layout, Room, gap_and_words, layout_for, sheet_and_felt
from dojo.table.measures import cut
from dojo.table.moment import Moment
from dojo.table.session import Record, Session
from dojo.table.sheet import GROUNDED, LAID_ON
from dojo.table.sheet_text import SheetText
from dojo.table.tray import breadth, largest
from refactored import games, rows
from tests.dojo.table.contrast import contrast
from tests.dojo.table.tables import Timers, laid, text_of

pytestmark = pytest.mark.anyio

SMALL, USUAL, LARGE, PHONE = Room(80, 20), Room(80, 24), Room(200, 60), Room(43, 46)
SCREENS = (SMALL, USUAL, LARGE, PHONE)
NAMES = ("Ann", "Player number 1", "Player number 2", "Bartholomew", "李小龍和朋友", "🎲🎲🎲 Zoë")
GAMES = list(games())
FIVE_ALIKE_NEXT = 5133  # a seed whose second dice are five alike


def session_of(game: str, seats: int, *moves: list[int] | str, seed: int = 3) -> Session:
    return Session(Record(game, dict.fromkeys(NAMES[:seats], PERSON), seed, [*moves]))


def table_of(folder: Path, game: str, seats: int) -> Table:
    return laid(folder, session_of(game, seats).record, Timers())


def text_for(session: Session, screen: Room) -> SheetText:
    return SheetText(session, *sheet_and_felt(session, screen)[0], cursor=0, offering=True)


def text_in(app: Table, widget: Widget) -> str:
    """Return what one sees of a widget, on one line."""
    x, y, width, height = widget.region
    strips = app.screen._compositor.render_strips()[y : y + height]  # noqa: SLF001 - before it becomes escape codes
    return " ".join(" ".join(strip.crop(x, x + width).text for strip in strips).split())


def text_of_line(text: SheetText, label: str) -> str:
    """Return the line of a row that has its text."""
    lines = ("".join(span.text for span in line.spans) for line in text.lines)
    return next(line for line in lines if label in line)


async def at(pilot: Pilot[None], screen: Room) -> None:
    await pilot.resize_terminal(*screen)
    await pilot.pause()


# How a screen is shared out.


@pytest.mark.parametrize(
    ("screen", "layout"),
    [
        (SMALL, Layout.SIDE),
        (LARGE, Layout.SIDE),
        (PHONE, Layout.TALL),
        (Room(79, 24), Layout.TOO_SMALL),
        (Room(80, 19), Layout.TOO_SMALL),
        (Room(41, 80), Layout.TOO_SMALL),
    ],
    ids=str,
)
def test_the_sheet_lies_beside_the_felt_or_below_it_or_nowhere(screen: Room, layout: Layout) -> None:
    assert layout_for(screen) is layout


@pytest.mark.parametrize(
    ("screen", "seats", "size"),
    [
        (USUAL, 2, Size.SMALL),
        (Room(100, 30), 2, Size.MEDIUM),
        (Room(120, 40), 2, Size.LARGE),
        (LARGE, 6, Size.HUGE),
    ],
    ids=str,
)
def test_the_larger_the_screen_the_larger_the_dice(screen: Room, seats: int, size: Size) -> None:
    _, felt = sheet_and_felt(session_of("yahtzee", seats), screen)
    assert felt.columns >= breadth(size)
    assert largest(felt.columns, felt.rows - PROMPT_ROWS - sum(gap_and_words(felt))) is size


# The sheet.


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 6])
def test_every_row_is_on_the_sheet_and_every_line_as_wide_as_the_sheet(game: str, seats: int, screen: Room) -> None:
    session = session_of(game, seats)
    text, sheet = text_for(session, screen), sheet_and_felt(session, screen)[0]
    assert len(text.lines) == sheet.rows
    assert {cell_len("".join(span.text for span in line.spans)) for line in text.lines} == {sheet.columns}
    assert all(text_of_line(text, row.label) for row in rows(session.game, list(session.cards.values())))


# Words.


def test_names_are_cut_by_cells() -> None:
    assert cut("李小龍和朋友", 7) == "李小龍…"
    assert all(cell_len(cut(name, cells, name[-1])) <= cells for name in NAMES for cells in (3, 5, 7))


def test_names_that_begin_alike_are_told_apart() -> None:
    heading = text_of_line(text_for(session_of("yahtzee", 3), USUAL), "yahtzee")
    assert all(end in heading for end in ("…1", "…2"))


def test_a_long_message_is_cut_before_it_pushes_anything_out() -> None:
    lines = words.fitted(["a " * 40], ["> old"], columns=10, rows=3).splitlines()
    assert (len(lines), lines[-1]) == (3, "…")


def test_below_a_message_stand_as_many_last_lines_as_fit_whole() -> None:
    assert words.fitted(["taken"], ["> 1", "> 2", "> 3"], columns=10, rows=3) == "taken\n> 2\n> 3"
    assert words.fitted([], ["> a long story", "> short"], columns=8, rows=2) == "> short"


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("kind", [PERSON, "greedy"])
@pytest.mark.parametrize("throws", [0, 2])
def test_every_prompt_fits_its_room(throws: int, kind: str, *, is_open: bool) -> None:
    session = Session(Record("yahtzee", {"A name as long as any that one meets": kind}, 3, [[]] * throws))
    prompt = words.prompt(Moment(session, frozenset(), is_open, False, "", "slow"))
    assert len(Content(prompt).wrap(breadth(Size.SMALL) - 2)) <= PROMPT_ROWS


@pytest.mark.parametrize(
    ("columns", "status"),
    [
        (80, " yacht   round 1 of 12   Maximilian (greedy)   computers: slow"),
        (43, " yacht   round 1 of 12   Maximilian"),
    ],
)
def test_the_status_leaves_out_what_does_not_fit(columns: int, status: str) -> None:
    session = Session(Record("yacht", {"Maximilian": "greedy"}, 3))
    assert words.status(Moment(session, frozenset(), True, False, "", "slow"), columns) == status


# The screen as a whole.


async def test_nothing_is_cut_on_a_screen_of_any_size(tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 6)
    async with app.run_test(size=USUAL) as pilot:
        await pilot.press("space", "1")
        for screen in SCREENS:
            await at(pilot, screen)
            for die in app.tray.dice:
                assert app.tray.region.contains_region(die.region), f"die {die.position + 1} at {screen}"
            assert len({die.region.y for die in app.tray.dice}) == 1, f"dice side by side at {screen}"
            assert text_in(app, app.query_one("#prompt")) == words.prompt(app.host.moment()), screen
            assert text_in(app, app.query_one("#throw")).strip("▔▁ ") == "Throw (2 left)", screen
            assert app.sheet.category in text_in(app, app.query_one("#words")), screen


async def test_a_screen_that_is_too_small_is_told_and_all_is_back_when_it_grows(tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 2)
    async with app.run_test(size=Room(52, 18)) as pilot:
        await pilot.press("space")
        assert not app.host.open
        shown = " ".join(text_of(app).split())
        assert shown == "The table needs 80x20 (this is 52x18). `dojo play` plays without it."
        await at(pilot, USUAL)
        assert text_in(app, app.query_one("#prompt")) == words.prompt(app.host.moment())
        assert all(category in text_in(app, app.sheet) for category in app.session.categories)


# Mouse and touch.


# What one can read.


@pytest.mark.parametrize("light", ["night", "day"])
async def test_what_is_on_the_sheet_is_told_from_its_ground(light: str, tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 1)
    async with app.run_test(size=USUAL) as pilot:
        app.theme = f"table-{light}"
        await pilot.pause()
        looks = {what: app.sheet.get_component_styles(f"sheet--{what}") for what in GROUNDED | LAID_ON}
        grounds = [app.sheet.background_colors[1] + looks[what].background for what in GROUNDED]
        texts = [looks[what].color for what in LAID_ON - {"asked"} if looks[what].has_rule("color")]
        assert min(contrast(text.hex, ground.hex) for text in texts for ground in grounds) >= 4.5
        assert contrast(looks["asked"].color.hex, looks["asked"].background.hex) >= 4.5
