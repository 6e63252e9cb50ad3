"""Reports of shards: parts of the mutants that several machines test, to be merged on one.

A report has the results of mutmut and the hashes of all that they depend on, so that only results
of the same code, tests and tools are merged.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from dojo.errors import WrongUsageError
from dojo.files import DamagedError, read_json, write_json
from dojo.mutation.inputs import Inputs
from dojo.mutation.results import KILLERS, STATS, Selection, killers_in
from dojo.text import quantity

CODES = "exit_code_by_key"


class ShardReport(Struct):
    """The results of a shard.

    `sources`: mutmut's files of results, by their paths. `stats`: its file about the tests.
    """

    inputs: Inputs
    shard: int
    shards: int
    sources: dict[str, dict[str, Any]]
    killers: dict[str, str]
    stats: dict[str, Any]


def write_shard(path: Path, workdir: Path, inputs: Inputs, selection: Selection) -> None:
    """Write the results of a shard."""
    sources: dict[str, dict[str, Any]] = {}
    names: set[str] = set()
    for file in sorted(workdir.rglob("*.meta")):
        meta = read_json(file, dict[str, Any])
        sources[file.relative_to(workdir).as_posix()] = meta
        names |= meta[CODES].keys()
    chosen = selection.choose(names)
    for meta in sources.values():
        meta[CODES] = {name: code for name, code in meta[CODES].items() if name in chosen}
    killers = {name: test for name, test in killers_in(workdir).items() if name in chosen}
    stats = read_json(workdir / STATS, dict[str, Any])
    report = ShardReport(inputs, selection.shard, selection.shards, sources, killers, stats)
    write_json(path, report)


def read_shards(paths: Sequence[Path], inputs: Inputs) -> list[ShardReport]:
    """Read the reports of all shards of a run.

    Raises WrongUsageError if a shard is missing or there twice, or if one is not about `inputs`.
    """
    reports = [read_shard(path) for path in paths]
    refuse_incomplete(reports)
    for path, report in zip(paths, reports, strict=True):
        if report.inputs != inputs:
            why = "its code, tests or tools are not those of this folder"
            raise WrongUsageError(f"{path} cannot be merged: {why}.")
    return reports


def restore_results(workdir: Path, reports: Sequence[ShardReport]) -> None:
    """Write the results of shards where mutmut looks for those of an earlier run."""
    killers: dict[str, str] = {}
    sources: dict[str, dict[str, Any]] = {}
    for report in reports:
        killers |= report.killers
        for name, meta in report.sources.items():
            united = sources.setdefault(name, {})
            for field, values in meta.items():
                united[field] = united.get(field, {}) | values
    for name, meta in sources.items():
        file = workdir / name
        file.parent.mkdir(parents=True, exist_ok=True)
        write_json(file, meta)
    lines = [f"{name}\t{test}\n" for name, test in killers.items()]
    (workdir / KILLERS).write_text("".join(lines), encoding="utf-8")
    write_json(workdir / STATS, reports[0].stats)


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
