"""Many games between the same players.

points: in each game, one for every player with the highest total. leaders: who has the most points. tie-break: one
more game among several leaders alone, until one leads. disqualified: a player that made an illegal move; it gets no
place, and the tournament goes on without it.
"""

from collections.abc import Iterator, Sequence

from refactored.dice import Source
from refactored.game import IllegalMoveError, Write, listed, play_rounds, seats_for, unheard, winners_of
from refactored.players import Player, by_name
from refactored.refusals import refusal
from refactored.rulesets import game_named


class Tournament:
    """A tournament; what it knows is who is still in it, and their points."""

    def __init__(self, game: str, players: Sequence[Player], source: Source, write: Write) -> None:
        """Seat the players; `write` takes the transcript. ValueError for an unknown game or no fit players."""
        self._game = game_named(game)
        self._players = by_name(players)
        self._points = dict.fromkeys(self._players, 0)
        self._source, self._write = source, write
        self._played = 0

    def play(self, games: int) -> Iterator[dict[str, int]]:
        """Play so many games and the tie-breaks they call for; yield the totals of each by name, when it is over.

        Raises ValueError when `games` is no whole number from 1 on.
        """
        self._announce(games)
        while self._goes_on(games):
            yield self._play_one(games)
        self._write_standings()

    def play_through(self, games: int) -> None:
        """Play as `play` does, but in one go; for a generator cannot raise the StopIteration of a caller as it is."""
        self._announce(games)
        while self._goes_on(games):
            self._play_one(games)
        self._write_standings()

    def leaders(self) -> list[str]:
        """Return the names with the most points."""
        return winners_of(self._points)

    def standings(self) -> dict[str, int]:
        """Return the points by name, most first; without those who were disqualified."""
        return dict(sorted(self._points.items(), key=lambda entry: -entry[1]))

    def _announce(self, games: int) -> None:
        if type(games) is not int or games < 1:
            raise refusal("not a number of games", games, "a tournament has one game or more")
        self._write(f"{self._game}, {counted(games, 'game')}: {', '.join(self._players)}")

    def _goes_on(self, games: int) -> bool:
        return len(self.leaders()) > (0 if self._played < games else 1)

    def _play_one(self, games: int) -> dict[str, int]:
        names = self._next_to_play(games)
        self._played += 1
        seats = seats_for(self._game, {name: self._players[name] for name in names})
        illegal: list[IllegalMoveError] = []
        totals = play_rounds(seats, self._source, unheard, illegal.append)
        for move in illegal:
            self._disqualify(move)
        self._give_points(totals)
        return totals

    def _next_to_play(self, games: int) -> list[str]:
        if self._played < games:
            return list(self._points)
        self._write(f"{listed(self.leaders())} are tied for the lead: one more game")
        return self.leaders()

    def _give_points(self, totals: dict[str, int]) -> None:
        winners = winners_of(totals)
        for name in winners:
            self._points[name] += 1
        if winners:
            shown = ", ".join(f"{name} {total}" for name, total in totals.items())
            self._write(f"game {self._played}: {shown}; a point for {listed(winners)}")

    def _disqualify(self, move: IllegalMoveError) -> None:
        del self._points[move.name]
        self._write(f"{move.name} is disqualified in game {self._played}, {move.reason}")

    def _write_standings(self) -> None:
        if not self._points:
            self._write("nobody is left")
        for name, points in self.standings().items():
            self._write(f"{name} has {counted(points, 'point')}")


def counted(number: int, what: str) -> str:
    """Show a number of things."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
