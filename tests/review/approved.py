"""The approved documents, read back.

sorted roll: five faces in ascending order. cell: what a score table shows for a roll in a category.
"""

from functools import cache
from pathlib import Path

APPROVED_FILES = Path(__file__).resolve().parents[2] / "approved_files"
CATEGORIES = {
    "yatzy": (
        *("ones", "twos", "threes", "fours", "fives", "sixes"),
        *("pair", "two pairs", "three of a kind", "four of a kind"),
        *("small straight", "large straight", "full house", "chance", "yatzy"),
    ),
    "yahtzee": (
        *("ones", "twos", "threes", "fours", "fives", "sixes"),
        *(
            "three of a kind",
            "four of a kind",
            "full house",
            "small straight",
            "large straight",
            "yahtzee",
            "chance",
        ),
    ),
    "yacht": (
        *("ones", "twos", "threes", "fours", "fives", "sixes"),
        *("full house", "four of a kind", "little straight", "big straight", "choice", "yacht"),
    ),
}

Roll = tuple[int, ...]


@cache
def cells(game: str) -> dict[tuple[str, Roll], str]:
    """Return every cell of a game's approved score table, by category and sorted roll."""
    text = (APPROVED_FILES / f"{game}_scores.approved.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if line[:1].isdigit()]
    return {
        (category, tuple(map(int, row[:5]))): cell
        for row in rows
        for category, cell in zip(CATEGORIES[game], row[5:], strict=True)
    }


@cache
def points(game: str) -> dict[tuple[str, Roll], int]:
    """Return the points of every cell; a dot is 0 points."""
    return {where: 0 if cell == "." else int(cell) for where, cell in cells(game).items()}
