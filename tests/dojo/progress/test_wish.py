"""What a wish took: from which state on it counts, and what counts as a function that differs."""

import re

import pytest

from dojo.errors import WrongUsageError
from dojo.practice import GREEN, RED, Entry, Practice
from dojo.progress.metrics import State
from dojo.progress.wish import Wish, wish_of
from tests.dojo import practising
from tests.dojo.practising import git
from tests.dojo.small_kata import RULE, SmallKata

ROOM = RULE.replace("return 0", "return int()")
WISHED = ROOM.replace("first + second", "first * 2 + 1")


def checked(practice: Practice, status: str, text: str, document: str = "") -> Entry:
    """Check a practice with this text, and with an approved document, if there is one."""
    (practice.folder / "yatzy.py").write_text(text, encoding="utf-8")
    if document:
        practice.own_documents.mkdir(exist_ok=True)
        (practice.own_documents / "pairs.approved.txt").write_text(document, encoding="utf-8")
    return practising.checked(practice, status)


def wish(practice: Practice, now: State | str, since: str | None = None) -> Wish:
    """Return what a wish took, now that the code is so; a text is all of yatzy.py."""
    found = wish_of(practice, {"yatzy.py": now} if isinstance(now, str) else now, since)
    assert found is not None
    return found


def took(practice: Practice, now: State | str, since: str | None = "HEAD") -> tuple[int, int, int, int]:
    return wish(practice, now, since)[1:]


def test_it_counts_from_the_last_green_check_before_the_first_approval(practice: Practice) -> None:
    room = str(checked(practice, GREEN, ROOM).snapshot)
    checked(practice, RED, WISHED)
    checked(practice, GREEN, WISHED, "approved")
    checked(practice, GREEN, WISHED + "#", "approved anew")
    assert wish(practice, WISHED) == (room[:7], 1, 1, 0, 0)


def test_it_counts_from_there_also_when_nothing_was_checked_since_the_approval(
    kata: SmallKata, practice: Practice
) -> None:
    checked(practice, GREEN, ROOM)
    checked(practice, RED, WISHED)
    kata.write("practice/approved_files/pairs.approved.txt", "")
    assert took(practice, ROOM, None) == (0, 0, 0, 0)


def test_without_a_green_check_it_counts_from_the_start(practice: Practice) -> None:
    checked(practice, RED, ROOM, "approved")
    start = git(practice.folder, "rev-parse", "HEAD")
    assert wish(practice, RULE) == (start[:7], 0, 0, 0, 0)


def test_nothing_approved_is_no_wish(practice: Practice) -> None:
    checked(practice, GREEN, WISHED)
    assert wish_of(practice, {}, None) is None


@pytest.mark.parametrize("name", ["nowhere", "^HEAD", "-h"])
def test_a_commit_that_is_not_there_is_wrong_usage(name: str, practice: Practice) -> None:
    with pytest.raises(WrongUsageError, match=f"There is no commit '{re.escape(name)}' in practice/"):
        wish_of(practice, {}, name)


def test_functions_that_changed_came_in_and_went_are_counted(practice: Practice) -> None:
    new = "def new():\n    pass\n"
    assert took(practice, {"yatzy.py": RULE.replace("return 0", "return 7"), "new.py": new}) == (2, 1, 1, 0)
    assert took(practice, new) == (1, 0, 1, 1)


def test_comments_and_layout_change_a_file_and_no_function(practice: Practice) -> None:
    assert took(practice, RULE.replace("return 0", "return (  # nothing\n                0)")) == (1, 0, 0, 0)


def test_a_method_that_moves_to_another_class_is_gone_there_and_new_here(practice: Practice) -> None:
    assert took(practice, RULE.replace("class Yatzy", "class Pairs")) == (1, 0, 1, 1)
