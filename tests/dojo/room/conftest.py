"""Fixtures of the tests of rooms."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dojo.practice.snapshots import Repository
from dojo.room.sharing import join_room
from tests.dojo.room.rooms import new_practice


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Show times of day in UTC."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def other(tmp_path: Path) -> Repository:
    """Give a practice in no room."""
    return new_practice(tmp_path / "other")


@pytest.fixture
def panda(tmp_path: Path, room: Path) -> Repository:
    """Give a practice that is in the room as Panda."""
    practice = new_practice(tmp_path / "practice")
    join_room(practice.folder, str(room), "Panda")
    return practice
