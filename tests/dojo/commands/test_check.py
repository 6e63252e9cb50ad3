"""What `dojo check` says of the kata itself: somebody may have opened its file in place of their own."""

import pytest

from dojo.practice.snapshots import Repository
from dojo.practice.story import read_story
from tests.dojo.practising import YATZY, git
from tests.dojo.small_kata import RULE, SmallKata


@pytest.fixture
def clone(kata: SmallKata) -> SmallKata:
    """Give a kata that is committed, with a practice."""
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "kata"],
    ):
        git(kata.folder, *command)
    kata.dojo("start")
    return kata


def test_a_file_of_the_kata_that_was_changed_is_named_with_the_way_back(clone: SmallKata) -> None:
    clone.change("legacy/yatzy.py", "first + second", "second + first")
    done = clone.dojo("check")
    [line] = [line for line in done.stdout.splitlines() if "checkout" in line]
    assert line == "Changed in the kata: legacy/yatzy.py. `git checkout -- legacy/yatzy.py` takes it back."
    assert done.returncode == 0
    git(clone.folder, *line.split("`")[1].split()[1:])
    assert clone.read("legacy/yatzy.py") == RULE
    assert "checkout" not in clone.dojo("check").stdout


def test_a_red_that_came_with_the_kata_is_taken_back_there(clone: SmallKata) -> None:
    clone.change("approved_files/pairs.approved.txt", "12", "13")
    said = clone.dojo("check").stdout
    assert said.startswith("red")
    assert "Next: take back what changed in the kata,\n" in said


def test_what_a_check_commits_is_in_the_history_at_once(kata: SmallKata) -> None:
    kata.dojo("start")
    kata.write(YATZY, RULE.replace("first + second", "2 * first"))
    said = kata.dojo("check", "-m", "a pair is twice a die").stdout
    assert "Committed as" in said
    assert [*read_story(Repository(kata.folder / "practice")).commits.values()] == ["a pair is twice a die"]


def test_a_file_that_was_only_saved_again_is_not_named(clone: SmallKata) -> None:
    clone.write("legacy/yatzy.py", clone.read("legacy/yatzy.py"))
    assert "Changed in the kata" not in clone.dojo("check").stdout


def test_where_the_kata_is_no_clone_nothing_is_said_of_it(kata: SmallKata) -> None:
    kata.dojo("start")
    kata.change("legacy/yatzy.py", "first + second", "second + first")
    done = kata.dojo("check")
    assert (done.returncode, "Changed in the kata" in done.stdout) == (0, False)
