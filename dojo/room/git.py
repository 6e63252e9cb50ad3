"""Running git, with the person's own settings, to reach a room."""

import os
import re
import subprocess
import sys
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.processes import run_with_timeout
from dojo.text import MAX_ERROR_CHARACTERS, shorten

# Seconds.
GIT_TIMEOUT = 30
# A person may have hooks for all of their repositories.
NO_HOOKS = ("-c", "core.hooksPath=/dev/null")
NEVER_ASK = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}
# It has the refs of no repository, so git does not read the settings of one.
NO_REPOSITORY = Path(os.devnull)
# ssh://host/path or host:path, but not C:\path
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")
# The account may be an access token.
WEB_ACCOUNT = re.compile(r"(https?://)[^/\s]*@")
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
# host/path or 192.0.2.2:9418/path, which is a relative path, too
HOST_AND_PATH = re.compile(r"(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?/.")
# Words of git when nobody answers. With others, the room is missing, or refuses something.
NO_ANSWER = re.compile(
    "no answer in|unable to connect|unable to look up|could not resolve|failed to connect"
    "|couldn't connect|timed out|connection refused|connection reset|no route to host"
    "|unreachable|hung up|early eof|broken pipe|^could not read from remote",
    re.IGNORECASE,
)
REASON = re.compile(r"(?im)^(?!warning|hint|To )(?:fatal: |error: )?(.*\w.*)")


class RefusedError(WorkspaceError):
    """Git failed, or the room refused a push. The text is the reason, in one line."""


def is_no_answer(reason: str) -> bool:
    """Return whether nobody answered, so that it is worth asking again."""
    return NO_ANSWER.search(reason) is not None


def parse_room_url(text: str) -> str:
    """Parse a room's URL or path; a path becomes absolute.

    Raises WrongUsageError if it is neither, or if it is a URL without its scheme.
    """
    if not text.strip() or not text.isprintable():
        shown = shorten(text, MAX_ERROR_CHARACTERS)
        raise WrongUsageError(f"{shown!r} is not a room. Give a URL or a path.")
    if REMOTE.match(text) and not HOST_AND_PATH.match(text):
        return text
    first_folder = Path(Path(text).parts[0])
    if HOST_AND_PATH.match(text) and not first_folder.exists():
        raise WrongUsageError(f"There is no folder {first_folder} here. Did you mean git://{text}?")
    return os.path.normpath(Path(text).expanduser().absolute())


def display_url(url: str) -> str:
    """Return a URL, or a line with URLs in it, without passwords."""
    without_account = WEB_ACCOUNT.sub(r"\1", url)
    return shorten(PASSWORD.sub(r"\1@", without_account), MAX_ERROR_CHARACTERS)


def git_environment(*, may_ask: bool = False) -> dict[str, str]:
    """Return the environment for git, with English messages.

    `may_ask`: it may ask for a password.
    """
    environment = {**os.environ, "LANGUAGE": "en"}
    if not may_ask:
        environment |= NEVER_ASK
    return environment


def run_git(
    git_dir: Path,
    *arguments: str,
    may_ask: bool = False,
    timeout: float = GIT_TIMEOUT,
    **variables: str,
) -> str:
    """Run git in a repository, and return its output.

    Raises RefusedError if git fails or takes longer than `timeout` seconds.
    """
    command = ["git", *NO_HOOKS, f"--git-dir={git_dir}", *arguments]
    environment = git_environment(may_ask=may_ask) | variables
    try:
        code, printed = run_with_timeout(command, environment, timeout, at_terminal=may_ask)
    except subprocess.TimeoutExpired:
        raise RefusedError(f"no answer in {timeout} s") from None
    if code:
        raise RefusedError(reason_in(printed) or f"git failed with exit code {code}")
    return printed


def may_ask_for_password() -> bool:
    """Return whether there is a terminal at which a person can type a password."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def reason_in(printed: str) -> str:
    """Return the first line in which git says why it failed, or an empty string."""
    match = REASON.search(printed)
    if match is None:
        return ""
    return display_url(match[1]).rstrip(".:")
