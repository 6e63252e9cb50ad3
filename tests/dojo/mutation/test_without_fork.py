"""Commands without fork: mutants are tested, and calls are not compared."""

import os
from typing import Any

import pytest

from dojo.commands import verify
from dojo.mutation.kept import ResultFiles
from dojo.mutation.text import NO_REASONS
from dojo.mutation.workers import NEEDS_FORK
from dojo.practice.model import STATE_DIRECTORY
from tests.dojo.small_kata import SmallKata


def interrupted(kata: SmallKata):
    """Forget the result of one mutant, so that it is tested again."""
    files = ResultFiles(kata.folder / "practice" / STATE_DIRECTORY)
    kept = files.read_last()
    kept.results.popitem()
    files.write(kept)


def test_without_fork_the_report_says_that_reasons_are_left_out(graded: SmallKata):
    interrupted(graded)
    printed = graded.dojo("mutants", "--no-fork", "--why").stdout.splitlines()
    assert "score 66.7 %: 2 of 3 mutants killed, 1 survived." in printed
    assert NO_REASONS in printed


def test_where_there_is_no_fork_a_survivor_is_not_explained(
    graded: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delattr(os, "fork", raising=False)
    done = graded.dojo("mutants", "1")
    assert (done.returncode, NEEDS_FORK in done.stderr) == (3, True)


def test_the_verdict_can_do_without_fork(kata: SmallKata, monkeypatch: pytest.MonkeyPatch):
    given: list[Any] = []

    def stop(*arguments: Any):
        given.append(arguments[-1])
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "run_mutants", stop)
    kata.dojo("verify", "--no-fork")
    assert [options.forks for options in given] == [False]
