"""Test how plain mutmut is compared with `dojo verify`."""

from datetime import datetime

import pytest

from dojo.mutation.inputs import Inputs
from dojo.mutation.kept import Kept
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, TIMED_OUT
from tests.crosscheck import (
    DEFAULT,
    ONLY_DOJO,
    TIME_LIMIT,
    TOO_LATE,
    UNEXPLAINED,
    Run,
    differences,
    reason_for,
    report,
)


@pytest.mark.parametrize(
    ("mutmut", "dojo", "fails", "reason"),
    [
        (None, KILLED, False, ONLY_DOJO),
        (SURVIVED, KILLED, True, TOO_LATE),
        (NOT_COVERED, TIMED_OUT, True, TOO_LATE),
        (SURVIVED, KILLED, False, UNEXPLAINED),
        (KILLED, SURVIVED, True, UNEXPLAINED),
        (KILLED, None, True, UNEXPLAINED),
        (KILLED, TIMED_OUT, False, TIME_LIMIT),
        (TIMED_OUT, KILLED, False, TIME_LIMIT),
        (TIMED_OUT, SURVIVED, True, UNEXPLAINED),
    ],
)
def test_a_difference_has_a_reason_or_none(
    mutmut: str | None, dojo: str | None, *, fails: bool, reason: str
):
    assert reason_for(mutmut, dojo, in_default=False, fails=lambda: fails) == reason


def test_a_default_value_is_a_reason_if_only_dojo_notices_it():
    noticed = reason_for(SURVIVED, KILLED, in_default=True, fails=lambda: False)
    missed = reason_for(KILLED, SURVIVED, in_default=True, fails=lambda: False)
    assert (noticed, missed) == (DEFAULT, UNEXPLAINED)


def test_each_difference_is_named_with_both_statuses():
    mutmut = Run({"a": KILLED, "b": TIMED_OUT, "c": KILLED}, seconds=4.0, cpu_seconds=8.0)
    dojo = Run({"a": KILLED, "b": KILLED, "d": KILLED}, seconds=1.0, cpu_seconds=2.0)
    kept = Kept(Inputs({}, frozenset()), datetime.min, {})  # noqa: DTZ901 - no one reads it
    assert report(mutmut, dojo, differences(mutmut, dojo, kept)) == [
        "mutmut run: 3 mutants in 4 s, 8 CPU s, 0.8 a second",
        "dojo verify: 3 mutants in 1 s, 2 CPU s, 3.0 a second",
        "dojo verify: 4.0 times the mutants a second, 0.25 of the CPU",
        "the same: 1 mutant (1 Killed)",
        f"different: 1 mutant; {TIME_LIMIT}",
        "  b: mutmut Timeout, dojo Killed",
        f"different: 1 mutant; {UNEXPLAINED}",
        "  c: mutmut Killed, dojo does not make it",
        f"different: 1 mutant; {ONLY_DOJO}",
        "  d: mutmut does not make it, dojo Killed",
    ]
