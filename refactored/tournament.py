"""Many games between the same players.

points: in each game, one for every player with the highest total. leaders: who has the most points. tie-break: one
more game among several leaders alone, until one leads. disqualified: a player that made an illegal move; it gets no
place, and the tournament goes on without it.
"""

from collections.abc import Sequence

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
        self._games = self._played = 0

    def play(self, games: int) -> dict[str, int]:
        """Play so many games and the tie-breaks they call for; return the standings. ValueError as for `open`."""
        self.open(games)
        while self.goes_on():
            self.play_one()
        self.close()
        return self.standings()

    # Step by step, for those who watch. No generator: that could not raise a caller's StopIteration as it is.

    def open(self, games: int) -> None:
        """Announce so many games; ValueError when that is no whole number from 1 on."""
        if type(games) is not int or games < 1:
            raise refusal("not a number of games", games, "a tournament has one game or more")
        self._games = games
        self._write(f"{self._game}, {counted(games, 'game')}: {', '.join(self._players)}")

    def goes_on(self) -> bool:
        """Tell whether there is a game to play: one of those announced, or a tie-break."""
        return len(self.leaders()) > (0 if self._played < self._games else 1)

    def play_one(self) -> dict[str, int]:
        """Play the next game; return its totals by name."""
        names = self._next_to_play()
        self._played += 1
        seats = seats_for(self._game, {name: self._players[name] for name in names})
        illegal: list[IllegalMoveError] = []
        totals = play_rounds(seats, self._source, unheard, illegal.append)
        for move in illegal:
            self._disqualify(move)
        self._give_points(totals)
        return totals

    def close(self) -> None:
        """Write the standings."""
        if not self._points:
            self._write("nobody is left")
        for name, points in self.standings().items():
            self._write(f"{name} has {counted(points, 'point')}")

    def leaders(self) -> list[str]:
        """Return the names with the most points."""
        return winners_of(self._points)

    def standings(self) -> dict[str, int]:
        """Return the points by name, most first; without those who were disqualified."""
        return dict(sorted(self._points.items(), key=lambda entry: -entry[1]))

    def _next_to_play(self) -> list[str]:
        if self._played < self._games:
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


def counted(number: int, what: str) -> str:
    """Show a number of things."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
