"""The module that has class Yatzy."""

from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.code import find_offering_module
from dojo.practice.model import Choices, Practice
from dojo.practice.project import read_code
from tests.dojo.practising import write_files
from tests.yatzy_kata import DESCRIPTION

CLASS = "class Yatzy: ...\n"
IMPORTS = "from game import Yatzy\n"


def practice_with(workspace: Path, files: str, text: str) -> Practice:
    """Return a practice in which the first file has a text, and the others define the class."""
    first, *others = files.split()
    contents = dict.fromkeys(others, CLASS)
    write_files(workspace / "practice", contents | {first: text})
    write_files(workspace, {"kata.toml": DESCRIPTION})
    return Practice(workspace, Choices(1, blind=True))


@pytest.mark.parametrize(
    "text",
    [
        CLASS,
        IMPORTS,
        "from game import *\n",
        "from game import Face as Yatzy\n",
        "from game import (\n    Face,\n    Yatzy,\n)\n",
        "try:\n    from game import Yatzy\nexcept ImportError:\n    pass\n",
        "import game\nYatzy = game.Yatzy\n",
        "import game\nYatzy: type = game.Yatzy\n",
    ],
)
def test_the_usual_file_may_define_or_import_the_class(text: str, tmp_path: Path):
    practice = practice_with(tmp_path, "yatzy.py game.py", text)
    assert find_offering_module(practice).name == "yatzy"


@pytest.mark.parametrize(
    ("files", "text", "name"),
    [
        ("scoring.py dice/table.py", "", "dice.table"),
        ("a.py b/c.py", IMPORTS, "a"),
        ("tests/fake.py zero.py", CLASS, "zero"),
        ("yatzy/__init__.py yatzy/game.py", IMPORTS, "yatzy"),
        ("__init__.py yatzy.py", "", "practice.yatzy"),
        ("src/yatzy.py old/yatzy.py", CLASS, "yatzy"),
    ],
)
def test_another_module_may_have_the_class(files: str, text: str, name: str, tmp_path: Path):
    assert find_offering_module(practice_with(tmp_path, files, text)).name == name


@pytest.mark.parametrize("file", ["yatzy.py", "yatzy/__init__.py", "src/yatzy.py"])
def test_no_copy_replaces_the_usual_file(file: str, tmp_path: Path):
    practice = practice_with(tmp_path, f"{file} old/yatzy.py src/old.py", "class Yatsy: ...\n")
    with pytest.raises(WorkspaceError, match=rf"^practice/{file} does not define Yatzy\.\nDefine"):
        find_offering_module(practice)


def test_a_test_does_not_define_the_class(tmp_path: Path):
    practice = practice_with(tmp_path, "tests/fake.py", CLASS)
    with pytest.raises(WorkspaceError, match=r"^practice/yatzy\.py is missing"):
        find_offering_module(practice)


def test_code_that_does_not_parse_is_named(tmp_path: Path):
    practice = practice_with(tmp_path, "dice/roll.py", "def (")
    with pytest.raises(WorkspaceError, match=r"^practice/dice/roll\.py: invalid syntax.*Fix it"):
        read_code(practice)
