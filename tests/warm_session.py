"""A pytest plugin for mutmut: the golden master is collected once, not again for each mutant.

A mutant is tested in a forked child that starts a pytest session of its own, and that session costs several times
what the tests do. The parent collected the same tests a moment ago, so the child runs those, stops at the first that
fails, and answers with pytest's exit code. Verdicts are the same, to the last mutant (tests/dojo/ has a test of that).
"""

import os
from collections.abc import Sequence

import pytest
from _pytest.runner import runtestprotocol

_collected: dict[str, pytest.Item] = {}
_parent = os.getpid()
_start_session = pytest.main


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep what the parent collects."""
    _collected.update({item.nodeid: item for item in session.items})


def main(args: Sequence[str], plugins: Sequence[object] | None = None) -> int | pytest.ExitCode:
    """Run tests that the parent collected, in a child; anything else, in a session as usual."""
    chosen = [_collected[argument] for argument in args if argument in _collected]
    if os.getpid() == _parent or not chosen:
        return _start_session(args, plugins)
    for item in chosen:
        failed = [report.when for report in runtestprotocol(item, log=False) if report.failed]
        if failed == ["call"]:
            return pytest.ExitCode.TESTS_FAILED
        if failed:  # before or after the test itself: that is for a real session to judge
            return _start_session(args, plugins)
    return pytest.ExitCode.OK


pytest.main = main
