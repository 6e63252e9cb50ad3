"""The order in which tests try to kill a mutant."""

from collections import Counter
from pathlib import Path

import pytest

from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.mutation import order
from dojo.mutation.grade import inputs_of, run_mutants
from dojo.mutation.order import in_order, recent_kills
from dojo.mutation.results import KILLED, STATUSES, SURVIVED, results_in
from tests.dojo.small_kata import SmallKata

SECONDS = {"quick": 0.1, "slow": 0.4, "slowest": 0.9}
PAIR, TRIPLE = "yatzy.x_pair", "yatzy.x_triple"
ONE_MORE_SCENARIO = """

def test_more_pairs(yatzy):
    assert yatzy.pair(3, 3) == 6
"""


def test_the_quickest_test_comes_first():
    assert in_order(["slow", "slowest", "quick"], SECONDS, Counter()) == list(SECONDS)


def test_tests_with_most_kills_per_second_come_first():
    kills = Counter(slow=2, slowest=3)
    assert in_order(SECONDS, SECONDS, kills) == ["slow", "slowest", "quick"]


def test_kills_of_a_function_are_counted(tmp_path: Path):
    killers = tmp_path / "killers.tsv"
    tests = [f"{PAIR}__mutmut_1\tslow", f"{PAIR}__mutmut_2\tslow", f"{TRIPLE}__mutmut_1\tquick"]
    killers.write_text("\n".join(tests))
    assert recent_kills(killers, PAIR) == Counter(slow=2)


def test_old_kills_do_not_count(tmp_path: Path):
    killers = tmp_path / "killers.tsv"
    killers.write_text(f"{PAIR}__mutmut_1\told\n" + f"{PAIR}__mutmut_2\tnew\n" * 1000)
    assert set(recent_kills(killers, PAIR)) == {"new"}


def test_nothing_was_killed_before_the_first_mutant(tmp_path: Path):
    assert recent_kills(tmp_path / "killers.tsv", PAIR) == Counter()


@pytest.mark.usefixtures("warm_mutmut")
def test_a_verdict_does_not_depend_on_the_order(kata: SmallKata, monkeypatch: pytest.MonkeyPatch):
    kata.change("legacy/yatzy.py", "first + second", "sum([first, second][:2])")
    scenario = "tests/golden_master/test_scores.py"
    kata.write(scenario, kata.read(scenario) + ONE_MORE_SCENARIO)
    usual = statuses(kata)
    monkeypatch.setattr(order, "in_order", lambda *arguments: in_order(*arguments)[::-1])
    assert statuses(kata) == usual
    assert set(usual.values()) == {SURVIVED, KILLED}


def statuses(kata: SmallKata) -> dict[str, str]:
    passed = [GoldenMasterResult(name, True, 0.1, "") for name in IMPLEMENTATIONS]
    run_mutants(kata.folder, passed, inputs_of(kata.folder), lambda _done, _of: None)
    codes = results_in(kata.folder / "mutants").items()
    return {name: STATUSES[code] for name, (code, _) in codes}
