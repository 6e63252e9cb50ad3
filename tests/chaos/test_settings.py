"""Settings: whatever is set around a command, its verdict is the same, or it says why there is none.

Each round tries some settings with some commands, and goes on where the one before it ended.
"""

import os
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.chaos.places import PLACES, needs_mounts
from tests.chaos.scene import Done, Scene, promise
from tests.chaos.surroundings import HARMLESS, HINDERING, Setting, shell, spread
from tests.chaos.turns import NextOf

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other settings")

Verdict = tuple[int, Counter[bytes]]
FAR = 41  # from each other in the list, so that no two say the same of one thing
AT_ONCE = 3  # harmless settings; which of them did it, the next rounds show


class Case(NamedTuple):
    """Commands, of which the last one counts, in a kata with a mistake in a file, or with none."""

    commands: str
    wrong: str = ""

    @property
    def number(self) -> int:
        """Return its place among all."""
        return CASES.index(self)


LEGACY, CLEAN, OWN = "legacy/yatzy.py", "refactored/yatzy.py", "practice/yatzy.py"
CASES = (
    *(Case("check"), Case("check", OWN), Case("check --tcr"), Case("check --tcr", OWN)),
    *(Case("verify"), Case("verify", CLEAN), Case("verify", LEGACY), Case("mutants"), Case("mutants --no-cache")),
    *(Case("approve --yes"), Case("approve --yes", LEGACY), Case("approve practice --yes", OWN)),
    *(Case("progress --json"), Case("hint"), Case("start --again"), Case("swap Bob"), Case("restore"), Case("compare")),
    Case("score yatzy chance 1 1 3 3 6 --implementation practice"),
    Case("room new tuesday.git; join tuesday.git --name Panda; check; room tuesday.git"),
    *(Case("way 1"), Case("tournament yacht --games 1 --seed 1")),
)
SOME, FEW = 8, 4  # a round
some = pytest.mark.parametrize("number", range(SOME))
few = pytest.mark.parametrize("number", range(FEW))


@promise("same-verdict", "nothing-lost")
@some
def test_what_is_set_changes_no_verdict(number: int, scene: Scene, template: Path, next_of: NextOf) -> None:
    first, case = next_of([*product(range(len(HARMLESS)), CASES)], number, SOME)
    settings = [HARMLESS[(first + FAR * more) % len(HARMLESS)] for more in range(AT_ONCE)]
    done, verdict = tried(scene, case, settings)
    told = (case, [*map(str, settings)], done)
    assert (done.is_plain(), scene.lost()) == (True, []), told
    assert differences(verdict, usual(template, case)) == [], told


@promise("same-verdict", "nothing-lost")
@few
def test_what_hinders_a_command_is_told(number: int, scene: Scene, template: Path, next_of: NextOf) -> None:
    setting, case = next_of([*product(HINDERING, CASES)], number, FEW)
    done, verdict = tried(scene, case, [setting])
    told = (case, str(setting), done)
    assert (done.is_plain(), scene.lost()) == (True, []), told
    assert done.code in (1, 2, 3) or differences(verdict, usual(template, case)) == [], told


def tried(scene: Scene, case: Case, settings: list[Setting]) -> tuple[Done, Verdict]:
    """Run commands with settings; return the end of the last, and its exit code with what then is in the kata."""
    make_wrong(scene, case)
    variables = spread(scene, scene.folder.with_name("place"), settings)
    done = Done((), 0, b"", b"")
    for command in case.commands.split("; "):
        if done.code == 0:
            done = scene.run(*command.split(), env=variables, behind=shell(settings))
    return done, (done.code, left(scene))


def make_wrong(scene: Scene, case: Case) -> None:
    """Make the mistake that a case is about."""
    if case.wrong:
        path = scene.folder / case.wrong
        path.write_text(path.read_text(encoding="utf-8").replace("return 0", "return 1"), encoding="utf-8")
        scene.own[case.wrong] = path.read_bytes()


@cache
def usual(template: Path, case: Case) -> Verdict:
    """Return the verdict with nothing set."""
    folder = template.parent / f"usual {case.number}" / "kata"
    return tried(Scene.copied(template, folder), case, [])[1]


def differences(verdict: Verdict, other: Verdict) -> list[object]:
    """Return how two verdicts differ."""
    (code, files), (other_code, other_files) = verdict, other
    codes = [] if code == other_code else [f"exit code {code}, not {other_code}"]
    return [*codes, *(files - other_files), *(other_files - files)]


def left(scene: Scene) -> Counter[bytes]:
    """Return what the files of a person hold, wherever they are by now."""
    homes = ("approved_files", "legacy", "refactored", "practice*")
    paths = (path for home in homes for path in scene.folder.glob(f"{home}/**/*") if path.is_file())
    apart = {".git", ".dojo", "__pycache__", ".approval_tests_temp"}
    home = os.fsencode(scene.folder)
    return Counter(
        path.read_bytes().replace(home, b"")
        for path in paths
        if not apart & {*path.parts} and ".replaced" not in path.parts
    )


@needs_mounts
@promise("any-place", "nothing-lost")
@few
def test_a_place_without_room_is_told(number: int, scene: Scene, next_of: NextOf) -> None:
    place, case = next_of([*product(PLACES, CASES)], number, FEW)
    done = told_at_last(scene, case, PLACES[place](scene.folder))
    assert (done.is_plain(), scene.lost()) == (True, []), (case, place, done)


def told_at_last(scene: Scene, case: Case, behind: list[str]) -> Done:
    """Run commands in a place, and return how the first ended that failed, or the last."""
    make_wrong(scene, case)
    done = Done((), 0, b"", b"")
    for command in case.commands.split("; "):
        if done.code == 0:
            done = scene.run(*command.split(), behind=behind)
    return done
