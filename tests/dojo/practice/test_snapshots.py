"""The repository of a practice: what a check counts from, and what to do when it is gone or broken."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click import unstyle

from dojo.checking.runner import Caller, check
from dojo.commands.watch import Tcr, Watch
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository, how_to_go_on
from tests.dojo.practising import YATZY, git, own_settings_in, save_during_a_check, started
from tests.dojo.small_kata import RULE, SmallKata

LONGER = RULE.replace("return 0", "return 0  # nothing")


def test_a_check_given_up_for_a_newer_save_is_not_counted_from(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write("practice/first.py", "1\n")
    save_during_a_check(kata, monkeypatch, lambda: kata.write("practice/second.py", "1\n2\n"))
    assert check(practice, 20, Caller(lambda: False)).is_void
    assert check(practice, 20).changed == {"first.py": (1, 0), "second.py": (2, 0)}


def test_a_check_made_again_for_a_newer_save_counts_from_the_answer_before(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write("practice/first.py", "1\n")
    save_during_a_check(kata, monkeypatch, lambda: kata.write("practice/second.py", "1\n2\n"))
    assert check(practice, 20).changed == {"first.py": (1, 0), "second.py": (2, 0)}


def test_a_line_of_tcr_shows_what_its_commit_has(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    monkeypatch.setenv("COLUMNS", "200")
    watched = Watch(practice, 20, Tcr(practice), lambda line: lines.append(unstyle(line)))
    watched.check()
    kata.write("practice/seen_elsewhere.py", "1\n")
    check(practice, 20)
    kata.write(YATZY, LONGER)
    watched.check()
    assert lines[1].endswith("committed  seen_elsewhere.py +1 -0, yatzy.py +1 -1")


def broken(practice: Practice) -> None:
    """Lose the repository, and do what the message says; around it is one that it must not be taken for."""
    run("git", "init", "-q", cwd=practice.workspace)
    (practice.folder / ".git/HEAD").unlink()
    run("mv", "practice/.git", "practice/.dojo/git-broken", cwd=practice.workspace)
    run("git", "-C", "practice", "init", "-q", cwd=practice.workspace)


def run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True)  # noqa: S603 - what a person would type


def test_a_new_repository_goes_on_with_the_files_as_they_are(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, LONGER)
    broken(practice)
    tcr = Tcr(practice)
    entry = check(practice, 20).entry
    assert entry is not None
    assert tcr.follow(entry) == "committed"
    repository = Repository(practice.folder)
    assert (kata.read(YATZY), repository.files("HEAD")["yatzy.py"]) == (LONGER, LONGER)
    assert git(repository.folder, "status", "--porcelain") == ""


@pytest.fixture
def own_settings(tmp_path: Path) -> Iterator[Path]:
    """Give the folder in which git looks for what a person set for all their repositories."""
    folder = tmp_path / "settings"
    folder.mkdir()
    with own_settings_in(folder):
        yield folder


@pytest.mark.parametrize("how", ["by its usual name", "by a name of its own"])
def test_what_a_person_ignores_everywhere_is_kept_all_the_same(
    how: str, own_settings: Path, kata: SmallKata, practice: Practice
) -> None:
    file = own_settings / ("ignore" if how == "by its usual name" else "another")
    file.write_text("lib/\n")
    if file.name == "another":
        (own_settings / "config").write_text(f"[core]\n\texcludesFile = {file}\n")
    kata.write("practice/lib/rules.py", "1\n")
    assert check(practice, 20).changed == {"lib/rules.py": (1, 0)}


def test_a_commit_is_in_the_persons_name_and_has_the_files_to_the_byte(own_settings: Path, kata: SmallKata) -> None:
    (own_settings / "config").write_text("[user]\n\tname = Ada\n\temail = ada@localhost\n[core]\n\tautocrlf = true\n")
    (own_settings / "attributes").write_text("*.py text\n")
    practice = started(kata)
    (practice.folder / "rules.py").write_bytes(b"1\r\n")
    repository = Repository(practice.folder)
    repository.commit(repository.tree(), "mine")
    assert git(practice.folder, "log", "-1", "--format=%an <%ae>") == "Ada <ada@localhost>"
    assert repository.files("HEAD")["rules.py"] == "1\r\n"


@pytest.mark.parametrize(
    ("said", "helps"),
    [
        ("failed to parse config file '/home/me/.gitconfig'", "That is a setting of git's: put it right"),
        ("failed to lock file '/p/.git/index.lock' for writing", "If no git is at work there, remove that file"),
        ("failed to write: No space left on device", "The disk keeps git from its work"),
        ("'/p/.git' is not owned by current user", "If you trust whose it is: git config --global --add safe."),
        ("object not found", "Broken? `dojo start --again"),
    ],
)
def test_what_git_refuses_is_told_with_what_helps(said: str, helps: str, practice: Practice) -> None:
    assert how_to_go_on(practice.folder, said).startswith(f"git in practice/ said: {said}\n{helps}")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts no such script")
@pytest.mark.parametrize("setting", ["core.hooksPath", "core.fsmonitor", "filter.own.clean"])
def test_git_starts_no_program_that_a_repository_names(setting: str, practice: Practice, tmp_path: Path) -> None:
    program = tmp_path / "program" / "reference-transaction"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\ncat\n")
    program.chmod(0o755)
    repository = Repository(practice.folder)
    git(repository.folder, "config", "filter.own.required", "true")
    git(repository.folder, "config", setting, str(program.parent if setting == "core.hooksPath" else program))
    (practice.folder / ".gitattributes").write_text("* filter=own\n")
    snapshot = repository.snapshot("checked")
    repository.put_back(snapshot, "HEAD")
    assert not (tmp_path / "ran").exists()
