"""Hostile practices: whatever their code does, a check says nothing false, ends, and leaves all else as it is."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.chaos.forgery import forges_nothing
from tests.chaos.pieces import LEAVES, PIECES, STARTS
from tests.chaos.plants import PLANTS, TOLD
from tests.chaos.scene import Scene, promise
from tests.chaos.turns import NextOf
from tests.dojo.small_kata import RULE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such processes")

AT_ONCE = 6  # pieces of code that are tried in a round, and as many plants; the next round takes those after them
TOLD_AT_ONCE = 2  # ways to tell pytest to run less, likewise
LIMIT_SECONDS, END_SECONDS = 2, 30  # that a check is given; and that it takes at most, on a busy machine
MOST_BYTES = 100 * 1024**2  # that a check leaves in a practice
ANSWERS = {"Lie": "Lie(first, second)", "Odd": "Odd()"}  # of a class that a piece makes, in place of a number


def wrong(code: str) -> str:
    """Return a `yatzy.py` that begins with a piece of code, and of which every answer is wrong."""
    answer = next((answer for name, answer in ANSWERS.items() if f"class {name}" in code), "3 * first")
    return (
        f"{code}\n{RULE.replace('return 0', f'return {answer}').replace('return first + second', f'return {answer}')}"
    )


@promise("no-false-green", "ends", "no-forged-line", "around", "nothing-lost", "no-traceback")
@pytest.mark.parametrize("number", range(AT_ONCE))
def test_whatever_the_code_does(number: int, scene: Scene, next_of: NextOf, is_clean: Callable[[], bool]) -> None:
    name = next_of(PIECES, number, AT_ONCE)
    scene.write("practice/yatzy.py", wrong(PIECES[name]))
    before, began = scene.around(), time.monotonic()
    done = scene.run("check", "--limit", str(LIMIT_SECONDS))
    took = time.monotonic() - began
    assert (done.code, done.is_plain(), forges_nothing(done)) == (1, True, True), (name, done.printed)
    assert (is_clean(), took < END_SECONDS) == (True, True), (name, took)
    assert sum(path.stat().st_size for path in scene.practice.rglob("*") if path.is_file()) < MOST_BYTES, name
    assert (scene.around(), scene.lost()) == (before, []), name
    (scene.practice / "yatzy.py").write_text(RULE)
    again = scene.run("check")
    assert again.code == 0, (name, again.printed)


@promise("around", "no-false-green", "no-traceback")
def test_what_a_program_rewrites_that_nobody_watches_is_told(scene: Scene, next_of: NextOf) -> None:
    name = next_of(STARTS, 0, 1)
    scene.write("practice/yatzy.py", wrong(STARTS[name]))
    done = scene.run("check")
    told = "changed while the check ran" in done.printed
    assert (done.code, done.is_plain(), told) == (1, True, True), (name, done.printed)


@promise("no-false-green", "no-traceback")
@pytest.mark.parametrize("number", range(TOLD_AT_ONCE))
def test_whatever_pytest_is_told(number: int, scene: Scene, next_of: NextOf) -> None:
    name = next_of(TOLD, number, TOLD_AT_ONCE)
    for file, text in {**TOLD[name], "yatzy.py": wrong("")}.items():
        (scene.practice / file).parent.mkdir(exist_ok=True)
        (scene.practice / file).write_text(text)
    done = scene.run("check")
    assert (done.code, done.is_plain(), "Yatzy.pair(1, 1)" in done.printed) == (1, True, True), (name, done.printed)


@promise("nothing-run", "no-forged-line", "around", "nothing-lost", "no-traceback")
@pytest.mark.parametrize("number", range(AT_ONCE))
def test_whatever_is_planted(number: int, scene: Scene, dice: Random, next_of: NextOf, tmp_path: Path) -> None:
    name, ran = next_of(PLANTS, number, AT_ONCE), tmp_path / "ran"
    PLANTS[name](scene.practice, ran)
    scene = Scene(scene.folder)  # what is planted is part of what somebody has
    before = scene.around()
    for command in ("check", dice.choice(("progress", "progress 2", "compare", "hint", "restore", "mutants"))):
        done = scene.run(*command.split())
        told = (name, command, done.printed)
        assert (done.is_plain(), forges_nothing(done), ran.exists()) == (True, True, False), told
    assert (scene.around(), scene.lost()) == (before, []), name


@promise("ends", "nothing-lost", "no-traceback")
@pytest.mark.parametrize("command", ["mutants", "approve practice --yes", "compare", "progress"])
def test_what_lasts_ends_with_each_command(
    command: str, scene: Scene, dice: Random, is_clean: Callable[[], bool]
) -> None:
    name = dice.choice([*LEAVES])
    scene.write("practice/yatzy.py", f"{LEAVES[name]}\n{RULE}")
    done = scene.run(*command.split())
    assert (done.is_plain(), is_clean(), scene.lost()) == (True, True, []), (name, done.printed)
