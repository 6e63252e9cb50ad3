"""The dice: as large as they fit; thrown ones tumble, and lie with the faces that were thrown."""

from pathlib import Path

import pytest

from dojo.table.dice import FRAMES, SIZES, Pose, Size, flight, largest
from tests.dojo.table.tables import SIZES as SCREENS
from tests.dojo.table.tables import press, table_for

FLIGHTS = [(face, flight(face, FRAMES)) for _ in range(20) for face in range(1, 7)]


def test_a_die_hops_shows_several_faces_never_sinks_into_the_felt_and_comes_to_lie_with_its_face() -> None:
    for face, poses in FLIGHTS:
        heights = [-pose.below for pose in poses]
        assert len({pose.face for pose in poses}) >= 3
        assert min(heights) >= 0
        assert max(heights) > 0.3
        assert poses[-1] == Pose(face)


@pytest.mark.parametrize("size", SIZES)
def test_dice_are_as_large_as_they_fit(size: Size) -> None:
    assert largest(size.columns, 100) is size
    assert largest(1000, size.rows + size.lowered) is size


@pytest.mark.anyio
async def test_thrown_dice_tumble_until_they_lie_or_a_key_comes_and_kept_ones_stay(tmp_path: Path) -> None:
    app = table_for(tmp_path)
    async with app.run_test(size=SCREENS[0]) as pilot:
        await press(pilot, "space", "1", "4")
        assert app.tray.flights == {}  # where nothing shall move
        app.animation_level = "full"
        await press(pilot, "space", "2", "2")
        assert [die.pose.face for die in app.tray.dice] == [*app.session.question.dice]
        await pilot.press("space")
        assert [app.tray.dice.index(die) for die in app.tray.flights] == [1, 2, 4]
        while app.tray.flights:
            app.tray.fly()
        assert [die.pose.face for die in app.tray.dice] == [*app.session.question.dice]
