"""Show the board on a screen without a terminal, and print its text for each line of the input.

`python -m tests.dojo.rehearsal.screen URL`, in a workspace. A form feed ends each text.
"""

import asyncio
import sys

from dojo.kata.workspace import find_workspace
from dojo.room.board import Board
from dojo.room.pairs import Room
from tests.dojo.table.tables import text_of

SIZE = (120, 40)
END = "\f\n"


async def show(url: str) -> None:
    board = Board(Room(find_workspace(), [url]))
    async with board.run_test(size=SIZE):
        while await asyncio.to_thread(sys.stdin.readline):
            sys.__stdout__.write(text_of(board) + END)  # type: ignore[union-attr]
            sys.__stdout__.flush()  # type: ignore[union-attr]


if __name__ == "__main__":
    asyncio.run(show(sys.argv[1]))
