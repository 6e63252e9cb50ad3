"""A pair's steps on the board, and what each changed."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from textual.pilot import Pilot

from dojo.practice.model import AMBER, GREEN, RED, Differences, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import Entry, append_check, append_name, append_revert, append_swap, read_story, restore
from dojo.progress.steps import Step
from dojo.room.board import Board
from dojo.room.screens import Changed, Choice, Over, Steps, line_of_diff, title_of
from dojo.room.terminal import plain
from tests.dojo.practising import entry
from tests.dojo.room.boards import SIZES, SetRoom, World, board, faint_texts, settle, text_of
from tests.dojo.room.pairs import pair

pytestmark = pytest.mark.anyio


@dataclass
class Told:
    """A board of one pair whose history is that of a practice."""

    practice: Practice
    room: SetRoom
    world: World
    app: Board

    def check(self, status: str, code: str, finding: str = "", changes: int = 0) -> Entry:
        """Add a check of some code to the history, and let the board know it."""
        repository = Repository(self.practice.folder)
        (self.practice.folder / "yatzy.py").write_text(code, encoding="utf-8")
        moment = datetime.fromtimestamp(self.world.now, UTC)
        made = replace(entry(status, moment), message=finding, tree=repository.tree(), approved=Differences(changes))
        append_check(repository, made)
        story = read_story(repository)
        self.room.fill(pair("g" * len(story.checks)))
        self.room.stories["Panda"] = (self.practice.folder, story)
        return made


@pytest.fixture
def told(practice: Practice) -> Told:
    """Give a board of a pair that made three checks."""
    room, world = SetRoom(), World()
    made = Told(practice, room, world, board(room, world, minutes=25))
    made.check(GREEN, "one = 1\n")
    made.check(RED, "one = 2\n", "Yatzy.pair(2, 2) expected 4 got [red]3[/]")
    made.check(AMBER, "one =\n", "yatzy.py does not load")
    return made


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def shown(told: Told, *keys: str) -> str:
    """Return what the screen shows after some keys."""
    async with told.app.run_test(size=SIZES[1]) as pilot:
        await settle(pilot)
        await press(pilot, *keys)
        return text_of(told.app)


async def test_enter_shows_the_steps_of_a_pair(told: Told) -> None:
    lines = (await shown(told, "enter")).splitlines()
    assert lines[0].startswith(" Panda: 3 steps since 2026-01-02")
    assert [line.split()[2:4] for line in lines[1:3]] == [["●", "green"], ["x", "red"]]
    assert lines[2].endswith("Yatzy.pair(2, 2) expected 4 got [red]3[/]")


async def test_after_a_swap_each_step_says_whose_it_was(told: Told) -> None:
    append_name(Repository(told.practice.folder), "Ada")
    told.check(GREEN, "one = 3\n")
    append_swap(Repository(told.practice.folder), "Ann and Cem")
    told.check(GREEN, "one = 4\n")
    lines = (await shown(told, "enter")).splitlines()
    assert ("Ada:" in lines[4], "Ann and Cem:" in lines[5]) == (True, True)


async def test_the_cursor_is_on_the_last_step_that_changed_something(told: Told) -> None:
    told.check(AMBER, "one =\n", "yatzy.py does not load")
    text = await shown(told, "enter")
    assert (">    3" in text, text.splitlines()[4].split()[4:6]) == (True, ["as", "before"])


def test_a_first_step_without_a_change_is_as_at_the_start_here_and_on_the_timeline() -> None:
    step = Step(replace(entry(GREEN), tree="same", base="same"), None, None, None, number=1)
    assert plain(title_of(step)).endswith("● green as at the start")


async def test_a_step_is_called_by_what_changed_or_after_the_step_that_it_is_as(told: Told) -> None:
    told.check(GREEN, "one = 3\n")
    told.check(GREEN, "one = 3\n\n\ndef roll():\n    return one\n")
    restore(told.practice, "refs/dojo/checks~4")
    told.check(GREEN, "one = 1\n")
    text = await shown(told, "enter")
    assert ("+ roll" in text, "as in step 1 again" in text) == (True, True)


async def test_a_step_says_that_it_was_reverted_or_what_it_goes_by_beside_the_kata(told: Told) -> None:
    append_revert(Repository(told.practice.folder), read_story(Repository(told.practice.folder)).checks[-1])
    told.check(GREEN, "one = 5\n", changes=30)
    text = await shown(told, "enter")
    assert ("< amber" in text, "* green" in text, "30 places approved otherwise" in text) == (True, True, True)


async def test_a_history_that_cannot_be_read_says_why(told: Told) -> None:
    told.room.stories.clear()
    assert "The story of Panda cannot be read." in await shown(told, "enter")


async def test_enter_on_a_step_shows_what_it_changed_and_what_failed(told: Told) -> None:
    lines = (await shown(told, "enter", "up", "enter")).splitlines()
    assert {"-one = 1", "+one = 2"} < {*lines}
    assert any("expected 4 got [red]3[/]" in line for line in lines)


async def test_the_first_step_is_compared_with_how_the_practice_began(told: Told) -> None:
    assert "+one = 1" in await shown(told, "enter", "home", "enter")


async def test_n_and_p_go_on_to_other_steps_and_escape_goes_back(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        await press(pilot, "enter", "enter")
        seen = []
        for key in ("n", "p", "p", "p", "n"):
            await press(pilot, key)
            assert isinstance(told.app.screen, Changed)
            seen.append(told.app.screen.at)
        assert (seen, "+one = 2" in text_of(told.app)) == ([2, 1, 0, 0, 1], True)
        await press(pilot, "escape")
        assert isinstance(told.app.screen, Steps)
        await press(pilot, "escape")
        assert not isinstance(told.app.screen, Over)


async def test_a_diff_is_that_of_the_last_step_that_was_asked_for(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        await press(pilot, "enter", "enter")
        for key in ("p", "p"):
            await pilot.press(key)
        await settle(pilot)
        assert "+one = 1" in text_of(told.app)


async def test_the_end_of_a_round_is_said_above_a_diff_too(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        told.world.now += 25 * 60 + 3
        await settle(pilot)
        assert "TIME IS UP +0:03" in text_of(told.app).splitlines()[0]


async def test_a_click_chooses_a_line(told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        await pilot.click(Choice, offset=(5, 1))
        await settle(pilot)
        assert "step 2" in text_of(told.app)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
async def test_every_line_of_a_diff_can_be_read(theme: str, told: Told) -> None:
    async with told.app.run_test(size=SIZES[0]) as pilot:
        told.app.theme = theme
        await settle(pilot)
        await press(pilot, "enter", "up", "enter")
        assert ("+one" in text_of(told.app), faint_texts(told.app)) == (True, set())


def test_lines_of_a_diff_are_told_apart_by_what_they_begin_with() -> None:
    lines = ["+new", "-old", "@@ -1 +1 @@", " same", "+++ b/yatzy.py"]
    assert [line_of_diff(line)[0].role for line in lines] == ["green", "red", "place", "", "strong"]
