"""Running git, with the person's own settings, to reach a room."""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pygit2

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice.snapshots import CHECKS, Repository
from dojo.processes import run_with_timeout
from dojo.text import MAX_ERROR_CHARACTERS, shorten

GIT_TIMEOUT = 30  # seconds
# Settings of a person that are meant for their own pushes.
OPTIONS = (
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "push.pushOption="),
    *("-c", "protocol.ext.allow=never"),
)
NEVER_ASK = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")  # ssh://host/path or host:path, but not C:\path
WEB_ACCOUNT = re.compile(r"(https?://)[^/\s]*@")  # it may be an access token
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
REASON = re.compile(r"(?im)^(?!warning|hint|To )(?:fatal: |error: )?(.*\w.*)")


class RefusedError(WorkspaceError):
    """Git failed, or the room refused a push. The text is the reason, in one line."""


def parse_room_url(text: str) -> str:
    """Parse a room's URL or path; a path becomes absolute.

    Raises WrongUsageError if it is neither.
    """
    if not text.strip() or text.startswith("-") or not text.isprintable():
        shown = shorten(text, MAX_ERROR_CHARACTERS)
        raise WrongUsageError(f"{shown!r} is no room: give a URL or a path.")
    if REMOTE.match(text) and not Path(text).exists():
        return text
    return os.path.normpath(Path(text).expanduser().absolute())


def display_url(url: str) -> str:
    """Return a URL, or a line with URLs in it, without passwords."""
    without_account = WEB_ACCOUNT.sub(r"\1", url)
    return shorten(PASSWORD.sub(r"\1@", without_account), MAX_ERROR_CHARACTERS)


def git_environment(*, may_ask: bool = False) -> dict[str, str]:
    """Return the environment for git, with English messages. `may_ask`: it may ask for a password."""
    environment = {**os.environ, "LANGUAGE": "en"}
    if not may_ask:
        environment |= NEVER_ASK
    return environment


def run_git(git_dir: Path, *arguments: str, may_ask: bool = False, **variables: str) -> str:
    """Run git in a repository, and return what it prints.

    Raises RefusedError if git fails or takes longer than GIT_TIMEOUT.
    """
    command = ["git", *OPTIONS, f"--git-dir={git_dir}", *arguments]
    environment = git_environment(may_ask=may_ask) | variables
    try:
        code, printed = run_with_timeout(command, environment, GIT_TIMEOUT, at_terminal=may_ask)
    except subprocess.TimeoutExpired:
        raise RefusedError(f"no answer in {GIT_TIMEOUT} s") from None
    if code:
        raise RefusedError(reason_in(printed) or f"exit code {code} of git")
    return printed


def reason_in(printed: str) -> str:
    """Return the first line in which git says why it failed, or an empty string."""
    match = REASON.search(printed)
    if match is None:
        return ""
    return display_url(match[1]).rstrip(".:")


def run_git_on_history(repository: Repository, *arguments: str) -> str:
    """Run git with the history of a practice. At a terminal, it may ask for a password.

    Git runs in a temporary repository. The settings of the practice itself may come from somebody
    else, and could name programs that git would run.
    """
    with TemporaryDirectory() as folder:
        pygit2.init_repository(folder, bare=True)
        refs = f"{repository.find_commit(CHECKS)} {CHECKS}\n"
        Path(folder, "packed-refs").write_text(refs, encoding="utf-8")
        objects = str(Path(repository.git.path, "objects"))
        at_terminal = sys.stdin.isatty() and sys.stderr.isatty()
        return run_git(Path(folder), *arguments, may_ask=at_terminal, GIT_OBJECT_DIRECTORY=objects)
