"""`dojo verify`: the verdict, from the golden master to the last mutant."""

import json
import re
from collections import Counter
from dataclasses import replace

import pytest

from dojo.commands.verify import report_verdict
from dojo.kata.description import NO_KATA
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation.grade import Verdict, explain_equivalent, run_mutants
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Mutant
from dojo.mutation.run import MutantOptions
from tests.dojo.small_kata import SmallKata
from tests.yatzy_kata import IMPLEMENTATIONS

MORE_THAN_IT_NEEDS = ("first + second", "sum([first, second][:2])")


def verdict_of(kata: SmallKata, workers: int) -> dict[str, str]:
    """Return the status of each mutant."""
    passed = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]
    options = MutantOptions(workers=workers, use_cache=False)
    verdicts = run_mutants(kata.folder, passed, lambda _done, _of: None, options)
    return {mutant.name: mutant.status for each in verdicts for mutant in each.mutants}


def test_a_verdict_does_not_depend_on_workers(kata: SmallKata):
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    on_one = verdict_of(kata, workers=1)
    assert on_one == verdict_of(kata, workers=2)
    assert set(on_one.values()) == {SURVIVED, KILLED}


def test_a_verdict_of_the_same_files_is_kept(kata: SmallKata):
    passed = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]
    first = run_mutants(kata.folder, passed, lambda _done, _of: None)[0]
    second = run_mutants(kata.folder, passed, lambda _done, _of: None)[0]
    assert (first.run.kept, second.run.kept) == (0, 2 * len(first.mutants))


def test_a_verdict_is_never_an_estimate(kata: SmallKata):
    passed = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]
    run_mutants(kata.folder, passed, lambda _done, _of: None)
    kata.change("refactored/yatzy.py", "return 0", "return 1 - 1")
    second = run_mutants(kata.folder, passed, lambda _done, _of: None)[0]
    assert (second.run.kept, second.run.changed) == (0, "refactored/yatzy.py")


def test_a_verdict_does_not_depend_on_reasons(kata: SmallKata):
    passed = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]
    run_mutants(kata.folder, passed, lambda _done, _of: None)
    kata.write("approved_files/survivors.approved.txt", "A reason.\n")
    kata.write("approved_files/pairs.received.txt", "A file that a run leaves.\n")
    assert run_mutants(kata.folder, passed, lambda _done, _of: None)[0].run.kept > 0


def test_a_report_counts_as_the_verdict_does(kata: SmallKata):
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    shown = kata.dojo("verify", "legacy", "--report", "mutants.json", "--json").stdout
    counts = json.loads(shown)["implementations"][0]["mutants"]
    files = json.loads(kata.read("mutants.json"))["files"].values()
    statuses = Counter(mutant["status"] for file in files for mutant in file["mutants"])
    assert (statuses["Killed"], statuses["Survived"]) == (counts["killed"], counts["survived"])


def test_text_and_json_agree(kata: SmallKata):
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    report = json.loads(kata.dojo("verify", "--json").stdout)
    text = kata.dojo("verify").stdout
    for found in report["implementations"]:
        counts = found["mutants"]
        survived = counts["survived"] - counts["equivalent"]
        numbers = [counts[name] for name in ("made", "killed", "timed_out", "equivalent")]
        cells = [found["name"], found["golden_master"], *numbers, survived]
        assert re.search(r"\s+".join(map(str, cells)), text)
        by_crash = f"{counts['killed_by_crash']} by a crash."
        killed = counts["killed"] - counts["killed_by_crash"]
        assert f"{found['name']}: {killed} killed by an assertion, {by_crash}" in text


def test_the_command_fails_if_one_verdict_fails(kata: SmallKata):
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    assert kata.dojo("verify").returncode == 1


def test_a_file_of_somebody_else_is_refused_before_the_run(kata: SmallKata):
    kata.write("mine.json", '{"dojo verify": 1}')
    assert "so it is not replaced" in kata.dojo("verify", "--report", "mine.json").stderr
    assert not (kata.folder / ".dojo").exists()


def test_equivalent_mutants_are_compared_at_the_calls_of_the_tests(kata: SmallKata):
    passed = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    first = run_mutants(kata.folder, passed, lambda _done, _of: None)[0]
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


@pytest.mark.parametrize("fixture", ["capsys", "caplog", "monkeypatch", "recwarn", "tmp_path"])
def test_a_scenario_may_take_fixtures_of_pytest(fixture: str, kata: SmallKata):
    kata.change("tests/golden_master/test_scores.py", "(yatzy,", f"({fixture}, yatzy,")
    shown = kata.dojo("verify", "legacy", "--json").stdout
    assert json.loads(shown)["implementations"][0]["mutants"]["survived"] == 0


def test_a_scenario_that_fails_alone_fails_the_verdict(kata: SmallKata):
    name = "tests/golden_master/test_scores.py"
    kata.change(name, "    calls =", "    ran.append(True)\n    calls =")
    kata.write(name, f"{kata.read(name)}\n\ndef test_alone(yatzy):\n    assert ran\n\n\nran = []\n")
    done = kata.dojo("verify", "legacy")
    assert done.returncode == 1
    assert "tests/golden_master/test_scores.py::test_alone" in done.stdout
