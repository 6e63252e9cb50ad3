"""One process at a time works on a practice; the next one is told who does, or waits where that is short."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import pytest

from dojo.commands.watch import Watch
from dojo.practice import create as starts
from dojo.practice import locks as holds
from dojo.practice.locks import APPROVE, CHECK, KINDS, MUTANTS, HeldError, hold
from dojo.practice.model import Choices, Practice
from tests.dojo.practising import started
from tests.dojo.small_kata import SmallKata

HOLDS = """import sys
from pathlib import Path
from dojo.practice.locks import hold
with hold(Path(sys.argv[1]), sys.argv[2]):
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


def test_the_second_one_is_told_who_has_it(practice: Practice) -> None:
    with (
        another_process_holds(practice, MUTANTS) as other,
        pytest.raises(HeldError) as told,
        hold(practice.folder, MUTANTS),
    ):
        pass
    assert str(told.value) == f"dojo (process {other.pid}) is working on practice/. Wait for it, or stop it."


def test_a_check_goes_beside_mutants(practice: Practice) -> None:
    with another_process_holds(practice, MUTANTS), hold(practice.folder, CHECK):
        pass


def test_what_a_process_held_is_free_when_it_was_killed(practice: Practice) -> None:
    with another_process_holds(practice, CHECK) as other:
        other.kill()
        other.wait()
        with hold(practice.folder, CHECK):
            pass


def test_a_process_may_hold_again_what_it_holds(practice: Practice) -> None:
    with hold(practice.folder, CHECK), hold(practice.folder, CHECK):
        pass
    with another_process_holds(practice, CHECK):
        pass


def test_who_waits_for_long_is_told_for_whom(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(holds, "QUIET_SECONDS", 0)
    with another_process_holds(practice, CHECK) as other:
        Timer(0.1, other.kill).start()
        with hold(practice.folder, CHECK, patience_seconds=60, tell=told.append):
            assert told == [f"waiting for dojo (process {other.pid})", ""]


@pytest.mark.parametrize("kind", KINDS)
def test_a_practice_that_somebody_works_on_is_not_put_aside(
    kind: str, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starts, "BRIEF_SECONDS", 0)
    with another_process_holds(practice, kind), pytest.raises(HeldError, match="is working on practice/"):
        starts.start(kata.folder, Choices(2, blind=True), again=True)
    assert sorted(path.name for path in kata.folder.glob("practice*")) == ["practice"]
    assert started(kata, again=True).choices.level == 1


@pytest.mark.parametrize("options", [[], ["--open"], ["--equivalent", "1", "Why."]])
def test_who_would_look_at_mutants_while_they_are_tested_is_refused_in_a_line(
    options: list[str], kata: SmallKata, practice: Practice
) -> None:
    with another_process_holds(practice, MUTANTS):
        done = kata.dojo("mutants", *options)
    assert (done.returncode, "is working on practice/" in done.stderr) == (3, True)


def test_a_second_approval_is_refused_in_a_line(kata: SmallKata, practice: Practice) -> None:
    with another_process_holds(practice, APPROVE):
        done = kata.dojo("approve", "practice")
    assert (done.returncode, "is working on practice/" in done.stderr) == (1, True)


def test_a_watch_that_waited_in_vain_says_so_and_looks_again(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(holds, "CHECK_PATIENCE_SECONDS", 0.0)
    watched = Watch(practice, 20, None, told.append)
    with another_process_holds(practice, CHECK):
        watched.check()
    assert ["is working on practice/" in told[0], watched.is_saved()] == [True, True]
