"""How long a check may take.

limit: seconds of computing, which a busy machine does not stretch, and seconds on the clock, for code that only waits.
Both are generous multiples of what the same check took when it was green on this machine.
"""

from typing import NamedTuple

from dojo.practice import Practice, seconds_when_green

LEAST_SECONDS, FIRST_SECONDS = 10.0, 60.0
GENEROUS = 10  # times as long as when it was green
STRETCHED = 4  # seconds on the clock for each second of computing


class Limit(NamedTuple):
    """So many seconds of computing, so many on the clock; and how many the same check took before, if that is known."""

    computing: float
    clock: float
    before: float | None = None

    def twice(self) -> "Limit":
        """Return a limit of twice the time."""
        return Limit(2 * self.computing, 2 * self.clock, self.before)

    def passed(self, seconds: float) -> str:
        """Say that there was no answer in so many seconds on the clock."""
        last_time = "" if self.before is None else f"; last time it took {shown(self.before)}"
        return f"no answer in {shown(seconds)}{last_time}"


def limit_for(practice: Practice, chosen: float | None = None) -> Limit:
    """Return the limit that a person chose, in seconds; else one that fits the last green check; at first, a minute."""
    before = seconds_when_green(practice.home, practice.choices.level, blind=practice.choices.blind)
    if chosen is not None:
        return Limit(chosen, chosen, before)
    if before is None:
        return Limit(FIRST_SECONDS, FIRST_SECONDS)
    computing = max(LEAST_SECONDS, GENEROUS * before)
    return Limit(computing, STRETCHED * computing, before)


def shown(seconds: float) -> str:
    """Show seconds, exact as far as it matters."""
    return f"{seconds:.1f} s" if seconds < LEAST_SECONDS else f"{seconds:.0f} s"
