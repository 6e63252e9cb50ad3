"""Shards have each mutant once, and only complete runs of the same code are merged."""

from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.mutation.inputs import Inputs
from dojo.mutation.kept import Kept, read_shard, read_shards, write_shard
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, Patch, Result, Selection
from tests.dojo.practising import MOMENT

INPUTS = Inputs({"yatzy.py::score": "a hash"}, frozenset())
NAMES = [f"yatzy.x_score__mutmut_{number}" for number in range(1, 8)]
STATUSES = [KILLED, SURVIVED, KILLED, KILLED, KILLED, NOT_COVERED, KILLED]
RESULTS = {
    name: Result(status, 0.5, "test_a") for name, status in zip(NAMES, STATUSES, strict=True)
}


def reports_of(folder: Path, shards: int) -> list[Path]:
    """Write the reports of all shards of a run with seven results."""
    paths: list[Path] = []
    for shard in range(1, shards + 1):
        selection = Selection(shard=shard, shards=shards)
        region = "yatzy.py::score"
        patches = {region: [Patch(name, region, (0, 0, 0, 0), "") for name in NAMES]}
        kept = Kept(INPUTS, MOMENT, {"yatzy.py": ""}, patches, RESULTS)
        path = folder / f"{shard}-of-{shards}.json"
        write_shard(path, kept, selection)
        paths.append(path)
    return paths


@pytest.mark.parametrize("shards", [1, 2, 3, 8])
def test_each_mutant_is_in_one_shard(shards: int):
    parts = [Selection(shard=k + 1, shards=shards).choose(NAMES) for k in range(shards)]
    assert sorted(name for part in parts for name in part) == NAMES


def test_shards_differ_by_one_mutant_at_most():
    sizes = [len(Selection(shard=shard, shards=3).choose(NAMES)) for shard in (1, 2, 3)]
    assert sizes == [3, 2, 2]


def test_a_shard_is_the_same_in_any_order_of_the_mutants():
    second = Selection(shard=2, shards=3)
    assert second.choose(reversed(NAMES)) == second.choose(NAMES)


def test_merged_shards_have_the_results_of_one_run(tmp_path: Path):
    assert read_shards(reports_of(tmp_path, 3), INPUTS).results == RESULTS


def test_a_report_has_the_results_of_its_shard_alone(tmp_path: Path):
    [_, second, _] = reports_of(tmp_path, 3)
    assert list(read_shard(second).kept.results) == [NAMES[1], NAMES[4]]


def test_a_missing_shard_is_refused(tmp_path: Path):
    paths = reports_of(tmp_path, 3)
    with pytest.raises(WrongUsageError, match="3 shards needed, each once; given: 1, 3"):
        read_shards([paths[0], paths[2]], INPUTS)


def test_a_shard_that_is_given_twice_is_refused(tmp_path: Path):
    paths = reports_of(tmp_path, 2)
    with pytest.raises(WrongUsageError, match="given: 1, 1"):
        read_shards([paths[0], paths[0]], INPUTS)


def test_shards_of_different_runs_are_refused(tmp_path: Path):
    paths = [reports_of(tmp_path, 2)[0], reports_of(tmp_path, 3)[1]]
    with pytest.raises(WrongUsageError, match="their numbers of shards differ"):
        read_shards(paths, INPUTS)


def test_shards_of_other_code_are_refused(tmp_path: Path):
    other = Inputs({"yatzy.py::score": "another hash"}, frozenset())
    with pytest.raises(WrongUsageError, match="not those of this folder"):
        read_shards(reports_of(tmp_path, 2), other)


def test_a_file_that_is_no_report_is_refused(tmp_path: Path):
    file = tmp_path / "report.json"
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(WrongUsageError, match="no report of a shard"):
        read_shards([file], INPUTS)
