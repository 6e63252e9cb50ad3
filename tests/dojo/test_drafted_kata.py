"""The kata that `dojo kata` made of the ticket desk: it works as one that was made by hand."""

import sys
from pathlib import Path

import pytest

from dojo.kata.description import read_kata
from dojo.slips.patches import apply_slip, read_slips
from tests.dojo.forked import short_loops
from tests.dojo.small_kata import WORKSPACE, CopiedKata

TICKETS = WORKSPACE / "tests/katas/tickets"


@pytest.fixture
def tickets(tmp_path: Path) -> CopiedKata:
    """Give a new copy of the kata to each test."""
    return CopiedKata(TICKETS, tmp_path)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_practice_of_each_level_begins_green(level: int, tickets: CopiedKata):
    tickets.dojo("start", "--level", str(level))
    assert tickets.dojo("check").stdout.startswith(f"green: level {level}")


@pytest.mark.skipif(sys.platform == "win32", reason="without fork, mutants take long")
def test_both_implementations_have_a_verdict(tickets: CopiedKata):
    with short_loops():
        assert "All is well." in tickets.dojo("verify", "--workers", "1").stdout


def test_each_slip_applies_to_its_level():
    last = read_kata(TICKETS).last_level
    tangle = (TICKETS / "legacy/desk.py").read_text(encoding="utf-8")
    for slip in read_slips(TICKETS, last):
        assert apply_slip(TICKETS, last, slip) != tangle
        assert "TODO" not in slip.story


@pytest.mark.parametrize("page", ["--pairs=Panda", "--wall"])
def test_the_handouts_are_made_from_its_documents(page: str, tickets: CopiedKata):
    assert tickets.dojo("handouts", page, "--html", "page.html").returncode == 0
