"""A room: what it and a pair are called, how it is made, and how git reaches it.

room: a git repository that everybody can push to, where each pair keeps its story as a branch of its own. url: whatever
git can push to. One may hold a password, which is shown to nobody.
pair: who shares a practice with a room; its branch there is `refs/heads/dojo/NAME`. name: letters and digits of any
language, `-` and `_`. Two that differ only in case, or in how a letter is put together, are the same name.
git reaches a room for so long at most; and if it fails, why, in a line. A git that nobody waits for asks no questions:
no terminal, no window. Whatever it was started with is a person's own, and how it reaches a room, too: keys, helpers
that know passwords, proxies.
"""

import os
import re
import subprocess
import tempfile
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypedDict

import psutil

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.text import printable, shortened

BRANCHES = "refs/heads/dojo/"

SHOWN_CHARACTERS = 200
ACCOUNT = re.compile(r"(https?://)[^/\s]*@")  # on the web, it may be a token
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")  # ssh://host/path or host:path, but no C:\path
LONGEST_NAME = 40  # characters
MARKS = "-_"  # that a name may have, beside letters and digits
LIMIT_SECONDS = 60.0  # for git and a room to come to an end: a network may go, and nobody says so
GLANCE_SECONDS = 0.05

# Whatever a person has set up for pushes of their own.
NOT_THEIRS = (
    "core.hooksPath=/dev/null",
    "color.ui=false",
    "push.pushOption=",
    "protocol.ext.allow=never",
    "protocol.fd.allow=never",
)
OPTIONS = [word for setting in NOT_THEIRS for word in ("-c", setting)]
# Of a person's variables for git, those that say how a room is reached.
HOW_TO_REACH = ("GIT_SSH", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")
NEVER_ASK = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}

SAID_THERE = r"remote: (?:fatal|error): "
# What a line begins with that says why; the first that is there counts, and else the first line of all.
TELLING = (
    re.compile(r"^fatal: (?!Could not read from remote)(.+(?:(?<=:)\n.+)?)", re.MULTILINE),
    re.compile(rf"^{SAID_THERE}(.+)", re.MULTILINE),
    re.compile(r"^(ssh: .+|.*Permission denied.*|Host key .+)", re.MULTILINE),
    re.compile(r"^ ! \[.*rejected\].*\((.+)\)", re.MULTILINE),
    re.compile(r"^(?!warning|hint|To )(.*\S.*)", re.MULTILINE | re.IGNORECASE),
)

# What a room refuses, by git's own settings: all but branches of pairs, and whatever would take back what was told.
ROOM_SETTINGS = """[receive]
	hideRefs = refs
	hideRefs = !refs/heads/dojo
	denyNonFastForwards = true
	denyDeletes = true
	fsckObjects = true
	maxInputSize = 16m
"""

HOST_AGAIN = re.compile(r"\n.*: (?:errno=)?")  # it stands in the line before
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


class RefusedError(WorkspaceError):
    """What git, or the room, did not do; its text says why in a line."""


class NoAnswerError(RefusedError):
    """A room that neither did what was asked, nor refused it, in time."""


class RejectedError(RefusedError):
    """A push that reached the room, and was not let in: another has the name, perhaps."""


class Manner(TypedDict, total=False):
    """How git is to reach a room, where that is not as usual; `reach` says what each is."""

    may_ask: bool
    limit_seconds: float
    stopped: Callable[[], bool]


def reach(
    folder: Path,
    *arguments: str,
    may_ask: bool = False,
    limit_seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    **more: str,
) -> str:
    """Run git on its folder, reaching a room, and return what it prints; RefusedError when it fails or takes too long.

    `may_ask`: it may ask for a password at the terminal. `stopped`: tells whether nobody waits any more. `more`:
    variables.
    """
    with tempfile.TemporaryFile() as printed:
        try:
            running = subprocess.Popen(  # noqa: S603 - git, with arguments of our own, and a url behind --
                ["git", *OPTIONS, f"--git-dir={folder}", *arguments],  # noqa: S607 - whichever git the person uses
                env={**variables(may_ask=may_ask), **more},
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
                start_new_session=not may_ask,
            )
        except FileNotFoundError:
            raise RefusedError("git is not there") from None
        _wait_for(running, limit_seconds or LIMIT_SECONDS, stopped)
        printed.seek(0)
        text = printed.read().decode(errors="replace")
    if code := running.returncode:
        raise (RejectedError if "rejected]" in text else RefusedError)(reason(text) or f"exit code {code} of git")
    return text


def _wait_for(running: "subprocess.Popen[bytes]", limit_seconds: float, stopped: Callable[[], bool]) -> None:
    """Wait for git, and end it, with what it has started, when it takes too long, or nobody waits any more."""
    end = time.monotonic() + limit_seconds
    while running.poll() is None and time.monotonic() < end and not stopped():
        with suppress(subprocess.TimeoutExpired):
            running.wait(GLANCE_SECONDS)
    if running.poll() is None:
        with suppress(psutil.Error):
            for each in psutil.Process(running.pid).children(recursive=True):
                each.terminate()
        running.terminate()  # after which it removes its locks
        running.wait()
        raise NoAnswerError("stopped" if stopped() else f"no answer in {limit_seconds:.0f} s")


def variables(*, may_ask: bool = False) -> dict[str, str]:
    """Return the variables for a git that may ask for a password, or may not: none is of another repository."""
    kept = HOW_TO_REACH + (("GIT_ASKPASS",) if may_ask else ())
    inherited = {name: value for name, value in os.environ.items() if name.startswith(kept) or name[:4] != "GIT_"}
    return {**inherited, "LANGUAGE": "en", **({"GIT_TERMINAL_PROMPT": "1"} if may_ask else NEVER_ASK)}


def reason(text: str) -> str:
    """Return the line that says best why git failed."""
    found = (each.search(text) for each in TELLING)
    match = next(filter(None, found), None)
    if match is None:
        return ""
    who = "the room said: " if re.match(SAID_THERE, match[0]) else ""
    return without_passwords(who + HOST_AGAIN.sub(" ", match[1]).strip())


def make_room(path: Path, *, shared: bool = False) -> None:
    """Make a room where nothing is, for one account or `shared` with its group; WorkspaceError when it cannot be."""
    if path.exists():
        raise WorkspaceError(f"{path} is there already, and stays as it is. Choose another name for the room.")
    path.mkdir(parents=True)
    reach(path, "init", "--quiet", "--bare", "--template=", f"--shared={'group' if shared else 'umask'}")
    with (path / "config").open("a", encoding="utf-8", newline="\n") as config:
        config.write(ROOM_SETTINGS)
