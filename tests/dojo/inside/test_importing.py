"""A copy of a project is imported also if an editable install names folders of the original."""

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dojo.inside.importing import import_from_copy
from tests.dojo.practising import write_files


@pytest.fixture
def original(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a project, beside a copy of it without its environment."""
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setenv("PYTHONPATH", "")
    write_files(tmp_path / "copy", {"python/shop/__init__.py": ""})
    files = {"python/shop/__init__.py": "", ".venv/lib/other.py": ""}
    return write_files(tmp_path / "original", files)


@pytest.fixture
def copy(original: Path) -> Path:
    return original.with_name("copy")


def test_a_folder_in_the_path_becomes_that_of_the_copy(original: Path, copy: Path):
    sys.path.append(str(original / "python"))
    import_from_copy(copy, original)
    assert sys.path == [str(copy / "python")]


def test_a_finder_finds_the_copy(original: Path, copy: Path, monkeypatch: pytest.MonkeyPatch):
    finder = ModuleType("__editable___shop_0_finder")
    finder.__dict__["MAPPING"] = {"shop": str(original / "python/shop")}
    monkeypatch.setitem(sys.modules, finder.__name__, finder)
    import_from_copy(copy, original)
    assert finder.__dict__["MAPPING"] == {"shop": str(copy / "python/shop")}


def test_processes_find_the_copy_first(original: Path, copy: Path):
    sys.path.append(str(original / "python"))
    import_from_copy(copy, original)
    assert os.environ["PYTHONPATH"] == str(copy / "python")


def test_an_environment_in_the_project_is_not_moved(original: Path, copy: Path):
    sys.path.append(str(original / ".venv/lib"))
    import_from_copy(copy, original)
    assert sys.path == [str(original / ".venv/lib")]


def test_in_the_project_itself_nothing_is_moved(original: Path):
    sys.path.append(str(original / "python"))
    import_from_copy(original, original)
    assert os.environ["PYTHONPATH"] == ""
