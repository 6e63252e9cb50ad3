"""Damage: whatever a file holds, or is by now, a command says so in a line or two, or does without it.

Each round tries every file in one way, and the next round in the next; after as many rounds as there are ways, each
file was damaged in each, and it is the turn of the next command that reads it. Where a room's git waits for a pipe, it
is given up in its time, which is too long for a round; so its own files are never pipes, or devices, here.
"""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from dojo.practice import sharing
from dojo.practice.pushing import catch_up
from dojo.table.keeper import Keeper
from dojo.table.saves import Save
from tests.chaos.damage import WAITED_FOR, WAYS, WAYS_OF_FOLDERS, Way
from tests.chaos.forgery import forges_nothing
from tests.chaos.lived_in import RECORD, forked, lived_in
from tests.chaos.read import FOLDERS, READ
from tests.chaos.scene import Scene, promise

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")

OF_A_ROOM = ("room.git/", ".dojo-rooms/")
Places = tuple[Path, Path]


@pytest.fixture(scope="session")
def places(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Places:
    """Return where the scene is in each case, for paths stand in some of its files; and where a copy is kept."""
    place, kept = (tmp_path_factory.mktemp(name) / "kata" for name in ("lived-in", "kept"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sharing, "start_pusher", catch_up)
        shutil.copytree(lived_in(template, place).folder, kept, symlinks=True)
    return place, kept


@pytest.fixture
def scene(places: Places, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Give each case a scene with every file in it; no process is left behind, for a push is done by the check."""
    monkeypatch.setattr(sharing, "start_pusher", catch_up)
    place, kept = places
    shutil.rmtree(place)
    return Scene.copied(kept, place)


def way_of(turn: int, ways: Sequence[Way], number: int) -> Way:
    """Return the way whose turn it is, for the file of a number."""
    return ways[(turn + number) % len(ways)]


def command_of(turn: int, commands: Sequence[str], ways: Sequence[Way]) -> str:
    """Return the command whose turn it is: another one when all ways have had theirs."""
    return commands[turn // len(ways) % len(commands)]


def try_twice(command: str, scene: Scene, damage: str) -> None:
    """Run a command, and run it again: what it says once must not end the next."""
    for _ in range(2):
        done = forked(scene, *command.split())
        told = (damage, command, done.code, done.printed)
        assert (done.is_plain(), forges_nothing(done), scene.lost()) == (True, True, []), told


@promise("no-traceback", "no-forged-line", "nothing-lost")
@pytest.mark.parametrize("name", READ)
def test_a_damaged_file_is_told_in_plain_words(name: str, scene: Scene, dice: Random, turn: int) -> None:
    ways = [each for each in WAYS if each not in WAITED_FOR or not name.startswith(OF_A_ROOM)]
    way = way_of(turn, ways, [*READ].index(name))
    way(next(scene.folder.glob(name)), dice)
    try_twice(command_of(turn, READ[name], ways), Scene(scene.folder), way.__name__)


@promise("no-traceback", "no-forged-line", "nothing-lost")
@pytest.mark.parametrize("name", FOLDERS)
def test_what_stands_in_the_place_of_a_folder_is_told_in_plain_words(
    name: str, scene: Scene, dice: Random, turn: int
) -> None:
    way = way_of(turn, WAYS_OF_FOLDERS, [*FOLDERS].index(name))
    way(scene.folder / name, dice)
    try_twice(command_of(turn, FOLDERS[name], WAYS_OF_FOLDERS), scene, way.__name__)


@promise("no-traceback", "nothing-lost")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_damaged_save_is_told_in_a_line_and_kept(way: Way, tmp_path: Path, dice: Random) -> None:
    Save(tmp_path, "yatzy").write(RECORD)
    way(tmp_path / ".table" / "yatzy.json", dice)
    left = [path.read_bytes() for path in tmp_path.glob(".table/*") if path.is_file()]
    told: list[str] = []
    keeper = Keeper(tmp_path, "yatzy", told.append)
    goes_on = keeper.left() is not None
    assert keeper.store(RECORD)
    assert goes_on or told or not left
    now = [path.read_bytes() for path in tmp_path.glob(".table/*") if path.is_file()]
    assert goes_on or all(each in now for each in left)
    assert all(line.isprintable() for line in told)
