"""Celebrations over the felt, and the end of a game on it: in all sizes, by night and by day, moving and still."""

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import pytest
from rich.style import Style
from textual.pilot import Pilot
from textual.theme import Theme

from dojo.games.seats import PERSON
from dojo.table import words
from dojo.table.app import Table
from dojo.table.celebration import FRAMES, FRAMES_A_SECOND, FRAMES_OF_A_COMPUTER
from dojo.table.confetti import COLOURS, PIECES, TURNS, fallen
from dojo.table.ending import BAR, NARROWEST, Paint, alone, drawn, listed, podium
from dojo.table.letters import LETTERS, large, largest
from dojo.table.occasions import Kind, Occasion
from dojo.table.session import Record, Session, Standing
from dojo.table.themes import DAY, NIGHT
from tests.dojo.pictures import hexadecimal
from tests.dojo.table.contrast import contrast
from tests.dojo.table.tables import Timer, Timers, strips_of, table_for, table_near_the_end, text_of

pytestmark = pytest.mark.anyio
SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))
PAINT = Paint(*map(Style.parse, ("on yellow", "on white", "yellow", "bold")))
LUCK = Occasion(Kind.FIVE_ALIKE, "Ann", "Ann throws five sixes: yahtzee!", "yahtzee", by_person=True, when=(0, 0))
BONUS = Occasion(Kind.BONUS, "Cy", "Cy wins the upper bonus of 35.", "+35", by_person=False, when=(0, 0))
WON = Occasion(Kind.END, "Ann", "Ann wins with 200.", "", by_person=True, when=(0, 0))
LOST = WON._replace(player="Cy", by_person=False)


class Clock(Timers):
    """Timers that remember how long they were to wait."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.seconds: list[float] = []

    def after(self, seconds: float, do: Callable[[], None]) -> Timer:
        self.seconds.append(seconds)
        return super().after(seconds, do)


def celebrate(app: Table, *occasions: Occasion) -> None:
    app.view.celebration.expect(occasions)
    app.show()


def table_in_motion(folder: Path, timers: Timers) -> Table:
    app = table_for(folder, timers=timers)
    app.motion = True
    return app


async def frames(app: Table, pilot: Pilot[None], timers: Timers, *occasions: Occasion) -> int:
    """Celebrate to the end; return how often a frame was drawn after the first."""
    celebrate(app, *occasions)
    await pilot.pause()
    return timers.run()


# A celebration.


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", [NIGHT.name, DAY.name])
async def test_a_celebration_lies_over_the_felt_and_not_over_the_sheet(
    size: tuple[int, int], theme: str, tmp_path: Path
) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=size) as pilot:
        app.theme = theme
        celebrate(app, LUCK)
        await pilot.pause()
        felt, over = app.tray.parent, app.view.celebration.region
        assert over == felt.content_region  # type: ignore[union-attr]
        assert not over.overlaps(app.sheet.region)
        assert all(word in text_of(app) for word in LUCK.words.split())


@pytest.mark.usefixtures("painted")
async def test_it_goes_by_itself(tmp_path: Path) -> None:
    clock = Clock()
    app = table_in_motion(tmp_path, clock)
    async with app.run_test(size=SIZES[1]) as pilot:
        assert await frames(app, pilot, clock, LUCK) == FRAMES
        assert not app.view.celebration.display


async def test_it_takes_a_second_and_a_half_and_twelve_frames_a_second_at_most(tmp_path: Path) -> None:
    clock = Clock()
    app = table_in_motion(tmp_path, clock)
    async with app.run_test(size=SIZES[1]) as pilot:
        await frames(app, pilot, clock, LUCK)
        assert set(clock.seconds) == {1 / FRAMES_A_SECOND}
        assert FRAMES_A_SECOND <= 12
        assert sum(clock.seconds) == pytest.approx(1.5)


async def test_it_is_shorter_for_a_computer(tmp_path: Path) -> None:
    timers = Timers()
    app = table_in_motion(tmp_path, timers)
    async with app.run_test(size=SIZES[1]) as pilot:
        assert await frames(app, pilot, timers, BONUS) == FRAMES_OF_A_COMPUTER < FRAMES


@pytest.mark.parametrize("button", ["key", "mouse"])
async def test_a_key_or_a_button_ends_it(button: str, tmp_path: Path) -> None:
    timers = Timers()
    app = table_in_motion(tmp_path, timers)
    async with app.run_test(size=SIZES[1]) as pilot:
        celebrate(app, LUCK)
        await pilot.pause()
        await (pilot.press("x") if button == "key" else pilot.click(app.view.celebration))
        assert not app.view.celebration.display
        assert timers.run() == 0


async def test_a_key_does_what_it_does_without_it(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("space")
        celebrate(app, LUCK)
        await pilot.press("m")
        assert app.session.record.moves == ["chance"]


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("why", ["--no-motion", "animations are off"])
async def test_without_motion_it_is_a_still_picture_and_starts_no_timer(why: str, tmp_path: Path) -> None:
    clock = Clock()
    app = table_for(tmp_path, timers=clock)
    app.motion = why != "--no-motion"
    app.animation_level = "full" if why == "--no-motion" else "none"
    async with app.run_test(size=SIZES[1]) as pilot:
        celebrate(app, LUCK)
        await pilot.pause()
        assert large("yahtzee", 1)[0] in text_of(app)
        assert words.prompt(app.view.moment) in text_of(app)  # type: ignore[arg-type]
        assert clock.seconds == []


@pytest.mark.usefixtures("painted")
async def test_what_lies_on_the_felt_is_there_from_the_first_frame_on(tmp_path: Path) -> None:
    app = table_in_motion(tmp_path, Timers())
    async with app.run_test(size=SIZES[1]) as pilot:
        celebrate(app, LUCK)
        await pilot.pause()
        assert words.prompt(app.view.moment) in text_of(app)  # type: ignore[arg-type]


async def test_a_still_picture_gives_way_to_the_next_move(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]):
        celebrate(app, LUCK)
        app.view.celebration.expect([])
        assert not app.view.celebration.display


async def test_it_waits_for_the_dice_to_lie(tmp_path: Path) -> None:
    timers = Timers()
    app = table_in_motion(tmp_path, timers)
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("space")
        celebrate(app, LUCK)
        assert not app.view.celebration.display
        await pilot.press("down", "1")
        assert app.view.celebration.display


async def test_what_was_won_is_celebrated_while_the_next_dice_tumble(tmp_path: Path) -> None:
    app = table_in_motion(tmp_path, Timers())
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("space")
        celebrate(app, BONUS)
        assert app.view.celebration.display


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("size", [(20, 8), (30, 10), (45, 16)])
async def test_a_screen_that_is_too_small_breaks_nothing(size: tuple[int, int], tmp_path: Path) -> None:
    timers = Timers()
    app = table_in_motion(tmp_path, timers)
    async with app.run_test(size=SIZES[1]) as pilot:
        celebrate(app, LUCK, BONUS)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert timers.run() == FRAMES


async def test_the_light_may_change_meanwhile_and_afterwards_nothing_begins_again(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]) as pilot:
        celebrate(app, LUCK)
        await pilot.press("t")
        app.show()
        assert not app.view.celebration.display


@pytest.mark.parametrize(("end", "celebrated"), [(WON, True), (LOST, False)])
async def test_confetti_falls_for_a_person_who_wins(end: Occasion, celebrated: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a parameter of the test
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[1]):
        celebrate(app, end)
        assert app.view.celebration.display == celebrated


async def test_the_words_stay_when_it_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.table.session.dice", lambda _: lambda count: [6] * count)
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[2]) as pilot:
        await pilot.press("space", "down")
        assert not app.view.celebration.display
        assert "Ann throws five sixes: yahtzee!" in text_of(app)


async def test_paper_covers_no_word_and_no_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = {row: [(column, PIECES[0]) for column in range(0, 60, 3)] for row in range(40)}
    monkeypatch.setattr("dojo.table.celebration.fallen", lambda *_: everywhere)
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[2]) as pilot:
        await pilot.press("space")
        await pilot.pause()
        before = text_of(app)
        celebrate(app, WON)
        await pilot.pause()
        lines = zip(before.splitlines(), text_of(app).splitlines(), strict=True)
        changed = {old for line in lines for old, new in zip_longest(*line, fillvalue=" ") if old != new}
        assert changed == {" "}


@pytest.mark.parametrize("theme", [NIGHT, DAY])
async def test_paper_lies_on_the_felt(theme: Theme, tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[2]) as pilot:
        app.theme = theme.name
        await pilot.pause()
        celebrate(app, WON)
        await pilot.pause()
        styles = [style for strip in strips_of(app) for text, style, _ in strip if style and text in TURNS]
        paper = [style for style in styles if hexadecimal(style.color) in COLOURS]
        assert len(paper) > 20
        assert {hexadecimal(style.bgcolor) for style in paper} == {theme.variables["felt"]}


def test_paper_falls_from_above_and_covers_little() -> None:
    first, last = fallen(0, 60, 20), fallen(FRAMES, 60, 20)
    assert sum(map(len, fallen(FRAMES // 2, 60, 20).values())) <= 60 * 20 / 8
    assert min(first) < 0
    assert max(last) >= 20
    assert all(piece.fall > 0 for piece in PIECES)


# Letters.


def test_letters_are_as_high_as_each_other_and_have_no_wide_gaps() -> None:
    assert {len(rows) for rows in LETTERS.values()} == {5}
    assert all(len({len(row) for row in rows}) == 1 for rows in LETTERS.values())


def test_a_word_is_as_large_as_there_is_room() -> None:
    assert [len(largest("yacht", columns, 20)) for columns in (10, 30, 40, 80)] == [1, 3, 5, 8]


def test_a_word_of_other_letters_is_written_as_it_is() -> None:
    assert largest("Åsa", 80, 20) == ["Åsa"]


# The end of a game.


def standings(*totals: int) -> list[Standing]:
    best = sorted(totals, reverse=True)
    return [Standing(best.index(total) + 1, f"P{number}", total) for number, total in enumerate(best)]


def tops(lines: list[str], *names: str) -> list[int]:
    """Return in which row each name stands, on top of its block."""
    return [next(row for row, line in enumerate(lines) if name in line) for name in names]


def plain(*totals: int, columns: int = 80, rows: int = 20) -> list[str]:
    return [line.plain for line in podium(standings(*totals), columns, rows, PAINT)]


def test_the_better_the_place_the_higher_the_block() -> None:
    first, second, third = tops(plain(90, 80, 70), "P0", "P1", "P2")
    assert first < second < third


def test_who_share_a_place_stand_equally_high() -> None:
    first, other, third = tops(plain(90, 90, 70), "P0", "P1", "P2")
    assert first == other < third


def test_the_first_stands_in_the_middle() -> None:
    columns = [max(line.find(name) for line in plain(90, 80, 70)) for name in ("P1", "P0", "P2")]
    assert columns == sorted(columns)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_podium_has_a_name_and_a_total_for_each(players: int) -> None:
    lines = plain(*range(100, 100 + players))
    assert all(f"P{number}" in "\n".join(lines) and str(100 + number) in "\n".join(lines) for number in range(players))
    assert len({len(line) for line in lines}) == 1


def test_there_is_no_podium_of_blocks_too_narrow_or_too_low() -> None:
    assert plain(90, 80, 70, columns=3 * NARROWEST + 1) == []
    assert plain(90, 80, 70, rows=3) == []


def test_a_long_name_is_cut_on_a_podium_and_in_a_list() -> None:
    long = [Standing(1, "Bartholomew the Great of Somewhere", 90), Standing(2, "王王王王王王王王王王王王", 80)]
    assert {line.cell_len for line in podium(long, 30, 12, PAINT)} == {29}
    assert max(line.cell_len for line in listed(long, 30, PAINT)) <= 30


def test_a_list_has_a_bar_as_long_as_the_total() -> None:
    first, second = (line.plain.count(BAR) for line in listed(standings(100, 50), 40, PAINT))
    assert first == 2 * second > 0


def test_names_that_begin_alike_are_told_apart_on_a_podium() -> None:
    alike = [Standing(1, "Alexandra-Katharina", 90), Standing(2, "Alexandra-Kathinka", 80)]
    shown = "".join(line.plain for line in podium(alike, 21, 12, PAINT))
    assert all(name in shown for name in ("Alexand…na", "Alexand…ka"))


def ended(**kinds: str) -> Session:
    at_table = Session(Record("yacht", kinds, seed=3))
    for category in at_table.categories:
        for _ in kinds:
            at_table.move(category)
    return at_table


def test_who_played_alone_sees_the_best_categories() -> None:
    at_table = ended(Ann=PERSON)
    taken = at_table.cards["Ann"].taken()
    best = max(taken, key=taken.__getitem__)
    lines = [line.plain for line in alone(at_table, 60, 20, PAINT)]
    assert any(line.split() == [*best.name.split(), str(taken[best])] for line in lines)
    assert len(lines) > len(large("1", 1))


@pytest.mark.parametrize("columns", [34, 60, 140])
@pytest.mark.parametrize("kinds", [{"Ann": PERSON}, dict.fromkeys(("Ann", "Bob", "Cy", "Di", "Ed", "Flo"), PERSON)])
def test_the_end_fits(columns: int, kinds: dict[str, str]) -> None:
    shown = drawn(ended(**kinds), columns, 9, PAINT)
    lines = shown.plain.splitlines()
    assert len(lines) <= 9
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("kinds", [{"Ann": PERSON}, {"Ann": PERSON, "王王王王": "greedy"}])
def test_the_end_can_be_drawn_in_any_room(kinds: dict[str, str]) -> None:
    at_table = ended(**kinds)
    for columns in range(1, 50, 4):
        for rows in range(1, 20, 3):
            assert drawn(at_table, columns, rows, PAINT).plain


@pytest.mark.parametrize("size", SIZES)
async def test_the_end_leaves_the_sheet_and_the_dice_to_be_seen(size: tuple[int, int], tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yacht", rounds_left=1)
    async with app.run_test(size=size) as pilot:
        await pilot.press("space", "l", "y")
        await pilot.pause()
        ending = app.view.ending.region
        assert app.session.question is None
        assert ending.area
        assert not ending.overlaps(app.sheet.region)
        assert not ending.overlaps(app.tray.region)


async def test_after_the_end_a_category_may_be_taken_back(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yacht", rounds_left=1)
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("space", "l", "y", "u")
        await pilot.pause()
        assert app.session.question is not None
        assert not app.view.ending.display


async def test_after_the_end_another_game_begins(tmp_path: Path) -> None:
    app = table_near_the_end(tmp_path, "yacht", rounds_left=1)
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("space", "l", "y", "f2")
        await pilot.pause()
        assert app.session.record.moves == []
        assert not app.view.ending.display


# Colours.


@pytest.mark.parametrize("theme", [NIGHT, DAY])
@pytest.mark.parametrize("colour", COLOURS)
def test_paper_is_told_from_the_felt(colour: str, theme: Theme) -> None:
    assert contrast(colour, theme.variables["felt"]) >= 4.5
