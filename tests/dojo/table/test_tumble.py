"""Thrown dice tumble, and lie with the faces that were thrown."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from textual.app import App

from dojo.table.app import Table
from dojo.table.dice import Pose
from dojo.table.tray import Die
from dojo.table.tumble import FRAME_SECONDS, FRAMES, Tumble, flight
from tests.dojo.table.tables import SIZES, Timers, table_for

pytestmark = pytest.mark.anyio
SEEDS = range(20)


def thrown(after: Callable[..., object], done: Callable[[], None] = lambda: None) -> tuple[Tumble, list[Die]]:
    """Throw five dice: 6, 5, 4, 3, 2."""
    app = App[None]()
    with app._context():  # noqa: SLF001 - dice that lie on no table
        dice = [Die(position) for position in range(5)]
        tumble = Tumble(after, Random(1))  # type: ignore[arg-type] - a timer of a test
        tumble.start(dict(zip(dice, (6, 5, 4, 3, 2), strict=True)), done)
    return tumble, dice


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_comes_to_lie_with_its_face(face: int, seed: int) -> None:
    assert flight(face, FRAMES, Random(seed))[-1] == Pose(face)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_shows_several_faces_on_its_way(seed: int) -> None:
    assert len({pose.face for pose in flight(3, FRAMES, Random(seed))}) >= 3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_hops_and_never_sinks_into_the_felt(seed: int) -> None:
    heights = [-pose.below for pose in flight(3, FRAMES, Random(seed))]
    assert min(heights) >= 0
    assert max(heights) > 0.3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_comes_ever_nearer_to_its_place(seed: int) -> None:
    aside = [abs(pose.right) for pose in flight(3, FRAMES, Random(seed))]
    assert aside == sorted(aside, reverse=True)


def test_dice_come_to_lie_one_after_the_other() -> None:
    timers, lying = Timers(), []
    _, dice = thrown(timers.after)
    while timers.waiting:
        lying.append([die.pose == Pose(face) for die, face in zip(dice, (6, 5, 4, 3, 2), strict=True)])
        timers.step()
    assert all(before <= after for before, after in pairwise(map(sum, lying)))
    assert {tuple(still) for still in lying} >= {(True,) * number + (False,) * (5 - number) for number in range(1, 5)}


def test_dice_lie_within_about_half_a_second() -> None:
    timers = Timers()
    thrown(timers.after)
    assert timers.run() * FRAME_SECONDS == pytest.approx(0.5, abs=0.05)


def test_what_is_to_be_done_is_done_once_they_lie() -> None:
    timers, said = Timers(), []
    tumble, _ = thrown(timers.after, lambda: said.append(tumble.goes_on))
    timers.run()
    assert said == [False]


def test_dice_that_are_stopped_move_no_more() -> None:
    timers = Timers()
    tumble, dice = thrown(timers.after)
    poses = [die.pose for die in dice]
    assert (tumble.stop(), tumble.stop()) == (True, False)
    assert timers.run() == 0
    assert [die.pose for die in dice] == poses


async def throw(app: Table, timers: Timers) -> int:
    """Return how many frames a throw takes."""
    app.motion = True
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("space")
        return timers.run()


async def test_dice_tumble_at_the_table(tmp_path: Path) -> None:
    timers = Timers()
    assert await throw(table_for(tmp_path, timers=timers), timers) > 0


async def test_no_dice_tumble_where_nothing_shall_move(tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers)
    app.animation_level = "none"
    assert await throw(app, timers) == 0


async def test_a_key_lets_the_dice_lie_at_once(tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers)
    app.motion = True
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("space", "1")
        assert [die.pose for die in app.tray.dice] == [Pose(face) for face in app.session.question.dice]  # type: ignore[union-attr]


async def test_kept_dice_do_not_tumble(tmp_path: Path) -> None:
    timers = Timers()
    app = table_for(tmp_path, timers=timers)
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("space", "1", "4")
        app.motion = True
        await pilot.press("space")
        assert [die.pose.turned == 0 for die in app.tray.dice] == [True, False, False, True, False]
