"""Many games between the kata's players and anybody's own.

turn: players take theirs round by round, and rounds are counted through all games. throw: the first of a turn, or one
of the two after it. hold: the method `tournament` of somebody's own class Yatzy.
"""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from typing import Any

from dojo.games import seats
from dojo.games.external import ExternalPlayer
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan, Results
from dojo.text import printable
from refactored import (
    Disqualified,
    Event,
    PointGiven,
    RoundBegun,
    RuleBroken,
    Taken,
    Thrown,
    Tournament,
    game_named,
)

Hold = Callable[[str, list[Any], Callable[[int], list[int]], int, Callable[[str], None]], object]

# What the transcript of a tournament says, whoever writes it.
GAME_OVER = re.compile(r"game \d+: (.*); a point for .*")
TOTAL = re.compile(r"(.+?) (\d+)(?:, |$)")
OUT = re.compile(r"(.*) is disqualified in (game \d+, round \d+, roll \d+): (.*)", re.DOTALL)


class OutOfTimeError(BaseException):
    """The minutes are over; no code in between takes it for an error of its own."""


class SameDice:
    """Five dice lie ready for each throw of each turn, the same for all players; who throws fewer takes the first.

    So nobody's dice depend on what another does, and each player's are as fair as any.
    """

    def __init__(self, seed: int) -> None:
        """Begin before the first round; a seed brings the same dice again."""
        self._seed = seed
        self._turn = -1
        self._throw = 0

    def throw(self, count: int) -> list[int]:
        """Throw so many dice, for whoever's turn it is."""
        roll = seats.dice(f"{self._seed} {self._turn} {self._throw}")
        return roll(count)

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

    def __init__(
        self, plan: Plan, players: list[Any], hold: Hold | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Seat the players; `hold` runs the tournament, if it is not ours; `clock` tells seconds."""
        self._hold = hold
        self._players = {player.name: player for player in players}
        outputs = {each.name: each.output for each in players if isinstance(each, ExternalPlayer)}
        self.results = Results(plan, dict.fromkeys(self._players, 0), outputs)
        self._same_dice = SameDice(plan.seed)
        self._roll = self._same_dice.throw if plan.same_dice else seats.dice(plan.seed)
        self._clock = clock
        self._start = clock()

    def play(self) -> Results:
        """Play until all games are over, or the time is, or somebody presses Ctrl-C; return what came of it."""
        plan, players = self.results.plan, [*self._players.values()]
        try:
            if self._hold is None:
                self._play_games(plan)
            else:
                self._hold(plan.game, players, self._roll, plan.games, self._read)
        except OutOfTimeError:
            self.results.cut_short = OUT_OF_TIME
        except KeyboardInterrupt:
            self.results.cut_short = INTERRUPTED
        self.results.seconds = self._clock() - self._start
        return self.results

    def _read(self, line: str) -> None:
        """Read a line of the transcript of who holds the tournament."""
        over = GAME_OVER.fullmatch(line)
        out = OUT.fullmatch(line)
        if over:
            self._count({name: int(total) for name, total in TOTAL.findall(over[1])})
        elif out:
            self._disqualify(*out.groups())

    def _play_games(self, plan: Plan) -> None:
        tournament = Tournament(game_named(plan.game), self._players, plan.games, self._roll, self._hear)
        while tournament.goes_on():
            if plan.same_dice and self.results.games >= plan.games:
                break  # a tie stands, for the same dice might never break it
            tournament.play_game()

    def _hear(self, event: Event) -> None:
        self._same_dice.hear(event)
        match event:
            case PointGiven():
                self._count(event.totals)
            case Disqualified(game_number, offence):
                when = f"game {game_number}, round {offence.round}, roll {offence.roll}"
                self._disqualify(offence.name, when, offence.reason)

    def _disqualify(self, name: str, when: str, reason: str) -> None:
        # What an external player did, it tells better itself.
        blame = getattr(self._players[name], "blame", "")
        self.results.disqualified[name] = printable(f"{when}: {blame or reason}")
        del self.results.points[name]

    def _count(self, totals: Mapping[str, int]) -> None:
        """Count a game; OutOfTimeError when the time is over before the last."""
        self.results.take(totals)
        plan = self.results.plan
        minutes = (self._clock() - self._start) / 60
        if plan.minutes and minutes >= plan.minutes and self.results.games < plan.games:
            raise OutOfTimeError


def seat(name: str, kind: str, plan: Plan, at_table: ExitStack) -> Any:  # noqa: ANN401 - no class shared
    """Return a player, which is stopped when the table is left; WorkspaceError when it cannot be had."""
    if kind in seats.KINDS:
        return seats.computer_player(name, kind, game_named(plan.game), plan.seed)
    player = at_table.enter_context(closing(ExternalPlayer(name, kind, plan.limit)))
    player.wait_until_ready()
    return player
