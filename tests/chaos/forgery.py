"""A verdict that is none, and by what it would be known."""

from tests.chaos.scene import Done

FORGED = "green: level 1, 99 tests, 0.1 s"
BEGINNING = FORGED.rpartition(" 0.1")[0]  # by which it is known where its end was cut


def forges_nothing(done: Done) -> bool:
    """Tell whether nothing that a command printed moves a cursor, or begins a line as a verdict that is none."""
    lines = done.printed.splitlines()
    return done.printed.replace("\n", "").isprintable() and not any(line.startswith(BEGINNING) for line in lines)
