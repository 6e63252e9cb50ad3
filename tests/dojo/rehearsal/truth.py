"""The truth about a pair, by the real clock, and how much of it a board may know.

A check is on the board some seconds after it ended. A board cannot know what a pair does whose
network is cut.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

TRANSPORT_SECONDS = 5
MENDED_SECONDS = 15 + TRANSPORT_SECONDS
SIGN_OF_LIFE_SECONDS = 20
SILENT_SECONDS = 60


class Standing(NamedTuple):
    """How a pair stands from a moment on.

    `began` and `ended`: of the command that led here. The board may show it as soon as that began.
    `lights`: checks, of which those of the same files with the same result count once.
    """

    began: float
    ended: float
    name: str
    state: str = "no check yet"
    red_since: float | None = None
    last_check: float | None = None
    lights: int = 0


class Change(NamedTuple):
    """A cut of a network, or its end."""

    moment: float
    is_cut: bool


@dataclass
class Truth:
    """The log of a pair."""

    standings: list[Standing] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def known(self, asked: float, answered: float) -> list[Standing]:
        """Return how the pair may stand on a board that was read between two moments."""
        spans = self._spans(answered, asked)
        found: list[Standing] = []
        for number, standing in enumerate(self.standings):
            later = self.standings[number + 1 :]
            for start, end in spans:
                is_past = bool(later) and later[0].ended < start
                if standing.began <= end and not is_past and standing not in found:
                    found.append(standing)
        return found

    def silences(self, moment: float) -> set[bool]:
        """Return whether a board must, may or must not call the pair silent."""
        return self._silences(moment, len(self.changes))

    def last_cut(self, moment: float) -> float | None:
        cuts = [each.moment for each in self.changes if each.is_cut and each.moment <= moment]
        return cuts[-1] if cuts else None

    def is_cut(self, moment: float) -> bool:
        before = [each for each in self.changes if each.moment <= moment]
        return bool(before) and before[-1].is_cut

    def _spans(self, moment: float, asked: float) -> list[tuple[float, float]]:
        """Return the times whose standing a board may show at a moment."""
        now = (asked - TRANSPORT_SECONDS, moment)
        before = [each for each in self.changes if each.moment <= moment]
        if not before:
            return [now]
        last = before[-1]
        at_change = min(asked, last.moment - 0.001)
        if last.is_cut:
            return self._spans(last.moment - 0.001, at_change)
        if asked - last.moment <= MENDED_SECONDS:
            return [now, *self._spans(last.moment - 0.001, at_change)]
        return [now]

    def _silences(self, moment: float, count: int) -> set[bool]:
        """Return what the row may say about silence after the first `count` changes."""
        before = [each for each in self.changes[:count] if each.moment <= moment]
        if not before:
            return {False}
        last = before[-1]
        elapsed = moment - last.moment
        at_change = self._silences(last.moment, len(before) - 1)
        if not last.is_cut:
            return {False} if elapsed > MENDED_SECONDS else {False, *at_change}
        if elapsed < SILENT_SECONDS - SIGN_OF_LIFE_SECONDS - TRANSPORT_SECONDS:
            return at_change
        if elapsed <= SILENT_SECONDS + SIGN_OF_LIFE_SECONDS:
            return {False, True}
        return {True}
