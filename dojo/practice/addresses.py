"""Where a room is.

url: whatever git can push to. One may hold a password, which is shown to nobody.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from dojo.errors import WrongUsageError
from dojo.text import printable, shortened

MOST_CHARACTERS = 2_000  # of a url that anybody could have
SHOWN_CHARACTERS = 200
# On the web it may be a token; and of one of its own, git says again what is no host.
ACCOUNT = re.compile(r"(https?://|unable to look up )[^/\s]*@")
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")  # ssh://host/path or host:path, but no C:\path


def room_url(text: str) -> str:
    """Return where a room is, a path as an absolute one; WrongUsageError for what can be none."""
    if not text.strip() or len(text) > MOST_CHARACTERS or text.startswith("-") or not text.isprintable():
        raise WrongUsageError(f"{shortened(text, SHOWN_CHARACTERS)!r} is no room: give a URL or a path.")
    is_remote = REMOTE.match(text) is not None and not Path(text).exists()
    return text if is_remote else str(_absolute(Path(text)))


def _absolute(path: Path) -> Path:
    """Return a path from the root on, without `..`; its ~ is somebody's home, unless nobody has that name."""
    with suppress(RuntimeError):
        path = path.expanduser()
    return Path(os.path.realpath(path)) if ".." in path.parts else path.absolute()


def shown_url(url: str) -> str:
    """Return where a room is, as anybody may read it."""
    return shortened(without_passwords(url), SHOWN_CHARACTERS)


def without_passwords(text: str) -> str:
    """Return a text, in which there may be urls, without what is secret in them."""
    return PASSWORD.sub(r"\1@", ACCOUNT.sub(r"\1", printable(text)))
