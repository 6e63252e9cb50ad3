"""What is done as a whole is not interrupted, and no program that it needs is, either."""

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

from dojo.practice import run_git, uninterrupted

GROUP = f"!{shlex.quote(sys.executable)} -c 'import os; print(os.getpgrp())'"


def group_of_git(folder: Path) -> int:
    """Return the group of processes that git runs in: Ctrl-C at a terminal reaches all of a group."""
    return int(run_git(folder, "-c", f"alias.group={GROUP}", "group").stdout)


def test_an_interruption_waits_for_what_is_around_as_well() -> None:
    done = []

    @uninterrupted()
    def inside() -> None:
        signal.raise_signal(signal.SIGINT)
        done.append("inside")

    @uninterrupted()
    def around() -> None:
        inside()
        done.append("around")

    with pytest.raises(KeyboardInterrupt):
        around()
    assert done == ["inside", "around"]


def test_an_error_is_said_rather_than_an_interruption() -> None:
    @uninterrupted()
    def go_wrong() -> None:
        signal.raise_signal(signal.SIGINT)
        raise ValueError("what went wrong")

    with pytest.raises(ValueError, match="what went wrong"):
        go_wrong()


def test_afterwards_an_interruption_comes_at_once() -> None:
    with uninterrupted():
        pass
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no groups of processes")
def test_a_terminal_interrupts_no_git_meanwhile(tmp_path: Path) -> None:
    with uninterrupted():
        assert group_of_git(tmp_path) != os.getpgrp()


@pytest.mark.skipif(sys.platform == "win32", reason="it has no groups of processes")
def test_at_any_other_time_it_does(tmp_path: Path) -> None:
    assert group_of_git(tmp_path) == os.getpgrp()
