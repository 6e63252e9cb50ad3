"""Hostile players: whatever one does, the tournament ends, and nobody else's games are others for it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from dojo.confinement import SCOPED_SIGNALS_VERSION, landlock_version
from tests.chaos.forgery import forges_nothing
from tests.chaos.players import HONEST, SEATED, UNSEATED
from tests.chaos.scene import Done, Scene, promise
from tests.chaos.turns import NextOf

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such processes"),
    pytest.mark.skipif(landlock_version() < SCOPED_SIGNALS_VERSION, reason="players can signal others there"),
]

AT_ONCE, LOADED_AT_ONCE = 6, 2  # players that are tried in a round; the next round takes those after them
SEED = "918273645"
TOURNAMENT = ("tournament", "yacht", "--games", "2", "--same-dice", "--seed", SEED)


def held(scene: Scene, eve: str, tmp_path: Path) -> Done:
    """Hold a tournament of Ann, who is honest, and Eve, who sits before her."""
    (scene.folder / "eve.py").write_text(eve)
    (scene.folder / "ann.py").write_text(HONEST)
    seats = ("--player", "Eve=eve.py", "--player", "Ann=ann.py")
    return scene.run(*TOURNAMENT, *seats, env={"TMPDIR": str(tmp_path)})  # where what they print is kept


def totals_of_ann(done: Done) -> list[str]:
    """Return Ann's mean, best and worst game."""
    words = (line.split() for line in done.stdout.decode().splitlines())
    return next(each[2:5] for each in words if each and each[0] == "Ann")


@promise("own-seat", "no-forged-line", "no-traceback", "nothing-lost")
@pytest.mark.parametrize("number", range(AT_ONCE))
def test_whatever_a_player_does(
    number: int,
    scene: Scene,
    next_of: NextOf,
    is_clean: Callable[[], bool],
    tmp_path: Path,
) -> None:
    name = next_of(SEATED, number, AT_ONCE)
    honest, done = (held(scene, eve, tmp_path) for eve in (HONEST, SEATED[name]))
    assert (done.code, done.is_plain(), forges_nothing(done)) == (0, True, True), (name, done.printed)
    assert (totals_of_ann(done), SEED in done.printed) == (totals_of_ann(honest), False), (name, done.printed)
    assert (is_clean(), scene.lost()) == (True, []), name


@promise("own-seat", "no-forged-line", "no-traceback")
@pytest.mark.parametrize("number", range(LOADED_AT_ONCE))
def test_whatever_a_player_is_when_it_is_loaded(
    number: int,
    scene: Scene,
    next_of: NextOf,
    is_clean: Callable[[], bool],
    tmp_path: Path,
) -> None:
    name = next_of(UNSEATED, number, LOADED_AT_ONCE)
    done = held(scene, UNSEATED[name], tmp_path)
    assert (done.code in (1, 2), done.is_plain(), forges_nothing(done)) == (True, True, True), (name, done.printed)
    assert ("Eve" in done.printed or "eve.py" in done.printed, is_clean()) == (True, True), (name, done.printed)
