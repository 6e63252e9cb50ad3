"""Test how plain mutmut is compared with `dojo verify`."""

import pytest

from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, TIMED_OUT
from tests.crosscheck import (
    AT_IMPORT,
    ONLY_DOJO,
    TIME_LIMIT,
    UNEXPLAINED,
    Run,
    differences,
    reason_for,
    report,
)


@pytest.mark.parametrize(
    ("mutmut", "dojo", "at_import", "reason"),
    [
        (None, KILLED, False, ONLY_DOJO),
        (SURVIVED, KILLED, True, AT_IMPORT),
        (NOT_COVERED, TIMED_OUT, True, AT_IMPORT),
        (SURVIVED, KILLED, False, UNEXPLAINED),
        (KILLED, SURVIVED, True, UNEXPLAINED),
        (KILLED, None, False, UNEXPLAINED),
        (KILLED, TIMED_OUT, False, TIME_LIMIT),
        (TIMED_OUT, KILLED, False, TIME_LIMIT),
        (TIMED_OUT, SURVIVED, False, UNEXPLAINED),
    ],
)
def test_a_difference_has_a_reason_or_none(
    mutmut: str | None, dojo: str | None, *, at_import: bool, reason: str
):
    assert reason_for(mutmut, dojo, at_import=at_import) == reason


def test_each_difference_is_named_with_both_statuses():
    mutmut = Run({"a": KILLED, "b": SURVIVED, "c": KILLED}, seconds=4.0, cpu_seconds=8.0)
    dojo = Run({"a": KILLED, "b": KILLED, "d": KILLED}, seconds=1.0, cpu_seconds=2.0)
    found = differences(mutmut, dojo, at_import={"b"})
    assert report(mutmut, dojo, found) == [
        "mutmut run: 3 mutants in 4 s, 8 CPU s, 0.8 a second",
        "dojo verify: 3 mutants in 1 s, 2 CPU s, 3.0 a second",
        "dojo verify: 4.0 times the mutants a second, 0.25 of the CPU",
        "the same: 1 mutant (1 Killed)",
        f"different: 1 mutant; {AT_IMPORT}",
        "  b: mutmut Survived, dojo Killed",
        f"different: 1 mutant; {UNEXPLAINED}",
        "  c: mutmut Killed, dojo does not make it",
        f"different: 1 mutant; {ONLY_DOJO}",
        "  d: mutmut does not make it, dojo Killed",
    ]
