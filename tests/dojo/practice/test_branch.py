"""The person's own branch: commits as git makes them, in the repository around a project."""

import re
import sys
from contextlib import suppress
from pathlib import Path

import pygit2
import pytest

from dojo.errors import WorkspaceError
from dojo.practice.branch import Branch
from tests.dojo.practising import git, write_files


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Give a repository with two projects, of which one is committed."""
    write_files(tmp_path, {"shop/cart.py": "one = 1\n", "bank/account.py": "two = 2\n"})
    Branch(tmp_path).create("begun")
    return tmp_path


def last_files(repository: Path) -> list[str]:
    """Return the files of the last commit."""
    return git(repository, "show", "--format=", "--name-only").splitlines()


def test_a_commit_has_the_files_of_the_project_alone(repository: Path):
    write_files(repository, {"shop/new.py": "three = 3\n", "bank/account.py": "four = 4\n"})
    Branch(repository / "shop").commit("Add new")
    assert last_files(repository) == ["shop/new.py"]


def test_what_is_staged_elsewhere_stays_staged(repository: Path):
    write_files(repository, {"shop/cart.py": "three = 3\n", "bank/account.py": "four = 4\n"})
    git(repository, "add", "bank")
    Branch(repository / "shop").commit("Change the cart")
    assert git(repository, "diff", "--cached", "--name-only") == "bank/account.py"


def test_changes_of_another_project_are_none(repository: Path):
    write_files(repository, {"bank/account.py": "four = 4\n"})
    assert not Branch(repository / "shop").has_changes()
    assert Branch(repository / "bank").has_changes()


def test_a_received_document_is_neither_a_change_nor_committed(repository: Path):
    write_files(repository, {"shop/a.received.txt": "received\n"})
    assert not Branch(repository).has_changes()
    write_files(repository, {"shop/cart.py": "three = 3\n"})
    Branch(repository).commit("Change the cart")
    assert last_files(repository) == ["shop/cart.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no such script")
def test_a_hook_of_the_person_can_refuse_a_commit(repository: Path):
    hook = repository / ".git/hooks/commit-msg"
    write_files(repository, {".git/hooks/commit-msg": "#!/bin/sh\necho say why\nexit 1\n"})
    hook.chmod(0o755)
    write_files(repository, {"shop/cart.py": "three = 3\n"})
    with pytest.raises(WorkspaceError, match=r"git did not commit. It says:\nsay why"):
        Branch(repository).commit("Change the cart")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no such script")
def test_nothing_stays_staged_after_a_refused_commit(repository: Path):
    write_files(repository, {".git/hooks/commit-msg": "#!/bin/sh\nexit 1\n"})
    (repository / ".git/hooks/commit-msg").chmod(0o755)
    write_files(repository, {"shop/cart.py": "three = 3\n", "shop/new.py": "four = 4\n"})
    with suppress(WorkspaceError):
        Branch(repository).commit("Change the cart")
    assert git(repository, "diff", "--cached", "--name-only") == ""


def test_without_a_repository_nothing_can_be_committed(tmp_path: Path):
    with pytest.raises(WorkspaceError, match="`git init` creates one"):
        Branch(tmp_path).commit("Change the cart")


def test_a_repository_that_ignores_the_folder_is_not_that_of_the_project(repository: Path):
    write_files(repository, {".gitignore": "/try/\n", "try/cart.py": "one = 1\n"})
    assert not Branch(repository / "try").exists


def test_a_repository_of_somebody_else_is_named(repository: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(path: str):
        raise pygit2.GitError(f"repository path '{path}' is not owned by current user")

    monkeypatch.setattr(pygit2, "Repository", refuse)
    advice = f"git config --global --add safe.directory {repository}"
    with pytest.raises(WorkspaceError, match=re.escape(advice)):
        Branch(repository / "shop").has_changes()
