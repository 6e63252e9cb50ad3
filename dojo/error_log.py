"""The log of an unexpected error: versions and the traceback, for a report of the bug."""

import platform
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata.workspace import find_workspace
from dojo.mutation.inputs import installed_packages
from dojo.practice.model import NAME, STATE_DIRECTORY
from dojo.text import MAX_ERROR_CHARACTERS, shorten

LOG_FILE = "error.log"
REPORT_ADVICE = """\
A log with the versions and the traceback: {log}
Please report the error {where}, with the log."""


def report_unexpected(error: Exception) -> WorkspaceError:
    """Write the log, and return an error that names it and says where to report the bug."""
    log = _log_file()
    log.write_text(_log_text(error), encoding="utf-8", errors="backslashreplace")
    message = shorten(f"{type(error).__name__}: {error}", MAX_ERROR_CHARACTERS)
    advice = REPORT_ADVICE.format(log=log, where=_where_to_report())
    return WorkspaceError(f"unexpected, probably a bug in the dojo: {message}\n{advice}")


def _log_file() -> Path:
    """Return the file in the state directory of practice/, or a temporary one if there is none."""
    with suppress(WorkspaceError):
        state_directory = find_workspace() / NAME / STATE_DIRECTORY
        if state_directory.is_dir():
            return state_directory / LOG_FILE
    return Path(tempfile.mkdtemp(prefix="dojo-")) / LOG_FILE


def _log_text(error: Exception) -> str:
    lines = [f"command: {' '.join(sys.argv)}"]
    lines.append(f"Python {sys.version} at {sys.executable}")
    lines.append(platform.platform())
    lines += installed_packages()
    return "\n".join([*lines, "", "".join(traceback.format_exception(error))])


def _where_to_report() -> str:
    """Name the repository that the kata was cloned from."""
    import pygit2  # noqa: PLC0415 - it takes 50 ms

    with suppress(WorkspaceError, pygit2.GitError, KeyError):
        url = pygit2.Repository(str(find_workspace())).remotes["origin"].url
        return f"as an issue at {url}"
    return "to the person who gave you the kata"
