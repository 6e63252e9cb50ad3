"""Which results are kept after a change."""

from pathlib import Path

import pytest

from dojo.mutation.inputs import read_inputs, reason_to_discard
from dojo.mutation.kept import LAST_RUN, CoveredTest, Kept, ResultFiles, keep_results, valid_tests
from dojo.mutation.project import Project
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, TIMED_OUT, Patch, Result
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


def test_ones():
    assert score(Yatzy.ones) == 1


def test_twos():
    assert score(Yatzy.twos) == 2
"""
FILES = {"yatzy.py": CODE, "tests/test_a.py": TESTS, "tests/a.approved.txt": "1\n", "data": "1"}
SOURCE, TEST, APPROVED, DATA = FILES
ONES, TWOS = "yatzy.py::Yatzy.ones", "yatzy.py::Yatzy.twos"
HELPER = "tests/test_a.py::score"
TEST_ONES, TEST_TWOS = "tests/test_a.py::test_ones", "tests/test_a.py::test_twos"
COVERED = {
    TEST_ONES: CoveredTest({ONES, HELPER, TEST_ONES}, set(), 0.1, 0.1),
    TEST_TWOS: CoveredTest({ONES, TWOS, HELPER, TEST_TWOS}, {APPROVED}, 0.1, 0.1),
}
RESULTS = {
    "killed": (ONES, Result(KILLED, killer=TEST_ONES)),
    "killed_at_import": (ONES, Result(KILLED, killer=TEST)),
    "survived": (ONES, Result(SURVIVED)),
    "late": (ONES, Result(TIMED_OUT, killer=TEST_ONES)),
    "twos": (TWOS, Result(KILLED, killer=TEST_TWOS)),
}
ALL = set(RESULTS)


def run_of(folder: Path) -> Kept:
    """Return a run on the files of a folder, without results."""
    project = Project({}, "", [], [SOURCE], "", ResultFiles(folder))
    inputs = read_inputs(folder, project)
    return Kept(inputs, MOMENT, {SOURCE: CODE}, tests=COVERED)


def after(folder: Path, path: str, old: str, new: str) -> tuple[Kept, Kept]:
    """Return a run with results, and one after a change that took over what is valid."""
    write_files(folder, FILES)
    last = run_of(folder)
    for name, (region, result) in RESULTS.items():
        last.patches.setdefault(region, []).append(Patch(name, region, (0, 0, 0, 0), ""))
        last.results[name] = result
    assert old in FILES[path]
    write_files(folder, {path: FILES[path].replace(old, new, 1)})
    now = run_of(folder)
    keep_results(last, now, "")
    return last, now


@pytest.mark.parametrize(
    ("path", "old", "new", "kept"),
    [
        (SOURCE, "2 * dice", "dice + dice", ALL - {"twos"}),
        (SOURCE, "class Yatzy:", "class Yatzy:  # a game", ALL),
        (TEST, "== 1", "> 0", {"twos"}),
        (TEST, "rule(Yatzy(), DICE)", "rule(Yatzy(), DICE + [])", set()),
        (TEST, "DICE = [1, 2]", "DICE = [2, 1]", set()),
        (APPROVED, "1", "2", {"killed"}),  # the others depend on all tests that call the function
    ],
)
def test_results_that_a_change_does_not_affect_are_kept(
    path: str, old: str, new: str, kept: set[str], tmp_path: Path
):
    _, now = after(tmp_path, path, old, new)
    assert set(now.results) == kept


def test_a_result_is_an_estimate_if_its_test_calls_changed_code(tmp_path: Path):
    _, now = after(tmp_path, SOURCE, "2 * dice", "dice + dice")
    estimates = {name for name, result in now.results.items() if result.is_estimate}
    assert estimates == {"killed_at_import", "survived", "late"}  # test_ones does not call twos


def test_results_are_an_estimate_after_an_addition_outside_of_functions(tmp_path: Path):
    _, now = after(tmp_path, SOURCE, "FIFTY = 50", "FIFTY = 50\nSIXTY = 60")
    assert all(result.is_estimate for result in now.results.values())
    assert set(now.results) == ALL


def test_no_result_is_an_estimate_after_an_import_in_a_test(tmp_path: Path):
    _, now = after(tmp_path, TEST, "from yatzy import Yatzy", "from yatzy import Yatzy\nimport os")
    assert not any(result.is_estimate for result in now.results.values())
    assert set(now.results) == ALL


def test_a_mutant_is_tested_again_if_its_killer_does_not_call_it_any_more(tmp_path: Path):
    write_files(tmp_path, FILES)
    last = run_of(tmp_path)
    last.patches[ONES] = [Patch("killed", ONES, (0, 0, 0, 0), "")]
    last.results["killed"] = Result(KILLED, killer=TEST_ONES)
    now = run_of(tmp_path)
    now.tests = {**COVERED, TEST_ONES: CoveredTest({TEST_ONES}, set(), 0.1, 0.1)}
    keep_results(last, now, "")
    assert now.results == {}


def test_a_survivor_is_tested_again_if_a_new_test_calls_its_function(tmp_path: Path):
    write_files(tmp_path, FILES)
    last = run_of(tmp_path)
    last.patches[ONES] = [Patch("survived", ONES, (0, 0, 0, 0), "")]
    last.results["survived"] = Result(SURVIVED)
    now = run_of(tmp_path)
    now.tests = {**COVERED, "tests/test_b.py::test_b": CoveredTest({ONES}, set(), 0.1, 0.1)}
    keep_results(last, now, "")
    assert now.results == {}


@pytest.mark.parametrize("result", [Result(TIMED_OUT, killer=TEST_ONES), Result(KILLED)])
def test_a_mutant_that_was_noticed_is_kept_if_a_new_test_calls_its_function(
    result: Result, tmp_path: Path
):
    write_files(tmp_path, FILES)
    last = run_of(tmp_path)
    last.patches[ONES] = [Patch("noticed", ONES, (0, 0, 0, 0), "")]
    last.results["noticed"] = result
    now = run_of(tmp_path)
    now.tests = {**COVERED, "tests/test_b.py::test_b": CoveredTest({ONES}, set(), 0.1, 0.1)}
    keep_results(last, now, "")
    assert now.results["noticed"].status == result.status


def test_a_mutant_that_no_test_reaches_any_more_is_not_covered(tmp_path: Path):
    write_files(tmp_path, FILES)
    last = run_of(tmp_path)
    last.patches[TWOS] = [Patch("twos", TWOS, (0, 0, 0, 0), "")]
    last.results["twos"] = Result(KILLED, killer=TEST_TWOS)
    now = run_of(tmp_path)
    now.tests = {TEST_TWOS: CoveredTest({TEST_TWOS}, set(), 0.1, 0.1)}
    keep_results(last, now, "")
    assert now.results["twos"].status == NOT_COVERED


@pytest.mark.parametrize(
    ("path", "old", "new", "why"),
    [
        (SOURCE, "FIFTY = 50", "FIFTY = 51", "yatzy.py (outside functions)"),
        (SOURCE, "class Yatzy:", "class Yatzy(list):", "yatzy.py (outside functions)"),
        (DATA, "1", "2", "data"),
        (APPROVED, "1", "2", ""),
        (SOURCE, "2 * dice", "dice + dice", ""),
        (SOURCE, "import os\n", "", ""),
        (TEST, "DICE = [1, 2]", "DICE = [2, 1]", ""),
    ],
)
def test_all_results_are_discarded_after_any_other_change(
    path: str, old: str, new: str, why: str, tmp_path: Path
):
    last, now = after(tmp_path, path, old, new)
    assert reason_to_discard(last.inputs, now.inputs, {APPROVED}, "") == why


def test_a_test_need_not_run_again_if_nothing_changed_that_it_calls(tmp_path: Path):
    last, now = after(tmp_path, SOURCE, "2 * dice", "dice + dice")
    assert set(valid_tests(last, now)) == {TEST_ONES}


def test_a_damaged_file_has_no_results(tmp_path: Path):
    results = ResultFiles(tmp_path)
    assert results.read() is None
    results.write(Kept(run_of(tmp_path).inputs, MOMENT, {}))
    assert results.read() is not None
    file = tmp_path / LAST_RUN
    file.write_bytes(file.read_bytes()[:-9])
    assert results.read() is None


def test_a_plugin_of_pytest_that_is_enabled_changes_no_input(tmp_path: Path):
    write_files(tmp_path, FILES)
    arguments = {
        "few": ["-q", "--disable-plugin-autoload", "-p", "no:doctest"],
        "more": ["-q", "-p", "no:cacheprovider"],
        "other": ["-q", "-x"],
    }
    inputs = {
        name: read_inputs(tmp_path, Project({}, "", found, [], "", ResultFiles(tmp_path)))
        for name, found in arguments.items()
    }
    assert inputs["few"] == inputs["more"] != inputs["other"]
