"""Many games between the kata's players and anybody's own.

turn: players take theirs round by round, and rounds are counted through all games. throw: the first of a turn, or one
of the two after it. hold: the method `tournament` of somebody's own class Yatzy.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from typing import Any

from dojo.errors import WorkspaceError
from dojo.games import seats
from dojo.games.external import ExternalPlayer
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Plan, Results
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
        self.plan = plan
        self._hold = hold
        self._players = {player.name: player for player in players}
        self._results = Results(dict.fromkeys(self._players, 0))
        self._results.outputs = {each.name: each.output for each in players if isinstance(each, ExternalPlayer)}
        self._same_dice = SameDice(plan.seed)
        self._roll = self._same_dice.throw if plan.same_dice else seats.dice(plan.seed)
        self._clock = clock
        self._start = clock()

    def play(self) -> Results:
        """Play until all games are over, or the time is, or somebody presses Ctrl-C; return what came of it."""
        try:
            if self._hold is None:
                self._play_games()
            else:
                players = [*self._players.values()]
                self._compare(self._hold(self.plan.game, players, self._roll, self.plan.games, self._write))
        except OutOfTimeError:
            if self._results.games < self.plan.games:
                self._results.cut_short = OUT_OF_TIME
        except KeyboardInterrupt:
            self._results.cut_short = INTERRUPTED
        return self.results()

    def results(self) -> Results:
        """Return what came of it so far."""
        self._results.seconds = self._clock() - self._start
        return self._results

    def _write(self, line: str) -> None:
        """Hear a line of the transcript from who holds the tournament."""
        over = GAME_OVER.fullmatch(line)
        out = OUT.fullmatch(line)
        if over:
            self._count(self._totals_in(over[1]))
        elif out and out[1] in self._players:
            self._disqualify(*out.groups())

    def _totals_in(self, words: str) -> dict[str, int]:
        """Return the totals in words such as `Ann 230, Bob 199`, those of players."""
        totals = {}
        for each in words.split(", "):
            name, _, total = each.rpartition(" ")
            if name in self._players and total.isdecimal():
                totals[name] = int(total)
        return totals

    def _play_games(self) -> None:
        game = game_named(self.plan.game)
        tournament = Tournament(game, self._players, self.plan.games, self._roll, self._hear)
        while tournament.goes_on():
            if self.plan.same_dice and self._results.games >= self.plan.games:
                break  # a tie stands, for the same dice might never break it
            tournament.play_game()

    def _compare(self, points: object) -> None:
        """Believe no points but those of the transcript; WorkspaceError when others are returned."""
        counted = self._results.points
        if points != counted:
            text = f"tournament() returned {points!r:.60}, and its transcript gives {counted!r:.60}"
            raise WorkspaceError(f"{text}: one of them is wrong.")

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
        self._results.disqualify(name, f"{when}: {blame or reason}")

    def _count(self, totals: Mapping[str, int]) -> None:
        """Count a game; OutOfTimeError when the time is over with it."""
        self._results.take(totals)
        if self.plan.minutes and self._clock() - self._start >= self.plan.minutes * 60:
            raise OutOfTimeError


@contextmanager
def contest(plan: Plan, kinds: Mapping[str, str], hold: Hold | None = None) -> Iterator[Contest]:
    """Give a tournament between players of these kinds, run by `hold` if given; WorkspaceError without a player."""
    with ExitStack() as at_table:
        players = [seat(name, kind, plan, at_table) for name, kind in kinds.items()]
        yield Contest(plan, players, hold)


def seat(name: str, kind: str, plan: Plan, at_table: ExitStack) -> Any:  # noqa: ANN401 - no class shared
    """Return a player, which is stopped when the table is left; WorkspaceError when it cannot be had."""
    if not seats.is_place(kind):
        return seats.computer_player(name, kind, game_named(plan.game), plan.seed)
    player = at_table.enter_context(closing(ExternalPlayer(name, kind, plan.limit)))
    player.wait_until_ready()
    return player
