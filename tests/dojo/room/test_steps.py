"""A pair's steps on the board, and what each changed."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from textual.pilot import Pilot

from dojo.kata import Differences
from dojo.practice import (
    AMBER,
    GREEN,
    RED,
    Entry,
    Practice,
    Repository,
    append_check,
    append_revert,
    append_swap,
    read_story,
    restore,
)
from dojo.practice.appending import append_name
from dojo.room import Board
from dojo.room.lines import Choice
from dojo.room.pair_steps import Opened
from dojo.room.screens import Changed, Over, Steps, drawn
from tests.dojo.practising import entry
from tests.dojo.room.boards import SIZES, SetRoom, World, board, faint_texts, text_of
from tests.dojo.room.pairs import pair

pytestmark = pytest.mark.anyio


@dataclass
class Told:
    """A board of one pair whose story is that of a practice."""

    practice: Practice
    room: SetRoom
    world: World
    app: Board

    def check(self, status: str, code: str, finding: str = "") -> Entry:
        """Add a check of some code to the story."""
        repository = Repository(self.practice.folder)
        (self.practice.folder / "yatzy.py").write_text(code, encoding="utf-8")
        moment = datetime.fromtimestamp(self.world.now, UTC)
        made = replace(entry(status, moment), message=finding, tree=repository.tree())
        append_check(repository, made)
        return made

    def tell(self) -> None:
        """Let the board know the story as it is by now."""
        story = read_story(Repository(self.practice.folder))
        self.room.fill(pair("g" * len(story.checks)))
        self.room.stories["Panda"] = (self.practice.folder, story)


@pytest.fixture
def told(practice: Practice) -> Told:
    """Give a board of a pair that made three checks."""
    room, world = SetRoom(), World()
    made = Told(practice, room, world, board(room, world, minutes=25))
    made.check(GREEN, "one = 1\n")
    made.check(RED, "one = 2\n", "Yatzy.pair(2, 2) expected 4 got [red]3[/]")
    made.check(AMBER, "one =\n", "yatzy.py does not load")
    made.tell()
    return made


async def settle(pilot: Pilot[None], world: World) -> None:
    """Let git answer, and everything be shown."""
    await pilot.pause()
    world.answer()
    await pilot.pause()


async def shown(told: Told, *keys: str) -> str:
    """Return what the screen shows after some keys."""
    async with told.app.run_test(size=SIZES[1]) as pilot:
        await settle(pilot, told.world)
        for key in keys:
            await pilot.press(key)
            await settle(pilot, told.world)
        return text_of(told.app)


async def test_after_a_swap_each_step_says_whose_it_was(told: Told) -> None:
    append_name(Repository(told.practice.folder), "Ada")
    told.check(GREEN, "one = 3\n")
    append_swap(Repository(told.practice.folder), "Ann and Cem")
    told.check(GREEN, "one = 4\n")
    told.tell()
    lines = (await shown(told, "enter")).splitlines()
    assert [whose in line for whose, line in zip(("Ada:", "Ann and Cem:"), lines[4:6], strict=True)] == [True, True]


async def test_enter_shows_the_steps_of_a_pair(told: Told) -> None:
    lines = (await shown(told, "enter")).splitlines()
    assert lines[0].startswith(" Panda: 3 steps since 2026-01-02")
    assert [line.split()[2:4] for line in lines[1:3]] == [["●", "green"], ["x", "red"]]
    assert lines[2].endswith("Yatzy.pair(2, 2) expected 4 got [red]3[/]")


async def test_a_step_that_changed_nothing_says_so_and_the_cursor_is_on_the_one_that_did(told: Told) -> None:
    told.check(AMBER, "one =\n", "yatzy.py does not load")
    told.tell()
    text = await shown(told, "enter")
    assert ">    3" in text
    assert text.splitlines()[4].split()[4:6] == ["nothing", "changed"]


async def test_a_step_without_a_commit_is_called_by_what_changed(told: Told) -> None:
    told.check(GREEN, "one = 1\n\n\ndef roll():\n    return one\n")
    told.tell()
    async with told.app.run_test(size=SIZES[1]) as pilot:
        await settle(pilot, told.world)
        await pilot.press("enter")
        await settle(pilot, told.world)
        await settle(pilot, told.world)
        assert "+ roll" in text_of(told.app)


async def test_a_step_after_a_restore_is_called_after_the_step_that_it_is_as(told: Told) -> None:
    restore(told.practice, "refs/dojo/checks~2")
    told.check(GREEN, "one = 1\n")
    told.tell()
    async with told.app.run_test(size=SIZES[1]) as pilot:
        await settle(pilot, told.world)
        for key in ("enter", "end", "enter"):
            await pilot.press(key)
            await settle(pilot, told.world)
            await settle(pilot, told.world)
        assert "as in step 1 again" in text_of(told.app)


async def test_a_reverted_step_says_so(told: Told) -> None:
    story = read_story(Repository(told.practice.folder))
    append_revert(Repository(told.practice.folder), story.checks[-1])
    told.tell()
    assert "< amber" in await shown(told, "enter")


async def test_a_story_that_cannot_be_read_says_why(told: Told) -> None:
    told.room.stories.clear()
    assert "The story of Panda cannot be read." in await shown(told, "enter")


async def test_enter_on_a_step_shows_what_it_changed_and_what_failed(told: Told) -> None:
    lines = (await shown(told, "enter", "up", "enter")).splitlines()
    assert "-one = 1" in lines
    assert "+one = 2" in lines
    assert any("expected 4 got [red]3[/]" in line for line in lines)


async def test_the_first_step_is_compared_with_how_the_practice_began(told: Told) -> None:
    assert "+one = 1" in await shown(told, "enter", "home", "enter")


async def test_n_and_p_go_on_to_other_steps_and_no_further_than_the_ends(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, told.world)
        seen = []
        for key in ("enter", "enter", "n", "p", "p", "p", "n"):
            await pilot.press(key)
            await settle(pilot, told.world)
            if isinstance(told.app.screen, Changed):
                seen.append(told.app.screen.at)
        assert seen == [2, 2, 1, 0, 0, 1]


async def open_last_diff(pilot: Pilot[None], told: Told) -> None:
    """Open the steps of the first pair, and there the diff of the step that the cursor is at."""
    await settle(pilot, told.world)
    for key in ("enter", "enter"):
        await pilot.press(key)
        await settle(pilot, told.world)


async def test_a_diff_that_comes_late_is_not_shown_as_that_of_another_step(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await open_last_diff(pilot, told)
        await pilot.press("p")
        await pilot.press("p")
        late = told.world.asked.pop(0)
        await settle(pilot, told.world)
        late()
        await pilot.pause()
        assert "+one = 1" in text_of(told.app)


async def test_escape_goes_back_to_the_steps_and_to_the_board(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await open_last_diff(pilot, told)
        await pilot.press("escape")
        assert isinstance(told.app.screen, Steps)
        await pilot.press("escape")
        assert not isinstance(told.app.screen, Over)


async def test_the_end_of_a_round_is_said_above_a_diff_too(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, told.world)
        await pilot.press("enter")
        await settle(pilot, told.world)
        told.world.pass_seconds(25 * 60 + 3)
        await pilot.pause()
        assert "TIME IS UP +0:03" in text_of(told.app).splitlines()[0]


async def test_a_click_chooses_a_line(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot, told.world)
        await pilot.press("enter")
        await settle(pilot, told.world)
        await pilot.click(Choice, offset=(5, 1))
        await settle(pilot, told.world)
        assert "step 2" in text_of(told.app)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
async def test_every_line_of_a_diff_can_be_read(theme: str, told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        told.app.theme = theme
        await settle(pilot, told.world)
        for key in ("enter", "p", "enter"):
            await pilot.press(key)
            await settle(pilot, told.world)
        assert "+one" in text_of(told.app)
        assert faint_texts(told.app) == set()


def test_a_green_step_says_what_it_goes_by_beside_the_kata(practice: Practice) -> None:
    repository = Repository(practice.folder)
    append_check(repository, replace(entry(GREEN), approved=Differences(30), tree=repository.tree()))
    (step,) = Opened(repository, read_story(repository)).steps
    assert (step.sign, step.finding) == ("~", "30 places approved otherwise")


def test_lines_of_a_diff_are_told_apart_by_what_they_begin_with() -> None:
    lines = ["+new", "-old", "@@ -1 +1 @@", " same", "+++ b/yatzy.py"]
    assert [drawn(line)[0].role for line in lines] == ["+", "-", "@", "", "strong"]
