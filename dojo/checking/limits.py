"""How long a check may take.

limit: seconds of computing, which a busy machine does not stretch, and seconds on the clock, for code that only waits.
Both are generous multiples of what the same check took when it was green on this machine.
"""

from typing import NamedTuple

from dojo.practice import Practice, read_checks

LATEST = 3  # green checks, of which the fastest tells how long one takes: any of them may have had to wait
LEAST_SECONDS, FIRST_SECONDS = 10.0, 60.0
GENEROUS = 10  # times as long as when it was green
STRETCHED = 4  # seconds on the clock for each second of computing


class Limit(NamedTuple):
    """So many seconds of computing, so many on the clock; and how many the same check took before, if that is known."""

    computing: float
    clock: float
    before: float | None = None

    def passed(self, seconds: float) -> str:
        """Say that there was no answer in so many seconds on the clock."""
        last_time = "" if self.before is None else f"; last time it took {shown(self.before)}"
        return f"no answer in {shown(seconds)}{last_time}"


def limit_for(practice: Practice, chosen: float | None = None) -> Limit:
    """Return the limit that a person chose, in seconds; else one that fits the last green check; at first, a minute."""
    choices = (practice.choices.level, practice.choices.blind)
    checks = [each for each in read_checks(practice.home) if each.green and (each.level, each.blind) == choices]
    before = min((each.seconds for each in checks[-LATEST:]), default=None)
    if chosen is not None:
        return Limit(chosen, chosen, before)
    if before is None:
        return Limit(FIRST_SECONDS, FIRST_SECONDS)
    computing = max(LEAST_SECONDS, GENEROUS * before)
    return Limit(computing, STRETCHED * computing, before)


def shown(seconds: float) -> str:
    """Show seconds, exact as far as it matters."""
    return f"{seconds:.1f} s" if seconds < LEAST_SECONDS else f"{seconds:.0f} s"
