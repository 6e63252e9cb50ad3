"""`dojo verify`: the verdict, from the golden master to the last mutant."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main
from dojo.commands import verify as command
from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.mutation import runner
from dojo.mutation.cache import Kept, update
from dojo.mutation.results import KILLED, OUTCOMES, SURVIVED
from dojo.mutation.verdict import inputs_of, run_mutants
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="mutmut needs fork")
MUTMUT = runner.MUTMUT  # before anybody puts another in its place
Verify = Callable[..., Result]
OUT_OF_SIGHT = ("class Yatzy:", "PAYS = 2\n\n\nclass Yatzy:")
MORE_THAN_IT_NEEDS = ("first + second", "sum([first, second][:2])")


def passed(_workspace: Path, implementations: tuple[str, ...]) -> list[GoldenMasterResult]:
    """Return what a golden master says that passes."""
    return [GoldenMasterResult(each, passed=True, seconds=0.1, report="") for each in implementations]


def unseen(_done: int, _of: int) -> None:
    """Tell nobody of the progress."""


@pytest.fixture
def verify(warm_mutmut: None, monkeypatch: pytest.MonkeyPatch) -> Verify:  # noqa: ARG001 - it is to be there
    """Give the function that runs `dojo verify` in a kata whose golden master passes."""

    def run(kata: SmallKata, *arguments: str) -> Result:
        monkeypatch.chdir(kata.folder)
        return CliRunner().invoke(main, ["verify", *arguments])

    monkeypatch.setattr(command, "run_golden_master", passed)
    return run


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> tuple[SmallKata, subprocess.CompletedProcess[str]]:
    """Give a kata with its verdict, as JSON; this run starts mutmut as a person's does."""
    kata = SmallKata(tmp_path_factory.mktemp("verified"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "MUTMUT", MUTMUT)
        return kata, kata.dojo("verify", "--json")


def test_it_tests_nothing_anew_when_nothing_changed(
    verified: tuple[SmallKata, subprocess.CompletedProcess[str]], verify: Verify
) -> None:
    kata, _ = verified
    done = verify(kata)
    assert "no mutant to test anew" in done.stdout
    assert done.exit_code == 0


def test_it_fails_for_survivors_and_for_unmutated_statements_until_there_is_a_reason_for_both(
    kata: SmallKata, verify: Verify
) -> None:
    kata.change("legacy/yatzy.py", *OUT_OF_SIGHT)
    kata.change("legacy/yatzy.py", "first + second", "PAYS * max(first, second)")
    kata.change("legacy/yatzy.py", "return 0\n", "return [0][first - first]\n")
    done = verify(kata, "legacy")
    assert done.exit_code == 1
    assert "legacy/yatzy.py (module): PAYS = 2" in done.stdout
    kata.write("approved_files/unmutated.approved.txt", "Tested.\n\n    legacy/yatzy.py (module): PAYS = 2\n")
    give_reasons(kata, done)
    done = verify(kata, "legacy")
    assert done.exit_code == 0, done.stdout


def give_reasons(kata: SmallKata, done: Result) -> None:
    """Write down a reason for each survivor that a verdict shows."""
    blocks = [block for block in done.stdout.split("\n\n") if "Why:" in block]
    entries = ["\n".join(block.rstrip().splitlines()[-4:]) + " because" for block in blocks]
    kata.write("approved_files/survivors.approved.txt", "\n\n".join(entries) + "\n")


def test_equivalent_mutants_are_counted_and_shown_on_request(kata: SmallKata, verify: Verify) -> None:
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    give_reasons(kata, verify(kata, "legacy"))
    usual, on_request = verify(kata, "legacy").stdout, verify(kata, "legacy", "--equivalent").stdout
    assert "1 equivalent mutant, " in usual
    assert "[:3]" not in usual
    assert "    + return sum([first, second][:3])\n    Why: because\n" in on_request


def test_what_changed_meanwhile_is_named_beside_the_verdict_and_tested_the_next_time(
    kata: SmallKata, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renamed_at_the_end(*arguments: Any, **options: Any) -> Kept:
        kept = update(*arguments, **options)
        kata.change("legacy/yatzy.py", "def pair", "def twin")
        return kept

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("dojo.mutation.verdict.update", renamed_at_the_end)
        done = verify(kata)
    assert (done.exit_code, "Changed meanwhile, and not in this verdict: legacy." in done.stdout) == (0, True)
    kata.change("legacy/yatzy.py", "def twin", "def pair")
    assert verify(kata, "refactored").stdout.count("no mutant to test anew") == 1
    assert verify(kata).stdout.count("no mutant to test anew") == 0, "nobody knows of which code the results were"


@pytest.mark.usefixtures("warm_mutmut")
def test_the_verdict_is_the_same_on_one_worker_and_on_two_with_and_without_a_warm_session(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    on_one = verdict_of(kata, workers=1)
    kata.change("pyproject.toml", '"--warm", ', "")
    on_two = verdict_of(kata, workers=2)
    kata.change("pyproject.toml", '"-p", "dojo.mutation.session", ', "")
    assert on_one == on_two == verdict_of(kata, workers=2)
    assert set(on_one.values()) == {SURVIVED, KILLED}


def verdict_of(kata: SmallKata, workers: int) -> dict[str, str]:
    run_mutants(kata.folder, passed(kata.folder, IMPLEMENTATIONS), inputs_of(kata.folder), workers, unseen)
    return {name: OUTCOMES[code] for name, code in kata.exit_codes().items() if code is not None}


# The report.


def test_its_report_counts_as_the_verdict_does(kata: SmallKata, verify: Verify) -> None:
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    done = verify(kata, "legacy", "--report", "mutants.json", "--report", "mutants.html", "--json")
    [verdict] = json.loads(done.stdout)["implementations"]
    counts = verdict["mutants"]
    report = json.loads(kata.read("mutants.json"))
    statuses = Counter(each["status"] for file in report["files"].values() for each in file["mutants"])
    assert (statuses["Killed"], statuses["Survived"]) == (counts["killed"], counts["survived"])
    assert statuses.total() == counts["made"]
    assert "1 change of it would go unseen" in kata.read("mutants.html")


def test_the_killer_in_its_report_is_a_scenario(kata: SmallKata, verify: Verify) -> None:
    done = verify(kata, "refactored", "--report", "mutants.json")
    assert "The report: mutants.json\n" in done.stdout
    report = json.loads(kata.read("mutants.json"))
    [(path, tests)] = report["testFiles"].items()
    killers = [each["killedBy"] for each in report["files"]["refactored/yatzy.py"]["mutants"]]
    assert (path, [test["name"] for test in tests["tests"]]) == (
        "tests/golden_master/test_scores.py",
        ["test_pairs[refactored]"],
    )
    assert killers == 3 * [[tests["tests"][0]["id"]]]


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_run(kata: SmallKata, verify: Verify) -> None:
    kata.write("mine.json", "{}")
    done = verify(kata, "--report", "mine.json")
    assert (done.exit_code, "mutants" in done.stdout) == (3, False)
    assert "stays as it is" in done.stderr
    assert not (kata.folder / "mutants").exists()


def test_without_mutants_there_is_no_report(kata: SmallKata, verify: Verify, monkeypatch: pytest.MonkeyPatch) -> None:
    red = GoldenMasterResult("legacy", passed=False, seconds=0.1, report="")
    monkeypatch.setattr(command, "run_golden_master", lambda *_: [red])
    assert "No report was written: no mutants were made.\n" in verify(kata, "legacy", "--report", "mutants.json").stdout
    assert not (kata.folder / "mutants.json").exists()
