"""Thrown dice tumble, and lie with the faces that were thrown."""

from pathlib import Path
from random import Random

import pytest

from dojo.table.app import Table
from dojo.table.dice import Pose
from dojo.table.tumble import FRAMES, flight
from tests.dojo.table.tables import SIZES, Timers, table_for

pytestmark = pytest.mark.anyio
SEEDS = range(20)


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
