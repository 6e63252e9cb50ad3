"""A command that adds to the history sends it to the room at once."""

import sys
from pathlib import Path

import pytest

from dojo.commands import watch
from dojo.practice.model import Practice
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.remote import read_room
from dojo.room.sharing import join_room
from tests.dojo.practising import YATZY, checked, swapped
from tests.dojo.small_kata import SmallKata

NEEDS_FORK = pytest.mark.skipif(sys.platform == "win32", reason="without fork, mutants take long")


@pytest.fixture
def panda(
    practice: Practice,
    room: Path,
    pushed_at_once: None,  # noqa: ARG001 - it pushes
) -> Practice:
    """Give a practice in a room, with a green check and a swap."""
    join_room(practice.folder, str(room), "Panda")
    checked(practice, "green")
    swapped(Repository(practice.folder), "Ann and Ben")
    return practice


@pytest.mark.parametrize(
    "command",
    [
        "check",
        "restore green",
        "swap Ann",
        "swap --undo",
        "start --again",
        "watch",
        pytest.param("mutants", marks=NEEDS_FORK),
    ],
)
def test_a_command_shares(
    command: str, kata: SmallKata, panda: Practice, room: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(watch, "watch_files", lambda *_, **__: ())  # only the first check
    kata.change(YATZY, "return 0", "return 1 - 1")
    before = Repository(panda.folder).find_commit(CHECKS)
    kata.dojo(*command.split())
    now = Repository(panda.folder).find_commit(CHECKS)
    assert now != before
    assert now in read_room(str(room)).pairs.values()
