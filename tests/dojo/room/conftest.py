"""What the tests of the board share: one clock for all zones, and what makes a screen cheap."""

import time
from collections.abc import Iterator

import pytest

from tests.dojo.table.conftest import _paint_on_demand

__all__ = ["_paint_on_demand"]


@pytest.fixture(autouse=True)
def _one_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the clocks here show the time of UTC, wherever a test runs."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()
