"""A run of mutmut: its progress, and which results are kept after a change."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

from dojo.files import write_json
from dojo.mutation import run
from dojo.mutation.inputs import Inputs, hash_definitions, hash_files
from dojo.mutation.results import DOCUMENTS, FLAKY_TEST_FILE, KILLERS, STATS, key_of, results_in
from dojo.mutation.run import (
    MANIFEST_FILE,
    Manifest,
    RunResult,
    is_finished,
    read_manifest,
    update_results,
)
from tests.dojo.practising import MOMENT, write_files

CODE = """import os

FIFTY = 50


class Yatzy:
    def ones(self, dice):
        return dice.count(1)

    def twos(self, dice):
        return 2 * dice.count(2)
"""
TESTS = """from yatzy import Yatzy

DICE = [1, 2]


def score(rule):
    return rule(Yatzy(), DICE)


class TestTwos:
    def test_it(self):
        assert score(Yatzy.twos) == 2
"""
FILES = {"src/yatzy.py": CODE, "tests/test_a.py": TESTS, "tests/a.approved.txt": "1\n"}
SOURCE, TEST, APPROVED = FILES
KILLED, SURVIVED, STOPPED = [f"yatzy.xǁYatzyǁones__mutmut_{number}" for number in (1, 2, 3)]
CRASHED, UNREACHED, LATE = [f"yatzy.xǁYatzyǁtwos__mutmut_{number}" for number in (1, 2, 3)]
# A stopped mutant has no result, because its test was interrupted.
EXIT_CODES = {KILLED: 1, SURVIVED: 0, STOPPED: -15, CRASHED: 3, UNREACHED: 33, LATE: 36}
# Whether a test reaches a mutant is looked up in each run, which costs nothing.
UNFINISHED = {STOPPED, UNREACHED}
STATISTICS = {
    "tests_by_mangled_function_name": {key_of(name): ["tests/test_a.py"] for name in EXIT_CODES}
}
RUN_FILES = {
    STATS: json.dumps(STATISTICS),
    KILLERS: f"{KILLED}\ttests/test_a.py::TestTwos::test_it\n{CRASHED}\ttests/test_b.py::test_b\n",
    DOCUMENTS: json.dumps({"tests/test_b.py::test_b": [APPROVED]}),
}
TESTED = "tested.json"


def inputs_in(folder: Path) -> Inputs:
    code, tests, approved = (folder / name for name in FILES)
    return Inputs(
        code=hash_files(folder, [code]) | hash_definitions(folder, code, functions=False),
        other=hash_definitions(folder, tests, functions=True) | hash_files(folder, [approved]),
    )


def write_results(workdir: Path, codes: dict[str, int]):
    """Write the files of a run. A mutant with another exit code than before took longer."""
    seconds = {name: 1 + abs(code - EXIT_CODES[name]) for name, code in codes.items()}
    meta = {"exit_code_by_key": codes, "hash_by_function_name": {}, "durations_by_key": seconds}
    write_files(workdir, RUN_FILES | {"src/yatzy.py.meta": json.dumps(meta)})


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of a run. In the next run, each test that is run exceeds its time limit."""
    workdir = tmp_path / "mutants"
    write_files(tmp_path, {"mutants/src/yatzy.py": "", **FILES})
    write_results(workdir, EXIT_CODES)
    write_json(workdir / MANIFEST_FILE, Manifest(inputs_in(tmp_path), MOMENT, estimate=False))

    def run_mutmut(workdir: Path, *_: object) -> float:
        codes = {name: code for name, (code, _) in results_in(workdir).items()}
        tested = [name for name in EXIT_CODES if codes.get(name) is None]
        write_results(workdir, codes | dict.fromkeys(tested, 24))
        write_json(workdir / TESTED, tested)
        return 1.0

    monkeypatch.setattr(run, "_run_mutmut", run_mutmut)
    return workdir


def change(workdir: Path, path: str, old: str, new: str):
    write_files(workdir.parent, {path: FILES[path].replace(old, new, 1)})


def rerun(workdir: Path) -> tuple[set[str], RunResult]:
    """Update the results. Returns the mutants that were tested, and the run."""
    inputs = inputs_in(workdir.parent)
    result = update_results(workdir, read_manifest(workdir), inputs, lambda _done, _all: None)
    tested = json.loads((workdir / TESTED).read_text(encoding="utf-8"))
    return set(tested), result


@pytest.mark.parametrize(
    ("path", "old", "new", "again"),
    [
        (SOURCE, "2 * dice.count(2)", "dice.count(2) * 2", set()),  # mutmut itself notices it
        (SOURCE, "class", "import sys\nSIX = 6\n\n\nclass", set()),
        (SOURCE, "Yatzy:", 'Yatzy:\n    """A game."""  # of dice\n', set()),
        (TEST, "class", "def test_b():\n    assert True\n\n\nclass", {SURVIVED}),
        (TEST, "== 2", "> 0", {SURVIVED, KILLED, LATE}),
        (TEST, "DICE = [1, 2]", "DICE = [2, 1]", {SURVIVED, KILLED, LATE}),
        (APPROVED, "1", "2", {CRASHED}),  # its killer reads the file
    ],
)
def test_results_that_a_change_may_affect_are_tested_again(
    path: str, old: str, new: str, again: set[str], workdir: Path
):
    change(workdir, path, old, new)
    tested, result = rerun(workdir)
    assert tested == UNFINISHED | again
    kept = len(EXIT_CODES) - len(tested)
    assert result == RunResult(kept, MOMENT, estimate=True, mutants_per_second=1.0)


def test_only_changed_code_is_mutated_again(workdir: Path):
    change(workdir, APPROVED, "1", "2")
    rerun(workdir)
    assert (workdir / SOURCE).exists()
    change(workdir, SOURCE, "2 * dice.count(2)", "0")
    rerun(workdir)
    assert not (workdir / SOURCE).exists()


def test_kept_results_belong_to_the_run_that_kept_them(workdir: Path):
    change(workdir, SOURCE, "import os\n", "")
    rerun(workdir)
    _, second = rerun(workdir)
    assert second.since is not None
    assert second.since > MOMENT
    assert (second.kept, second.estimate) == (len(EXIT_CODES), True)


@pytest.mark.parametrize(("old", "new"), [("FIFTY = 50", "FIFTY = 51"), ("Yatzy:", "Yatzy(A):")])
def test_after_any_other_change_no_result_is_kept(old: str, new: str, workdir: Path):
    change(workdir, SOURCE, old, new)
    tested, result = rerun(workdir)
    assert tested == set(EXIT_CODES)
    assert result == RunResult(why="src/yatzy.py (outside functions)", mutants_per_second=1.0)


def test_without_a_change_only_unfinished_mutants_are_tested(workdir: Path):
    assert not is_finished(workdir)
    tested, result = rerun(workdir)
    assert tested == UNFINISHED
    assert not result.estimate
    assert is_finished(workdir)


def test_no_result_is_kept_if_a_file_is_half_written(workdir: Path):
    write_files(workdir, {"src/half.py.meta": '{"exit_code_by_key": {"legacy.ya'})
    assert rerun(workdir)[0] == set(EXIT_CODES)


@pytest.mark.parametrize("files", [[STATS], [], [STATS, FLAKY_TEST_FILE]])
def test_an_interrupted_run_loses_no_result(
    files: list[str], workdir: Path, monkeypatch: pytest.MonkeyPatch
):
    def interrupt(workdir: Path, *_: object) -> float:
        write_files(workdir, dict.fromkeys(files, RUN_FILES[STATS]))
        raise KeyboardInterrupt

    change(workdir, SOURCE, "import os\n", "")
    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(run, "_run_mutmut", interrupt)
        rerun(workdir)
    assert rerun(workdir)[1].kept == len(EXIT_CODES) - len(UNFINISHED)
