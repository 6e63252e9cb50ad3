"""Files of editors and systems are no part of a practice: no save, no change, not committed, not reverted."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from dojo.commands.watch import Tcr, saved
from dojo.practice.ignored import is_ignored
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY, checked, git
from tests.dojo.small_kata import RULE, SmallKata

BROKEN = RULE.replace("return first", "return last")
NOBODYS = [
    *(".yatzy.py.swp", ".yatzy.py.swo", "_yatzy.py.swp", ".yatzy.py.un~", "4913", "5036"),  # vim
    *("yatzy.py~", "yatzy.py.~1~", "#yatzy.py#", ".#yatzy.py", "flycheck_yatzy.py", "yatzy_flymake.py"),  # emacs
    *("yatzy.py.vsctmp", ".vscode/settings.json", "yatzy.py___jb_tmp___", "yatzy.py___jb_old___", ".idea/misc.xml"),
    *(".yatzy.py.kate-swp", "yatzy.py.KqXwVz", "yatzy.py.save", "yatzy.py.save.1", ".goutputstream-X1Y2Z3"),
    *("yatzy.py.bak", "yatzy.py.orig", ".sublA1.tmp", "kata.sublime-workspace", ".yatzy.py.kak.Ab12Cd"),
    *(".DS_Store", "._yatzy.py", "yatzy.py.sb-1a2b3c4d-AbCdEf", "Icon\r", "Thumbs.db", "desktop.ini", ".nfs0001"),
]
SOMEBODYS = ["dice.py", "notes.md", ".editorconfig", "4912", "tags.py", "save.py", "orig.py", "swp", "src/~.md.py"]


@pytest.fixture(scope="module")
def untouched(templates: dict[bool, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a practice that is as it was started, at the begin of each test that uses it."""
    return Path(shutil.copytree(templates[False], tmp_path_factory.mktemp("kata") / "practice"))


@contextmanager
def there(folder: Path, name: str) -> Iterator[None]:
    """Have a file of that name in a folder, until the end of the block."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("anything")
    try:
        yield
    finally:
        path.unlink()
        if path.parent != folder:
            path.parent.rmdir()


@pytest.mark.parametrize("name", NOBODYS)
def test_a_file_of_an_editor_is_no_save_and_no_change(name: str, untouched: Path) -> None:
    before = saved(untouched), Repository(untouched).tree()
    with there(untouched, name):
        assert (saved(untouched), Repository(untouched).tree()) == before


@pytest.mark.parametrize("name", SOMEBODYS)
def test_any_other_file_is_a_save_and_a_change(name: str, untouched: Path) -> None:
    files, tree = saved(untouched), Repository(untouched).tree()
    with there(untouched, name):
        assert [saved(untouched) != files, Repository(untouched).tree() != tree] == [True, True]


def test_a_revert_leaves_a_live_swap_file_where_it_is(kata: SmallKata, practice: Practice) -> None:
    tcr = Tcr(practice)
    kata.write("practice/.yatzy.py.swp", "typed, not yet saved")
    tcr.follow(checked(practice, "green"))
    kata.write(YATZY, BROKEN)
    kata.write("practice/.yatzy.py.swp", "typed, not yet saved, and more")
    tcr.follow(checked(practice, "red"))
    assert (kata.read(YATZY), kata.read("practice/.yatzy.py.swp")) == (RULE, "typed, not yet saved, and more")


def test_without_gitignore_the_dojos_own_files_are_not_committed(kata: SmallKata, practice: Practice) -> None:
    (practice.folder / ".gitignore").unlink()
    (practice.folder / ".git/info/exclude").unlink()
    kata.write("practice/.dojo/findings.txt", "")
    repository = Repository(practice.folder)
    repository.commit(repository.tree(), "without .gitignore")
    assert not git(repository.folder, "ls-files", ".dojo")


def test_what_a_person_excluded_stays_excluded(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/.git/info/exclude", "mine.txt")
    for _ in range(2):
        Repository(practice.folder).tree()
    lines = kata.read("practice/.git/info/exclude").splitlines()
    assert [lines.count("mine.txt"), lines.count(".dojo")] == [1, 1]


def test_a_person_can_ask_for_a_file_all_the_same(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/.gitignore", kata.read("practice/.gitignore") + "!keep.bak\n")
    kata.write("practice/keep.bak", "mine")
    assert "keep.bak" in Repository(practice.folder).blobs(Repository(practice.folder).snapshot("s"))


def test_git_reads_the_patterns_as_we_do(untouched: Path) -> None:
    repository = Repository(untouched)
    repository.tree()  # which has git know the patterns, also without .gitignore
    ignored = {name: any(map(is_ignored, name.split("/"))) for name in [*NOBODYS, *SOMEBODYS]}
    with ExitStack() as files:
        for name in ignored:
            files.enter_context(there(untouched, name))
        (untouched / ".gitignore").rename(untouched / ".git/.gitignore")
        files.callback((untouched / ".git/.gitignore").rename, untouched / ".gitignore")
        seen = git(repository.folder, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    assert {name: name not in seen for name in ignored} == ignored
