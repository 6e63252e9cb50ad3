"""What the last approval took: between which states it counts, and what counts as a function that differs."""

import re
from dataclasses import replace

import pytest

from dojo.commands.compare import Wish, wish_of
from dojo.errors import WrongUsageError
from dojo.practice.create import start
from dojo.practice.model import GREEN, RED, Choices, Differences, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import append_check, read_story
from dojo.progress.metrics import State
from tests.dojo.practising import entry
from tests.dojo.small_kata import RULE, SmallKata

ROOM = RULE.replace("return 0", "return int()")
WISHED = ROOM.replace("first + second", "first * 2 + 1")


def checked(practice: Practice, status: str, text: str, *approved: int) -> str:
    """Check a practice with this text, after so many changes and additions were approved; return its short name."""
    (practice.folder / "yatzy.py").write_text(text, encoding="utf-8")
    repository = Repository(practice.folder)
    check = replace(entry(status), tree=repository.tree(), approved=Differences(*approved))
    return repository.short_name(append_check(repository, check))


def found(practice: Practice, now: State | str = "", since: str | None = None) -> Wish | None:
    """Return what the last approval took, or what differs since a commit, now that all of yatzy.py is so."""
    story = read_story(Repository(practice.folder))
    return wish_of(practice, story, {"yatzy.py": now} if isinstance(now, str) else now, since)


def took(practice: Practice, now: State | str) -> tuple[int, ...]:
    wish = found(practice, now, "HEAD")
    assert wish is not None
    return wish[2:]


def test_it_counts_from_the_last_green_check_before_the_approval_to_the_first_after_it(practice: Practice) -> None:
    checked(practice, GREEN, RULE)
    room = checked(practice, GREEN, ROOM)
    checked(practice, RED, WISHED)
    fulfilled = checked(practice, GREEN, WISHED, 0, 7)
    checked(practice, GREEN, RULE, 0, 7)
    checked(practice, RED, "", 0, 7)
    assert found(practice) == (room, fulfilled, 1, 1, 0, 0)


def test_of_several_approvals_the_last_counts(practice: Practice) -> None:
    checked(practice, GREEN, RULE)
    before = checked(practice, GREEN, ROOM, 30)
    after = checked(practice, GREEN, WISHED, 30, 7)
    assert found(practice) == (before, after, 1, 1, 0, 0)


def test_without_a_green_check_before_it_counts_from_the_start(practice: Practice) -> None:
    checked(practice, RED, ROOM, 30)
    after = checked(practice, GREEN, ROOM, 30)
    repository = Repository(practice.folder)
    begun = repository.short_name(read_story(repository).begun)
    assert found(practice) == (begun, after, 1, 1, 0, 0)


def test_what_an_earlier_practice_approved_does_not_count(kata: SmallKata, practice: Practice) -> None:
    checked(practice, GREEN, WISHED, 30)
    start(kata.folder, Choices(1, blind=False), again=True, goes_on=True)
    assert found(practice) is None


@pytest.mark.parametrize("status", [GREEN, RED])
def test_without_a_green_check_since_the_approval_nothing_is_counted(status: str, practice: Practice) -> None:
    checked(practice, status, WISHED, *([30] if status == RED else []))
    assert found(practice) is None


def test_what_was_approved_and_is_no_more_does_not_count(practice: Practice) -> None:
    checked(practice, GREEN, WISHED, 30)
    checked(practice, GREEN, ROOM)
    assert found(practice) is None


@pytest.mark.parametrize("name", ["nowhere", "^HEAD", "-h"])
def test_a_commit_that_is_not_there_is_wrong_usage(name: str, practice: Practice) -> None:
    with pytest.raises(WrongUsageError, match=f"There is no commit '{re.escape(name)}' in practice/"):
        found(practice, since=name)


def test_functions_that_changed_came_in_and_went_are_counted(practice: Practice) -> None:
    new = "def new():\n    pass\n"
    assert took(practice, {"yatzy.py": RULE.replace("return 0", "return 7"), "new.py": new}) == (2, 1, 1, 0)
    assert took(practice, new) == (1, 0, 1, 2)


def test_comments_and_layout_change_a_file_and_no_place(practice: Practice) -> None:
    assert took(practice, RULE.replace("return 0", "return 0  # nothing\n")) == (1, 0, 0, 0)


def test_a_row_of_a_table_is_a_place(practice: Practice) -> None:
    assert took(practice, RULE + "\n\nPAYS = {\n    1: 2,\n}\n") == (1, 0, 1, 0)


def test_a_method_that_moves_to_another_class_is_gone_there_and_new_here(practice: Practice) -> None:
    assert took(practice, RULE.replace("class Yatzy", "class Pairs")) == (1, 0, 2, 2)
