"""Damage: whatever a file holds, or is by now, a command says so in a line or two, or does without it."""

import os
from random import Random

import pytest

from tests.chaos.damage import WAYS, Way
from tests.chaos.scene import Scene, promise

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")

IN_PRACTICE = ("check", "progress", "hint")
OF_MUTANTS = ("mutants",)
READ = {  # every file that is read, and which commands read it
    "practice/yatzy.py": ("check", "compare", "hint", "mutants"),
    "practice/tests/test_own.py": ("check", "mutants"),
    "practice/pytest.ini": ("check", "mutants"),
    "practice/.gitignore": IN_PRACTICE,
    "practice/.dojo/hint.json": ("hint",),
    "practice/.dojo/check.lock": IN_PRACTICE,
    "practice/.dojo/findings.txt": ("check",),
    "practice/.git/HEAD": IN_PRACTICE,
    "practice/.git/config": IN_PRACTICE,
    "practice/.git/index": IN_PRACTICE,
    "practice/.git/refs/dojo/checks": IN_PRACTICE,
    "approved_files/pairs.approved.txt": ("check", "approve --yes", "verify"),
    "approved_files/survivors.approved.txt": ("verify", "mutants"),
    "approved_files/unmutated.approved.txt": ("verify",),
    "legacy/yatzy.py": ("verify", "score yatzy pair 3 3 3 4 4", "start --again"),
    "pyproject.toml": ("verify", "check"),
    "mutants/manifest.json": ("verify",),
    "mutants/legacy/yatzy.py.meta": ("verify",),
    "mutants/legacy/yatzy.py.spans": ("verify",),
    "mutants/mutmut-stats.json": ("verify",),
    "mutants/killers.tsv": ("verify",),
    "mutants/early.json": ("verify",),
}


@promise("no-traceback", "nothing-lost")
@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_damaged_file_is_told_in_plain_words(name: str, way: Way, scene: Scene, dice: Random) -> None:
    if name.startswith("mutants/"):
        scene.run("verify")
    if name.endswith("hint.json"):
        scene.run("hint")
    path = scene.folder / name
    assert path.is_file(), name
    way(path, dice)
    scene.own.pop(name, None)
    for command in READ[name]:
        for _ in range(2):  # what it says once must not end the next
            done = scene.run(*command.split())
            assert (done.is_plain(), scene.lost()) == (True, []), (done.command, done.code, done.printed)
            assert "\x1b]0;" not in done.printed
