"""Test `dojo start`: a new practice, `--again`, and the worked way."""

import re
import shutil
import subprocess
from pathlib import Path
from threading import Timer

import pytest
from click.testing import CliRunner
from filelock import FileLock

from dojo.checking.runner import run_check
from dojo.errors import WorkspaceError
from dojo.kata.way import worked_steps
from dojo.kata.workspace import LEVELS
from dojo.main import main
from dojo.practice import create
from dojo.practice.create import create_practice, find_practice, read_choices, steps_up_to
from dojo.practice.model import CHECK, MUTANTS, Choices, LockedError, Practice, lock
from dojo.practice.snapshots import CHECKS, GitError, Repository
from tests.dojo import small_steps
from tests.dojo.practising import TEST, YATZY, git, own_settings_in, started
from tests.dojo.small_kata import RULE, WORKSPACE, SmallKata

WRITES = """

def test_{}():
    with open("hall_of_fame.txt", "x"):
        pass
"""
IDENTITY = ("log", "--format=%(trailers:key=Practice,valueonly)", CHECKS)


# What is made.


@pytest.mark.parametrize(("level", "blind"), [(1, True), (1, False), (4, False)])
def test_a_practice_is_a_repository_of_the_tangle(
    level: int, kata: SmallKata, *, blind: bool
) -> None:
    with own_settings_in(kata.folder / "nowhere"):  # the first commit needs no name set up
        practice = started(kata, level=level, blind=blind)
    assert (practice.choices, kata.read(YATZY)) == (Choices(level, blind), RULE)
    assert git(practice.folder, "log", "--format=%an: %s") == "dojo: Copy the tangle"
    assert git(practice.folder, "status", "--porcelain") == ""
    assert (
        (practice.folder / "tests/test_yatzy.py").exists()
        == blind
        != (practice.folder / "golden_master.md").exists()
    )


@pytest.mark.parametrize("blind", [False, True])
def test_at_level_4_each_test_of_ones_own_has_an_empty_folder(
    kata: SmallKata, *, blind: bool
) -> None:
    practice = started(kata, level=4, blind=blind)
    kata.write(
        "practice/tests/test_yatzy.py", f"{TEST}\n{WRITES.format('first')}{WRITES.format('second')}"
    )
    assert run_check(practice, 60).outcome.findings == ()
    assert not (practice.folder / "hall_of_fame.txt").exists()


# Once more.


def test_the_katas_own_repository_sees_no_practice(kata: SmallKata) -> None:
    kata.write(".gitignore", (WORKSPACE / ".gitignore").read_text(encoding="utf-8"))
    git(kata.folder, "init", "-q")
    started(kata)
    started(kata, again=True)
    assert "practice" not in git(kata.folder, "status", "--porcelain")


def test_again_puts_the_old_practice_aside_whole_and_begins_another(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write(YATZY, "mine\n")
    head, identity = (
        Repository(practice.folder).find_commit("HEAD"),
        git(practice.folder, *IDENTITY),
    )
    kata.dojo("start", "--again", folder=practice.folder)
    [aside] = kata.folder.glob("practices/2*")
    kept = Repository(aside).find_commit("HEAD")
    assert ((aside / "yatzy.py").read_text(), kept, kata.read(YATZY)) == ("mine\n", head, RULE)
    assert git(practice.folder, *IDENTITY) != identity


def test_while_somebody_works_on_a_practice_it_is_not_put_aside_and_the_next_one_waits_or_is_told(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "LOCK_SECONDS", 0)
    words = r"Another command \((check|mutants)\) is using practice/\. Wait for it, or stop it\."
    said: list[str] = []
    for kind in (CHECK, MUTANTS):
        other = FileLock(practice.state_directory / f"{kind}.lock", thread_local=False)
        with other, pytest.raises(LockedError, match=words):
            started(kata, again=True)
        with (
            lock(practice.folder, kind),
            lock(practice.folder, kind, 0),
        ):  # once more what is held here
            pass
        other.acquire()
        Timer(0.1, other.release, [True]).start()
        with lock(practice.folder, kind, notify=said.append):
            assert not other.is_locked
    assert said == ["waiting for another command", ""] * 2
    assert sorted(path.name for path in kata.folder.glob("practice*")) == ["practice"]


@pytest.mark.parametrize(
    "make", [Path.touch, Path.mkdir, lambda path: path.symlink_to("elsewhere")]
)
def test_whatever_has_the_name_is_left_alone(make: object, kata: SmallKata) -> None:
    place = kata.folder / "practice"
    make(place)  # type: ignore[operator]
    before = place.lstat()
    with pytest.raises(WorkspaceError, match="already exists"):
        started(kata)
    assert place.lstat() == before


@pytest.mark.parametrize("error", [GitError("git is not there"), KeyboardInterrupt])
def test_a_start_that_fails_leaves_all_as_it_was(
    error: BaseException, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(Repository, "create", fail)
    with pytest.raises((WorkspaceError, KeyboardInterrupt)):
        started(kata, again=True)
    assert sorted(kata.folder.glob("practice*")) == [practice.folder]


def test_a_command_is_about_the_practice_or_the_one_that_was_put_aside_which_it_is_in(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = practice.folder.rename(
        kata.folder / "practice-2026-01-02"
    )  # where an older dojo put them
    started(kata, level=2)
    now = started(kata, level=3, again=True)
    [second] = kata.folder.glob("practices/2*")
    expected = {
        first: 1,
        second: 2,
        second / "tests": 2,
        now.folder / "tests": 3,
        kata.folder: 3,
        kata.folder.parent: 3,
    }
    for folder, level in expected.items():
        monkeypatch.chdir(folder)
        found = find_practice(kata.folder)
        assert (found.choices.level, folder.is_relative_to(found.folder) or found == now) == (
            level,
            True,
        )
    assert (
        "Using the archived practice practice-2026-01-02/"
        in kata.dojo("progress", folder=first).stderr
    )


# The choices of a practice are read from its history.


def test_a_clone_that_has_the_story_knows_what_was_chosen(
    kata: SmallKata, practice: Practice
) -> None:
    clone = kata.folder / "clone"
    subprocess.run(["git", "init", "--quiet", str(clone)], check=True)  # noqa: S603, S607 - any git
    git(clone, "fetch", "--quiet", str(practice.folder), f"{CHECKS}:{CHECKS}")
    assert read_choices(clone) == practice.choices


@pytest.mark.parametrize(
    ("lose", "words"),
    [
        (
            lambda folder: shutil.rmtree(folder / ".git"),
            r"^practice/\.git is missing, .*\n`dojo start --again ",
        ),
        (
            lambda folder: (folder / ".git/HEAD").unlink(),
            r"^git failed in practice/: .*\nIf the repository is damaged: `dojo start --again ",
        ),
        (lambda folder: git(folder, "update-ref", "-d", CHECKS), "^practice/ has lost its history"),
    ],
)
def test_where_that_is_lost_it_says_how_to_go_on(
    lose: object, words: str, practice: Practice
) -> None:
    lose(practice.folder)  # type: ignore[operator]
    with pytest.raises(WorkspaceError, match=words):
        read_choices(practice.folder)


# On the worked way.


@pytest.fixture
def walked(kata: SmallKata) -> SmallKata:
    small_steps.lay_out(kata)
    return kata


def first_tree(kata: SmallKata, at: int, level: int = 2) -> Practice:
    way = steps_up_to(worked_steps(kata.folder), at)
    create_practice(
        kata.folder, Choices(level, blind=False), again=(kata.folder / "practice").exists(), way=way
    )
    return find_practice(kata.folder)


def test_the_history_is_the_way_up_to_there(walked: SmallKata) -> None:
    practice = first_tree(walked, 1)
    titles = git(practice.folder, "log", "--reverse", "--format=%s").splitlines()
    assert titles == ["Copy the tangle", small_steps.TITLES[0]]
    found = git(practice.folder, "log", "-1", "--format=%b")
    lesson = ["Smell: Dead Code", "Where: level 1, pair", "Why: It hurts.", small_steps.LOOK]
    assert found.splitlines() == lesson
    assert practice.choices.step == 1


@pytest.mark.parametrize(
    ("at", "file"), [(1, "yatzy.py"), (4, "yatzy.py"), (5, "yatzy/yatzy.py"), (7, "yatzy/yatzy.py")]
)
def test_the_files_are_as_the_step_leaves_them_and_the_readme_says_where_the_class_is(
    at: int, file: str, walked: SmallKata
) -> None:
    practice = first_tree(walked, at, level=4)
    code = [*practice.folder.glob("*.py"), *practice.folder.glob("yatzy/*.py")]
    assert {
        path.relative_to(practice.folder).as_posix(): path.read_text() for path in code
    } == small_steps.STATES[at]
    assert git(practice.folder, "status", "--porcelain") == ""
    readme = (practice.folder / "README.md").read_text()
    assert f"the worked way after step {at}. Class `Yatzy` is in `{file}`." in readme
    assert (f"Change a number in `{file}`" in readme, "tangle" in readme) == (True, False)


def test_what_later_levels_are_about_is_cut_away_and_a_step_beyond_the_cut_leaves_an_empty_commit(
    walked: SmallKata,
) -> None:
    practice = first_tree(walked, 6, level=1)
    repository = Repository(practice.folder)
    commits = git(practice.folder, "rev-list", "HEAD").split()
    assert not any("v5" in repr(repository.files(commit)) for commit in commits)
    assert repository.tree_of(commits[0]) == repository.tree_of(commits[1])
    checked = run_check(practice, 20)
    assert (checked.outcome.status, checked.changed) == ("green", {})


@pytest.mark.parametrize(
    ("arguments", "level"),
    [(["4"], 1), (["5"], 2), (["5", "--level", "1"], 1), (["6"], 2), (["7"], 2)],
)
def test_the_level_is_that_of_the_next_step(
    arguments: list[str], level: int, walked: SmallKata
) -> None:
    walked.dojo("start", "--at", *arguments)
    assert find_practice(walked.folder).level == LEVELS[level]


def test_the_last_step_of_level_1_is_as_the_help_says() -> None:
    found = re.search(r"--at (\d+) +level 2", CliRunner().invoke(main, ["start", "--help"]).stdout)
    assert found is not None
    assert [step.level for step in worked_steps(WORKSPACE)[int(found[1]) - 1 :][:2]] == [1, 2]
