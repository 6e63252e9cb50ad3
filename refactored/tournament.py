"""Many games between the same players.

points: in each game, one for every player with the highest total. leaders: who has the most points. tie-break: one
more game among several leaders alone, until one leads. disqualified: a player that made an illegal move; it gets no
place, and the tournament goes on without it.
"""

from collections.abc import Mapping

from .dice import Source
from .events import Disqualified, PointGiven, Tell, Tied, TournamentBegun, TournamentOver
from .game import Match, play_out, winners_of
from .players import Player
from .refusals import refusal
from .rulesets import Game


class Tournament:
    """A tournament; what it knows is who is still in it, and their points."""

    def __init__(self, game: Game, players: Mapping[str, Player], games: int, source: Source, tell: Tell) -> None:
        """Seat players by their names for so many games; ValueError when that is no whole number from 1 on.

        `tell` hears all that happens, move by move and game by game.
        """
        if type(games) is not int or games < 1:
            raise refusal("not a number of games", games, "a tournament has one game or more")
        self._game, self._players, self._source, self._tell = game, players, source, tell
        self._points = dict.fromkeys(players, 0)
        self._games, self._played = games, 0

    def play(self) -> dict[str, int]:
        """Play the games and the tie-breaks that they call for; return the standings."""
        self._tell(TournamentBegun(self._game.name, self._games, tuple(self._players)))
        while self.goes_on():
            self.play_game()
        self._tell(TournamentOver(self.standings()))
        return self.standings()

    # Game by game, for those who watch. No generator: that could not raise a caller's StopIteration as it is.

    def goes_on(self) -> bool:
        """Tell whether there is a game to play: one of those announced, or a tie-break."""
        return bool(self._points) if self._is_announced() else len(self._leaders()) > 1

    def play_game(self) -> None:
        """Play the next game."""
        match = Match(self._game, self._called_up(), self._source, self._tell)
        if not self._is_announced():
            self._tell(Tied(self._leaders()))
        self._played += 1
        for offence in play_out(match, self._players):
            del self._points[offence.name]
            self._tell(Disqualified(self._played, offence))
        self._give_points(match.totals())

    def standings(self) -> dict[str, int]:
        """Return the points by name, most first; without those who were disqualified."""
        return dict(sorted(self._points.items(), key=lambda entry: -entry[1]))

    def _is_announced(self) -> bool:
        """Tell whether the next game is one of those announced, and no tie-break."""
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
