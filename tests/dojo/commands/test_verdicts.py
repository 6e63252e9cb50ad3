"""The picture of a verdict: drawn again over its own, never over somebody else's."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.commands.verdicts import Figures, draw, refuse_picture
from dojo.errors import WorkspaceError

FIGURES = Figures(seconds=2.0, mutants_per_second=50.0, peak_memory_mb=100.0)


def test_a_picture_is_drawn_over_its_own(tmp_path: Path) -> None:
    path = tmp_path / "verdict.svg"
    draw(path, [], FIGURES, None)
    refuse_picture(path)
    draw(path, [], FIGURES, None)
    assert "50.0&#160;mutants" in path.read_text(encoding="utf-8")


def test_a_picture_that_somebody_else_made_stays(tmp_path: Path) -> None:
    path = tmp_path / "verdict.svg"
    path.write_text("<svg>dojo verify</svg>", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not made by `dojo verify --svg`"):
        refuse_picture(path)
