"""A pytest plugin for mutmut: the golden master is collected once, not again for each mutant.

A mutant is tested in a forked child that starts a pytest session of its own, and that session costs several times
what the tests do. The parent collected the same tests a moment ago, so the child runs those, stops at the first that
fails, and leaves with pytest's exit code. Verdicts are the same, to the last mutant (tests/dojo/ has a test of that).
"""

import os

import pytest
from _pytest.runner import runtestprotocol

_collected: dict[str, pytest.Item] = {}
_parent = os.getpid()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep what the parent collects."""
    _collected.update({item.nodeid: item for item in session.items})


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(args: list[str]) -> None:
    """In a child, before anything is loaded, run the tests it was given."""
    chosen = [_collected[argument] for argument in args if argument in _collected]
    if os.getpid() != _parent and chosen:
        os._exit(pytest.ExitCode.TESTS_FAILED if any(map(_fails, chosen)) else pytest.ExitCode.OK)


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False))
