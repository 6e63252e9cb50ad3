"""A tournament: many games between the same players, and its results in numbers."""

import re
from collections.abc import Callable
from statistics import fmean
from time import monotonic
from typing import NamedTuple

from dojo.games.external_players import ExternalPlayer
from dojo.games.players import KataPlayer, ThrowDice, fair_dice
from dojo.text import printable

# What every implementation writes into the transcript of a tournament.
GAME_OVER = re.compile(r"game \d+: (.*); a point for .*")
TOTAL = re.compile(r"(.+?) (\d+)(?:, |$)")
WHEN = r"game \d+, round \d+, roll \d+"
DISQUALIFIED = re.compile(rf"(.*) is disqualified in ({WHEN}): (.*)", re.DOTALL)

Player = KataPlayer | ExternalPlayer
Write = Callable[[str], None]
# The method `tournament` of any class Yatzy. It writes its transcript line by line.
HoldTournament = Callable[[str, list[Player], ThrowDice, int, Write], object]


class Standing(NamedTuple):
    """The results of a player."""

    name: str
    points: int
    mean: float
    best: int
    worst: int


class Contest:
    """A tournament, and its results so far. Players are in the order of their seats."""

    def __init__(self, game: str, players: list[Player], games: int) -> None:
        self.game = game
        self.games = games
        self.players = {player.name: player for player in players}
        self.points = dict.fromkeys(self.players, 0)
        self.totals: dict[str, list[int]] = {name: [] for name in self.players}
        self.disqualified: dict[str, str] = {}
        self.finished_games = 0
        self.seconds = 0.0
        self.is_interrupted = False

    def play(self, hold: HoldTournament, seed: int) -> None:
        """Play until all games are over, or until Ctrl-C is pressed."""
        start = monotonic()
        players = list(self.players.values())
        try:
            hold(self.game, players, fair_dice(seed), self.games, self.read)
        except KeyboardInterrupt:
            self.is_interrupted = True
        self.seconds = monotonic() - start

    def read(self, line: str) -> None:
        """Read the results in a line of the transcript, if it has any."""
        if disqualified := DISQUALIFIED.fullmatch(line):
            self._disqualify(*disqualified.groups())
        elif game_over := GAME_OVER.fullmatch(line):
            self._add_game(game_over[1])

    def _disqualify(self, name: str, when: str, reason: str) -> None:
        player = self.players[name]
        if isinstance(player, ExternalPlayer) and player.blame:
            reason = player.blame  # the transcript has a PlayerError with this text, as code
        self.disqualified[name] = printable(f"{when}: {reason}")
        del self.points[name]

    def _add_game(self, listed_totals: str) -> None:
        totals = {name: int(total) for name, total in TOTAL.findall(listed_totals)}
        highest = max(totals.values())
        for name, total in totals.items():
            self.totals[name].append(total)
            if total == highest:
                self.points[name] += 1
        self.finished_games += 1

    def games_per_second(self) -> float:
        return self.finished_games / max(self.seconds, 0.001)

    def standings(self) -> list[Standing]:
        """Return a row for each player with a finished game, most points first, then best mean."""
        standings = []
        for name, points in self.points.items():
            totals = self.totals[name]
            if totals:
                mean = round(fmean(totals), 1)
                standings.append(Standing(name, points, mean, max(totals), min(totals)))
        return sorted(standings, key=lambda standing: (-standing.points, -standing.mean))
