"""What happens, in words: the transcript of a game, and that of a tournament.

transcript: lines of text, handed to `write` one after the other. An event that has no words is passed over.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

from . import events
from .events import Event

Write = Callable[[str], object]


class GameTranscript:
    """Tells a game move by move."""

    def __init__(self, write: Write) -> None:
        """Take what is handed the lines."""
        self._write = write

    def tell(self, event: Event) -> None:
        """Write the line of an event."""
        match event:
            case events.GameBegun():
                self._write(f"{event.game}: {', '.join(event.names)}")
            case events.RoundBegun():
                self._write(f"round {event.number}")
            case events.Kept():
                self._write(f"{event.name} rolls {spaced(event.dice)} and keeps {spaced(event.kept) or 'nothing'}")
            case events.Taken():
                self._write(f"{event.name} rolls {spaced(event.dice)} and {taken(event)}")
            case events.GameOver():
                self._write(result(event.winners, max(event.totals.values())))


class TournamentTranscript:
    """Tells a tournament game by game. It hears every move, so it looks up what it tells: `match` costs a tenth."""

    def __init__(self, write: Write) -> None:
        """Take what is handed the lines."""
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
        """Write the lines of an event."""
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
        totals = ", ".join(f"{name} {total}" for name, total in event.totals.items())
        self._write(f"game {event.game_number}: {totals}; a point for {listed(event.winners)}")

    def _tied(self, event: events.Tied) -> None:
        self._write(f"{listed(event.names)} are tied for the lead: one more game")

    def _over(self, event: events.TournamentOver) -> None:
        if not event.standings:
            self._write("nobody is left")
        for name, points in event.standings.items():
            self._write(f"{name} has {counted(points, 'point')}")


def taken(event: events.Taken) -> str:
    """Say what was taken, for what, and what that makes in all."""
    bonus = f" and a bonus of {event.bonus}" if event.bonus else ""
    return f"takes {event.category} for {event.points}{bonus}, {event.total} in all"


def result(winners: Sequence[str], total: int) -> str:
    """Say who won, with how many points in all."""
    wins = "wins" if len(winners) == 1 else "share the win"
    return f"{listed(winners)} {wins} with {total}"


def spaced(dice: Iterable[int]) -> str:
    """Show dice as they lie."""
    return " ".join(map(str, dice))


def listed(names: Sequence[str]) -> str:
    """Show names in a sentence."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def counted(number: int, what: str) -> str:
    """Show a number of things."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
