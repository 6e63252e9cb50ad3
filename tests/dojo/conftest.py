"""What the tools' tests share."""

from pathlib import Path

import pytest

from tests.dojo.small_kata import SmallKata


@pytest.fixture
def kata(tmp_path: Path) -> SmallKata:
    """Give a small kata of its own to each test."""
    return SmallKata(tmp_path)
