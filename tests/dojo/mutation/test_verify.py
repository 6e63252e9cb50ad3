"""`dojo verify`: the verdict, from the golden master to the last mutant."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dojo.commands import verify as command
from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.main import main
from dojo.mutation.grade import inputs_of, run_mutants
from dojo.mutation.results import KILLED, STATUSES, SURVIVED
from dojo.mutation.run import Manifest, RunResult, update_results
from tests.dojo.small_kata import SmallKata

Verify = Callable[..., Result]
MORE_THAN_IT_NEEDS = ("first + second", "sum([first, second][:2])")


def golden_master(
    _workspace: object, implementations: tuple[str, ...], *, passed: bool = True
) -> list[GoldenMasterResult]:
    """Return what a golden master says."""
    return [
        GoldenMasterResult(each, passed=passed, seconds=0.1, report="") for each in implementations
    ]


@pytest.fixture
def verify(warm_mutmut: None, kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> Verify:  # noqa: ARG001 - it is to be there
    """Give the function that runs `dojo verify` in a kata whose golden master passes."""
    monkeypatch.chdir(kata.folder)
    monkeypatch.setattr(command, "run_golden_master", golden_master)
    return lambda *arguments: CliRunner().invoke(main, ["verify", *arguments])


def test_its_reports_count_as_the_verdict_does(kata: SmallKata, verify: Verify) -> None:
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    done = verify("legacy", "--report", "mutants.json", "--report", "mutants.html", "--json")
    counts = json.loads(done.stdout)["implementations"][0]["mutants"]
    report = json.loads(kata.read("mutants.json"))
    statuses = Counter(
        each["status"] for file in report["files"].values() for each in file["mutants"]
    )
    assert (statuses["Killed"], statuses["Survived"]) == (counts["killed"], counts["survived"])
    assert statuses.total() == counts["made"]
    assert "no test notices 1 change of it" in kata.read("mutants.html")
    [(path, tests)] = report["testFiles"].items()
    assert (path, tests["tests"][0]["name"]) == (
        "tests/golden_master/test_scores.py",
        "test_pairs[legacy]",
    )


def test_what_changed_meanwhile_is_named_beside_the_verdict_and_tested_the_next_time(
    kata: SmallKata, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renamed_at_the_end(
        workdir: Path, last: Manifest | None, *arguments: Any, **options: Any
    ) -> RunResult:
        assert last is None, "a document is new, so what would be kept is an estimate"
        result = update_results(workdir, last, *arguments, **options)
        kata.change("legacy/yatzy.py", "def pair", "def twin")
        return result

    verify()
    kata.write("approved_files/more.approved.txt", "A document.\n")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("dojo.mutation.grade.update_results", renamed_at_the_end)
        done = verify()
    assert (
        done.exit_code,
        "the verdict is for the old files: legacy/yatzy.py." in done.stdout,
    ) == (0, True)
    kata.change("legacy/yatzy.py", "def twin", "def pair")
    assert verify().stdout.count("no mutant to test again") == 0, (
        "nobody knows of which code the results were"
    )


@pytest.mark.usefixtures("warm_mutmut")
def test_the_verdict_is_the_same_on_one_worker_and_on_two_with_and_without_a_warm_session(
    kata: SmallKata,
) -> None:
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    on_one = verdict_of(kata, workers=1)
    kata.change("pyproject.toml", '"--warm", ', "")
    kata.change("pyproject.toml", '"-p", "dojo.mutation.session", ', "")
    assert on_one == verdict_of(kata, workers=2)
    assert set(on_one.values()) == {SURVIVED, KILLED}


def verdict_of(kata: SmallKata, workers: int) -> dict[str, str]:
    passed = golden_master(kata.folder, IMPLEMENTATIONS)
    run_mutants(kata.folder, passed, inputs_of(kata.folder), workers, lambda _done, _of: None)
    return {name: STATUSES[code] for name, code in kata.exit_codes().items() if code is not None}


def test_what_somebody_else_made_is_refused_before_anything_is_run(
    kata: SmallKata, verify: Verify
) -> None:
    kata.write("mine.json", '{"dojo verify": 1}')
    assert "so it is not replaced" in verify("--report", "mine.json").stderr
    assert not (kata.folder / "mutants").exists()


def test_without_mutants_there_is_no_report(
    kata: SmallKata, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        command, "run_golden_master", lambda *arguments: golden_master(*arguments, passed=False)
    )
    assert verify("--report", "mutants.json").exit_code == 1
    assert not (kata.folder / "mutants.json").exists()
