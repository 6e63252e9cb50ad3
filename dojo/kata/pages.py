"""Files that a command makes, and makes again: what somebody else made is never replaced.

page: such a file for a browser; its first line is the mark of the command. It asks no other host for anything.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from string import Template

from dojo.errors import WorkspaceError, words_of
from dojo.kata.files import write_whole

HEAD = '<meta charset="utf-8">\n'  # of each template; the policy comes next
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline';"
    " script-src {}'strict-dynamic'"  # what our own script loads may run, too: the news of a board
)
SCRIPT = re.compile("<script>(.*?)</script>", re.DOTALL)


def filled(template: str, **parts: str) -> str:
    """Return a page made of a template: it asks no other host for anything, and runs its template's script alone."""
    hashes = ""
    for script in SCRIPT.findall(template):
        digest = sha256(script.encode()).digest()
        hashes += f"'sha256-{b64encode(digest).decode()}' "
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(hashes)}">\n'
    return Template(template.replace(HEAD, HEAD + policy)).substitute(parts)


def write_page(path: Path, page: str, command: str) -> None:
    """Write a page; WorkspaceError, and the file stays, when it cannot be written or is no page of that command."""
    refuse_page(path, command)
    write_made(path, f"{_mark(command)}{page}".encode(errors="backslashreplace"))


def refuse_page(path: Path, command: str) -> None:
    """Raise WorkspaceError where a page of this command cannot be written, as far as that is seen before."""
    refuse_others(path, command, lambda: path.read_bytes().startswith(_mark(command).encode()))


def write_made(path: Path, content: bytes) -> None:
    """Write a file, wherever a link leads; WorkspaceError, and the file stays, when it cannot be written."""
    with _in_a_line(path):
        write_whole(path.resolve(), content)


def refuse_others(path: Path, command: str, is_own: Callable[[], bool]) -> None:
    """Raise WorkspaceError where a command cannot write, as far as that is seen, or another's file is.

    `is_own` tells of a file that is there whether this command made it.
    """
    with _in_a_line(path):
        path.parent.stat()
        if path.exists() and not (path.is_file() and is_own()):
            raise WorkspaceError(
                f"{path} is there, and was not made by `{command}`; it stays as it is. Choose another name."
            )


def _mark(command: str) -> str:
    return f"<!-- made by {command} -->\n"


@contextmanager
def _in_a_line(path: Path) -> Iterator[None]:
    """Say what went wrong with a file in a line."""
    try:
        yield
    except OSError as error:
        hint = "\nMake its folder first, or choose another." if isinstance(error, FileNotFoundError) else ""
        raise WorkspaceError(f"{path} could not be written: {words_of(error)}.{hint}") from None
