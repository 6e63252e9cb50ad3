"""Many games between the kata's players and anybody's own.

A player that is somebody else's is started before the first game, and stopped after the last.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from dojo.games import seats
from dojo.games.external_player import ExternalPlayer
from dojo.games.plan import Plan
from dojo.games.same_dice import SameDice
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Results
from refactored import Disqualified, Event, PointGiven, RuleBroken, Tournament, game_named


class Contest:
    """A tournament that goes on, and what came of it so far."""

    def __init__(self, plan: Plan, players: list[Any], clock: Callable[[], float] = time.monotonic) -> None:
        """Seat the players; `clock` tells seconds."""
        self.plan = plan
        self._players = {player.name: player for player in players}
        self._results = Results(dict.fromkeys(self._players, 0))
        self._results.outputs = [player.output for player in players if isinstance(player, ExternalPlayer)]
        self._offences: dict[str, RuleBroken] = {}
        self._same_dice = SameDice(plan.seed)
        source = self._same_dice.throw if plan.same_dice else seats.dice(plan.seed)
        self._tournament = Tournament(game_named(plan.game), self._players, plan.games, source, self._hear)
        self._clock, self._start = clock, clock()

    def play(self) -> Results:
        """Play until all games are over, or the time is, or somebody presses Ctrl-C; return what came of it."""
        try:
            while self._goes_on():
                self._tournament.play_game()
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

    def _goes_on(self) -> bool:
        """Tell whether there is a game to play; with the same dice a tie stands, for the dice might never break it."""
        return self._tournament.goes_on() and (self._is_unfinished() or not self.plan.same_dice)

    def _is_unfinished(self) -> bool:
        return bool(self._tournament.standings()) and self._results.games < self.plan.games

    def _seconds(self) -> float:
        return self._clock() - self._start

    def _hear(self, event: Event) -> None:
        self._same_dice.hear(event)
        match event:
            case PointGiven():
                self._results.take(event.totals)
            case RuleBroken():
                self._offences[event.name] = event
            case Disqualified():
                self._results.disqualified[event.name] = self._reason(event)

    def _reason(self, event: Disqualified) -> str:
        """Return when a player was disqualified and why; what an external player did, it tells better itself."""
        offence = self._offences[event.name]
        reason = getattr(self._players[event.name], "blame", "") or offence.reason
        return f"game {event.game_number}, round {offence.round}, roll {offence.roll}: {reason}"


Watched = Callable[[Contest], AbstractContextManager[object]]


def hold(plan: Plan, kinds: Mapping[str, str], watched: Watched) -> Results:
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
        return seats.computer_player(name, kind, game_named(plan.game), plan.seed)
    player = ExternalPlayer(name, kind, plan.limit)
    at_table.callback(player.stop)
    return player
