"""Fixtures of the tests about drafting."""

import shutil
from pathlib import Path

import pytest

from dojo.drafting.create import create_kata
from dojo.drafting.exploring import Findings, explore
from dojo.practice.model import silent
from tests.dojo.drafting.modules import FINES

TRIES = 300  # enough to run each line of the module


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
    return explore(file, versions=versions, tries=TRIES)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a kata that was made of the module. Tests that change it take a copy."""
    folder = tmp_path_factory.mktemp("made")
    file = folder / "fines.py"
    file.write_text(FINES, encoding="utf-8")
    create_kata(folder / "library", file, None, silent)
    return folder / "library"


@pytest.fixture
def own(made: Path, tmp_path: Path) -> Path:
    """Give a copy of the kata."""
    return shutil.copytree(made, tmp_path / "library")
