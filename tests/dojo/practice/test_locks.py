"""One process at a time works on a practice; the next one is told who does, or waits where that is short."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import pytest

from dojo.practice import create
from dojo.practice.model import CHECK, MUTANTS, Choices, LockedError, Practice, lock
from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

HOLDS = """import sys
from pathlib import Path
from dojo.practice.model import lock
with lock(Path(sys.argv[1]), sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_process_holds(practice: Practice, kind: str) -> Iterator["subprocess.Popen[str]"]:
    """Have another process hold a kind of work, until the end of the block."""
    command = [sys.executable, "-c", HOLDS, str(practice.folder), kind]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    try:
        yield other
    finally:
        other.communicate("")


def test_the_second_one_is_told_who_has_it_and_another_kind_is_free(kata: SmallKata, practice: Practice) -> None:
    with another_process_holds(practice, MUTANTS):
        with lock(practice.folder, CHECK), lock(practice.folder, CHECK):  # once more what is held here
            pass
        with pytest.raises(LockedError) as told, lock(practice.folder, MUTANTS, 0):
            pass
        for options in ([], ["--open"]):
            done = kata.dojo("mutants", *options)
            assert (done.returncode, "is working on practice/" in done.stderr) == (3, True)
    assert str(told.value) == "Another command (mutants) is working on practice/. Wait for it, or stop it."


def test_who_waits_for_long_is_told_for_whom_and_what_was_held_is_free_when_its_process_is_killed(
    practice: Practice,
) -> None:
    told: list[str] = []
    with another_process_holds(practice, CHECK) as other:
        Timer(0.1, other.kill).start()
        with lock(practice.folder, CHECK, notify=told.append):
            assert told == ["waiting for another command to end its work (check)", ""]


@pytest.mark.parametrize("kind", [CHECK, MUTANTS])
def test_a_practice_that_somebody_works_on_is_not_put_aside(
    kind: str, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "BRIEF_SECONDS", 0)
    with another_process_holds(practice, kind), pytest.raises(LockedError, match="is working on practice/"):
        create.start(kata.folder, Choices(2, blind=True), again=True)
    assert sorted(path.name for path in kata.folder.glob("practice*")) == ["practice"]
    assert started(kata, again=True).choices.level == 1
