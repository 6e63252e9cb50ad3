"""A room: a git repository that everybody can push to, where each pair keeps its story as a branch of its own.

pair: who shares a practice with a room; its branch there is `refs/heads/dojo/NAME` (dojo.practice.pair_names). url:
whatever git can push to. One may hold a password, which is shown to nobody.
"""

import os
import re
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.snapshots import run_git
from dojo.text import printable, shortened

BRANCHES = "refs/heads/dojo/"

# What a room refuses, by git's own settings: all but branches of pairs, and whatever would take back what was told.
ROOM_SETTINGS = """[receive]
	hideRefs = refs
	hideRefs = !refs/heads/dojo
	denyNonFastForwards = true
	denyDeletes = true
	fsckObjects = true
	maxInputSize = 16m
"""
KEEPER = "kept so that no branch is called just `dojo`: no pair could come in beside it\n"

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


def make_room(path: Path, *, shared: bool = False) -> None:
    """Make a room where nothing is, for one account or `shared` with its group; WorkspaceError when it cannot be."""
    if path.exists():
        raise WorkspaceError(f"{path} is there already, and stays as it is. Choose another name for the room.")
    path.mkdir(parents=True)
    access = "group" if shared else "umask"
    run_git(path, "init", "--quiet", "--bare", "--template=", f"--shared={access}")
    with (path / "config").open("a", encoding="utf-8", newline="\n") as config:
        config.write(ROOM_SETTINGS)
    keeper = path / BRANCHES / ".keep"
    keeper.parent.mkdir()
    keeper.parent.chmod((path / "refs" / "heads").stat().st_mode & 0o7777)
    keeper.write_text(KEEPER, encoding="utf-8")
