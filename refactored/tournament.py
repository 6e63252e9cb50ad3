"""A tournament: many games between the same players.

point: a player gets one for each game in which nobody has a higher total.
tie-break: one more game among the leaders alone, as long as several lead.
"""

from collections.abc import Mapping

from .dice import Source
from .events import Disqualified, PointGiven, Tell, Tied, TournamentBegun, TournamentOver
from .game import Match, play_out, winners_of
from .players import Player
from .refusals import refusal
from .rulesets import Game


class Tournament:
    """A tournament. A player that makes an illegal move is disqualified."""

    def __init__(
        self, game: Game, players: Mapping[str, Player], games: int, source: Source, tell: Tell
    ) -> None:
        """Seat players by name. Raises ValueError unless `games` is a positive whole number.

        `tell` is called with all events, also with each move of a game.
        """
        if type(games) is not int or games < 1:
            raise refusal("not a number of games", games, "a tournament has one game or more")
        self._game = game
        self._players = players
        self._source = source
        self._tell = tell
        self._points = dict.fromkeys(players, 0)
        self._games = games
        self._played = 0

    def play(self) -> dict[str, int]:
        """Play all games and tie-breaks, and return the points by name, most first."""
        self._tell(TournamentBegun(self._game.name, self._games, tuple(self._players)))
        while self.goes_on():
            self.play_game()
        self._tell(TournamentOver(self.standings()))
        return self.standings()

    # To watch game by game. A generator could not pass on StopIteration from the caller's code.

    def goes_on(self) -> bool:
        """Return whether there is another game to play."""
        return bool(self._points) if self._is_announced() else len(self._leaders()) > 1

    def play_game(self) -> None:
        match = Match(self._game, self._called_up(), self._source, self._tell)
        if not self._is_announced():
            self._tell(Tied(self._leaders()))
        self._played += 1
        for offence in play_out(match, self._players):
            del self._points[offence.name]
            self._tell(Disqualified(self._played, offence))
        self._give_points(match.totals())

    def standings(self) -> dict[str, int]:
        """Return the points of the remaining players by name, most first."""
        return dict(sorted(self._points.items(), key=lambda entry: -entry[1]))

    def _is_announced(self) -> bool:
        """Return whether the next game is a regular one, and no tie-break."""
        return self._played < self._games

    def _called_up(self) -> list[str]:
        return list(self._points) if self._is_announced() else self._leaders()

    def _leaders(self) -> list[str]:
        return winners_of(self._points)

    def _give_points(self, totals: dict[str, int]) -> None:
        winners = winners_of(totals)
        for name in winners:
            self._points[name] += 1
        if winners:
            self._tell(PointGiven(self._played, totals, winners))
