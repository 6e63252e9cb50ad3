"""The files of a practice, where class Yatzy stands, and code that somebody brings."""

import re
from pathlib import Path

import iniconfig
import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice import code
from dojo.practice.code import files_of, find_entry_point, first_test, is_ignored, read_own_code
from dojo.practice.model import Choices, Practice
from dojo.practice.snapshots import Repository
from tests.dojo import small_tangle
from tests.dojo.practising import findings_of, git, outcome_of
from tests.dojo.small_kata import SmallKata

NOBODYS = [
    *(".yatzy.py.swp", ".yatzy.py.swo", "_yatzy.py.swp", ".yatzy.py.un~", "4913", "5036"),  # vim
    *(
        "yatzy.py~",
        "yatzy.py.~1~",
        "#yatzy.py#",
        ".#yatzy.py",
        "flycheck_yatzy.py",
        "yatzy_flymake.py",
    ),  # emacs
    *(
        "yatzy.py.vsctmp",
        ".vscode/settings.json",
        "yatzy.py___jb_tmp___",
        "yatzy.py___jb_old___",
        ".idea/misc.xml",
    ),
    *(
        ".yatzy.py.kate-swp",
        "yatzy.py.KqXwVz",
        "yatzy.py.save",
        "yatzy.py.save.1",
        ".goutputstream-X1Y2Z3",
    ),
    *(
        "yatzy.py.bak",
        "yatzy.py.orig",
        ".sublA1.tmp",
        "kata.sublime-workspace",
        ".yatzy.py.kak.Ab12Cd",
    ),
    *(
        ".DS_Store",
        "._yatzy.py",
        "yatzy.py.sb-1a2b3c4d-AbCdEf",
        "Thumbs.db",
        "desktop.ini",
        ".nfs0001",
    ),
]
SOMEBODYS = [
    "dice.py",
    "notes.md",
    ".editorconfig",
    "4912",
    "tags.py",
    "save.py",
    "orig.py",
    "swp",
    "src/~.md.py",
]
CLASS = "class Yatzy: ...\n"


def written(folder: Path, files: dict[str, str]) -> Path:
    """Return a folder with these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("has_gitignore", [True, False])
def test_a_file_of_an_editor_is_no_save_and_no_change_and_any_other_is(
    practice: Practice, *, has_gitignore: bool
) -> None:
    repository = Repository(practice.folder)
    if not has_gitignore:
        (practice.folder / ".gitignore").unlink()
    before, tree = {*files_of(practice.folder)}, repository.tree()
    written(practice.folder, dict.fromkeys([*NOBODYS, *SOMEBODYS], "anything"))
    added = {path.relative_to(practice.folder).as_posix() for path in {*files_of(practice.folder)} - before}
    assert added == {*repository.changes(tree, repository.tree())} == {*SOMEBODYS}
    seen = git(practice.folder, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    assert {name for name in [*NOBODYS, *SOMEBODYS] if name in seen} == {*SOMEBODYS}
    assert [name for name in SOMEBODYS if any(map(is_ignored, name.split("/")))] == []


# Where class Yatzy stands.


def practice_with(workspace: Path, files: dict[str, str]) -> Practice:
    """Return a practice with these files."""
    written(workspace / "practice", files)
    return Practice(workspace, Choices(1, blind=True))


@pytest.mark.parametrize(
    ("files", "folder", "module"),
    [
        ({"yatzy.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import Yatzy\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "import game\nYatzy = game.Yatzy\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import *\n", "game.py": CLASS}, "practice", "yatzy"),
        ({"yatzy.py": "from game import Face as Yatzy\n"}, "practice", "yatzy"),
        (
            {"yatzy.py": "try:\n    from game import Yatzy\nexcept ImportError:\n    pass\n"},
            "practice",
            "yatzy",
        ),
        (
            {"yatzy.py": "import game\nYatzy: type = game.Yatzy\n", "game.py": CLASS},
            "practice",
            "yatzy",
        ),
        ({"scoring.py": "", "dice/table.py": CLASS}, "practice", "dice.table"),
        ({"a.py": "from b.c import Yatzy\n", "b/c.py": CLASS}, "practice", "a"),
        ({"tests/fake.py": CLASS, "zero.py": CLASS}, "practice", "zero"),
        (
            {"yatzy/__init__.py": "from .game import Yatzy\n", "yatzy/game.py": CLASS},
            "practice",
            "yatzy",
        ),
        (
            {"__init__.py": "", "yatzy.py": "from .game import Yatzy\n", "game.py": CLASS},
            ".",
            "practice.yatzy",
        ),
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
        ({"scoring.py": ""}, "practice/yatzy.py offers no class Yatzy.\nDefine it there"),
        ({"tests/fake.py": CLASS}, "practice/yatzy.py offers no class Yatzy.\nDefine it there"),
        ({**OLD, "yatzy.py": ""}, "practice/yatzy.py offers no class Yatzy.\nDefine it there"),
        (
            {**OLD, "yatzy/__init__.py": "import game\n"},
            "practice/yatzy/__init__.py offers no class Yatzy.",
        ),
        (
            {**OLD, "src/yatzy.py": "class Yatsy: ...\n"},
            "practice/src/yatzy.py offers no class Yatzy.",
        ),
    ],
)
def test_a_practice_without_the_class_is_told_so_and_no_copy_elsewhere_stands_in(
    files: dict[str, str], words: str, tmp_path: Path
) -> None:
    practice = practice_with(tmp_path, files)
    with pytest.raises(WorkspaceError, match=f"^{re.escape(words)}"):
        find_entry_point(practice)


# Code that somebody brings.


IMPORTS = """from iniconfig import here


def test_it_is_the_one_that_was_brought():
    assert here()
"""


@pytest.mark.parametrize(
    ("files", "name", "copied"),
    [
        ({"a.py": "", "test_a.py": "", "conftest.py": "", ".env": "", "tox.ini": ""}, "a",
         {"a.py", "tests/test_a.py", "tests/conftest.py"}),
        ({"src/a/__init__.py": "", "src/a/b.csv": "", "test/test_a.py": "", "docs/conf.py": ""}, "a",
         {"src/a/__init__.py", "src/a/b.csv", "tests/test_a.py"}),
        ({"__init__.py": "", "b.py": "", "__pycache__/b.pyc": ""}, "my",
         {"my/__init__.py", "my/b.py"}),
        ({"a.py": "", "b.py": "", "my-script.py": ""}, "my", {"a.py", "b.py", "my-script.py"}),
    ],
)  # fmt: skip
def test_a_project_is_laid_out_as_a_practice_is(
    files: dict[str, str], name: str, copied: set[str], tmp_path: Path
) -> None:
    found = read_own_code(written(tmp_path / "my", files), tmp_path / "kata")
    assert (found.name, set(found.files)) == (name, copied)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"kata/x.py": ""}, "has the kata in it"),
        ({"a.txt": ""}, "no module that can be imported"),
        ({"my-script.py": ""}, "no module that can be imported"),
        ({"random.py": ""}, "random is a module of Python's own"),
        ({"a.py": "", "b.py": ""}, "more than 1 files"),
    ],
)
def test_what_cannot_be_practised_on_is_refused(
    files: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "MOST_FILES", 1)
    folder = written(tmp_path / "my", files)
    with pytest.raises(WrongUsageError, match=words):
        read_own_code(folder, folder / "kata" if (folder / "kata").exists() else tmp_path / "kata")


def test_the_first_test_has_a_few_calls_to_choose_arguments_for(tmp_path: Path) -> None:
    functions = "".join(f"def f{number}(a, *, b=1): ...\n" for number in range(1000))
    text = first_test(written(tmp_path, {"many.py": functions}), "many")
    assert (text.count("# def test_f"), "# And 988 more" in text) == (12, True)


def test_a_module_that_a_tool_has_loaded_is_the_one_that_was_brought(kata: SmallKata) -> None:
    file = written(kata.folder, {"iniconfig.py": "def here():\n    return True\n"}) / "iniconfig.py"
    practice = small_tangle.started(kata, file)
    (practice.folder / "tests/test_iniconfig.py").write_text(IMPORTS, encoding="utf-8")
    assert (outcome_of(practice).green, hasattr(iniconfig, "here")) == (True, False)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "import nothing_of_this_name",
            "ModuleNotFoundError: No module named 'nothing_of_this_name'",
        ),
        ("print('here')\ninput()", "reading from stdin"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("def f(:", "SyntaxError: invalid syntax"),
    ],
)
def test_code_that_cannot_be_imported_is_amber_in_a_line(code: str, words: str, kata: SmallKata) -> None:
    practice = small_tangle.started(kata, written(kata.folder, {"mine.py": code}) / "mine.py")
    outcome = outcome_of(practice)
    assert (outcome.status, words in outcome.findings[0]) == ("amber", True)


def test_a_module_of_a_package_that_lacks_something_is_said_in_the_first_document(
    kata: SmallKata,
) -> None:
    files = {"__init__.py": "", "broken.py": "import nothing_of_this_name\ndef f(): ..."}
    practice = small_tangle.started(kata, written(kata.folder / "mine", files))
    assert any("mine.broken cannot be imported: ModuleNotFound" in text for text in findings_of(practice))
