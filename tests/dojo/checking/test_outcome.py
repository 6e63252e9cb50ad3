"""The outcome of a run, and the lines that a check prints about it."""

from dojo.checking.outcome import Finding, FindingKind, Outcome, distinct
from dojo.checking.runner import RecordedCheck, check_lines
from dojo.practice.model import Choices, Practice
from tests.dojo.practice.histories import history_of
from tests.yatzy_kata import WORKSPACE


def test_one_cause_is_one_finding():
    first = Finding(FindingKind.ERROR, "yatzy.py:12\n    KeyError: 7\n    in the call pair(7, 7)")
    again = Finding(FindingKind.ERROR, "yatzy.py:12\n    KeyError: 7\n    your test: test_a.py:5")
    other = Finding(FindingKind.ERROR, "yatzy.py:12\n    KeyError: 8")
    assert distinct([first, again, other]) == (first, other)


def lines_of(outcome: Outcome) -> list[str]:
    history = history_of("green")
    [step] = history.steps
    practice = Practice(WORKSPACE, Choices())
    recorded = RecordedCheck(outcome, step, {}, "", history)
    return check_lines(practice, recorded)


def test_a_green_check_counts_skipped_tests():
    [line] = lines_of(Outcome(passed=3, skipped=1))
    assert "green: level 1, scoring, 3 tests, 0.5 s; 1 of your tests skipped" in line


def test_a_check_shows_three_findings():
    findings = [Finding(FindingKind.ERROR, f"no {number}") for number in range(4)]
    _, *lines = lines_of(Outcome(tuple(findings)))
    assert lines[:3] == ["no 0", "no 1", "no 2"]
    assert lines[3] == "... and 1 more, in practice/.dojo/findings.txt"


def test_a_check_shows_five_printed_lines():
    _, *lines = lines_of(Outcome(printed="a\n  b\nc\n\x1b[2J\ne\nf\n"))
    assert lines[0] == "Your code printed 6 lines (in practice/.dojo/printed.txt):"
    assert lines[1:] == ["    a", "      b", "    c", r"    \x1b[2J", "    e"]
