"""Fixtures of the tests about drafting."""

from pathlib import Path

import pytest

from dojo.drafting.exploring import Findings, explore
from tests.dojo.drafting.modules import FINES


@pytest.fixture
def fines(tmp_path: Path) -> Path:
    """Give the file of a small module."""
    file = tmp_path / "fines.py"
    file.write_text(FINES, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """Give the stories that are found in the module."""
    file = tmp_path_factory.mktemp("fines") / "fines.py"
    file.write_text(FINES, encoding="utf-8")
    versions = {
        "fine": FINES.replace("> 900", ">= 900"),
        "limit": FINES.replace("return 900", "return 901"),
        "object": FINES.replace("self._cents == 0", "self._cents == 1"),
        "same": FINES.replace("cents = 0", "cents = 00"),
    }
    return explore(file, versions=versions)
