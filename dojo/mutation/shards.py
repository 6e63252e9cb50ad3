"""Reports of shards: parts of the mutants that several machines test, to be merged on one.

A report has results and the hashes of all that they depend on, so that only results of the same
code, tests and tools are merged.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from dojo.errors import WrongUsageError
from dojo.files import DamagedError, read_json, write_json
from dojo.mutation.inputs import Inputs
from dojo.mutation.kept import Kept
from dojo.mutation.results import Selection
from dojo.text import quantity


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
