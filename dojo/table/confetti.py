"""Confetti: where each bit of paper is at a time.

piece: a bit of paper, and one cell. frame: a picture of many; where a piece is follows from the number of the frame
alone, so that nothing is to be remembered between two of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

CELLS_A_PIECE = 9
MOST_PIECES = 400
TURNS = "▀▐▄▌"  # a piece, as it turns
COLOURS = ("#ffffff", "#ffe680", "#ffdde7", "#cdeaff", "#dcf7b0", "#ffe0c2")  # all to be told from the felt
FRAMES_OF_A_FALL = 18


class Piece(NamedTuple):
    """A bit of paper: where it is first, and how far it falls, as parts of the felt; how it lies first; its colour."""

    column: float
    row: float
    fall: float
    turn: int
    colour: str

    def place(self, frame: int, columns: int, rows: int) -> tuple[int, int]:
        """Return the column and the row where it is in a frame."""
        return int(self.column * columns), int((self.row + self.fall * frame / FRAMES_OF_A_FALL) * rows)

    def shape(self, frame: int) -> str:
        """Return how it lies in a frame."""
        return TURNS[(self.turn + frame // 2) % len(TURNS)]


def strewn(random: Random) -> Iterable[Piece]:
    """Throw all the pieces there are above the felt, and some over it."""
    for _ in range(MOST_PIECES):
        row, fall = random.uniform(-1.2, 0.2), random.uniform(1.4, 2.4)
        yield Piece(random.random(), row, fall, random.randrange(len(TURNS)), random.choice(COLOURS))


PIECES = tuple(strewn(Random(0)))


def fallen(frame: int, columns: int, rows: int) -> Mapping[int, list[tuple[int, Piece]]]:
    """Return the pieces in each row of a felt, and their columns: the more, the larger it is."""
    found = defaultdict(list)
    for piece in PIECES[: columns * rows // CELLS_A_PIECE]:
        column, row = piece.place(frame, columns, rows)
        found[row].append((column, piece))
    return found
