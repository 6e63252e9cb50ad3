"""How the table fills a screen: of every size, for every game, for one player and for six."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.content import Content
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Button

from dojo.games.seats import PERSON
from dojo.table import words
from dojo.table.app import Table
from dojo.table.dice import Size
from dojo.table.layout import BARS, MOST, PROMPT_ROWS, Layout, Room, felt_rows, layout_for, sheet_and_felt
from dojo.table.moment import Moment
from dojo.table.names import cut, cut_apart
from dojo.table.session import Record, Session
from dojo.table.sheet import GROUNDED, LAID_ON, Sheet
from dojo.table.sheet_text import SheetText, players_shown
from dojo.table.tray import breadth, largest
from refactored import Game, games, rows
from refactored.rulesets import in_sections
from refactored.scoring import any_dice, total_of
from tests.dojo.table.contrast import contrast
from tests.dojo.table.tables import Timers, laid, table_for, text_of

pytestmark = pytest.mark.anyio

BESIDE = [Room(*size) for size in ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60))]
ABOVE = [Room(*size) for size in ((43, 46), (48, 50), (60, 61), (51, 35))]
SCREENS = BESIDE + ABOVE
NAMES = ("Ann", "Player number 1", "Player number 2", "Bartholomew", "李小龍和朋友", "🎲🎲🎲 Zoë")
GAMES = list(games())
FIVE_ALIKE_NEXT = 5133  # a seed whose second dice are five alike


def session_of(game: str, seats: int, *moves: list[int] | str, seed: int = 3) -> Session:
    return Session(Record(game, dict.fromkeys(NAMES[:seats], PERSON), seed, [*moves]))


def table_of(folder: Path, game: str, seats: int, *moves: list[int] | str, seed: int = 3) -> Table:
    return laid(folder, session_of(game, seats, *moves, seed=seed).record, Timers())


def text_for(session: Session, screen: Room, *, offering: bool = True) -> SheetText:
    return SheetText(session, *sheet_and_felt(session, screen)[0], cursor=0, offering=offering)


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
    ("columns", "rows_of_screen", "layout"),
    [
        (60, 20, Layout.SIDE),
        (59, 20, Layout.TOO_SMALL),
        (60, 19, Layout.TOO_SMALL),
        (200, 60, Layout.SIDE),
        (43, 46, Layout.TALL),
        (43, 35, Layout.TALL),
        (43, 34, Layout.TOO_SMALL),
        (41, 80, Layout.TOO_SMALL),
        (99, 100, Layout.TALL),
        (100, 120, Layout.SIDE),
        (1, 1, Layout.TOO_SMALL),
    ],
)
def test_the_sheet_lies_beside_the_felt_or_below_it_or_nowhere(
    columns: int, rows_of_screen: int, layout: Layout
) -> None:
    assert layout_for(Room(columns, rows_of_screen)) is layout


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_sheet_and_felt_fill_the_screen_and_five_dice_lie_side_by_side(game: str, seats: int, screen: Room) -> None:
    sheet, felt = sheet_and_felt(session_of(game, seats), screen)
    layout = layout_for(screen)
    shared = Room(screen.columns, screen.rows - BARS[layout])
    if layout is Layout.SIDE:
        assert (sheet.columns + felt.columns, sheet.rows, felt.rows) == (shared.columns, shared.rows, shared.rows)
    else:
        assert (sheet.columns, felt.columns, sheet.rows + felt.rows) == (shared.columns, shared.columns, shared.rows)
    assert felt.columns >= breadth(Size.SMALL)


# The sheet.


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", range(1, 7))
def test_every_row_is_on_the_sheet_and_every_line_as_wide_as_the_sheet(game: str, seats: int, screen: Room) -> None:
    session = session_of(game, seats)
    text, sheet = text_for(session, screen), sheet_and_felt(session, screen)[0]
    assert len(text.lines) == sheet.rows
    assert {cell_len("".join(span.text for span in line.spans)) for line in text.lines} == {sheet.columns}
    assert all(text_of_line(text, row.label) for row in rows(session.game, list(session.cards.values())))


@pytest.mark.parametrize("screen", SCREENS[1:7], ids=str)
def test_everybody_has_a_column_from_eighty_columns_on_and_on_a_phone(screen: Room) -> None:
    session = session_of("yahtzee", 6)
    assert players_shown(session, sheet_and_felt(session, screen)[0].columns) == list(NAMES)


def test_without_room_for_everybody_the_sheet_is_of_whose_turn_it_is() -> None:
    session = session_of("yahtzee", 6, "ones")
    assert text_for(session, SCREENS[0]).players == [NAMES[1]]


async def test_without_room_for_everybody_all_totals_are_told(tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 6, "chance")
    async with app.run_test(size=SCREENS[0]) as pilot:
        await pilot.press("space")
        await pilot.pause()
        told = text_in(app, app.query_one("#words"))
        total = app.session.cards["Ann"].sums.total
        assert all(told_of in told for told_of in (f"Ann {total},", "Player…1 0,", "Player…2 0,"))


def test_names_beside_totals_are_no_shorter_than_need_be() -> None:
    moment = Moment(session_of("yahtzee", 2), frozenset(), False, False, "", "slow")
    assert words.totals(moment, 37) == "Ann\N{NO-BREAK SPACE}0, Player number 1\N{NO-BREAK SPACE}0"


@pytest.mark.parametrize("screen", [SCREENS[0], SCREENS[4]], ids=str)
def test_points_are_told_from_offers_without_colour(screen: Room) -> None:
    session = session_of("yahtzee", 1, "chance")
    text, points = text_for(session, screen), session.cards["Ann"].sums.total
    assert text_of_line(text, "chance").split()[-1] == str(points)
    assert text_of_line(text, "ones").split()[-1] == f"({session.offers()['ones'].points})"


def test_a_mark_tells_whose_turn_it_is_and_one_where_the_cursor_stands() -> None:
    text = text_for(session_of("yahtzee", 2, "chance"), SCREENS[4])
    assert "▸Player…" in text_of_line(text, "yahtzee")
    assert "a>ones" in text_of_line(text, "ones")


@pytest.mark.parametrize(("last", "lines"), [("Cy", 1), ("Bartholomew", 2)])
def test_only_names_too_long_for_their_columns_take_two_lines(last: str, lines: int) -> None:
    session = Session(Record("yahtzee", dict.fromkeys(("Ann", "Bob", last), PERSON), 3))
    assert sum(line.what == "heading" for line in text_for(session, Room(100, 30)).lines) == lines


def test_at_the_end_the_cursor_is_gone() -> None:
    session = session_of("yacht", 1, *games()["yacht"].categories)
    text = text_for(session, SCREENS[1])
    assert not any(line.what == "cursor" or ">" in line.spans[1].text for line in text.lines if len(line.spans) > 1)


def test_categories_where_a_joker_may_not_go_say_no() -> None:
    session = session_of("yahtzee", 1, "yahtzee", seed=FIVE_ALIKE_NEXT)
    barred = [category for category, offer in session.offers().items() if offer.why_not]
    text = text_for(session, SCREENS[1])
    assert barred
    assert {text_of_line(text, category).split()[-1] for category in barred} == {"no"}


def test_the_sheet_says_what_the_upper_score_lacks_for_its_bonus() -> None:
    line = text_of_line(text_for(session_of("yahtzee", 1), SCREENS[3]), "upper bonus")
    assert line.rstrip().endswith(" 63 to go")


def test_a_narrow_column_has_no_number_for_a_bonus_that_is_open() -> None:
    assert text_of_line(text_for(session_of("yahtzee", 6), SCREENS[1]), "upper bonus").split()[2:] == ["·"] * 6


def test_the_nearer_the_bonus_the_less_is_lacking() -> None:
    paying = next(category for category, offer in session_of("yahtzee", 1).offers().items() if offer.points)
    session = session_of("yahtzee", 1, paying)
    upper_score = session.cards["Ann"].sums.upper_score
    assert f" {63 - upper_score} to go" in text_of_line(text_for(session, SCREENS[3]), "upper bonus")


def test_a_bonus_that_is_out_of_reach_is_none() -> None:
    upper = ("ones", "twos", "threes", "fours", "fives", "sixes")
    session = session_of("yahtzee", 1, *upper)
    assert text_of_line(text_for(session, SCREENS[1]), "upper bonus").split()[-1] == str(
        session.cards["Ann"].sums.upper_bonus
    )


def test_a_game_of_more_rows_than_a_screen_shows_those_around_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("large", in_sections({f"category {number}": total_of(any_dice) for number in range(30)}))
    monkeypatch.setattr("dojo.table.session.game_named", lambda _: game)
    session = session_of("large", 1)
    for cursor in range(30):
        text = SheetText(session, *sheet_and_felt(session, SCREENS[0])[0], cursor=cursor, offering=True)
        assert len(text.lines) == SCREENS[0].rows - 2
        label = f"{session.categories[cursor]} "
        assert f">{label}" in text_of_line(text, label)


@pytest.mark.parametrize(
    ("game", "seats", "screen", "how"),
    [
        ("yahtzee", 2, SCREENS[4], "25 points for a full house"),
        ("yatzy", 6, Room(230, 60), "the sum of all five dice of a full house"),
    ],
)
def test_a_wide_sheet_says_how_to_score(game: str, seats: int, screen: Room, how: str) -> None:
    assert how in text_of_line(text_for(session_of(game, seats), screen), "full house")


@pytest.mark.parametrize(
    ("screen", "seats", "size"),
    [
        (Room(60, 20), 2, Size.SMALL),
        (Room(80, 24), 2, Size.SMALL),
        (Room(100, 30), 2, Size.MEDIUM),
        (Room(120, 40), 2, Size.LARGE),
        (Room(160, 50), 2, Size.HUGE),
        (Room(200, 60), 6, Size.HUGE),
    ],
    ids=str,
)
def test_the_larger_the_screen_the_larger_the_dice(screen: Room, seats: int, size: Size) -> None:
    _, felt = sheet_and_felt(session_of("yahtzee", seats), screen)
    assert largest(felt.columns, felt.rows - sum(felt_rows(felt))) is size


# Names.


def test_names_are_cut_by_cells() -> None:
    assert cut("李小龍和朋友", 7) == "李小龍…"
    assert [cell_len(cut(name, 5)) <= 5 for name in NAMES] == [True] * 6


def test_names_that_begin_alike_keep_their_ends() -> None:
    assert cut_apart(["Ann", "Player 1", "Player 2"], 6) == ["Ann", "Play…1", "Play…2"]


def test_names_without_room_for_a_difference_become_places() -> None:
    assert cut_apart(["one alike", "one  alike"], 3) == ["1", "2"]


def test_a_name_stays_on_one_line() -> None:
    assert cut("Ann\nBob", 9) == "Ann Bob"


# Words.


def test_a_long_message_is_cut_before_it_pushes_anything_out() -> None:
    assert words.fitted(["a " * 40], ["> old"], columns=10, rows=3).splitlines()[-1] == "…"
    assert len(words.fitted(["a " * 40], ["> old"], columns=10, rows=3).splitlines()) == 3


def test_a_name_and_its_total_stand_on_one_line() -> None:
    assert words.fitted(["Ann\N{NO-BREAK SPACE}17, Bob\N{NO-BREAK SPACE}21"], [], columns=10, rows=3) == (
        "Ann\N{NO-BREAK SPACE}17,\nBob\N{NO-BREAK SPACE}21"
    )


def test_of_what_was_done_no_line_is_told_in_part() -> None:
    assert words.fitted([], ["> a long story", "> short"], columns=8, rows=2) == "> short"


def test_below_a_message_stand_as_many_last_lines_as_fit() -> None:
    assert words.fitted(["taken"], ["> 1", "> 2", "> 3"], columns=10, rows=3) == "taken\n> 2\n> 3"


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
        (60, " yacht   round 1 of 12   Maximilian (greedy)"),
        (43, " yacht   round 1 of 12   Maximilian"),
        (30, " yacht   round 1 of 12   Maxi…"),
    ],
)
def test_the_status_leaves_out_what_does_not_fit(columns: int, status: str) -> None:
    session = Session(Record("yacht", {"Maximilian": "greedy"}, 3))
    assert words.status(Moment(session, frozenset(), True, False, "", "slow"), columns) == status


# The screen as a whole.


@pytest.mark.parametrize(("game", "seats"), [("yatzy", 1), ("yahtzee", 6), ("yacht", 3)])
async def test_nothing_is_cut_on_a_screen_of_any_size(game: str, seats: int, tmp_path: Path) -> None:
    app = table_of(tmp_path, game, seats)
    async with app.run_test(size=SCREENS[0]) as pilot:
        await pilot.press("space", "1")
        for screen in SCREENS:
            await at(pilot, screen)
            for die in app.tray.dice:
                assert app.tray.region.contains_region(die.region), f"die {die.position + 1} at {screen}"
            assert len({die.region.y for die in app.tray.dice}) == 1, f"dice side by side at {screen}"
            assert text_in(app, app.query_one("#prompt")) == words.prompt(app.view.moment), screen  # type: ignore[arg-type]
            assert text_in(app, app.query_one("#throw")).strip("▔▁ ") == "Throw (2 left)", screen
            assert app.sheet.category in text_in(app, app.query_one("#words")), screen


async def test_a_long_message_moves_nothing(tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 2)
    async with app.run_test(size=SCREENS[1]) as pilot:
        await pilot.pause()
        before = [widget.region for widget in app.view.query("*")]
        app.say("A long message. " * 100)
        await pilot.pause()
        assert [widget.region for widget in app.view.query("*")] == before


@pytest.mark.parametrize("screen", [Room(52, 18), Room(1, 1)], ids=str)
async def test_a_screen_that_is_too_small_is_told_and_all_is_back_when_it_grows(screen: Room, tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 2)
    async with app.run_test(size=SCREENS[1]) as pilot:
        await pilot.press("space")
        await pilot.pause()
        before = text_of(app)
        await at(pilot, screen)
        if screen.columns > 1:
            shown = " ".join(text_of(app).split())
            assert shown == "The table needs 60x20 (this is 52x18). `dojo play` plays without it."
        await at(pilot, SCREENS[1])
        assert text_of(app) == before


@pytest.mark.parametrize("screen", [Room(52, 18), Room(1, 1)], ids=str)
async def test_a_table_that_begins_without_room_is_all_there_when_there_is(screen: Room, tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 2)
    async with app.run_test(size=screen) as pilot:
        await at(pilot, SCREENS[1])
        assert text_in(app, app.query_one("#prompt")) == words.prompt(app.view.moment)  # type: ignore[arg-type]
        assert all(category in text_in(app, app.sheet) for category in app.session.categories)


# Mouse and touch.


@pytest.mark.parametrize("line", range(3))
async def test_a_click_on_any_line_of_a_row_takes_the_category(line: int, tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 1)
    async with app.run_test(size=SCREENS[4]) as pilot:
        await pilot.press("space")
        await pilot.pause()
        await pilot.click(Sheet, offset=(9, app.sheet.line_of("chance") + line))
        await pilot.pause()
        assert app.session.record.moves == ["chance"]


async def test_of_a_screen_that_no_window_has_a_part_is_drawn(tmp_path: Path) -> None:
    table = table_of(tmp_path, "yacht", 1)
    async with table.run_test(size=(MOST.columns + 1, 24)) as pilot:
        assert (*table.screen.size,) == (MOST.columns, 24)
        await pilot.resize_terminal(80, MOST.rows + 1)
        await pilot.pause()
        assert (*table.screen.size,) == (80, MOST.rows)


async def test_what_the_mouse_points_at_lights_up(tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 1)
    async with app.run_test(size=SCREENS[1]) as pilot:
        await pilot.pause()
        line = app.sheet.line_of("chance")
        before = app.sheet.render().spans
        await pilot.hover(Sheet, offset=(9, line))
        await pilot.pause()
        assert app.sheet.hovered == app.session.categories.index("chance")
        assert app.sheet.render().spans != before
        await pilot.hover("#words")
        await pilot.pause()
        assert app.sheet.hovered is None


async def test_the_button_throws_until_no_throw_is_left(tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 1)
    labels = []
    async with app.run_test(size=SCREENS[1]) as pilot:
        await pilot.pause()
        button = app.query_one(Button)
        for _ in range(4):
            labels.append((str(button.label), button.disabled))
            await pilot.click(Button)
            await pilot.pause()
    assert labels == [
        ("Throw (3 left)", False),
        ("Throw (2 left)", False),
        ("Throw (1 left)", False),
        ("No throw left", True),
    ]


async def test_the_button_waits_while_a_computer_plays(tmp_path: Path) -> None:
    app = table_for(tmp_path, "yacht", Cy="greedy", Ann=PERSON)
    async with app.run_test(size=SCREENS[1]) as pilot:
        await pilot.pause()
        assert app.query_one(Button).disabled


# What one can read.


@pytest.mark.parametrize("light", ["night", "day"])
async def test_what_is_on_the_sheet_is_told_from_its_ground(light: str, tmp_path: Path) -> None:
    app = table_of(tmp_path, "yahtzee", 1)
    async with app.run_test(size=SCREENS[1]) as pilot:
        app.theme = f"table-{light}"
        await pilot.pause()
        looks = {what: app.sheet.get_component_styles(f"sheet--{what}") for what in GROUNDED | LAID_ON}
        grounds = [app.sheet.background_colors[1] + looks[what].background for what in GROUNDED]
        texts = [looks[what].color for what in LAID_ON - {"asked"} if looks[what].has_rule("color")]
        assert min(contrast(text.hex, ground.hex) for text in texts for ground in grounds) >= 4.5
        assert contrast(looks["asked"].color.hex, looks["asked"].background.hex) >= 4.5


# What it costs.


async def test_what_has_not_changed_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = table_of(tmp_path, "yahtzee", 2)
    async with app.run_test(size=SCREENS[1]) as pilot:
        await pilot.press("space")
        await pilot.pause()
        drawn: list[Widget] = []
        monkeypatch.setattr(Widget, "refresh", lambda widget, *_, **__: drawn.append(widget))
        app.show()
        assert drawn == []
