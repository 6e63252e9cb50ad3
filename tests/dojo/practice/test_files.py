"""The files of a practice; files that editors write are ignored."""

import pytest

from dojo.practice.code import find_files, is_ignored
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import git, write_files

OF_VIM = [".yatzy.py.swp", ".yatzy.py.swo", "_yatzy.py.swp", ".yatzy.py.un~", "4913", "5036"]
OF_EMACS = ["yatzy.py~", "yatzy.py.~1~", "#yatzy.py#", ".#yatzy.py", "flycheck_yatzy.py"]
OF_EMACS += ["yatzy_flymake.py"]
OF_VS_CODE = ["yatzy.py.vsctmp", ".vscode/settings.json"]
OF_JETBRAINS = ["yatzy.py___jb_tmp___", "yatzy.py___jb_old___", ".idea/misc.xml"]
OF_OTHERS = [".yatzy.py.kate-swp", "yatzy.py.KqXwVz", "yatzy.py.save", "yatzy.py.save.1"]
OF_OTHERS += [".goutputstream-X1Y2Z3", "yatzy.py.bak", "yatzy.py.orig", ".sublA1.tmp"]
OF_OTHERS += ["kata.sublime-workspace", ".yatzy.py.kak.Ab12Cd"]
OF_SYSTEMS = [".DS_Store", "._yatzy.py", "yatzy.py.sb-1a2b3c4d-AbCdEf", "Thumbs.db"]
OF_SYSTEMS += ["desktop.ini", ".nfs0001"]
IGNORED = OF_VIM + OF_EMACS + OF_VS_CODE + OF_JETBRAINS + OF_OTHERS + OF_SYSTEMS
OWN = ["dice.py", "notes.md", ".editorconfig", "4912", "tags.py", "save.py", "orig.py", "swp"]
OWN += ["src/~.md.py"]


@pytest.mark.parametrize("has_gitignore", [True, False])
def test_files_of_editors_are_ignored_and_no_others(
    practice: Practice,
    *,
    has_gitignore: bool,
) -> None:
    folder = practice.folder
    repository = Repository(folder)
    if not has_gitignore:
        (folder / ".gitignore").unlink()
    before = set(find_files(folder))
    tree = repository.tree()
    write_files(folder, dict.fromkeys(IGNORED + OWN, "anything"))
    added = set(find_files(folder)) - before
    assert {path.relative_to(folder).as_posix() for path in added} == set(OWN)
    assert set(repository.changes(tree, repository.tree())) == set(OWN)
    seen = git(folder, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
    assert set(IGNORED + OWN).intersection(seen) == set(OWN)
    for name in OWN:
        assert not any(is_ignored(part) for part in name.split("/"))
