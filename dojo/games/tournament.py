"""`dojo tournament`: many games between the kata's players and anybody's own.

plan: what to play, and for how long. left: the seconds that the rest of the games will take, as far as one can tell.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import click
from rich.console import Group

from dojo.errors import WorkspaceError
from dojo.games import scoreboard, seats
from dojo.games.external_player import Stranger
from dojo.games.players import Rules
from dojo.games.same_dice import AnyDice, Dealer, SameDice
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Output, Results, as_data
from refactored.tournament import Tournament
from refactored.yatzy import Yatzy

FINE, CTRL_C = 0, 130


@dataclass(frozen=True)
class Plan:
    """What is played: so many games, or for so many minutes; a player may compute `limit` seconds for a move."""

    game: str
    games: int
    seed: int
    limit: float = 1.0
    minutes: float | None = None
    same_dice: bool = False

    def is_over(self, seconds: float) -> bool:
        """Tell whether the time is up, after so many seconds."""
        return self.minutes is not None and seconds >= self.minutes * 60

    def left(self, games: int, seconds: float) -> float | None:
        """Return the seconds to come after so many games and seconds; None before the first game is over."""
        if not games:
            return None
        left = seconds / games * max(self.games - games, 0)
        return left if self.minutes is None else min(left, max(self.minutes * 60 - seconds, 0.0))


def hold(plan: Plan, players: tuple[str, ...], *, as_json: bool) -> int:
    """Hold a tournament, show the results, and return the exit code; Ctrl-C shows the results so far.

    WorkspaceError when a player cannot be had; to a person, in lines that fit a screen.
    """
    at_table: list[Any] = []
    try:
        for name, kind in seats.named(players):
            at_table.append(seat(name, kind, plan))
        results = run(plan, at_table)
    except WorkspaceError as error:
        raise error if as_json else type(error)(scoreboard.wrapped_error(str(error))) from None
    finally:
        strangers = [player for player in at_table if isinstance(player, Stranger)]
        for stranger in strangers:
            stranger.stop()
    results.printed = {each.name: output(each) for each in strangers if each.printed.bytes}
    if as_json:
        click.echo(json.dumps(as_data(plan.game, results, same_dice=plan.same_dice), indent=2))
    else:
        scoreboard.show(plan.game, results, plan.games, same_dice=plan.same_dice)
    return CTRL_C if results.cut_short == INTERRUPTED else FINE


def seat(name: str, kind: str, plan: Plan) -> Any:  # noqa: ANN401 - players share no class
    """Return a player; WorkspaceError when it cannot be had."""
    if seats.is_stranger(kind):
        return Stranger(name, kind, plan.limit)
    return seats.computer_player(name, kind, Rules(Yatzy, plan.game), plan.seed)


def output(stranger: Stranger) -> Output:
    """Return what a player printed."""
    printed = stranger.printed
    return Output(printed.bytes, printed.path, str(printed))


def run(plan: Plan, players: list[Any], clock: Callable[[], float] = time.monotonic) -> Results:
    """Play all games, or until the time is up, and return what came of them; `clock` tells seconds."""
    contest = Contest(plan, players, clock)
    with scoreboard.running(contest.board):
        try:
            contest.play()
        except KeyboardInterrupt:
            contest.results.cut_short = INTERRUPTED
    return contest.ended()


class Contest:
    """A tournament that goes on, and what came of it so far."""

    def __init__(self, plan: Plan, players: list[Any], clock: Callable[[], float]) -> None:
        """Seat the players."""
        self.results = Results({player.name: 0 for player in players})
        self._plan, self._players = plan, players
        dealer: Dealer = SameDice(plan.game, plan.seed) if plan.same_dice else AnyDice(seats.dice(plan.seed))
        seated = [dealer.seated(player) for player in players]
        self._tournament = Tournament(plan.game, seated, dealer.throw, self._hear)
        self._clock, self._start = clock, clock()

    def play(self) -> None:
        """Play until all games are over, or the time is."""
        for totals in self._games():
            self.results.take(totals, self._tournament.standings())
            if self._plan.is_over(self._seconds()):
                short = self.results.points and self.results.games < self._plan.games
                self.results.cut_short = OUT_OF_TIME if short else ""
                return

    def board(self) -> Group:
        """Return how it stands, to be shown."""
        left = self._plan.left(self.results.games, self._seconds())
        self.results.seconds = self._seconds()
        return scoreboard.board(self._plan.game, self.results, self._plan.games, left)

    def ended(self) -> Results:
        """Return what came of it."""
        self.results.seconds = self._seconds()
        self.results.points = self._tournament.standings()
        return self.results

    def _games(self) -> Iterator[dict[str, int]]:
        """Yield the totals of each game; with the same dice a tie stands, for the dice might never break it."""
        games = played(self._tournament, self._plan.games)
        return islice(games, self._plan.games) if self._plan.same_dice else games

    def _seconds(self) -> float:
        return self._clock() - self._start

    def _hear(self, line: str) -> None:
        left = self._tournament.standings()
        for player in self._players:
            if player.name not in left and player.name not in self.results.disqualified:
                where = line.removeprefix(f"{player.name} is disqualified in ")
                self.results.disqualified[player.name] = reason(where, player)


def played(tournament: Tournament, games: int) -> Iterator[dict[str, int]]:
    """Play a tournament; yield the totals of each game by name, when it is over."""
    tournament.open(games)
    while tournament.goes_on():
        yield tournament.play_one()
    tournament.close()


def reason(where: str, player: Any) -> str:  # noqa: ANN401 - players share no class
    """Return when a player was disqualified and why; what its process did is better told by the stranger itself."""
    blame = getattr(player, "blame", "")
    return f"{where.partition(': ')[0]}: {blame}" if blame else where
