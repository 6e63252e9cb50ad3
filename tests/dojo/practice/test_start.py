"""Starting a practice: the first one, another one, and one on the worked way."""

from pathlib import Path

import pytest
from filelock import FileLock

from dojo.errors import WorkspaceError
from dojo.kata.way import worked_steps
from dojo.kata.workspace import read_tangle
from dojo.practice import create
from dojo.practice.create import (
    create_practice,
    find_practice,
    practice_in,
    read_choices,
    steps_up_to,
)
from dojo.practice.model import CHECK, MUTANTS, Choices, LockedError, Practice
from dojo.practice.snapshots import CHECKS, Repository
from tests.dojo import small_steps
from tests.dojo.practising import YATZY, git, started
from tests.dojo.small_kata import SmallKata
from tests.yatzy_kata import LEVELS

README = "practice/README.md"


@pytest.mark.parametrize(("level", "blind"), [(1, True), (4, False)])
def test_a_practice_is_a_repository_of_the_tangle(level: int, kata: SmallKata, *, blind: bool):
    practice = started(kata, level=level, blind=blind)
    assert practice.choices == Choices(level, blind, title=LEVELS[level].title)
    assert kata.read(YATZY) == read_tangle(kata.folder, practice.level)
    assert git(practice.folder, "status", "--porcelain") == ""


# Once more.


def test_starting_over_archives_the_practice_before(kata: SmallKata, practice: Practice):
    kata.write(YATZY, "mine\n")
    head = Repository(practice.folder).find_commit("HEAD")
    archived = create_practice(kata.folder, Choices(2), again=True)
    assert archived is not None
    assert (archived / "yatzy.py").read_text(encoding="utf-8") == "mine\n"
    assert Repository(archived).find_commit("HEAD") == head
    assert kata.read(YATZY) == read_tangle(kata.folder, LEVELS[2])


@pytest.mark.parametrize("kind", [CHECK, MUTANTS])
def test_a_practice_in_use_is_not_archived(
    kind: str, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(create, "LOCK_SECONDS", 0)
    other = FileLock(practice.state_directory / f"{kind}.lock", thread_local=False)
    with other, pytest.raises(LockedError, match=rf"Another command \({kind}\) is using practice/"):
        started(kata, again=True)
    assert list(kata.folder.glob("practice*")) == [practice.folder]


def test_a_link_called_practice_is_left_alone(kata: SmallKata):
    link = kata.folder / "practice"
    link.symlink_to("elsewhere")
    with pytest.raises(WorkspaceError, match="already exists"):
        started(kata)
    assert link.readlink() == Path("elsewhere")


# Finding it.


def test_a_command_is_about_the_archived_practice_around_it(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    archived = create_practice(kata.folder, Choices(3), again=True)
    assert archived is not None
    monkeypatch.chdir(archived / "tests")
    assert find_practice().choices == practice.choices
    monkeypatch.chdir(kata.folder)
    assert find_practice().choices.level == 3


def test_a_practice_without_a_history_says_so(practice: Practice):
    Repository(practice.folder).git.references.delete(CHECKS)
    with pytest.raises(WorkspaceError, match=r"^practice/ has lost its history"):
        read_choices(practice.folder)


# On the worked way.


@pytest.fixture
def walked(kata: SmallKata) -> SmallKata:
    """Give a kata with a small worked way."""
    small_steps.lay_out(kata)
    return kata


def start_at(kata: SmallKata, step: int, level: int) -> Practice:
    way = steps_up_to(worked_steps(kata.folder), step)
    create_practice(kata.folder, Choices(level), again=False, way=way)
    return practice_in(kata.folder / "practice")


def test_each_worked_step_is_a_commit_with_its_lesson(walked: SmallKata):
    practice = start_at(walked, 1, level=2)
    message = git(practice.folder, "log", "-1", "--format=%B")
    lines = ["", "Smell: Dead Code", "Where: level 1, pair", "Why: It hurts.", small_steps.LOOK]
    assert message.splitlines() == [small_steps.TITLES[0], *lines]


def test_the_code_is_as_the_worked_step_leaves_it(walked: SmallKata):
    start_at(walked, 5, level=2)
    assert walked.read("practice/yatzy/yatzy.py") == small_steps.STATES[5]["yatzy/yatzy.py"]
    assert " `Yatzy` is in `yatzy/yatzy.py`." in walked.read(README)
