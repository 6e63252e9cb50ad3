"""Which module has class Yatzy."""

import re
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.code import find_yatzy_module
from dojo.practice.model import Choices, Practice
from tests.dojo.practising import write_files

CLASS = "class Yatzy: ...\n"
IMPORTS = "from .game import Yatzy\n"
TRIES_TO_IMPORT = "try:\n    from game import Yatzy\nexcept ImportError:\n    pass\n"
ASSIGNS = "import game\nYatzy = game.Yatzy\n"
ASSIGNS_WITH_A_TYPE = "import game\nYatzy: type = game.Yatzy\n"


def practice_with(workspace: Path, files: dict[str, str]) -> Practice:
    """Return a practice with these files."""
    write_files(workspace / "practice", files)
    return Practice(workspace, Choices(1, blind=True))


@pytest.mark.parametrize(
    ("files", "folder", "module"),
    [
        ({"yatzy.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import Yatzy\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": ASSIGNS, "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import *\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import Face as Yatzy\n"}, "practice", "yatzy"),
        ({"yatzy.py": TRIES_TO_IMPORT}, "practice", "yatzy"),
        ({"yatzy.py": ASSIGNS_WITH_A_TYPE, "game.py": CLASS}, "practice", "yatzy"),
        ({"scoring.py": "", "dice/table.py": CLASS}, "practice", "dice.table"),
        ({"a.py": "from b.c import Yatzy\n", "b/c.py": CLASS}, "practice", "a"),
        ({"tests/fake.py": CLASS, "zero.py": CLASS}, "practice", "zero"),
        ({"yatzy/__init__.py": IMPORTS, "yatzy/game.py": CLASS}, "practice", "yatzy"),
        ({"__init__.py": "", "yatzy.py": IMPORTS, "game.py": CLASS}, ".", "practice.yatzy"),
        ({"src/yatzy.py": CLASS}, "practice/src", "yatzy"),
    ],
)
def test_the_class_may_be_in_any_module(
    files: dict[str, str],
    folder: str,
    module: str,
    tmp_path: Path,
) -> None:
    found = find_yatzy_module(practice_with(tmp_path, files))
    assert (found.import_folder, found.name) == (tmp_path / folder, module)


OLD = {"old/yatzy.py": CLASS, "src/old.py": CLASS, "yatzy/old.py": CLASS}


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({**OLD, "yatzy.py": ""}, "yatzy.py"),
        ({**OLD, "yatzy/__init__.py": "import game\n"}, "yatzy/__init__.py"),
        ({**OLD, "src/yatzy.py": "class Yatsy: ...\n"}, "src/yatzy.py"),
    ],
)
def test_without_the_class_the_file_where_it_should_be_is_named_and_no_copy_is_used(
    files: dict[str, str], named: str, tmp_path: Path
) -> None:
    practice = practice_with(tmp_path, files)
    message = f"practice/{named} has no class Yatzy.\nDefine the class there"
    with pytest.raises(WorkspaceError, match=f"^{re.escape(message)}"):
        find_yatzy_module(practice)


@pytest.mark.parametrize("files", [{"scoring.py": ""}, {"tests/fake.py": CLASS}])
def test_a_missing_file_is_said_to_be_missing(files: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match=r"^practice/yatzy\.py is missing"):
        find_yatzy_module(practice_with(tmp_path, files))
