"""The rows of a score sheet, and what may be said about them.

row: what `refactored` has on a sheet: a category, or a sum. section: rows of one sort that follow each other.
"""

from itertools import groupby, pairwise

from dojo.table.rules import in_words
from refactored import Game, Row, Scorecard, UpperScore, rows


def sections_of(all_rows: list[Row], game: Game) -> list[list[Row]]:
    """Return categories and sums as they follow each other."""
    return [list(section) for _, section in groupby(all_rows, lambda row: row.label in game.categories)]


def upper_bonus_label(game: Game) -> str:
    """Return what the row of the upper bonus is called, which stands below the upper score; nothing without a bonus."""
    if game.upper_bonus:
        for above, below in pairwise(rows(game, [])):
            if isinstance(above, UpperScore):
                return below.label
    return ""


def how_to_score(game: Game) -> dict[str, str]:
    """Return what each row pays, in few words; nothing for most sums."""
    how = dict.fromkeys((row.label for row in rows(game, [])), "")
    bonus = game.upper_bonus
    if bonus:
        how[upper_bonus_label(game)] = f"{bonus.points} points from {bonus.threshold} on"
    for name, category in game.categories.items():
        pays = in_words(category.rule).removeprefix("Score ").rstrip(".")
        how[name] = pays.partition(";")[0]
    return how


def missing_for_bonus(card: Scorecard) -> int:
    """Return how many points the upper score lacks for its bonus; 0 when there is none to be had any more."""
    bonus = card.game.upper_bonus
    is_open = any(category.is_upper for category in card.free().values())
    if bonus is None or not is_open:
        return 0
    return max(0, bonus.threshold - card.sums.upper_score)
