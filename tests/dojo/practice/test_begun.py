"""How a practice was begun: its story says it, and where that is lost, a person is told how to go on."""

import shutil

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.create import find_practice, read_choices
from dojo.practice.model import Choices, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import git, started
from tests.dojo.small_kata import SmallKata


@pytest.mark.parametrize(("level", "blind"), [(1, True), (4, False)])
def test_what_was_chosen_is_read_from_the_story(level: int, kata: SmallKata, *, blind: bool) -> None:
    assert started(kata, level=level, blind=blind).choices == Choices(level, blind)


def test_a_clone_that_has_the_story_knows_what_was_chosen(kata: SmallKata, practice: Practice) -> None:
    clone = Repository(kata.folder / "clone")
    clone.folder.mkdir()
    git(clone.folder, "init", "--quiet")
    git(clone.folder, "fetch", "--quiet", str(practice.folder), "refs/dojo/checks:refs/dojo/checks")
    assert read_choices(clone.folder) == practice.choices


def test_two_practices_are_never_begun_alike(kata: SmallKata, practice: Practice) -> None:
    identity = ("log", "--format=%(trailers:key=Practice,valueonly)", "refs/dojo/checks")
    before = git(practice.folder, *identity)
    assert git(started(kata, again=True).folder, *identity) != before


def test_without_its_repository_a_practice_says_how_to_go_on(practice: Practice) -> None:
    shutil.rmtree(practice.folder / ".git")
    with pytest.raises(WorkspaceError, match=r"^practice/\.git is gone, .*\n`dojo start --again "):
        read_choices(practice.folder)


def test_a_broken_repository_says_so_in_gits_own_words(practice: Practice) -> None:
    (practice.folder / ".git/HEAD").unlink()
    with pytest.raises(WorkspaceError, match=r"^git in practice/ said: .*\nBroken\? `dojo start --again "):
        read_choices(practice.folder)


def test_a_repository_without_a_story_says_why(kata: SmallKata, practice: Practice) -> None:
    git(practice.folder, "update-ref", "-d", "refs/dojo/checks")
    done = kata.dojo("progress")
    assert (done.returncode, done.stderr.startswith("Error: practice/ has lost its story")) == (1, True)


@pytest.mark.parametrize("level", ["0", "x"])
def test_a_level_that_there_is_not_is_none(level: str, practice: Practice) -> None:
    repository = Repository(practice.folder)
    git(repository.folder, "update-ref", "-d", "refs/dojo/checks")
    repository.append(f"started\n\nLevel: {level}\nBlind: no\nPractice: 1\n", repository.tree())
    with pytest.raises(WorkspaceError, match="has lost its story"):
        read_choices(practice.folder)


def test_a_start_names_who_practises(kata: SmallKata) -> None:
    kata.dojo("start", "--name", "Ada and \x1b[31mBob")
    assert find_practice(kata.folder).choices.name == r"Ada and \x1b[31mBob"
