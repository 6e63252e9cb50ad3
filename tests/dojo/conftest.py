"""What the tools' tests share."""

from pathlib import Path

import pytest

from dojo.practice.model import Practice
from tests.dojo.practising import TEST, started
from tests.dojo.small_kata import SmallKata


@pytest.fixture
def kata(tmp_path: Path) -> SmallKata:
    """Give a small kata of its own to each test."""
    return SmallKata(tmp_path)


@pytest.fixture
def practice(kata: SmallKata) -> Practice:
    """Give a practice that was just started, at level 1, in a small kata."""
    return started(kata)


@pytest.fixture
def blind(kata: SmallKata) -> Practice:
    """Give a practice that was started blind, with one test."""
    practice = started(kata, blind=True)
    kata.write("practice/tests/test_yatzy.py", TEST)
    return practice


@pytest.fixture
def anyio_backend() -> str:
    """Run the tests of the table on asyncio, as textual does."""
    return "asyncio"
