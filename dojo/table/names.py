"""Names of players in narrow columns.

cell: what a character takes on a screen; a wide one takes two, and is never cut in half.
"""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

DOTS_FIT = 5  # cells; in fewer, a letter says more than dots


def cut(name: str, cells: int) -> str:
    """Return what fits of a name, on one line."""
    return _cut(name, cells, ending=0)


def cut_apart(names: Sequence[str], cells: int) -> list[str]:
    """Return what fits of each name, of its end too where they begin alike; the places at the table at worst."""
    beginnings = [cut(name, cells) for name in names]
    alike = [beginnings.count(beginning) > 1 for beginning in beginnings]
    for ending in range(cells):
        apart = [_cut(name, cells, ending * same) for name, same in zip(names, alike, strict=True)]
        if len(set(apart)) == len(names):
            return apart
    return [str(place) for place, _ in enumerate(names, 1)]


def _cut(name: str, cells: int, ending: int) -> str:
    """Return a name, or its beginning and so many cells of its end."""
    name = "".join(character if character.isprintable() else " " for character in name)
    if cell_len(name) <= cells:
        return name
    end = next(name[start:] for start in range(len(name) + 1) if cell_len(name[start:]) <= ending)
    dots = "…" if cells >= DOTS_FIT else ""
    return set_cell_size(name, cells - cell_len(dots + end)).rstrip() + dots + end
