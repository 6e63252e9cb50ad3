"""What the table looks like at six moments: documents that somebody has looked at and approved.

`dojo approve table` shows what changed, asks, and replaces them.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from approvaltests import Options, verify
from approvaltests.reporters.report_quietly import ReportQuietly

from dojo.games.seats import PERSON
from dojo.table.app import Table
from dojo.table.dialogs import Ask
from tests.dojo.table.tables import SIZES, Timers, table_for, text_of
from tests.golden_master.approval import Places, SharedNamer

pytestmark = pytest.mark.anyio


Verify = Callable[[str, str, str], None]


@pytest.fixture
def verify_looks(request: pytest.FixtureRequest) -> Verify:
    """Give the function that compares a text, of a name and a suffix, with the approved one."""
    folder = request.config.getoption("--received-to")

    def compare(name: str, suffix: str, text: str) -> None:
        if folder is not None:
            (Path(folder) / f"{name}.approved.{suffix}").write_text(text, encoding="utf-8", newline="\n")
            return
        names = SharedNamer(name, "table", Places(), suffix)
        assert names.approved.exists(), "it is missing: `dojo approve table` writes it"
        verify(text, options=Options().with_namer(names).with_reporter(ReportQuietly()), newline="\n")

    return compare


async def moment(app: Table, size: tuple[int, int], *keys: str, timers: Timers | None = None) -> str:
    """Return what the screen shows after some keys, one after the other, each when the table is at rest.

    Nobody says `y` where nothing is asked.
    """
    async with app.run_test(size=size) as pilot:
        for key in keys:
            if key == "y" and not isinstance(app.screen, Ask):
                continue
            await pilot.press(key)
            await pilot.pause()
            if timers is not None:
                timers.run()
        await pilot.pause()
        return text_of(app)


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
    timers = Timers()
    app = table_for(tmp_path, "yahtzee", seed=8, timers=timers, Ann=PERSON, Computer="greedy")
    app.host.pace = "at once"
    verify_looks("table_joker", "txt", await moment(app, SIZES[0], "space", "l", "y", "space", "m", timers=timers))


async def test_a_computer_player_thinks_aloud_at_a_large_table(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yatzy", Ann=PERSON, Bob=PERSON, Computer="careful")
    verify_looks("table_computer", "txt", await moment(app, SIZES[1], "space", "n", "space", "n"))


async def test_the_end_has_standings(tmp_path: Path, verify_looks: Verify) -> None:
    timers = Timers()
    app = table_for(tmp_path, "yacht", timers=timers, Ann=PERSON, Computer="greedy")
    app.host.pace = "at once"
    turns = [key for letter in "abcdefghijkl" for key in ("space", letter, "y")]
    verify_looks("table_ends", "txt", await moment(app, SIZES[0], *turns, timers=timers))


async def test_the_picture_of_the_readme(tmp_path: Path, verify_looks: Verify) -> None:
    app = table_for(tmp_path, "yahtzee", Ann=PERSON, Computer="careful")
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("space", "2", "3", "down")
        await pilot.pause()
        picture = app.export_screenshot(title="dojo table")
    without_web_fonts = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    verify_looks("table", "svg", without_web_fonts.replace("Fira Code, monospace", "monospace"))
