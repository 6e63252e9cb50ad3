"""A verdict that is none, and by what it would be known."""

import re

from tests.chaos.scene import Done

FORGED = "green: level 1, 99 tests, 0.1 s"
BEGINNING = FORGED.rpartition(" 0.1")[0]  # by which it is known where its end was cut
# What takes a place and is not seen, or reaches into other lines.
UNSEEN = re.compile("[\u034f\u115f\u1160\u2800\u3164\uffa0]|[\u0300-\u036f]{9}")


def forges_nothing(done: Done) -> bool:
    """Tell whether nothing that a command printed moves a cursor, hides, or begins a line as a verdict that is none."""
    lines = done.printed.splitlines()
    is_seen = done.printed.replace("\n", "").isprintable() and not UNSEEN.search(done.printed)
    return is_seen and not any(line.startswith(BEGINNING) for line in lines)
