"""*test && commit || revert*: green is committed, red and amber are reverted, and nothing is lost."""

import pytest

from dojo.commands.watch import Tcr, Watch
from dojo.errors import WorkspaceError
from dojo.practice.model import Practice
from dojo.practice.snapshots import GitError, Repository
from dojo.practice.story import read_story, restore
from tests.dojo.practising import YATZY, checked, git
from tests.dojo.small_kata import RULE, SmallKata

CLEANER = RULE.replace("return 0", "return  0")
BROKEN = RULE.replace("return first", "return last")


@pytest.fixture
def tcr(practice: Practice) -> Tcr:
    """Give a game that began from green."""
    game = Tcr(practice)
    game.follow(checked(practice, "green"))
    return game


def test_green_is_committed(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, CLEANER)
    assert tcr.follow(checked(practice, "green")) == "committed"
    repository = Repository(practice.folder)
    assert repository.files("HEAD")["yatzy.py"] == CLEANER
    assert git(repository.folder, "status", "--porcelain") == ""


def test_green_without_a_change_is_no_commit(practice: Practice, tcr: Tcr) -> None:
    before = Repository(practice.folder).commit_named("HEAD")
    assert tcr.follow(checked(practice, "green")) == ""
    assert Repository(practice.folder).commit_named("HEAD") == before


def test_red_goes_back_to_the_last_green_commit(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, CLEANER)
    tcr.follow(checked(practice, "green"))
    kata.write(YATZY, BROKEN)
    assert (tcr.follow(checked(practice, "red")), kata.read(YATZY)) == ("reverted", CLEANER)


def test_what_red_loses_is_kept_and_the_way_back_is_said(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, BROKEN)
    kata.write("practice/new/module.py", "new\n")
    tcr.follow(checked(practice, "red"))
    [*command, name] = tcr.way_back().split()
    restore(practice, name)
    assert command == ["dojo", "restore"]
    assert (kata.read(YATZY), kata.read("practice/new/module.py")) == (BROKEN, "new\n")


def test_red_takes_away_what_is_new_and_brings_back_what_is_gone(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write("practice/game.py", kata.read(YATZY))
    (kata.folder / YATZY).unlink()
    tcr.follow(checked(practice, "red"))
    assert (kata.read(YATZY), (kata.folder / "practice/game.py").exists()) == (RULE, False)


def test_what_is_saved_after_the_check_is_not_reverted(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, BROKEN)
    red = checked(practice, "red")
    kata.write(YATZY, CLEANER)
    assert (tcr.follow(red), kata.read(YATZY)) == ("saved again, not reverted", CLEANER)


def test_what_is_saved_after_a_green_check_is_not_committed(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, CLEANER)
    green = checked(practice, "green")
    kata.write(YATZY, BROKEN)
    tcr.follow(green)
    assert (Repository(practice.folder).files("HEAD")["yatzy.py"], kata.read(YATZY)) == (CLEANER, BROKEN)


def test_a_commit_of_the_persons_own_stays(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    repository = Repository(practice.folder)
    kata.write(YATZY, BROKEN)
    own = repository.commit(repository.tree(), "on my way")
    tcr.follow(checked(practice, "red"))
    assert (repository.commit_named("HEAD"), kata.read(YATZY)) == (own, RULE)


def test_the_game_begins_from_green(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, BROKEN)
    with pytest.raises(WorkspaceError, match="begins from green, so nothing was reverted"):
        Tcr(practice).follow(checked(practice, "red"))
    assert kata.read(YATZY) == BROKEN


def test_without_a_snapshot_nothing_is_reverted(
    kata: SmallKata, practice: Practice, tcr: Tcr, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise GitError("no space")

    kata.write(YATZY, BROKEN)
    red = checked(practice, "red")
    monkeypatch.setattr(Repository, "snapshot", refuse)
    with pytest.raises(GitError):
        tcr.follow(red)
    assert kata.read(YATZY) == BROKEN


def test_the_workspaces_own_repository_is_never_touched(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, BROKEN)
    red = checked(practice, "red")
    (practice.folder / ".git").rename(kata.folder / ".git")
    with pytest.raises(WorkspaceError):
        tcr.follow(red)
    assert kata.read(YATZY) == BROKEN


def test_the_same_red_again_is_checked_again(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, BROKEN)
    red = checked(practice, "red")
    tcr.follow(red)
    assert Watch(practice, 20, tcr, print).known(red) == {Repository(practice.folder).tree_of(str(tcr.green))}


def test_a_link_comes_back_as_a_link(practice: Practice, tcr: Tcr) -> None:
    (practice.folder / "face.py").symlink_to("yatzy.py")
    tcr.follow(checked(practice, "green"))
    (practice.folder / "face.py").unlink()
    tcr.follow(checked(practice, "red"))
    assert (practice.folder / "face.py").readlink().name == "yatzy.py"


def test_a_file_that_became_a_folder_is_reverted(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    (kata.folder / YATZY).unlink()
    kata.write("practice/yatzy.py/rules.py", "new\n")
    assert (tcr.follow(checked(practice, "red")), kata.read(YATZY)) == ("reverted", RULE)


def test_a_repository_inside_stays_where_it_is(practice: Practice, tcr: Tcr) -> None:
    (practice.folder / "inside").mkdir()
    Repository(practice.folder / "inside").create("begun")
    tcr.follow(checked(practice, "red"))
    assert (practice.folder / "inside/.git").is_dir()


def test_a_revert_is_part_of_the_story(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    kata.write(YATZY, BROKEN)
    red = checked(practice, "red")
    tcr.follow(red)
    assert list(read_story(Repository(practice.folder)).reverts) == [red.snapshot]
