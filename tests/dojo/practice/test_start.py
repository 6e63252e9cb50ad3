"""`dojo start`: a practice of one's own, and nothing lost when it is started again."""

import subprocess
from pathlib import Path

import pytest

from dojo.checking.runner import check
from dojo.errors import WorkspaceError
from dojo.practice.create import find_practice
from dojo.practice.model import Practice
from dojo.practice.snapshots import GitError, Repository
from tests.dojo.practising import TEST, YATZY, git, own_settings_in, started
from tests.dojo.small_kata import RULE, SmallKata

WRITES = """

def test_{}():
    with open("hall_of_fame.txt", "x"):
        pass
"""


def test_a_practice_is_a_repository_of_the_tangle(kata: SmallKata, practice: Practice) -> None:
    assert (practice.choices.level, kata.read(YATZY)) == (1, RULE)
    assert git(practice.folder, "rev-list", "--count", "HEAD") == "1"
    assert git(practice.folder, "status", "--porcelain") == ""


def test_the_first_commit_needs_no_name_set_up(kata: SmallKata) -> None:
    with own_settings_in(kata.folder / "nowhere"):
        practice = started(kata)
    assert git(practice.folder, "log", "--format=%an: %s") == "dojo: The tangle, as it was inherited"


def test_the_katas_own_repository_does_not_see_it(kata: SmallKata) -> None:
    workspace = Path(__file__).resolve().parents[3]
    kata.write(".gitignore", (workspace / ".gitignore").read_text(encoding="utf-8"))
    subprocess.run(["git", "init", "-q"], cwd=kata.folder, check=True)  # noqa: S607 - any git - any git
    started(kata)
    started(kata, again=True)
    seen = subprocess.run(["git", "status", "--porcelain"], cwd=kata.folder, capture_output=True, text=True, check=True)  # noqa: S607 - any git
    assert "practice" not in seen.stdout


def test_a_second_start_touches_nothing(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, "mine\n")
    with pytest.raises(WorkspaceError, match=r"is there already \(level 1\), and stays as it is"):
        started(kata, level=2)
    assert (kata.read(YATZY), find_practice(kata.folder)) == ("mine\n", practice)


def test_again_puts_the_old_practice_aside_whole(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, "mine\n")
    head = Repository(practice.folder).commit_named("HEAD")
    started(kata, again=True)
    [aside] = kata.folder.glob("practices/2*")
    kept = Repository(aside).commit_named("HEAD")
    assert ((aside / "yatzy.py").read_text(), kept, kata.read(YATZY)) == ("mine\n", head, RULE)


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir, lambda path: path.symlink_to("elsewhere")])
def test_whatever_has_the_name_is_left_alone(make: object, kata: SmallKata) -> None:
    make(kata.folder / "practice")  # type: ignore[operator]
    with pytest.raises(WorkspaceError, match="was not made by `dojo start`"):
        started(kata)


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


def test_a_blind_start_has_one_test_and_no_golden_master(kata: SmallKata) -> None:
    practice = started(kata, blind=True)
    assert "def test_chance" in kata.read("practice/tests/test_yatzy.py")
    assert not practice.own_documents.exists()


def test_who_is_inside_a_practice_that_is_put_aside_is_told(kata: SmallKata, practice: Practice) -> None:
    assert ", as it was, and so are you." in kata.dojo("start", "--again", folder=practice.folder).stdout


def test_a_command_inside_a_practice_that_was_put_aside_is_about_that_one(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(kata, level=2, again=True)
    [aside] = kata.folder.glob("practices/2*")
    for folder in (aside, aside / "tests"):
        monkeypatch.chdir(folder)
        found = find_practice(kata.folder)
        assert (found.folder, found.choices.level, found.name != "practice") == (aside, practice.choices.level, True)


def test_any_other_command_is_about_the_practice(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    (practice.folder / "src").mkdir()
    for folder in (kata.folder, kata.folder / "legacy", practice.folder / "src", kata.folder.parent):
        monkeypatch.chdir(folder)
        assert find_practice(kata.folder) == practice


def test_a_command_about_a_practice_that_was_put_aside_says_so(kata: SmallKata, practice: Practice) -> None:
    check(practice, 20)
    practice.folder.rename(kata.folder / "practice-2026-01-02")
    started(kata, level=2)
    done = kata.dojo("progress", folder=kata.folder / "practice-2026-01-02")
    assert "About practice-2026-01-02/, which was put aside" in done.stderr
    assert done.stdout.startswith("Level 1, scoring, since")


@pytest.mark.parametrize("blind", [False, True])
def test_at_level_4_each_test_of_ones_own_has_an_empty_folder(kata: SmallKata, *, blind: bool) -> None:
    practice = started(kata, level=4, blind=blind)
    kata.write("practice/tests/test_yatzy.py", f"{TEST}\n{WRITES.format('first')}{WRITES.format('second')}")
    assert check(practice, 60).outcome.findings == ()
    assert not (practice.folder / "hall_of_fame.txt").exists()
