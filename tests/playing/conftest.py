"""What the tests of playing share."""

from pathlib import Path

import pytest

from playing.main import playing
from tests.dojo.conftest import (  # noqa: F401 - fixtures
    _forks,
    _in_a_clone,
    anyio_backend,
    compiled,
    kata,
    practice,
    templates,
)
from tests.dojo.printed import RealKata
from tests.dojo.story import Story
from tests.playing import APPROVED


@pytest.fixture
def story(tmp_path: Path) -> Story:
    """Give a story of the commands to play, in the real kata."""
    return Story(RealKata(tmp_path / "kata"), playing, APPROVED)
