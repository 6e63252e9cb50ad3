"""The table in a browser on this machine: each page has a table, which is a process of its own.

What serves it is an extra, and is imported when somebody asks for it.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from dojo.errors import WorkspaceError


def serve(command: Sequence[str], port: int, tell: Callable[[str], None]) -> None:
    """Serve tables, which `command` lays, until Ctrl-C; WorkspaceError where extra or port is missing."""
    if find_spec("textual_serve") is None:
        raise WorkspaceError("The browser needs textual's own server: pip install -e '.[web]'")
    import_module("dojo.table.web.server").serve(command, port, tell)
