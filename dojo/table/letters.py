"""Large letters, drawn with half blocks.

letter: five rows of three pixels, a few of five; `#` is ink. size: how many columns a pixel is wide; two pixels, one
above the other, share a cell, so that they are about square.
"""

from itertools import zip_longest

PICTURE = """
A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
.#. ##. .## ##. ### ### .## #.# ### ..# #.# #.. #...# #..# .#. ##. .#. ##. .## ### #.# #.# #...# #.# #.# ###
#.# #.# #.. #.# #.. #.. #.. #.# .#. ..# #.# #.. ##.## ##.# #.# #.# #.# #.# #.. .#. #.# #.# #...# #.# #.# ..#
### ##. #.. #.# ##. ##. #.# ### .#. ..# ##. #.. #.#.# #.## #.# ##. #.# ##. .#. .#. #.# #.# #.#.# .#. .#. .#.
#.# #.# #.. #.# #.. #.. #.# #.# .#. #.# #.# #.. #...# #..# #.# #.. ##. #.# ..# .#. #.# #.# ##.## #.# .#. #..
#.# ##. .## ##. ### #.. .## #.# ### .#. #.# ### #...# #..# .#. #.. .## #.# ##. .#. ### .#. #...# #.# .#. ###
0 1 2 3 4 5 6 7 8 9 + !
### .#. ##. ##. #.# ### .## ### ### ### ... #
#.# ##. ..# ..# #.# #.. #.. ..# #.# #.# .#. #
#.# .#. .#. .#. ### ##. ### ..# ### ### ### #
#.# .#. #.. ..# ..# ..# #.# .#. #.# ..# .#. .
### ### ### ##. ..# ##. ### .#. ### ##. ... #
"""
HALVES = {(".", "."): " ", ("#", "."): "▀", (".", "#"): "▄", ("#", "#"): "█"}
PIXEL_ROWS = 5
SPACE = ("..",) * PIXEL_ROWS


def letters() -> dict[str, tuple[str, ...]]:
    """Return the rows of each letter."""
    lines = [line.split() for line in PICTURE.strip().splitlines()]
    blocks = [lines[start : start + 1 + PIXEL_ROWS] for start in range(0, len(lines), 1 + PIXEL_ROWS)]
    return {" ": SPACE} | {name: tuple(rows) for block in blocks for name, *rows in zip(*block, strict=True)}


LETTERS = letters()


def large(word: str, size: int) -> list[str]:
    """Return a word as lines of large letters, all of one length; none if it has others than there are here."""
    found = [LETTERS.get(letter) for letter in word.upper()]
    if None in found or not found:
        return []
    rows = [".".join(pixels) for pixels in zip(*(letter for letter in found if letter), strict=True)]
    pixels = ["".join(pixel * size for pixel in row) for row in rows for _ in range(size)]
    pairs = zip_longest(pixels[::2], pixels[1::2], fillvalue="." * len(pixels[0]))
    return ["".join(HALVES[pixel] for pixel in zip(*pair, strict=True)) for pair in pairs]


def largest(word: str, columns: int, rows: int) -> list[str]:
    """Return a word in the largest letters that fit; the word itself, on one line, where none do."""
    fitting = (lines for size in (3, 2, 1) if (lines := large(word, size)) and fits(lines, columns, rows))
    return next(fitting, [word])


def fits(lines: list[str], columns: int, rows: int) -> bool:
    """Tell whether lines fit into so many columns and rows."""
    return len(lines) <= rows and len(lines[0]) <= columns
