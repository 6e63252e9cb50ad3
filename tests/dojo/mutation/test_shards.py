"""Shards have each mutant once, and only complete runs of the same code are merged."""

from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.files import write_json
from dojo.mutation.inputs import Inputs
from dojo.mutation.results import KILLERS, STATS, Selection, killers_in, results_in
from dojo.mutation.shards import read_shard, read_shards, restore_results, write_shard

INPUTS = Inputs({"yatzy.py": "a hash"}, {})
NAMES = [f"yatzy.x_score__mutmut_{number}" for number in range(1, 8)]


@pytest.fixture
def workdir(tmp_path: Path) -> Path:
    """Return a folder with seven results of one source."""
    folder = tmp_path / "mutants"
    folder.mkdir()
    codes = dict(zip(NAMES, [1, 0, 3, 1, 1, 33, 1], strict=True))
    durations = dict.fromkeys(NAMES, 0.5)
    meta = {"exit_code_by_key": codes, "durations_by_key": durations}
    write_json(folder / "yatzy.py.meta", meta)
    write_json(folder / STATS, {"tests_by_mangled_function_name": {"yatzy.x_score": ["test_a"]}})
    (folder / KILLERS).write_text(f"{NAMES[0]}\ttest_a\n{NAMES[3]}\ttest_b\n", encoding="utf-8")
    return folder


def reports_of(workdir: Path, shards: int) -> list[Path]:
    paths = []
    for shard in range(1, shards + 1):
        path = workdir.parent / f"{shard}-of-{shards}.json"
        write_shard(path, workdir, INPUTS, Selection(shard=shard, shards=shards))
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


def test_merged_shards_have_the_results_of_one_run(workdir: Path):
    merged = workdir.parent / "merged"
    restore_results(merged, read_shards(reports_of(workdir, 3), INPUTS))
    assert results_in(merged) == results_in(workdir)


def test_merged_shards_know_the_killers(workdir: Path):
    merged = workdir.parent / "merged"
    restore_results(merged, read_shards(reports_of(workdir, 3), INPUTS))
    assert killers_in(merged) == killers_in(workdir)


def test_a_report_has_the_results_of_its_shard_alone(workdir: Path):
    [_, second, _] = reports_of(workdir, 3)
    codes = read_shard(second).sources["yatzy.py.meta"]["exit_code_by_key"]
    assert list(codes) == [NAMES[1], NAMES[4]]


def test_a_missing_shard_is_refused(workdir: Path):
    paths = reports_of(workdir, 3)
    with pytest.raises(WrongUsageError, match="3 shards needed, each once; given: 1, 3"):
        read_shards([paths[0], paths[2]], INPUTS)


def test_a_shard_that_is_given_twice_is_refused(workdir: Path):
    paths = reports_of(workdir, 2)
    with pytest.raises(WrongUsageError, match="given: 1, 1"):
        read_shards([paths[0], paths[0]], INPUTS)


def test_shards_of_different_runs_are_refused(workdir: Path):
    paths = [reports_of(workdir, 2)[0], reports_of(workdir, 3)[1]]
    with pytest.raises(WrongUsageError, match="their numbers of shards differ"):
        read_shards(paths, INPUTS)


def test_shards_of_other_code_are_refused(workdir: Path):
    with pytest.raises(WrongUsageError, match="not those of this folder"):
        read_shards(reports_of(workdir, 2), Inputs({"yatzy.py": "another hash"}, {}))


def test_a_file_that_is_no_report_is_refused(tmp_path: Path):
    file = tmp_path / "report.json"
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(WrongUsageError, match="no report of a shard"):
        read_shards([file], INPUTS)
