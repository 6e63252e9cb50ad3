"""The files of a practice: those of editors and systems are no part of it, and class Yatzy may stand anywhere."""

import re
from pathlib import Path

import pytest

from dojo.commands.watch import saved
from dojo.practice.code import find_entry_point, is_ignored
from dojo.practice.model import Choices, Practice
from dojo.practice.snapshots import Repository
from dojo.text import WorkspaceError
from tests.dojo.practising import git

NOBODYS = [
    *(".yatzy.py.swp", ".yatzy.py.swo", "_yatzy.py.swp", ".yatzy.py.un~", "4913", "5036"),  # vim
    *("yatzy.py~", "yatzy.py.~1~", "#yatzy.py#", ".#yatzy.py", "flycheck_yatzy.py", "yatzy_flymake.py"),  # emacs
    *("yatzy.py.vsctmp", ".vscode/settings.json", "yatzy.py___jb_tmp___", "yatzy.py___jb_old___", ".idea/misc.xml"),
    *(".yatzy.py.kate-swp", "yatzy.py.KqXwVz", "yatzy.py.save", "yatzy.py.save.1", ".goutputstream-X1Y2Z3"),
    *("yatzy.py.bak", "yatzy.py.orig", ".sublA1.tmp", "kata.sublime-workspace", ".yatzy.py.kak.Ab12Cd"),
    *(".DS_Store", "._yatzy.py", "yatzy.py.sb-1a2b3c4d-AbCdEf", "Thumbs.db", "desktop.ini", ".nfs0001"),
]
SOMEBODYS = ["dice.py", "notes.md", ".editorconfig", "4912", "tags.py", "save.py", "orig.py", "swp", "src/~.md.py"]
CLASS = "class Yatzy: ...\n"


def write(folder: Path, names: list[str]) -> None:
    """Write a file of each name."""
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("anything")


@pytest.mark.parametrize("has_gitignore", [True, False])
def test_a_file_of_an_editor_is_no_save_and_no_change_and_any_other_is(
    practice: Practice, *, has_gitignore: bool
) -> None:
    repository = Repository(practice.folder)
    if not has_gitignore:
        (practice.folder / ".gitignore").unlink()
    before, tree = {*saved(practice.folder)}, repository.tree()
    write(practice.folder, [*NOBODYS, *SOMEBODYS])
    added = {path.relative_to(practice.folder).as_posix() for path in {*saved(practice.folder)} - before}
    assert added == {*repository.changes(tree, repository.tree())} == {*SOMEBODYS}
    seen = git(practice.folder, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    assert {name for name in [*NOBODYS, *SOMEBODYS] if name in seen} == {*SOMEBODYS}
    assert [name for name in SOMEBODYS if any(map(is_ignored, name.split("/")))] == []


def test_a_person_can_ask_for_a_file_all_the_same(practice: Practice) -> None:
    with (practice.folder / ".gitignore").open("a") as gitignore:
        gitignore.write("!keep.bak\n")
    write(practice.folder, ["keep.bak"])
    assert "keep.bak" in Repository(practice.folder).blobs(Repository(practice.folder).tree())


# Where class Yatzy stands.


def practice_with(workspace: Path, files: dict[str, str]) -> Practice:
    """Return a practice with these files."""
    for name, text in files.items():
        path = workspace / "practice" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Practice(workspace, Choices(1, blind=True))


@pytest.mark.parametrize(
    ("files", "folder", "module"),
    [
        ({"yatzy.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import Yatzy\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "import game\nYatzy = game.Yatzy\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import *\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import Face as Yatzy\n"}, "practice", "yatzy"),
        ({"yatzy.py": "try:\n    from game import Yatzy\nexcept ImportError:\n    pass\n"}, "practice", "yatzy"),
        ({"yatzy.py": "import game\nYatzy: type = game.Yatzy\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"scoring.py": "", "dice/table.py": CLASS}, "practice", "dice.table"),
        ({"a.py": "from b.c import Yatzy\n", "b/c.py": CLASS}, "practice", "a"),
        ({"tests/fake.py": CLASS, "zero.py": CLASS}, "practice", "zero"),
        ({"yatzy/__init__.py": "from .game import Yatzy\n", "yatzy/game.py": CLASS}, "practice", "yatzy"),
        ({"__init__.py": "", "yatzy.py": "from .game import Yatzy\n", "game.py": CLASS}, ".", "practice.yatzy"),
        ({"src/yatzy.py": CLASS}, "practice/src", "yatzy"),
    ],
)
def test_the_class_may_stand_in_any_module(files: dict[str, str], folder: str, module: str, tmp_path: Path) -> None:
    found = find_entry_point(practice_with(tmp_path, files))
    assert (found.folder, found.module) == (tmp_path / folder, module)


OLD = {"old/yatzy.py": CLASS, "src/old.py": CLASS, "yatzy/old.py": CLASS}


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"scoring.py": ""}, "practice/ offers no class Yatzy.\nDefine it in practice/yatzy.py"),
        ({"tests/fake.py": CLASS}, "practice/ offers no class Yatzy.\nDefine it in practice/yatzy.py"),
        ({**OLD, "yatzy.py": ""}, "practice/yatzy.py offers no class Yatzy.\nDefine it there"),
        ({**OLD, "yatzy/__init__.py": "import game\n"}, "practice/yatzy/__init__.py offers no class Yatzy."),
        ({**OLD, "src/yatzy.py": "class Yatsy: ...\n"}, "practice/src/yatzy.py offers no class Yatzy."),
    ],
)
def test_a_practice_without_the_class_is_told_so_and_no_copy_elsewhere_stands_in(
    files: dict[str, str], words: str, tmp_path: Path
) -> None:
    practice = practice_with(tmp_path, files)
    with pytest.raises(WorkspaceError, match=f"^{re.escape(words)}"):
        find_entry_point(practice)
