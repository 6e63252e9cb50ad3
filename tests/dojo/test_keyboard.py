"""A key is read without Enter, and not waited for too long."""

import os
import select
import sys
from collections.abc import Iterator

import pytest

from dojo.keyboard import CTRL_D, read_key, single_keys

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows waits for the key")


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Return the end of a terminal where keys are pressed, one of them too early."""
    keys, terminal = os.openpty()
    os.write(keys, b"early\n")
    with os.fdopen(terminal, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        select.select([stdin], [], [])  # the early key arrives
        with single_keys():
            yield keys
    os.close(keys)


def test_a_key_needs_no_enter(keyboard: int):
    os.write(keyboard, b"g")
    assert read_key(10) == "g"


@pytest.mark.usefixtures("keyboard")
def test_without_a_key_it_returns():
    assert read_key(0.01) == ""


def test_ctrl_d_ends_the_input(keyboard: int):
    os.write(keyboard, CTRL_D.encode())
    with pytest.raises(EOFError):
        read_key(10)
