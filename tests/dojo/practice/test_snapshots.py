"""The repository of a practice: what a check counts from, and what to do when it is gone or broken."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click import unstyle

from dojo.checking import CheckResult, Tcr, Watch, check_and_log
from dojo.checking import check as checks
from dojo.checking.process import Asker, SupersededError
from dojo.practice import GitError, Practice, Repository, read_choices
from dojo.practice.snapshots import git_environment, how_to_go_on
from tests.dojo.practising import YATZY, checked
from tests.dojo.small_kata import RULE, SmallKata

LONGER = RULE.replace("return 0", "return 0  # nothing")


def save_during_a_check(monkeypatch: pytest.MonkeyPatch, save: Callable[[], object]) -> None:
    """Have something saved while the next check runs."""
    run_all, saves = checks.run_all, [save]

    def run(*arguments: object) -> CheckResult:
        while saves:
            saves.pop()()
        return run_all(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(checks, "run_all", run)


def test_a_check_given_up_for_a_newer_save_is_not_counted_from(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write("practice/first.py", "1\n")
    save_during_a_check(monkeypatch, lambda: kata.write("practice/second.py", "1\n2\n"))
    with pytest.raises(SupersededError):
        check_and_log(practice, 20, Asker(lambda: False))
    assert check_and_log(practice, 20)[0].changed == {"first.py": (1, 0), "second.py": (2, 0)}


def test_a_check_made_again_for_a_newer_save_counts_from_the_answer_before(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write("practice/first.py", "1\n")
    save_during_a_check(monkeypatch, lambda: kata.write("practice/second.py", "1\n2\n"))
    assert check_and_log(practice, 20)[0].changed == {"first.py": (1, 0), "second.py": (2, 0)}


def test_a_check_after_a_revert_counts_from_what_it_went_back_to(kata: SmallKata, practice: Practice) -> None:
    tcr = Tcr(practice)
    for text in (RULE, RULE.replace("return first", "return last")):
        kata.write(YATZY, text)
        tcr.follow(check_and_log(practice, 20)[1])
    kata.write("practice/new.py", "1\n")
    assert check_and_log(practice, 20)[0].changed == {"new.py": (1, 0)}


def test_a_line_of_tcr_shows_what_its_commit_has(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    monkeypatch.setenv("COLUMNS", "200")
    watched = Watch(practice, 20, Tcr(practice), lambda line: lines.append(unstyle(line)))
    watched.check()
    kata.write("practice/seen_elsewhere.py", "1\n")
    check_and_log(practice, 20)
    kata.write(YATZY, LONGER)
    watched.check()
    assert lines[1].endswith("committed  seen_elsewhere.py +1 -0, yatzy.py +1 -1")


def test_a_setting_that_git_cannot_read_is_told_with_what_helps(
    practice: Practice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gitconfig").write_text("[core\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(GitError, match=r"\.gitconfig\nThat is a setting of git's: put it right, and run"):
        Repository(practice.folder).tree()
    shutil.rmtree(practice.folder / ".git")  # as before it is made
    with pytest.raises(GitError, match=r"That is a setting of git's"):
        Repository(practice.folder).create("start")


def test_a_repository_that_is_gone_is_said_to_be_gone_and_how_to_go_on(practice: Practice) -> None:
    shutil.rmtree(practice.folder / ".git")
    with pytest.raises(GitError, match=r"practice/\.git is gone, .*\n`dojo start --again "):
        Repository(practice.folder).snapshot("checked")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
@pytest.mark.parametrize(
    "name",
    [
        *(".git/HEAD", ".git/refs/dojo/checks", ".git/info/exclude", ".gitignore"),
        ".git/objects/info/alternates",
        ".git/logs/HEAD",
    ],
)
def test_a_pipe_in_the_place_of_what_git_reads_is_not_waited_for(name: str, practice: Practice) -> None:
    path = practice.folder / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    with pytest.raises(GitError, match=f"^practice/{name} is no file"):
        Repository(practice.folder).git("status")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_that_is_to_be_a_list_of_names_is_not_read(practice: Practice) -> None:
    os.mkfifo(practice.folder / "pipe")
    repository = Repository(practice.folder)
    repository.git("config", "mailmap.file", str(practice.folder / "pipe"))
    assert repository.git("log", "--format=%s", "HEAD")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_in_the_place_of_what_git_reads_in_a_folder_is_not_waited_for(practice: Practice) -> None:
    os.mkfifo(practice.folder / "tests/.gitignore")
    with pytest.raises(GitError, match=r"^practice/tests/\.gitignore is no file"):
        Repository(practice.folder).tree()


def test_a_repository_that_is_broken_is_put_aside_with_its_practice(practice: Practice) -> None:
    (practice.folder / ".git/HEAD").unlink()
    with pytest.raises(GitError, match=r"Broken\? `dojo start --again "):
        Repository(practice.folder).snapshot("checked")


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
    assert tcr.follow(check_and_log(practice, 20)[1]) == "committed"
    repository = Repository(practice.folder)
    assert (kata.read(YATZY), repository.files("HEAD")["yatzy.py"]) == (LONGER, LONGER)
    assert repository.git("status", "--porcelain") == ""


def test_red_in_a_new_repository_goes_back_to_its_first_green_commit(kata: SmallKata, practice: Practice) -> None:
    broken(practice)
    tcr = Tcr(practice)
    tcr.follow(check_and_log(practice, 20)[1])
    kata.write(YATZY, RULE.replace("return first", "return last"))
    assert (tcr.follow(check_and_log(practice, 20)[1]), kata.read(YATZY)) == ("reverted", RULE)


def test_an_index_that_an_editor_holds_is_waited_for(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = practice.folder / ".git/index.lock"
    lock.touch()
    monkeypatch.setattr("dojo.practice.snapshots.time.sleep", lambda _: lock.unlink(missing_ok=True))
    kata.write(YATZY, LONGER)
    repository = Repository(practice.folder)
    assert Tcr(practice).follow(checked(practice, "green")) == "committed"
    assert repository.git("status", "--porcelain") == ""


def test_an_index_that_stays_held_leaves_no_half_a_commit(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(practice.folder)
    before = repository.commit_named("HEAD")
    (practice.folder / ".git/index.lock").touch()
    monkeypatch.setattr("dojo.practice.snapshots.time.sleep", lambda _: None)
    kata.write(YATZY, LONGER)
    with pytest.raises(GitError, match=r"index\.lock"):
        Tcr(practice).follow(checked(practice, "green"))
    assert repository.commit_named("HEAD") == before


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder in which git looks for what a person set for all their repositories."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    folder = tmp_path / "settings/git"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("how", ["by its usual name", "by a name of its own"])
def test_what_a_person_ignores_everywhere_is_kept_all_the_same(
    how: str, own_settings: Path, kata: SmallKata, practice: Practice
) -> None:
    file = own_settings / ("ignore" if how == "by its usual name" else "another")
    file.write_text("lib/\n")
    if file.name == "another":
        (own_settings / "config").write_text(f"[core]\n\texcludesFile = {file}\n")
    kata.write("practice/lib/rules.py", "1\n")
    assert check_and_log(practice, 20)[0].changed == {"lib/rules.py": (1, 0)}


def test_ends_of_lines_are_kept_whatever_a_person_set_everywhere(own_settings: Path, practice: Practice) -> None:
    (own_settings / "attributes").write_text("*.py text\n")
    (practice.folder / "rules.py").write_bytes(b"1\r\n")
    repository = Repository(practice.folder)
    assert repository.files(repository.snapshot("checked"))["rules.py"] == "1\r\n"


def test_what_the_practice_itself_ignores_is_not_kept(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/.gitignore", "lib/\n")
    kata.write("practice/lib/rules.py", "1\n")
    assert "lib/rules.py" not in Repository(practice.folder).files(Repository(practice.folder).snapshot("checked"))


def test_a_link_to_elsewhere_is_said_not_to_be_kept(kata: SmallKata, practice: Practice) -> None:
    (practice.folder / "yatzy.py").rename(kata.folder / "elsewhere.py")
    (practice.folder / "yatzy.py").symlink_to("../elsewhere.py")
    warning = check_and_log(practice, 20)[0].warning
    assert warning == "Not kept, and no save there is noticed: yatzy.py (a link to elsewhere)."


def test_a_link_to_a_file_beside_it_is_nothing_to_warn_of(practice: Practice) -> None:
    (practice.folder / "also.py").symlink_to("yatzy.py")
    assert check_and_log(practice, 20)[0].warning == ""


def test_a_repository_inside_is_said_not_to_be_kept(practice: Practice) -> None:
    (practice.folder / "inside").mkdir()
    Repository(practice.folder / "inside").create("begun")
    assert "inside (a repository of its own)" in check_and_log(practice, 20)[0].warning


def test_a_repository_inside_without_a_commit_is_no_broken_one(practice: Practice) -> None:
    (practice.folder / "inside").mkdir()
    run("git", "init", "-q", cwd=practice.folder / "inside")
    with pytest.raises(GitError, match=r"A repository inside another is not kept\. Move it out of practice/\."):
        Repository(practice.folder).snapshot("checked")


@pytest.mark.parametrize("why", ["No space left on device", "Read-only file system"])
def test_where_the_disk_takes_nothing_the_repository_is_not_broken(
    why: str, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = subprocess.CompletedProcess([], 128, b"", f"fatal: write error: {why}\n".encode())
    monkeypatch.setattr("dojo.practice.snapshots.subprocess.run", lambda *_, **__: refused)
    with pytest.raises(GitError, match=f"^git in practice/ said: fatal: write error: {why}\nThe disk .* again.$"):
        Repository(practice.folder).tree()


def test_files_that_are_too_large_are_refused(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.practice.snapshots.MOST_BYTES", 5_000)
    with pytest.raises(GitError, match="does not give the files of HEAD, or they are too large"):
        Repository(practice.folder).files("HEAD")


def test_files_that_git_has_lost_are_no_files(practice: Practice) -> None:
    repository = Repository(practice.folder)
    blob = repository.entries("HEAD")["yatzy.py"].name
    (practice.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(GitError, match="does not give the files of HEAD"):
        repository.files("HEAD")


@pytest.mark.skipif(sys.platform == "win32", reason="not everybody may make links there")
def test_a_link_to_itself_is_kept_as_any_other(practice: Practice) -> None:
    (practice.folder / "notes").symlink_to("notes")
    repository = Repository(practice.folder)
    assert not repository.not_kept(repository.snapshot("a link"))


def test_git_says_what_is_wrong_in_english_whatever_a_person_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert git_environment()["LANGUAGE"] == "en"  # for what git says is searched for words


def test_a_config_that_is_locked_is_no_broken_repository(practice: Practice) -> None:
    (practice.folder / ".git/config.lock").touch()
    with pytest.raises(GitError, match="no git is at work there, remove practice"):
        Repository(practice.folder).git("config", "a.b", "c")


def test_a_repository_that_could_not_be_made_is_not_said_to_be_gone(tmp_path: Path) -> None:
    refused = subprocess.CompletedProcess(["git", "init"], 1, b"", b"fatal: cannot mkdir")
    assert how_to_go_on(tmp_path, refused) == "practice/ could not be made. git said: fatal: cannot mkdir"


@pytest.mark.skipif(sys.platform == "win32", reason="it has no sh")
@pytest.mark.parametrize("says", ["", r"printf 'a\0b'", "echo a; echo b", "yes | head -c 99999"])
def test_what_is_no_git_is_told_and_not_believed(
    says: str, practice: Practice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text(f"#!/bin/sh\n{says}\n")
    git.chmod(0o755)
    monkeypatch.setenv("PATH", str(git.parent), prepend=os.pathsep)
    for work in (
        Repository(tmp_path).create,
        Repository(practice.folder).snapshot,
        lambda _: read_choices(practice.folder),
    ):
        with pytest.raises(GitError, match=r"Is it git\?"):
            work("a message")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_in_the_place_of_an_object_is_waited_for_only_so_long(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(practice.folder)
    blob = repository.entries("HEAD")["yatzy.py"].name
    path = practice.folder / ".git/objects" / blob[:2] / blob[2:]
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr("dojo.practice.snapshots.LIMIT_SECONDS", 0.1)
    assert repository.first_bytes(9, "cat-file", "blob", blob) == b""
    with pytest.raises(GitError, match=r"^git in practice/ did not end in 0 s, and was ended\.\nBroken\?"):
        repository.git("cat-file", "blob", blob)


def test_a_git_that_knows_less_is_said_to_be_too_old(practice: Practice) -> None:
    refused = subprocess.CompletedProcess([], 129, b"", b"error: unknown option `initial-branch=main'\nusage: git init")
    assert "Is this git older than 2.30?" in how_to_go_on(practice.folder, refused)
