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


def pair_name(text: str) -> str:
    """Return the name of a pair as it stands in a room; WrongUsageError when nobody can be called so."""
    name = "-".join(unicodedata.normalize("NFC", text).split())
    are_letters = all(unicodedata.category(each)[0] in LETTERS or each in MARKS for each in name)
    if not (0 < len(name) <= LONGEST_NAME and are_letters and name[0].isalnum()):
        raise WrongUsageError(
            f"{shortened(text, LONGEST_NAME)!r} is no name for a pair. Letters and digits of any language, - and _; "
            f"the first a letter or a digit, {LONGEST_NAME} characters at most."
        )
    return name


def same_name(name: str) -> str:
    """Return what is equal for all names that count as this one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
