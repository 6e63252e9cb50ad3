"""Reaching a room: git asks it something, for so long at most; and if it fails, why, in a line.

A git that nobody waits for asks no questions: no terminal, no window. Whatever it was started with is a person's own,
and how it reaches a room, too: keys, helpers that know passwords, proxies. What a practice sets does not count: it
may have come from somebody else, and each setting could name a program.
no man's folder: a folder of git's with the objects of a practice, and nothing else of it.
"""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from dojo.kata import unfinished_folder
from dojo.practice.ending import wait_for
from dojo.practice.model import HOME
from dojo.practice.snapshots import NO_ROOM, SETTINGS, Repository, git_environment

LIMIT_SECONDS = 60.0  # for git and a room to come to an end
MOST_BYTES = 1024**2  # that git, or the room, may say
LAST_CHARACTERS = 4000  # of that, in which there is the reason why it fails

# Whatever a person has set up for pushes of their own.
NOT_THEIRS = ("push.pushOption=", "protocol.ext.allow=never", "protocol.fd.allow=never")
OPTIONS = [word for setting in (*SETTINGS, *NOT_THEIRS) for word in ("-c", setting)]
CONFIG = """[core]
	repositoryFormatVersion = 1
	bare = true
[extensions]
	objectFormat = {}
"""
# Of a person's variables for git, those that say how a room is reached.
HOW_TO_REACH = ("GIT_SSH", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")
MAY_ASK = {"GIT_TERMINAL_PROMPT": "1"}
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

HOST_AGAIN = re.compile(r"\n.*: (?:errno=)?")  # it stands in the line before
LONG_PATH = re.compile(r"'[^']{30,}'")  # which would leave no room for what is said of it
END_OF_PATH = 28  # characters, the quote that closes it among them


class RefusedError(Exception):
    """What git, or the room, did not do; its text says why in a line."""


class RejectedError(RefusedError):
    """A push that reached the room, and was not let in: another has the name, perhaps."""


def ask_room(repository: Repository, *arguments: str, may_ask: bool) -> str:
    """Run git, which reaches a room, and return what it prints; RefusedError when it fails or takes too long.

    `may_ask`: it may ask for a password at the terminal.
    """
    with tempfile.TemporaryFile() as printed, _no_mans_folder(repository) as (place, objects):
        try:
            running = subprocess.Popen(  # noqa: S603 - git, with arguments of our own, and a url behind --
                ["git", *OPTIONS, f"--git-dir={place}", *arguments],  # noqa: S607 - whichever git the person uses
                env={**variables(may_ask=may_ask), "GIT_OBJECT_DIRECTORY": objects},
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
            )
        except FileNotFoundError:
            raise RefusedError("git is not there") from None
        if beyond := wait_for(running, _limits(printed)):
            raise RefusedError(beyond)
        printed.seek(0)
        text = printed.read(MOST_BYTES).decode(errors="replace")
    if code := running.returncode:
        raise (RejectedError if "rejected]" in text else RefusedError)(reason(text) or f"exit code {code} of git")
    return text


@contextmanager
def _no_mans_folder(repository: Repository) -> Iterator[tuple[Path, str]]:
    """Have a folder of git's in the home of a practice, and where its objects are; GitError where none can be read."""
    form, objects = repository.git("rev-parse", "--show-object-format", "--git-path", "objects").split("\n", 1)
    with unfinished_folder(repository.folder / HOME, "reaching") as place:
        (place / "refs").mkdir()
        (place / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
        (place / "config").write_text(CONFIG.format(form), encoding="utf-8")
        yield place, objects


def variables(*, may_ask: bool) -> dict[str, str]:
    """Return the variables for a git that may ask for a password, or may not."""
    kept = HOW_TO_REACH + (("GIT_ASKPASS",) if may_ask else ())
    persons = {name: value for name, value in os.environ.items() if name.startswith(kept)}
    found = git_environment(**persons, **(MAY_ASK if may_ask else NEVER_ASK))
    return {name: value for name, value in found.items() if name not in NO_ROOM}


def _limits(printed: IO[bytes]) -> Callable[[], str]:
    """Return what says by how much git, or the room, goes too far; nothing while it does not."""
    end = time.monotonic() + LIMIT_SECONDS

    def beyond() -> str:
        if time.monotonic() > end:
            return f"no answer in {LIMIT_SECONDS:.0f} s"
        return "the room says too much" if os.fstat(printed.fileno()).st_size > MOST_BYTES else ""

    return beyond


def reason(text: str) -> str:
    """Return the line that says best why git failed, of a long path its end."""
    found = (each.search(text[-LAST_CHARACTERS:]) for each in TELLING)
    match = next(filter(None, found), None)
    if match is None:
        return ""
    who = "the room said: " if re.match(SAID_THERE, match[0]) else ""
    words = who + HOST_AGAIN.sub(" ", match[1])
    return LONG_PATH.sub(lambda path: f"'...{path[0][-END_OF_PATH:]}", words)
