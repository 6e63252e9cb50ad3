"""What a room and a pair are called.

room: a git repository that everybody can push to, where each pair keeps its story as a branch of its own. url: whatever
git can push to. One may hold a password, which is shown to nobody.
pair: who shares a practice with a room; its branch there is `refs/heads/dojo/NAME`. name: letters and digits of any
language, `-` and `_`. Two that differ only in case, or in how a letter is put together, are the same name.
"""

import os
import re
import unicodedata
from pathlib import Path

from dojo.errors import WrongUsageError
from dojo.text import printable, shortened

BRANCHES = "refs/heads/dojo/"

SHOWN_CHARACTERS = 200
ACCOUNT = re.compile(r"(https?://)[^/\s]*@")  # on the web, it may be a token
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")  # ssh://host/path or host:path, but no C:\path
LONGEST_NAME = 40  # characters
MARKS = "-_"  # that a name may have, beside letters and digits
LETTERS = ("L", "M", "N")  # what unicode calls letters, the marks that some languages put on them, and digits


def room_url(text: str) -> str:
    """Return where a room is, a path as an absolute one; WrongUsageError for what can be none."""
    if not text.strip() or text.startswith("-") or not text.isprintable():
        raise WrongUsageError(f"{shortened(text, SHOWN_CHARACTERS)!r} is no room: give a URL or a path.")
    if REMOTE.match(text) and not Path(text).exists():
        return text
    path = Path(text).expanduser() if text.startswith("~/") else Path(text)
    return os.path.realpath(path) if ".." in path.parts else str(path.absolute())


def shown_url(url: str) -> str:
    """Return where a room is, as anybody may read it."""
    return shortened(without_passwords(url), SHOWN_CHARACTERS)


def without_passwords(text: str) -> str:
    """Return a text, in which there may be urls, without what is secret in them."""
    return PASSWORD.sub(r"\1@", ACCOUNT.sub(r"\1", printable(text)))


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
