"""The files of results in the state directory of a project. Nothing else reads or writes them."""

from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from dojo.errors import WorkspaceError
from dojo.files import DamagedError, read_json, write_json
from dojo.mutation.kept import Kept
from dojo.mutation.known import Known

LAST_RUN = "mutants.json"
NUMBERED = "survivors.json"
KNOWN = "known-survivors.json"
NO_RESULTS = "There are no results yet. Run `dojo mutants` first."


@dataclass(frozen=True)
class ResultFiles:
    """The last run, its survivors in the order of their numbers, and the survivors that are known.

    A file that is missing or damaged has no results.
    """

    folder: Path

    @property
    def page(self) -> Path:
        """The page of the last run. Once it was opened, each run brings it up to date."""
        return self.folder / "mutants.html"

    def lock(self) -> FileLock:
        self.folder.mkdir(exist_ok=True)
        return FileLock(self.folder / "mutants.lock")

    def read(self) -> Kept | None:
        try:
            return read_json(self.folder / LAST_RUN, Kept)
        except (FileNotFoundError, DamagedError):
            return None

    def read_last(self) -> Kept:
        """Return the results of the last run. Raises WorkspaceError if there are none."""
        kept = self.read()
        if kept is None:
            raise WorkspaceError(NO_RESULTS)
        return kept

    def write(self, kept: Kept) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        ignore = self.folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        write_json(self.folder / LAST_RUN, kept)

    def read_numbered(self) -> list[str]:
        """Return the names of survivors as they were shown. Raises WorkspaceError if none were."""
        try:
            return read_json(self.folder / NUMBERED, list[str])
        except (FileNotFoundError, DamagedError):
            raise WorkspaceError(NO_RESULTS) from None

    def write_numbered(self, names: list[str]) -> None:
        write_json(self.folder / NUMBERED, names)

    def read_known(self) -> Known:
        try:
            return read_json(self.folder / KNOWN, Known)
        except (FileNotFoundError, DamagedError):
            return Known()

    def write_known(self, known: Known) -> None:
        write_json(self.folder / KNOWN, known)
