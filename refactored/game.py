"""Turns and rounds.

seat: a player at the table with a card. turn: one throw and up to two more, then a category. round: a turn for
everybody. illegal move: anything a player does that the rules do not allow, an exception included.
transcript: what happens, a line at a time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from refactored.dice import Source, checked_hold, throw
from refactored.players import Move, Player, view_of
from refactored.refusals import refusal, shown
from refactored.scorecard import Scorecard

Write = Callable[[str], object]


@dataclass(frozen=True)
class Seat:
    """A player at the table."""

    name: str
    player: Player
    card: Scorecard


class IllegalMoveError(ValueError):
    """A move that the rules do not allow: whose, when, and why."""

    def __init__(self, seat: Seat, stage: int, reason: str) -> None:
        """Tell all three; rounds and rolls are counted from 1."""
        round_number = len(seat.card.taken()) + 1
        self.name = seat.name
        self.reason = f"round {round_number}, roll {stage + 1}: {reason}"
        super().__init__(f"illegal move by {self.name} in {self.reason}")


def seats_for(game: str, players: dict[str, Player]) -> list[Seat]:
    """Seat players at an empty card each; ValueError for an unknown game."""
    return [Seat(name, player, Scorecard(game)) for name, player in players.items()]


def play(game: str, seats: list[Seat], source: Source, write: Write) -> dict[str, int]:
    """Play a whole game and say who wins; return the totals by name. ValueError when anybody breaks a rule."""
    write(f"{game}: {', '.join(seat.name for seat in seats)}")
    totals = play_rounds(seats, source, write, refuse)
    winners = winners_of(totals)
    write(f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'} with {max(totals.values())}")
    return totals


def refuse(move: IllegalMoveError) -> None:
    """Let an illegal move end the game, with a ValueError that names the player."""
    raise ValueError(str(move)) from None


def unheard(line: str) -> None:
    """Take a line of a transcript that nobody wants."""


def play_rounds(
    seats: list[Seat], source: Source, write: Write, dismiss: Callable[[IllegalMoveError], None]
) -> dict[str, int]:
    """Play until all cards are full; return the totals by name.

    A player that makes an illegal move leaves the table, and `dismiss` is told; what it raises ends the game.
    """
    totals = {seat.name: seat.card.total() for seat in seats}
    for number in range(len(seats[0].card.free())):
        write(f"round {number + 1}")
        for seat in [seat for seat in seats if seat.name in totals]:
            try:
                take_turn(seat, list(totals.values()), source, write)
                totals[seat.name] = seat.card.total()
            except IllegalMoveError as move:
                del totals[seat.name]
                dismiss(move)
    return totals


def take_turn(seat: Seat, totals: list[int], source: Source, write: Write) -> None:
    """Let a player throw, hold and throw again, until it takes a category; IllegalMoveError if it breaks a rule.

    What `source` and `write` raise is the caller's own, and passes as it is.
    """
    kept: dict[int, int] = {}
    for stage in (0, 1, 2):
        dice = throw(source, kept)
        move, told = make_move(seat, dice, stage, totals)
        write(f"{seat.name} rolls {spaced(dice)} and {told}")
        if isinstance(move, str):
            return
        kept = kept_by(move, dice)


def make_move(seat: Seat, dice: list[int], stage: int, totals: list[int]) -> tuple[Move, str]:
    """Let a player hold or place these dice; return the move, and what the transcript tells of it.

    Raises IllegalMoveError when the move breaks a rule.
    """
    try:
        move = checked_move(ask(seat, dice, stage, totals), stage)
        return move, take(seat, move, dice) if isinstance(move, str) else hold(move, dice)
    except ValueError as error:
        raise IllegalMoveError(seat, stage, str(error)) from None


def ask(seat: Seat, dice: list[int], stage: int, totals: list[int]) -> Move:
    """Ask a player for its move, showing it copies; ValueError when it raises anything but an interruption."""
    view = view_of(seat.card, totals)
    try:
        return seat.player.turn(list(dice), stage, view)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a stranger's program may raise anything, even to end ours
        raise ValueError(f"the player raised {shown(error)}") from None


def checked_move(move: object, stage: int) -> Move:
    """Return a move; ValueError when it is neither a hold nor a category, or a hold after the third roll."""
    if type(move) is str:
        return move
    if type(move) is not list:
        raise refusal("neither a hold nor a category", move, "a move is a list of positions or the name of a category")
    if stage == 2:
        raise refusal("a hold after the third roll", move, "a category is due")
    return checked_hold(move)


def take(seat: Seat, category: str, dice: list[int]) -> str:
    """Place dice on a player's card and tell it; ValueError, and nothing changes, when they may not go there."""
    before = seat.card.total()
    points = seat.card.place(category, dice)
    bonus = seat.card.total() - before - points
    extra = f" and a bonus of {bonus}" if bonus else ""
    return f"takes {category} for {points}{extra}, {seat.card.total()} in all"


def hold(positions: list[int], dice: list[int]) -> str:
    """Tell which dice stay."""
    return f"keeps {spaced(kept_by(positions, dice).values()) or 'nothing'}"


def kept_by(positions: list[int], dice: list[int]) -> dict[int, int]:
    """Return the dice that stay, by their positions, left to right."""
    return {position: dice[position] for position in sorted(positions)}


def spaced(dice: Iterable[int]) -> str:
    """Show dice as they lie."""
    return " ".join(map(str, dice))


def winners_of(totals: dict[str, int]) -> list[str]:
    """Return the names with the highest total."""
    return [name for name, total in totals.items() if total == max(totals.values())]


def listed(names: list[str]) -> str:
    """Show names in a sentence."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
