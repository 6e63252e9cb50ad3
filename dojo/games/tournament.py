"""Many games between the kata's players and anybody's own.

A player that is somebody else's is started before the first game, and stopped after the last.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from itertools import islice
from typing import Any

from dojo.games import seats
from dojo.games.external_player import ExternalPlayer
from dojo.games.plan import Plan
from dojo.games.players import Rules
from dojo.games.same_dice import AnyDice, Dealer, SameDice
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Results
from refactored.tournament import Tournament
from refactored.yatzy import Yatzy


def hold(plan: Plan, kinds: Mapping[str, str], watched: "Watched") -> Results:
    """Hold a tournament and return the results, when Ctrl-C ends it those so far; it is watched while it runs.

    WorkspaceError when a player cannot be had.
    """
    with ExitStack() as at_table:
        contest = Contest(plan, [seat(name, kind, plan, at_table) for name, kind in kinds.items()])
        with watched(contest):
            return contest.play()


def seat(name: str, kind: str, plan: Plan, at_table: ExitStack) -> Any:  # noqa: ANN401 - players share no class
    """Return a player, which is stopped when the table is left; WorkspaceError when it cannot be had."""
    if not seats.is_external(kind):
        return seats.computer_player(name, kind, Rules(Yatzy, plan.game), plan.seed)
    player = ExternalPlayer(name, kind, plan.limit)
    at_table.callback(player.stop)
    return player


class Contest:
    """A tournament that goes on, and what came of it so far."""

    def __init__(self, plan: Plan, players: list[Any], clock: Callable[[], float] = time.monotonic) -> None:
        """Seat the players; `clock` tells seconds."""
        self.plan = plan
        self._results = Results({player.name: 0 for player in players})
        self._results.outputs = [player.output for player in players if isinstance(player, ExternalPlayer)]
        self._players = players
        dealer: Dealer = SameDice(plan.game, plan.seed) if plan.same_dice else AnyDice(seats.dice(plan.seed))
        seated = [dealer.seated(player) for player in players]
        self._tournament = Tournament(plan.game, seated, dealer.throw, self._hear)
        self._clock, self._start = clock, clock()

    def play(self) -> Results:
        """Play until all games are over, or the time is, or somebody presses Ctrl-C; return what came of it."""
        try:
            for totals in self._games():
                self._results.take(totals)
                if self.plan.is_over(self._seconds()):
                    self._results.cut_short = OUT_OF_TIME if self._is_unfinished() else ""
                    break
        except KeyboardInterrupt:
            self._results.cut_short = INTERRUPTED
        return self.results()

    def results(self) -> Results:
        """Return what came of it so far."""
        self._results.seconds = self._seconds()
        self._results.points = self._tournament.standings()
        return self._results

    def _is_unfinished(self) -> bool:
        return bool(self._tournament.standings()) and self._results.games < self.plan.games

    def _games(self) -> Iterator[dict[str, int]]:
        """Yield the totals of each game; with the same dice a tie stands, for the dice might never break it."""
        games = played(self._tournament, self.plan.games)
        return islice(games, self.plan.games) if self.plan.same_dice else games

    def _seconds(self) -> float:
        return self._clock() - self._start

    def _hear(self, line: str) -> None:
        left = self._tournament.standings()
        for player in self._players:
            if player.name not in left and player.name not in self._results.disqualified:
                where = line.removeprefix(f"{player.name} is disqualified in ")
                self._results.disqualified[player.name] = reason(where, player)


def played(tournament: Tournament, games: int) -> Iterator[dict[str, int]]:
    """Play a tournament; yield the totals of each game by name, when it is over."""
    tournament.open(games)
    while tournament.goes_on():
        yield tournament.play_one()
    tournament.close()


def reason(where: str, player: Any) -> str:  # noqa: ANN401 - players share no class
    """Return when a player was disqualified and why; what an external player did, it tells better itself."""
    blame = getattr(player, "blame", "")
    return f"{where.partition(': ')[0]}: {blame}" if blame else where


Watched = Callable[[Contest], AbstractContextManager[object]]
