"""The pytest plugin: a plain `pytest` in a practice shares its check, and says if it could not."""

from pathlib import Path

import pytest

from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS
from dojo.room.sharing import join_room
from tests.dojo.practising import git
from tests.dojo.small_kata import SmallKata


@pytest.mark.usefixtures("pushed_at_once")
def test_a_plain_pytest_shares_its_check(kata: SmallKata, practice: Practice, room: Path) -> None:
    join_room(practice.folder, str(room), "Panda")
    before = git(room, "rev-parse", "refs/heads/dojo/Panda")
    kata.pytest(folder=practice.folder)
    after = git(room, "rev-parse", "refs/heads/dojo/Panda")
    assert before != after == git(practice.folder, "rev-parse", CHECKS)
    room.rename(room.with_name("away"))
    assert "Not pushed: 1 check" in kata.pytest(folder=practice.folder).stdout
