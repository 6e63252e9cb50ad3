"""Orphans: what players started, and left behind in a session of its own, where no group and no parent lead to it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

from dojo.confinement import adopt_orphans

ROUNDS = 200  # each ends those whose parents the last one ended
REAPED_SECONDS = 1.0


@contextmanager
def orphans_ended() -> Iterator[None]:
    """In the end, end what was left behind meanwhile; only Linux tells of it."""
    before = psutil.Process().children()
    adopts = adopt_orphans(adopt=True)
    try:
        yield
    finally:
        if adopts:
            end_all_but(before)
            adopt_orphans(adopt=False)


def end_all_but(known: list[psutil.Process]) -> None:
    """End the children of this process that are not known, and what becomes its child thereby."""
    for _ in range(ROUNDS):
        strangers = [each for each in psutil.Process().children() if each not in known]
        if not strangers:
            return
        for each in strangers:
            with suppress(psutil.Error):
                each.kill()
        psutil.wait_procs(strangers, REAPED_SECONDS)
