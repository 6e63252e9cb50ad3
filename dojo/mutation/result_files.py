"""The files of results in the state directory of a project, and the reports of shards.

A shard is a part of the mutants, which one of several machines tests. Its report has results and
the hashes of all that they depend on, so that only results of the same code, tests and tools are
merged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock
from msgspec import Struct, structs

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import DamagedError, read_json, write_json
from dojo.mutation.inputs import Inputs
from dojo.mutation.kept import Kept
from dojo.mutation.results import Selection
from dojo.mutation.survivors import Known
from dojo.text import quantity

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


class ShardReport(Struct):
    """The results of a shard."""

    shard: int
    shards: int
    kept: Kept


def write_shard(path: Path, kept: Kept, selection: Selection) -> None:
    """Write the results of the mutants in a shard."""
    chosen = kept.chosen(selection)
    results = {name: kept.results[name] for name in chosen if name in kept.results}
    part = structs.replace(kept, results=results)
    write_json(path, ShardReport(selection.shard, selection.shards, part))


def read_shards(paths: Sequence[Path], inputs: Inputs) -> Kept:
    """Return the united results of all shards of a run.

    Raises WrongUsageError if a shard is missing or there twice, or if one is not about `inputs`.
    """
    reports = [read_shard(path) for path in paths]
    refuse_incomplete(reports)
    for path, report in zip(paths, reports, strict=True):
        if report.kept.inputs != inputs:
            why = "its code, tests or tools are not those of this folder"
            raise WrongUsageError(f"{path} cannot be merged: {why}.")
    united = reports[0].kept
    for report in reports[1:]:
        united.results |= report.kept.results
    return united


def read_shard(path: Path) -> ShardReport:
    try:
        return read_json(path, ShardReport)
    except (OSError, DamagedError):
        raise WrongUsageError(f"{path} is no report of a shard.") from None


def refuse_incomplete(reports: Sequence[ShardReport]) -> None:
    numbers = {report.shards for report in reports}
    if len(numbers) > 1:
        raise WrongUsageError("These reports are of several runs: their numbers of shards differ.")
    [shards] = numbers
    found = sorted(report.shard for report in reports)
    if found != list(range(1, shards + 1)):
        given = ", ".join(map(str, found))
        raise WrongUsageError(f"{quantity(shards, 'shard')} needed, each once; given: {given}.")
