"""A pytest plugin: a plain `pytest` in a practice shares its check, as `dojo check` does."""

from pathlib import Path

from dojo.room.membership import sharing_warning
from dojo.room.sharing import share


def pytest_dojo_check_recorded(folder: Path) -> str:
    """Share a check that pytest recorded, and return a warning to print."""
    share(folder)
    return sharing_warning(folder)
