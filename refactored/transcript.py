"""Transcripts of games and tournaments.

A transcript is a listener. It hands its lines to `write`, one after the other.
"""

from collections.abc import Callable, Iterable, Sequence

from . import events
from .events import GameEvent, TournamentEvent

Write = Callable[[str], object]


class GameTranscript:
    """Writes a game move by move."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def tell(self, event: GameEvent) -> None:
        match event:
            case events.GameBegun():
                self._write(f"{event.game}: {', '.join(event.names)}")
            case events.RoundBegun():
                self._write(f"round {event.number}")
            case events.Kept():
                kept = format_dice(event.kept) or "nothing"
                self._write(f"{event.name} rolls {format_dice(event.dice)} and keeps {kept}")
            case events.Taken():
                dice = format_dice(event.dice)
                self._write(f"{event.name} rolls {dice} and {format_taken(event)}")
            case events.GameOver():
                self._write(format_result(event.winners, max(event.totals.values())))


class TournamentTranscript:
    """Writes a tournament game by game."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def tell(self, event: TournamentEvent) -> None:
        match event:
            case events.TournamentBegun():
                games = format_count(event.games, "game")
                self._write(f"{event.game}, {games}: {', '.join(event.names)}")
            case events.Disqualified():
                self._disqualified(event)
            case events.PointGiven():
                self._point_given(event)
            case events.Tied():
                self._write(f"{join_names(event.names)} are tied for the lead: one more game")
            case events.TournamentOver():
                self._over(event)

    def _disqualified(self, event: events.Disqualified) -> None:
        offence = event.offence
        when = f"game {event.game_number}, round {offence.round}, roll {offence.roll}"
        self._write(f"{offence.name} is disqualified in {when}: {offence.reason}")

    def _point_given(self, event: events.PointGiven) -> None:
        totals = ", ".join([f"{name} {total}" for name, total in event.totals.items()])
        self._write(f"game {event.game_number}: {totals}; a point for {join_names(event.winners)}")

    def _over(self, event: events.TournamentOver) -> None:
        if not event.standings:
            self._write("nobody is left")
        for name, points in event.standings.items():
            self._write(f"{name} has {format_count(points, 'point')}")


def format_taken(event: events.Taken) -> str:
    bonus = ""
    if event.bonus:
        bonus = f" and a bonus of {event.bonus}"
    return f"takes {event.category} for {event.points}{bonus}, {event.total} in all"


def format_result(winners: Sequence[str], total: int) -> str:
    wins = "wins"
    if len(winners) > 1:
        wins = "share the win"
    return f"{join_names(winners)} {wins} with {total}"


def format_dice(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


def join_names(names: Sequence[str]) -> str:
    """Join one or more names as in a sentence: Ann, Bob and Cy."""
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def format_count(number: int, what: str) -> str:
    if number == 1:
        return f"1 {what}"
    return f"{number} {what}s"
