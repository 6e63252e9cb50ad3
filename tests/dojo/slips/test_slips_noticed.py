"""Test that the golden master of its level notices every slip."""

from pathlib import Path

from dojo.kata.workspace import read_tangle
from dojo.slips.patches import apply_slip, read_slips
from tests.dojo.slips.test_slips import SLIPS, WORKSPACE
from tests.worked.examine import failures, scenarios, scenarios_in
from tests.yatzy_kata import FIRST_HOUR, LAST_LEVEL, LEVELS


def test_the_golden_master_notices_every_slip(tmp_path: Path):
    missed = []
    for slip in SLIPS:
        text = apply_slip(WORKSPACE, LEVELS[slip.level], slip)
        levels = range(slip.level, 0, -1)  # its own level notices it first
        if not failures({"yatzy.py": text}, scenarios(levels), tmp_path, first_only=True):
            missed.append(slip.name)
    assert missed == []


def test_the_first_hour_notices_every_slip_in_its_part(tmp_path: Path):
    slips = read_slips(WORKSPACE, FIRST_HOUR)
    assert slips
    missed = []
    for slip in slips:
        text = apply_slip(WORKSPACE, FIRST_HOUR, slip)
        asked = scenarios_in(FIRST_HOUR)
        if not failures({"yatzy.py": text}, asked, tmp_path, first_only=True):
            missed.append(slip.name)
    assert missed == []


def test_the_golden_master_passes_without_a_slip(tmp_path: Path):
    state = {"yatzy.py": read_tangle(WORKSPACE, LAST_LEVEL)}
    assert failures(state, scenarios(LEVELS), tmp_path) == {}
