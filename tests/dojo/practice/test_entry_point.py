"""Where a practice may keep its class Yatzy."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.entry_point import find_entry_point
from dojo.practice.model import Choices, Practice

CLASS = "class Yatzy: ...\n"


def practice_with(workspace: Path, **files: str) -> Practice:
    """Return a practice with these files; a double underscore in a name stands for a slash, and .py is added."""
    for name, text in files.items():
        path = workspace / "practice" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Practice(workspace, Choices(1, blind=False))


@pytest.mark.parametrize(
    ("files", "module"),
    [
        ({"yatzy": CLASS}, "yatzy"),
        ({"yatzy": "from game import Yatzy\n", "game": CLASS}, "yatzy"),
        ({"yatzy": "import game\nYatzy = game.Yatzy\n", "game": CLASS}, "yatzy"),
        ({"yatzy": "from game import *\n", "game": CLASS}, "yatzy"),
        ({"yatzy": "from game import Face as Yatzy\n"}, "yatzy"),
        ({"yatzy": "not Python at all(\n"}, "yatzy"),
        ({"yatzy": "try:\n    from game import Yatzy\nexcept ImportError:\n    pass\n", "game": CLASS}, "yatzy"),
        ({"yatzy": "import game\nYatzy: type = game.Yatzy\n", "game": CLASS}, "yatzy"),
        ({"scoring": "", "dice__table": CLASS}, "dice.table"),
        ({"a": "from b.c import Yatzy\n", "b__c": CLASS}, "a"),
        ({"tests__fake": CLASS, "zero": CLASS}, "zero"),
    ],
)
def test_the_class_may_stand_in_any_module(files: dict[str, str], module: str, tmp_path: Path) -> None:
    assert find_entry_point(practice_with(tmp_path, **files)).module == module


def test_the_class_may_stand_in_a_package(tmp_path: Path) -> None:
    practice = practice_with(tmp_path, yatzy__game=CLASS)
    (practice.folder / "yatzy" / "__init__.py").write_text("from .game import Yatzy\n")
    offer = find_entry_point(practice)
    assert (offer.folder, offer.module) == (practice.folder, "yatzy")


def test_the_practice_may_be_a_package_itself(tmp_path: Path) -> None:
    practice = practice_with(tmp_path, yatzy="from .game import Yatzy\n", game=CLASS)
    (practice.folder / "__init__.py").touch()
    offer = find_entry_point(practice)
    assert (offer.folder, offer.module) == (tmp_path, "practice.yatzy")


def test_the_source_may_stand_in_src(tmp_path: Path) -> None:
    offer = find_entry_point(practice_with(tmp_path, src__yatzy=CLASS))
    assert (offer.folder, offer.module) == (tmp_path / "practice/src", "yatzy")


@pytest.mark.parametrize("files", [{"scoring": ""}, {"scoring": "class Yahtzee: ...\n"}, {"tests__fake": CLASS}])
def test_a_practice_without_the_class_is_told_so(files: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match=r"^practice/ offers no class Yatzy\.\nDefine it in practice/yatzy\.py"):
        find_entry_point(practice_with(tmp_path, **files))


@pytest.mark.parametrize("text", ["", "class Yatsy: ...\n", "import yatzy.Yatzy\n"])
@pytest.mark.parametrize("name", ["yatzy.py", "yatzy/__init__.py", "src/yatzy.py"])
def test_a_copy_elsewhere_does_not_stand_in_for_a_file_that_lost_the_class(
    name: str, text: str, tmp_path: Path
) -> None:
    practice = practice_with(tmp_path, old__yatzy=CLASS, src__old=CLASS, yatzy__old=CLASS)
    (practice.folder / name).write_text(text)
    with pytest.raises(WorkspaceError, match=f"^practice/{name} offers no class Yatzy.\nDefine it there"):
        find_entry_point(practice)


def test_a_blindfold_does_not_hide_the_class(tmp_path: Path) -> None:
    practice = practice_with(tmp_path, yatzy=CLASS)
    assert find_entry_point(replace(practice, choices=Choices(1, blind=True))).module == "yatzy"
