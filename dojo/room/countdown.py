"""The time of a round, counted down; and large letters, for what everybody reads from the last row."""

from typing import NamedTuple

from dojo.room.signs import MINUTE_SECONDS

USUAL_MINUTES, MORE_MINUTES = 25, 5
DOT, GAP = "██", "  "  # two columns, so that a dot is about as high as it is wide
LETTERS = {  # in dots, `#`, a line after the other
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


class Countdown(NamedTuple):
    """A round of so many seconds that began at a moment."""

    start: float
    seconds: float = USUAL_MINUTES * MINUTE_SECONDS

    def left(self, now: float) -> float:
        """Return the seconds that are left, negative when it is over."""
        return self.start + self.seconds - now

    def longer(self, minutes: int, now: float) -> "Countdown":
        """Return the round with so many minutes more left, or fewer; one that is over has them from now on."""
        left = max(0, self.left(now)) + minutes * MINUTE_SECONDS
        return Countdown(self.start, now - self.start + max(0, left))

    def shown(self, now: float) -> str:
        """Return what is left as minutes and seconds, with a plus what it is over by."""
        left = round(self.left(now))
        return f"{'+' * (left < 0)}{abs(left) // MINUTE_SECONDS}:{abs(left) % MINUTE_SECONDS:02}"


def large(text: str) -> list[str]:
    """Return a text in large letters, a string for each line."""
    lines = zip(*(LETTERS[letter].split() for letter in text), strict=True)
    return [GAP.join(line).replace("#", DOT).replace(".", GAP) for line in lines]
