"""Where the kata is: a workspace that is damaged is told, and no other one takes its place."""

from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.workspace import find_workspace
from tests.dojo.small_kata import WORKSPACE, SmallKata


def test_the_workspace_is_around_the_current_folder(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kata.folder / "legacy")
    assert find_workspace() == kata.folder.resolve()


def test_elsewhere_it_is_that_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_workspace() == WORKSPACE


def test_where_the_tangle_is_gone_it_is_damaged(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    (kata.folder / "legacy/yatzy.py").unlink()
    monkeypatch.chdir(kata.folder)
    with pytest.raises(WorkspaceError, match="`git checkout -- legacy approved_files` brings them back"):
        find_workspace()


def test_where_the_approved_files_are_gone_it_is_damaged(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    (kata.folder / "approved_files").rename(kata.folder / "elsewhere")
    monkeypatch.chdir(kata.folder)
    with pytest.raises(WorkspaceError, match="`git checkout -- legacy approved_files` brings them back"):
        find_workspace()


def test_a_file_in_the_place_of_a_folder_damages_it(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    (kata.folder / "approved_files").rename(kata.folder / "elsewhere")
    (kata.folder / "approved_files").touch()
    monkeypatch.chdir(kata.folder)
    with pytest.raises(WorkspaceError, match="`git checkout -- legacy approved_files` brings them back"):
        find_workspace()
