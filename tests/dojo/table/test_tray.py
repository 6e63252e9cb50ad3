"""Thrown dice tumble, and lie with the faces that were thrown."""

from pathlib import Path
from random import Random

import pytest

from dojo.table.app import Table
from dojo.table.dice import Pose, Size
from dojo.table.tray import FRAMES, breadth, flight, largest
from tests.dojo.table.tables import SIZES, press, table_for

pytestmark = pytest.mark.anyio
FLIGHTS = [(face, flight(face, FRAMES, Random(seed))) for seed in range(20) for face in range(1, 7)]


def test_a_die_comes_to_lie_with_its_face() -> None:
    assert all(poses[-1] == Pose(face) for face, poses in FLIGHTS)


def test_a_die_hops_and_shows_several_faces_and_never_sinks_into_the_felt() -> None:
    for _, poses in FLIGHTS:
        assert len({pose.face for pose in poses}) >= 3
        heights = [-pose.below for pose in poses]
        assert min(heights) >= 0
        assert max(heights) > 0.3


@pytest.mark.parametrize("size", Size)
def test_dice_are_as_large_as_five_fit_side_by_side(size: Size) -> None:
    assert largest(breadth(size), 100) is size
    assert largest(1000, size.rows + size.lowered + 1) is size


def faces(app: Table) -> list[int]:
    return [die.pose.face for die in app.tray.dice]


async def test_thrown_dice_tumble_until_they_lie_and_kept_ones_stay(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "1", "4")
        app.motion = True
        await pilot.press("space")
        assert [app.tray.dice.index(die) for die in app.tray.flights] == [1, 2, 4]
        while app.tray.flights:
            app.tray.fly()
        assert tuple(faces(app)) == tuple(app.session.dice)


async def test_no_dice_tumble_where_nothing_shall_move(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    app.motion, app.animation_level = True, "none"
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space")
        assert app.tray.flights == {}


async def test_a_key_lets_the_dice_lie_at_once(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    app.motion = True
    async with app.run_test(size=SIZES[0]) as pilot:
        await press(pilot, "space", "1")
        assert tuple(faces(app)) == tuple(app.session.dice)
