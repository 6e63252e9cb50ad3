"""Many games between the kata's players and anybody's own.

turn: players take theirs round by round, and rounds are counted through all games. throw: the first of a turn, or one
of the two after it.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from typing import Any

from dojo.games import seats
from dojo.games.external_player import ExternalPlayer, source_of
from dojo.games.kept_tournament import Hold, KeptContest, refuse_marks
from dojo.games.orphans import orphans_ended
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan, Results
from refactored import Disqualified, Event, PointGiven, RoundBegun, RuleBroken, Taken, Thrown, Tournament, game_named


class SameDice:
    """Five dice lie ready for each throw of each turn, the same for all players; who throws fewer takes the first.

    So nobody's dice depend on what another does, and each player's are as fair as any.
    """

    def __init__(self, seed: int) -> None:
        """Begin before the first round; a seed brings the same dice again."""
        self._seed = seed
        self._turn, self._throw = -1, 0

    def throw(self, count: int) -> list[int]:
        """Throw so many dice, for whoever's turn it is."""
        return seats.dice(f"{self._seed} {self._turn} {self._throw}")(count)

    def hear(self, event: Event) -> None:
        """Follow the game, to know which throw is next."""
        match event:
            case RoundBegun():
                self._turn += 1
            case Thrown():
                self._throw = event.stage + 1
            case Taken() | RuleBroken():
                self._throw = 0


class Contest:
    """A tournament that goes on, and what came of it so far."""

    def __init__(self, plan: Plan, players: list[Any], clock: Callable[[], float] = time.monotonic) -> None:
        """Seat the players; `clock` tells seconds."""
        self.plan = plan
        self._players = {player.name: player for player in players}
        self._results = Results(dict.fromkeys(self._players, 0))
        self._results.outputs = [player.output for player in players if isinstance(player, ExternalPlayer)]
        self._same_dice = SameDice(plan.seed)
        source = self._same_dice.throw if plan.same_dice else seats.dice(plan.seed)
        self._tournament = Tournament(game_named(plan.game), self._players, plan.games, source, self._hear)
        self._clock, self._start = clock, clock()

    def play(self) -> Results:
        """Play until all games are over, or the time is, or somebody presses Ctrl-C; return what came of it."""
        try:
            # With the same dice a tie stands, for they might never break it.
            while self._tournament.goes_on() and (self._is_unfinished() or not self.plan.same_dice):
                self._tournament.play_game()
                if self.plan.minutes and self._seconds() >= self.plan.minutes * 60:
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

    def _seconds(self) -> float:
        return self._clock() - self._start

    def _hear(self, event: Event) -> None:
        self._same_dice.hear(event)
        match event:
            case PointGiven():
                self._results.take(event.totals)
            case Disqualified(game_number, offence):
                # What an external player did, it tells better itself.
                reason = getattr(self._players[offence.name], "blame", "") or offence.reason
                when = f"game {game_number}, round {offence.round}, roll {offence.roll}"
                self._results.disqualified[offence.name] = f"{when}: {reason}"


@contextmanager
def contest(plan: Plan, kinds: Mapping[str, str], hold: Hold | None = None) -> Iterator[Contest | KeptContest]:
    """Give a tournament between players of these kinds, run by `hold` if given; WorkspaceError without a player."""
    if hold is not None:
        refuse_marks(kinds)
    sources = {kind: source_of(kind) for kind in kinds.values()}  # all are read before any of them can change another
    with orphans_ended(), ExitStack() as at_table:
        players = [seat(name, kind, plan, sources[kind], at_table) for name, kind in kinds.items()]
        yield Contest(plan, players) if hold is None else KeptContest(plan, players, hold)


def seat(name: str, kind: str, plan: Plan, source: bytes | None, at_table: ExitStack) -> Any:  # noqa: ANN401 - no class shared
    """Return a player, which is stopped when the table is left; WorkspaceError when it cannot be had."""
    if not seats.is_place(kind):
        return seats.computer_player(name, kind, game_named(plan.game), plan.seed)
    return at_table.enter_context(closing(ExternalPlayer(name, kind, plan.limit, source)))
