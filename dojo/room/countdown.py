"""The time of a round, counted down: so many seconds from a start."""

from dataclasses import dataclass, replace

from dojo.room.signs import MINUTE_SECONDS

USUAL_MINUTES = 25
MORE_MINUTES = 5


@dataclass(frozen=True)
class Countdown:
    """A round of so many seconds that began at a moment."""

    start: float
    seconds: float = USUAL_MINUTES * MINUTE_SECONDS

    @classmethod
    def of(cls, minutes: float, now: float) -> "Countdown":
        """Return a round of so many minutes that begins now."""
        return cls(now, minutes * MINUTE_SECONDS)

    def again(self, now: float) -> "Countdown":
        """Return a round of the same length that begins now."""
        return replace(self, start=now)

    def longer(self, minutes: int, now: float) -> "Countdown":
        """Return the round with so many minutes more left, or fewer; one that is over has them from now on."""
        left = max(0, self.left(now)) + minutes * MINUTE_SECONDS
        return replace(self, seconds=now - self.start + max(0, left))

    def left(self, now: float) -> float:
        """Return the seconds that are left, negative when it is over."""
        return self.start + self.seconds - now

    def is_over(self, now: float) -> bool:
        """Tell whether nothing is left."""
        return self.left(now) <= 0

    def shown(self, now: float) -> str:
        """Return what is left as minutes and seconds, with a plus what it is over by."""
        left = round(self.left(now))
        return f"{'+' * (left < 0)}{abs(left) // MINUTE_SECONDS}:{abs(left) % MINUTE_SECONDS:02}"
