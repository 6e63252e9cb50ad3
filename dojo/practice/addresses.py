"""Where a room is.

url: whatever git can push to. One may hold a password, which is shown to nobody.
"""

import os
import re
from pathlib import Path

from dojo.errors import WrongUsageError
from dojo.text import printable, shortened

SHOWN_CHARACTERS = 200
ACCOUNT = re.compile(r"(https?://)[^/\s]*@")  # on the web, it may be a token
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")  # ssh://host/path or host:path, but no C:\path


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
