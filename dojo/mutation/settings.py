"""What the workspace tells mutmut: its section of pyproject.toml, as far as it is read here."""

from dataclasses import dataclass
from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.kata import DamagedError, checkout, settings_of, text_of

FILE = "pyproject.toml"


@dataclass(frozen=True)
class Settings:
    """What is mutated, what else is copied, which tests may kill, and how pytest is called; by mutmut's names."""

    source_paths: list[str]
    also_copy: list[str]
    pytest_add_cli_args_test_selection: list[str]
    pytest_add_cli_args: list[str]


@dataclass(frozen=True)
class Tools:
    """The sections for tools, of which one is mutmut's."""

    mutmut: Settings


@dataclass(frozen=True)
class Project:
    """The whole file."""

    tool: Tools


def settings_in(workspace: Path) -> Settings:
    """Return the settings; WorkspaceError where they cannot be read."""
    try:
        return settings_of(text_of(workspace / FILE), Project).tool.mutmut
    except DamagedError as error:
        raise WorkspaceError(f"{FILE} is damaged: {error}.\n{checkout(workspace, FILE)} brings it back.") from None
