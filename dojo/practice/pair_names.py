"""What a pair is called in a room.

name: letters and digits of any language, `-` and `_`. Two that differ only in case, or in how a letter is put together,
are the same name.
"""

import unicodedata

from dojo.errors import WrongUsageError
from dojo.text import shortened

LONGEST_NAME = 40  # characters
MARKS = "-_"  # that a name may have, beside letters and digits
LETTERS = ("L", "M", "N")  # what unicode calls letters, the marks that some languages put on them, and digits


def is_pair_name(text: str) -> bool:
    """Tell whether a pair can be called so: letters and digits of any language, `-` and `_`, the first a letter."""
    alike = all(unicodedata.category(each)[0] in LETTERS or each in MARKS for each in text)
    return 0 < len(text) <= LONGEST_NAME and alike and text[0].isalnum()


def pair_name(text: str) -> str:
    """Return the name of a pair as it stands in a room; WrongUsageError when nobody can be called so."""
    name = "-".join(unicodedata.normalize("NFC", text).split())
    if not is_pair_name(name):
        raise WrongUsageError(
            f"{shortened(text, LONGEST_NAME)!r} is no name for a pair. Letters and digits of any language, - and _; "
            f"the first a letter or a digit, {LONGEST_NAME} characters at most."
        )
    return name


def same_name(name: str) -> str:
    """Return what is equal for all names that count as this one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def numbered(name: str, number: int) -> str:
    """Return the name for the next of several pairs who want this one: Panda, Panda-2, Panda-3."""
    ending = f"-{number}" if number > 1 else ""
    return name[: LONGEST_NAME - len(ending)] + ending
