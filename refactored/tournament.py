"""A tournament: many games between the same players.

point: a player gets one for each game in which nobody has a higher total.
tie-break: one more game among the leaders alone, as long as several lead.
"""

from collections.abc import Mapping

from .dice import Source
from .events import (
    Disqualified,
    PointGiven,
    Tied,
    TournamentBegun,
    TournamentListener,
    TournamentOver,
    ignore,
)
from .games import Game
from .match import Match, winners_of
from .moves import Answer, IllegalMoveError, Question, ask
from .players import Player
from .refusals import refusal


class Tournament:
    """A tournament. A player that makes an illegal move is disqualified."""

    def __init__(
        self,
        game: Game,
        players: Mapping[str, Player],
        games: int,
        source: Source,
        listener: TournamentListener,
    ) -> None:
        """Prepare a tournament. Raises ValueError unless `games` is a positive whole number."""
        if type(games) is not int or games < 1:
            raise refusal("not a number of games", games, "a tournament has one game or more")
        self._game = game
        self._players = players
        self._source = source
        self._listener = listener
        self._points = dict.fromkeys(players, 0)
        self._games = games
        self._played = 0

    def play(self) -> dict[str, int]:
        """Play all games and tie-breaks, and return the points by name, most first."""
        self._listener(TournamentBegun(self._game.name, self._games, tuple(self._players)))
        while self._points and self._played < self._games:
            self._play_game(list(self._points))
        leaders = winners_of(self._points)
        while len(leaders) > 1:
            self._listener(Tied(leaders))
            self._play_game(leaders)
            leaders = winners_of(self._points)
        standings = dict(sorted(self._points.items(), key=lambda entry: -entry[1]))
        self._listener(TournamentOver(standings))
        return standings

    def _play_game(self, names: list[str]) -> None:
        match = Match(self._game, names, self._source, listener=ignore)
        match.play(self._answer)
        self._played += 1
        for offence in match.offences:
            del self._points[offence.name]
            self._listener(Disqualified(self._played, offence))
        totals = match.totals()
        winners = winners_of(totals)
        for name in winners:
            self._points[name] += 1
        if winners:
            self._listener(PointGiven(self._played, totals, winners))

    def _answer(self, question: Question) -> Answer:
        try:
            return ask(self._players, question)
        except IllegalMoveError as error:
            return error.offence
