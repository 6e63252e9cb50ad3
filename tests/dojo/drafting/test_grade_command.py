"""What `dojo kata grade` shows of survivors."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from dojo.commands import kata as command
from dojo.drafting.exploring import Findings, Story
from dojo.drafting.grading import UNSETTLED, KataGrade
from dojo.kata.description import read_kata
from dojo.kata.golden_master import GoldenMasterResult
from dojo.main import main as dojo
from dojo.mutation.grade import Verdict
from dojo.mutation.results import NOT_COVERED, SURVIVED, DifferingCall, Mutant, Twin, Why
from tests.dojo.small_kata import WORKSPACE

TICKETS = WORKSPACE / "tests/katas/tickets"
STORY = Story("price", ["3"], [])
INSIDE = Twin(compared=3, example=DifferingCall("test_price", 1, "_round(3)", {}, {}))


def survivors(number: int, why: Why) -> list[Mutant]:
    return [
        Mutant(
            f"m{index}",
            "legacy/desk.py",
            "price",
            3,
            ("a",),
            ("b",),
            SURVIVED,
            number=index,
            why=why,
        )
        for index in range(1, number + 1)
    ]


def shown(
    mutants: list[Mutant],
    found: Findings,
    monkeypatch: pytest.MonkeyPatch,
    *options: str,
) -> str:
    """Return what the command prints about survivors, none of which is tested again."""
    result = GoldenMasterResult("legacy", passed=True, seconds=0, report="")
    verdict = Verdict(kata=read_kata(TICKETS), golden_master=result, mutants=mutants)
    grade = KataGrade(verdict, found, {"m1": UNSETTLED})
    monkeypatch.chdir(TICKETS)
    monkeypatch.setattr(command, "grade_kata", lambda *_: grade)
    monkeypatch.setattr(command, "write_stories", lambda *_: grade)
    monkeypatch.setattr(command, "explain_grade", lambda *_: grade)
    return CliRunner().invoke(dojo, ["kata", "grade", *options]).stdout


def test_five_survivors_of_a_kind_are_shown(monkeypatch: pytest.MonkeyPatch):
    text = shown(survivors(7, Why(Twin(compared=3))), Findings([], [], {}), monkeypatch)
    assert text.count("legacy/desk.py:3 price") == 5
    assert "... and 2 more: --all shows them" in text


def test_all_survivors_are_shown_on_request(monkeypatch: pytest.MonkeyPatch):
    mutants = survivors(7, Why(Twin(compared=3)))
    text = shown(mutants, Findings([], [], {}), monkeypatch, "--all")
    assert text.count("legacy/desk.py:3 price") == 7
    assert "more" not in text


def test_a_call_that_was_not_written_has_its_reason(monkeypatch: pytest.MonkeyPatch):
    found = Findings([], [STORY], {"m1": 0})
    text = shown(survivors(1, Why()), found, monkeypatch, "--write")
    assert f"    => call(desk.price, 3)\n       {UNSETTLED}\n" in text


def test_a_line_that_no_scenario_runs_is_called_so(monkeypatch: pytest.MonkeyPatch):
    [mutant] = survivors(1, Why())
    unrun = replace(mutant, status=NOT_COVERED)
    text = shown([unrun], Findings([], [STORY], {"m1": 0}), monkeypatch)
    assert "1 survivor: not run." in text


def test_a_call_inside_is_no_call_to_write(monkeypatch: pytest.MonkeyPatch):
    text = shown(survivors(1, Why(INSIDE)), Findings([], [], {}), monkeypatch)
    assert "1 survivor: a difference inside." in text
    assert "    inside: _round(3)\n" in text
    assert "=>" not in text
