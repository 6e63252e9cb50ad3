"""What makes the tests of the table cheap."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package", autouse=True)
def _rare_collections() -> Iterator[None]:
    """Let the garbage collector run rarely: a screen makes and drops so much that it takes a third of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, *usual[1:])
    yield
    gc.set_threshold(*usual)
