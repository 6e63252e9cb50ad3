"""The transcripts of games and tournaments: the lines that tell what happens."""

from collections.abc import Iterable, Mapping, Sequence

from . import events
from .events import GameEvent, TournamentEvent


def game_line(event: GameEvent) -> str:
    match event:
        case events.GameBegun():
            return f"{event.game}: {', '.join(event.names)}"
        case events.RoundBegun():
            return f"round {event.number}"
        case events.Kept():
            kept = format_dice(event.kept) or "nothing"
            return f"{event.name} rolls {format_dice(event.dice)} and keeps {kept}"
        case events.Taken():
            return f"{event.name} rolls {format_dice(event.dice)} and {format_taken(event)}"
        case events.GameOver():
            return format_result(event.winners, max(event.totals.values()))


def tournament_lines(event: TournamentEvent) -> list[str]:
    match event:
        case events.TournamentBegun():
            games = format_count(event.games, "game")
            return [f"{event.game}, {games}: {', '.join(event.names)}"]
        case events.Disqualified():
            offence = event.offence
            when = f"game {event.game_number}, round {offence.round}, roll {offence.throw}"
            return [f"{offence.name} is disqualified in {when}: {offence.reason}"]
        case events.PointGiven():
            totals = ", ".join([f"{name} {total}" for name, total in event.totals.items()])
            winners = join_names(event.winners)
            return [f"game {event.game_number}: {totals}; a point for {winners}"]
        case events.Tied():
            return [f"{join_names(event.names)} are tied for the lead: one more game"]
        case events.TournamentOver():
            return format_standings(event.standings)


def format_standings(standings: Mapping[str, int]) -> list[str]:
    if not standings:
        return ["nobody is left"]
    return [f"{name} has {format_count(points, 'point')}" for name, points in standings.items()]


def format_taken(event: events.Taken) -> str:
    placement = event.placement
    bonus = ""
    if placement.bonus:
        bonus = f" and a bonus of {placement.bonus}"
    total = placement.sums.total
    return f"takes {placement.called} for {placement.points}{bonus}, {total} in all"


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
