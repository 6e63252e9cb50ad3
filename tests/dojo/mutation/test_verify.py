"""`dojo verify`: the verdict, from the golden master to the last mutant."""

import json
from collections import Counter

import pytest

from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.mutation.grade import inputs_of, run_mutants
from dojo.mutation.results import KILLED, STATUSES, SURVIVED, results_in
from dojo.mutation.run import MutantOptions
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.usefixtures("warm_mutmut")

MORE_THAN_IT_NEEDS = ("first + second", "sum([first, second][:2])")


def verdict_of(kata: SmallKata, workers: int) -> Counter[str]:
    """Return how many mutants have each status."""
    passed = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]
    options = MutantOptions(workers=workers)
    run_mutants(kata.folder, passed, inputs_of(kata.folder), lambda _done, _of: None, options)
    codes = [code for code, _ in results_in(kata.folder / "mutants").values()]
    return Counter(STATUSES[code] for code in codes if code is not None)


def test_a_verdict_depends_on_neither_workers_nor_warm_sessions(kata: SmallKata):
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    on_one = verdict_of(kata, workers=1)
    kata.change("pyproject.toml", '"--warm", ', "")
    kata.change("pyproject.toml", '"-p", "dojo.mutation.session", ', "")
    assert on_one == verdict_of(kata, workers=2)
    assert set(on_one) == {SURVIVED, KILLED}


def test_a_report_counts_as_the_verdict_does(kata: SmallKata):
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    shown = kata.dojo("verify", "legacy", "--report", "mutants.json", "--json").stdout
    counts = json.loads(shown)["implementations"][0]["mutants"]
    files = json.loads(kata.read("mutants.json"))["files"].values()
    statuses = Counter(mutant["status"] for file in files for mutant in file["mutants"])
    assert (statuses["Killed"], statuses["Survived"]) == (counts["killed"], counts["survived"])


def test_the_command_fails_if_one_verdict_fails(kata: SmallKata):
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    assert kata.dojo("verify").returncode == 1


def test_a_file_of_somebody_else_is_refused_before_the_run(kata: SmallKata):
    kata.write("mine.json", '{"dojo verify": 1}')
    assert "so it is not replaced" in kata.dojo("verify", "--report", "mine.json").stderr
    assert not (kata.folder / "mutants").exists()
