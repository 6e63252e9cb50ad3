"""The states of the worked way, as its patches make them."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata import states, worked_steps
from dojo.kata.worked import letter_of
from tests.dojo import small_steps
from tests.dojo.small_kata import SmallKata

NOON = datetime(2026, 11, 22, 12, 0, 1, tzinfo=timezone(timedelta(hours=1)))
PATCH = """From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: Ada <ada@localhost>
Date: Sun, 22 Nov 2026 12:00:00 +0000
Subject: {title}

Smell: Dead Code
Where: level 1, pair
Why: It hurts.
Look: There.

{diff}"""


@pytest.fixture
def walked(kata: SmallKata) -> Path:
    small_steps.lay_out(kata)
    return kata.folder


def test_each_patch_makes_the_next_state(walked: Path) -> None:
    assert list(states(small_steps.STATES[0], worked_steps(walked))) == small_steps.STATES


def test_a_patch_may_remove_a_file(kata: SmallKata) -> None:
    diff = "diff --git a/b.py b/b.py\ndeleted file mode 100644\n--- a/b.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-pass\n"
    kata.write("worked/0001.patch", PATCH.format(title="Remove Dead Code: b", diff=diff))
    *_, last = states({"a.py": "1\n", "b.py": "pass\n"}, worked_steps(kata.folder))
    assert last == {"a.py": "1\n"}


def test_a_patch_may_add_at_the_very_beginning(kata: SmallKata) -> None:
    diff = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -0,0 +1 @@\n+first\n"
    kata.write("worked/0001.patch", PATCH.format(title="Extract Function: a", diff=diff))
    *_, last = states({"a.py": "second\nthird\n"}, worked_steps(kata.folder))
    assert last == {"a.py": "first\nsecond\nthird\n"}


def test_a_patch_that_does_not_fit_is_named(walked: Path) -> None:
    elsewhere = {"yatzy.py": small_steps.TANGLE.replace("total = first", "total = 0")}
    with pytest.raises(WorkspaceError, match=r"^0001\.patch does not fit .*`git .*checkout"):
        list(states(elsewhere, worked_steps(walked)))


def test_a_step_says_who_wrote_it_and_when_in_all_its_words(walked: Path) -> None:
    words = f"{small_steps.TITLES[0]}\n\nSmell: Dead Code\nWhere: level 1, pair\nWhy: It hurts.\n{small_steps.LOOK}\n"
    assert letter_of(worked_steps(walked)[0]) == ("Ada Lovelace", "ada@localhost", NOON, words)
