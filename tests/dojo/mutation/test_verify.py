"""`dojo verify`: the verdict, from the golden master to the last mutant."""

import json
import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from dojo.commands.verify import report_verdict
from dojo.kata.description import NO_KATA
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation import run as mutation_run
from dojo.mutation.grade import Verdict, explain_equivalent, run_mutants
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Mutant
from dojo.mutation.run import DEFAULTS, MutantOptions
from tests.dojo.small_kata import SmallKata
from tests.yatzy_kata import IMPLEMENTATIONS

pytestmark = pytest.mark.usefixtures("one_order")

MORE_THAN_IT_NEEDS = ("first + second", "sum([first, second][:2])")
PASSED = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]


def run(
    kata: SmallKata, passed: list[GoldenMasterResult] = PASSED, options: MutantOptions = DEFAULTS
) -> list[Verdict]:
    return run_mutants(kata.folder, passed, lambda _done, _of: None, options)


def statuses(verdict: Verdict) -> dict[str, str]:
    return {mutant.name: mutant.status for mutant in verdict.mutants}


@pytest.fixture(scope="module")
def graded(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> SmallKata:  # noqa: ARG001
    """Give a kata with results, in which one verdict fails. Tests that change it take a copy."""
    kata = SmallKata(tmp_path_factory.mktemp("graded"))
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mutation_run, "REGIONS_PER_WORKER", 1)
        run(kata, options=MutantOptions(workers=2))
    return kata


@pytest.fixture(scope="module")
def changed(graded: SmallKata, tmp_path_factory: pytest.TempPathFactory) -> Verdict:
    """Give the verdict on legacy, by one worker, after a change in the other implementation."""
    kata = graded.copy_to(tmp_path_factory.mktemp("changed"))
    kata.change("refactored/yatzy.py", "return 0", "return 1 - 1")
    return run(kata, PASSED[:1], MutantOptions(workers=1))[0]


@pytest.fixture(scope="module")
def text(graded: SmallKata) -> CompletedProcess[str]:
    return graded.dojo("verify")


@pytest.fixture(scope="module")
def report(graded: SmallKata) -> list[dict[str, Any]]:
    """Give the implementations in the report for programs, next to one with all mutants."""
    shown = graded.dojo("verify", "--report", "mutants.json", "--json").stdout
    return json.loads(shown)["implementations"]


def test_a_verdict_does_not_depend_on_workers(graded: SmallKata, changed: Verdict):
    by_two = statuses(run(graded)[0])
    assert by_two == statuses(changed)
    assert set(by_two.values()) == {SURVIVED, KILLED}


def test_a_verdict_of_the_same_files_is_kept(graded: SmallKata):
    verdicts = run(graded)
    made = sum(len(verdict.mutants) for verdict in verdicts)
    assert [verdict.run.kept for verdict in verdicts] == [made, made]


def test_a_verdict_is_never_an_estimate(changed: Verdict):
    assert (changed.run.kept, changed.run.changed) == (0, "refactored/yatzy.py")


def test_a_verdict_does_not_depend_on_reasons(graded: SmallKata, tmp_path: Path):
    kata = graded.copy_to(tmp_path)
    kata.write("approved_files/survivors.approved.txt", "A reason.\n")
    kata.write("approved_files/pairs.received.txt", "A file that a run leaves.\n")
    assert run(kata)[0].run.kept > 0


def test_a_report_counts_as_the_verdict_does(graded: SmallKata, report: list[dict[str, Any]]):
    files = json.loads(graded.read("mutants.json"))["files"].values()
    found = Counter(mutant["status"] for file in files for mutant in file["mutants"])
    killed = sum(each["mutants"]["killed"] for each in report)
    survived = sum(each["mutants"]["survived"] for each in report)
    assert (found["Killed"], found["Survived"]) == (killed, survived)


def test_text_and_json_agree(text: CompletedProcess[str], report: list[dict[str, Any]]):
    for found in report:
        counts = found["mutants"]
        survived = counts["survived"] - counts["equivalent"]
        numbers = [counts[name] for name in ("made", "killed", "timed_out", "equivalent")]
        cells = [found["name"], found["golden_master"], *numbers, survived]
        assert re.search(r"\s+".join(map(str, cells)), text.stdout)
        by_crash = f"{counts['killed_by_crash']} by a crash."
        killed = counts["killed"] - counts["killed_by_crash"]
        assert f"{found['name']}: {killed} killed by an assertion, {by_crash}" in text.stdout


def test_the_command_fails_if_one_verdict_fails(text: CompletedProcess[str]):
    assert text.returncode == 1


def test_a_file_of_somebody_else_is_refused_before_the_run(kata: SmallKata):
    kata.write("mine.json", '{"dojo verify": 1}')
    assert "so it is not replaced" in kata.dojo("verify", "--report", "mine.json").stderr
    assert not (kata.folder / ".dojo").exists()


def test_equivalent_mutants_are_compared_at_the_calls_of_the_tests(
    graded: SmallKata, tmp_path: Path
):
    kata = graded.copy_to(tmp_path)
    first = run(kata)[0]
    mutants = [replace(each, reason="A reason.") for each in first.mutants if each.number]
    asked = [replace(first, mutants=mutants)]
    [verdict] = explain_equivalent(kata.folder, asked, lambda _done, _of: None)
    assert verdict.equivalent
    assert all(each.why is not None for each in verdict.equivalent)


def test_a_mutant_that_timed_out_is_not_counted_as_killed():
    mutant = Mutant("a", "legacy/a.py", "a", 2, ("b",), ("x",), KILLED)
    mutants = [mutant, replace(mutant, name="b", status=TIMED_OUT)]
    passed = GoldenMasterResult("legacy", passed=True, seconds=0.1, report="")
    verdict = Verdict(kata=NO_KATA, golden_master=passed, mutants=mutants)
    counts = report_verdict(verdict).mutants
    assert (counts.killed, counts.timed_out) == (1, 1)


@pytest.fixture
def tangle(kata: SmallKata) -> SmallKata:
    """Give a kata without a clean version, which saves half the tests."""
    shutil.rmtree(kata.folder / "refactored")
    return kata


def test_a_scenario_may_take_fixtures_of_pytest(tangle: SmallKata):
    fixtures = "capsys, caplog, monkeypatch, recwarn, tmp_path"
    tangle.change("tests/golden_master/test_scores.py", "(yatzy,", f"({fixtures}, yatzy,")
    assert tangle.dojo("verify", "legacy").returncode == 0


def test_a_scenario_that_fails_alone_fails_the_verdict(tangle: SmallKata):
    name = "tests/golden_master/test_scores.py"
    tangle.change(name, "    calls =", "    ran.append(True)\n    calls =")
    alone = "def test_alone(yatzy):\n    assert ran\n\n\nran = []\n"
    tangle.write(name, f"{tangle.read(name)}\n\n{alone}")
    done = tangle.dojo("verify", "legacy")
    assert done.returncode == 1
    assert "tests/golden_master/test_scores.py::test_alone" in done.stdout
