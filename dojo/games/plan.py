"""What a tournament is to be.

left: the seconds that the rest of the games will take, as far as one can tell.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """What is played: so many games, or for so many minutes; a player may compute `limit` seconds for a move."""

    game: str
    games: int
    seed: int
    limit: float = 1.0
    minutes: float | None = None
    same_dice: bool = False

    def is_over(self, seconds: float) -> bool:
        """Tell whether the time is up, after so many seconds."""
        return self.minutes is not None and seconds >= self.minutes * 60

    def left(self, games: int, seconds: float) -> float | None:
        """Return the seconds to come after so many games and seconds; None before the first game is over."""
        if not games:
            return None
        left = seconds / games * max(self.games - games, 0)
        return left if self.minutes is None else min(left, max(self.minutes * 60 - seconds, 0.0))
