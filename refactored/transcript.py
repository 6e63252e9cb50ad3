"""Transcripts of games and tournaments.

A transcript is a listener. It hands its lines to `write`, one after the other.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from . import events
from .events import Event

Write = Callable[[str], object]


class GameTranscript:
    """Writes a game move by move."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def tell(self, event: Event) -> None:
        match event:
            case events.GameBegun():
                self._write(f"{event.game}: {', '.join(event.names)}")
            case events.RoundBegun():
                self._write(f"round {event.number}")
            case events.Kept():
                kept = spaced(event.kept) or "nothing"
                self._write(f"{event.name} rolls {spaced(event.dice)} and keeps {kept}")
            case events.Taken():
                self._write(f"{event.name} rolls {spaced(event.dice)} and {taken(event)}")
            case events.GameOver():
                self._write(result(event.winners, max(event.totals.values())))


class TournamentTranscript:
    """Writes a tournament game by game. It hears every move too: a table is faster than `match`."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._tellers: dict[type[Event], Callable[[Any], None] | None] = {
            **dict.fromkeys(get_args(events.GameEvent)),  # no words for a single move
            events.TournamentBegun: self._begun,
            events.Disqualified: self._disqualified,
            events.PointGiven: self._point_given,
            events.Tied: self._tied,
            events.TournamentOver: self._over,
        }

    def tell(self, event: Event) -> None:
        teller = self._tellers[type(event)]
        if teller is not None:
            teller(event)

    def _begun(self, event: events.TournamentBegun) -> None:
        self._write(f"{event.game}, {counted(event.games, 'game')}: {', '.join(event.names)}")

    def _disqualified(self, event: events.Disqualified) -> None:
        offence = event.offence
        when = f"game {event.game_number}, round {offence.round}, roll {offence.roll}"
        self._write(f"{offence.name} is disqualified in {when}: {offence.reason}")

    def _point_given(self, event: events.PointGiven) -> None:
        totals = ", ".join([f"{name} {total}" for name, total in event.totals.items()])
        self._write(f"game {event.game_number}: {totals}; a point for {listed(event.winners)}")

    def _tied(self, event: events.Tied) -> None:
        self._write(f"{listed(event.names)} are tied for the lead: one more game")

    def _over(self, event: events.TournamentOver) -> None:
        if not event.standings:
            self._write("nobody is left")
        for name, points in event.standings.items():
            self._write(f"{name} has {counted(points, 'point')}")


def taken(event: events.Taken) -> str:
    bonus = ""
    if event.bonus:
        bonus = f" and a bonus of {event.bonus}"
    return f"takes {event.category} for {event.points}{bonus}, {event.total} in all"


def result(winners: Sequence[str], total: int) -> str:
    wins = "wins"
    if len(winners) > 1:
        wins = "share the win"
    return f"{listed(winners)} {wins} with {total}"


def spaced(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


def listed(names: Sequence[str]) -> str:
    """Join one or more names as in a sentence: Ann, Bob and Cy."""
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(number: int, what: str) -> str:
    if number == 1:
        return f"1 {what}"
    return f"{number} {what}s"
