"""The files of a practice. Files of editors and systems are ignored."""

from pathlib import Path

import pytest

from dojo.practice.snapshots import Repository
from tests.dojo.practice.histories import new_practice
from tests.dojo.practising import git, write_files

IGNORED = """
    .yatzy.py.swp .yatzy.py.swo _yatzy.py.swp .yatzy.py.un~ 4913 5036
    yatzy.py~ yatzy.py.~1~ #yatzy.py# .#yatzy.py flycheck_yatzy.py yatzy_flymake.py
    yatzy.py.vsctmp .vscode/settings.json
    yatzy.py___jb_tmp___ yatzy.py___jb_old___ .idea/misc.xml
    .yatzy.py.kate-swp yatzy.py.KqXwVz yatzy.py.save yatzy.py.save.1
    .goutputstream-X1Y2Z3 yatzy.py.bak yatzy.py.orig .sublA1.tmp
    kata.sublime-workspace .yatzy.py.kak.Ab12Cd
    .DS_Store ._yatzy.py yatzy.py.sb-1a2b3c4d-AbCdEf Thumbs.db desktop.ini .nfs0001
"""
OWN = ".editorconfig 4912 dice.py notes.md orig.py save.py src/~.md.py swp tags.py"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Give a practice in which these are the only files."""
    folder = new_practice(tmp_path).folder
    (folder / ".gitignore").unlink()
    (folder / "yatzy.py").unlink()
    write_files(folder, dict.fromkeys(f"{IGNORED} {OWN}".split(), "anything"))
    return Repository(folder)


def test_a_snapshot_has_own_files_alone(repository: Repository):
    assert sorted(repository.blobs(repository.tree())) == OWN.split()


def test_git_status_shows_own_files_alone(repository: Repository):
    git(repository.folder, "rm", "-q", "--cached", "yatzy.py", ".gitignore")
    shown = git(repository.folder, "ls-files", "--others", "--exclude-standard")
    assert sorted(shown.splitlines()) == OWN.split()
