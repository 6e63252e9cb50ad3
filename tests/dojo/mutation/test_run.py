"""A run of mutmut: its progress, and which results are kept after a change."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from dojo.files import write_json
from dojo.mutation import run
from dojo.mutation.inputs import (
    Inputs,
    hash_definitions,
    hash_files,
)
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
ONES, TWOS = "yatzy.xǁYatzyǁones__mutmut_", "yatzy.xǁYatzyǁtwos__mutmut_"
KILLED, SURVIVED = f"{ONES}1", f"{ONES}2"
STOPPED = f"{ONES}3"  # its test was interrupted
CRASHED, UNREACHED, LATE = f"{TWOS}1", f"{TWOS}2", f"{TWOS}3"
EXIT_CODES = {KILLED: 1, SURVIVED: 0, STOPPED: -15, CRASHED: 3, UNREACHED: 33, LATE: 36}
TESTS_OF_ALL = {key_of(name): ["tests/test_a.py::test_a"] for name in EXIT_CODES}
STATISTICS = json.dumps({"tests_by_mangled_function_name": TESTS_OF_ALL})
TESTED = "tested.json"
Change = tuple[str, str, str]  # a path, and a text in that file with its replacement
NO_CHANGE: Change = ("src/yatzy.py", "", "")


def changed_inputs(folder: Path, change: Change) -> Inputs:
    """Write the files of a practice, with a change, and return their hashes."""
    path, old, new = change
    write_files(folder, FILES | {path: FILES[path].replace(old, new, 1)})
    code, tests, approved = (folder / name for name in FILES)
    return Inputs(
        code=hash_files(folder, [code]) | hash_definitions(folder, code, functions=False),
        other=hash_definitions(folder, tests, functions=True) | hash_files(folder, [approved]),
    )


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of a run. In the next run, each test that is run exceeds its time limit."""
    workdir = tmp_path / "mutants"
    write_files(workdir, {"src/yatzy.py": ""})
    write_results(workdir, EXIT_CODES)
    manifest = Manifest(changed_inputs(tmp_path, NO_CHANGE), MOMENT, estimate=False)
    write_json(workdir / MANIFEST_FILE, manifest)

    def run_mutmut(workdir: Path, *_: object) -> float:
        codes = dict.fromkeys(EXIT_CODES)
        codes |= {name: code for name, (code, _) in results_in(workdir).items()}
        tested = [name for name, code in codes.items() if code is None]
        write_results(workdir, EXIT_CODES | codes | dict.fromkeys(tested, 24))
        write_files(workdir, {TESTED: json.dumps(tested)})
        return 1.0

    monkeypatch.setattr(run, "_run_mutmut", run_mutmut)
    return workdir


def write_results(workdir: Path, codes: dict[str, int]) -> None:
    """Write the files of a run. A mutant with another exit code than before took longer."""
    seconds = {name: 0.5 if code == EXIT_CODES[name] else 1.5 for name, code in codes.items()}
    meta = {"exit_code_by_key": codes, "hash_by_function_name": {}, "durations_by_key": seconds}
    killers = f"{KILLED}\ttests/test_a.py::TestTwos::test_it\n{CRASHED}\ttests/test_b.py::test_b\n"
    files = {
        "src/yatzy.py.meta": json.dumps(meta),
        STATS: STATISTICS,
        KILLERS: killers,
        DOCUMENTS: json.dumps({"tests/test_b.py::test_b": ["tests/a.approved.txt"]}),
    }
    write_files(workdir, files)


def rerun(workdir: Path, change: Change = NO_CHANGE) -> tuple[set[str], RunResult]:
    """Update the results after a change. Returns the mutants that were tested, and the run."""
    inputs = changed_inputs(workdir.parent, change)
    result = update_results(workdir, read_manifest(workdir), inputs, lambda _done, _all: None)
    tested = json.loads((workdir / TESTED).read_text(encoding="utf-8"))
    return set(tested), result


@pytest.mark.parametrize(
    ("change", "again"),
    [
        # mutmut itself notices a changed function.
        (("src/yatzy.py", "2 * dice.count(2)", "dice.count(2) * 2"), set()),
        (("src/yatzy.py", "class", "import sys\nSIX = 6\n\n\nclass"), set()),
        (("src/yatzy.py", "Yatzy:", 'Yatzy:\n    """A game."""  # of dice\n'), set()),
        (("tests/test_a.py", "class", "def test_b():\n    assert True\n\n\nclass"), {SURVIVED}),
        (("tests/test_a.py", "== 2", "> 0"), {SURVIVED, KILLED, LATE}),
        (("tests/test_a.py", "DICE = [1, 2]", "DICE = [2, 1]"), {SURVIVED, KILLED, LATE}),
        (("tests/a.approved.txt", "1", "2"), {CRASHED}),  # its killer reads the file
    ],
)
def test_results_that_a_change_may_affect_are_tested_again(
    change: Change, again: set[str], workdir: Path
) -> None:
    tested, result = rerun(workdir, change)
    # Whether a test reaches a mutant is looked up again, which costs nothing.
    assert tested == {STOPPED, UNREACHED, *again}
    kept = len(EXIT_CODES) - len(tested)
    assert result == RunResult(kept, MOMENT, estimate=True, mutants_per_second=1.0)
    is_code = change[0] == "src/yatzy.py"
    assert (workdir / "src/yatzy.py").exists() != is_code, "mutmut makes missing mutants"
    _, second = rerun(workdir, change)
    assert second.since is not None
    assert second.since > MOMENT, "the results are of the second run now"
    assert replace(second, since=None) == RunResult(len(EXIT_CODES), estimate=True)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("src/yatzy.py", "FIFTY = 50", "FIFTY = 51"), "src/yatzy.py (outside functions)"),
        (("src/yatzy.py", "Yatzy:", "Yatzy(dict):"), "src/yatzy.py (outside functions)"),
    ],
)
def test_after_any_other_change_no_result_is_kept(change: Change, why: str, workdir: Path) -> None:
    tested, result = rerun(workdir, change)
    assert tested == set(EXIT_CODES)
    assert result == RunResult(why=why, mutants_per_second=1.0)


def test_without_a_change_only_unfinished_mutants_are_tested(workdir: Path) -> None:
    assert not is_finished(workdir)
    tested, result = rerun(workdir)
    assert tested == {STOPPED, UNREACHED}
    assert result.kept == len(EXIT_CODES) - 2
    assert not result.estimate
    assert is_finished(workdir)


def test_no_result_is_kept_if_a_file_is_half_written(workdir: Path) -> None:
    write_files(workdir, {"src/half.py.meta": '{"exit_code_by_key": {"legacy.ya'})
    assert rerun(workdir)[0] == set(EXIT_CODES)


@pytest.mark.parametrize("files", [[STATS], [], [STATS, FLAKY_TEST_FILE]])
def test_an_interrupted_run_loses_no_result(
    files: list[str], workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(workdir: Path, *_: object) -> float:
        write_files(workdir, dict.fromkeys(files, STATISTICS))
        raise KeyboardInterrupt

    change = ("src/yatzy.py", "import os\n", "")
    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(run, "_run_mutmut", interrupt)
        rerun(workdir, change)
    _, result = rerun(workdir, change)
    assert result.kept == 4
