"""The limit of the time of a test."""

import os
from pathlib import Path

from dojo.inside.time_limit import running_file


def test_the_running_test_is_named_beside_the_outcome():
    assert running_file("/tmp/check/outcome.json") == Path("/tmp/check/running.txt")  # noqa: S108


def test_it_is_not_named_if_nobody_reads_the_outcome():
    assert running_file(os.devnull) is None
