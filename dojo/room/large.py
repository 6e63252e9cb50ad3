"""Large letters, made of blocks, five lines high: for what everybody reads from the last row.

A letter is drawn in dots, `#`, a line after the other; a dot is two columns wide, so that it is about as high.
"""

HEIGHT = 5  # lines
DOT, GAP = "██", "  "
LETTERS = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    ":": ". # . # .",
    " ": ". . . . .",
    "T": "### .#. .#. .#. .#.",
    "I": "# # # # #",
    "M": "#...# ##.## #.#.# #...# #...#",
    "E": "### #.. ##. #.. ###",
    "S": "### #.. ### ..# ###",
    "U": "#.# #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
}


def large(text: str) -> list[str]:
    """Return a text in large letters, a string for each line; KeyError for a letter that is none of ours."""
    drawn = [LETTERS[letter].split() for letter in text]
    return [GAP.join(letter[line] for letter in drawn).replace("#", DOT).replace(".", GAP) for line in range(HEIGHT)]
