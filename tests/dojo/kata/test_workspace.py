"""Where the kata is, and how its files come back."""

import shlex
import subprocess
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata import workspace
from dojo.kata.workspace import checkout, find_workspace
from tests.dojo.small_kata import WORKSPACE, SmallKata


def test_the_workspace_is_around_the_current_folder(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kata.folder / "legacy")
    assert find_workspace() == kata.folder.resolve()


def test_elsewhere_it_is_that_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_workspace() == WORKSPACE


def test_without_a_tangle_it_is_none(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    (kata.folder / "legacy/yatzy.py").unlink()
    monkeypatch.chdir(kata.folder)
    monkeypatch.setattr(workspace, "__file__", str(kata.folder / "dojo/kata/workspace.py"))
    with pytest.raises(WorkspaceError, match=r"no legacy/yatzy\.py beside approved_files/"):
        find_workspace()


@pytest.mark.parametrize("here", [".", "docs", "practice", "practice/tests"])
def test_what_brings_files_back_does_so_wherever_it_is_typed(
    here: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "the rules.txt"
    rules.write_text("Five dice.\n")
    (tmp_path / "practice").mkdir()
    for folder in (tmp_path, tmp_path / "practice"):
        git(folder, "init", "-q")
        git(folder, "add", "--all", "--", ":!practice")
        git(folder, "commit", "-q", "--allow-empty", "-m", "one step")
    rules.unlink()
    (tmp_path / here).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path / here)
    command, *arguments = shlex.split(checkout(tmp_path, rules.name).strip("`"))
    assert command == "git"
    git(Path.cwd(), *arguments)
    assert rules.exists()


def git(folder: Path, *command: str) -> None:
    """Run git in a folder."""
    me = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *me, *command], cwd=folder, check=True, capture_output=True)  # noqa: S603, S607


def test_what_no_clone_has_a_fresh_one_brings_back() -> None:
    assert checkout(Path(Path.cwd().anchor), "legacy") == "A fresh clone"
