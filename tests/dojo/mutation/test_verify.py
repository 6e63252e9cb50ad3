"""`dojo verify`: the verdict, from the golden master to the last mutant."""

import json
import subprocess
import sys

import pytest

from dojo.mutation.results import KILLED, OUTCOMES, SURVIVED
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="mutmut needs fork")
OUT_OF_SIGHT = ("class Yatzy:", "PAYS = 2\n\n\nclass Yatzy:")
MORE_THAN_IT_NEEDS = ("first + second", "sum([first, second][:2])")


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> tuple[SmallKata, subprocess.CompletedProcess[str]]:
    """Give a kata with its verdict, as JSON."""
    kata = SmallKata(tmp_path_factory.mktemp("verified"))
    return kata, kata.dojo("verify", "--json")


def test_it_is_fine_when_all_mutants_are_killed(verified: tuple[SmallKata, subprocess.CompletedProcess[str]]) -> None:
    _, done = verified
    verdict = json.loads(done.stdout)
    mutants = {"made": 3, "killed": 3, "killed_by_crash": 0, "timed_out": 0, "survived": 0, "equivalent": 0}
    assert verdict["implementations"] == [
        {"name": name, "golden_master": "passed", "mutants": mutants} for name in ("legacy", "refactored")
    ]
    assert verdict["mutants_per_second"] > 0
    assert done.returncode == 0


def test_it_tests_nothing_anew_when_nothing_changed(
    verified: tuple[SmallKata, subprocess.CompletedProcess[str]],
) -> None:
    kata, _ = verified
    done = kata.dojo("verify")
    assert "no mutant to test anew" in done.stdout
    assert done.returncode == 0


def test_it_tests_anew_what_a_changed_scenario_might_see_otherwise(kata: SmallKata) -> None:
    kata.dojo("verify")
    kata.change("tests/golden_master/test_scores.py", ", (1, 2)]", "]")
    kata.change("approved_files/pairs.approved.txt", "Yatzy.pair(1, 2) -> 0\n", "")
    done = kata.dojo("verify")
    assert "    - return 0\n    + return 1\n" in done.stdout
    assert done.returncode == 1


def test_it_makes_no_mutants_when_the_golden_master_fails(kata: SmallKata) -> None:
    kata.change("refactored/yatzy.py", "return 0", "return 1")
    done = kata.dojo("verify")
    assert "refactored fails the golden master; no mutants were made." in done.stdout
    assert "Yatzy.pair(1, 2)\n    expected 0\n    got      1\n" in done.stdout
    assert not (kata.folder / "mutants").exists()
    assert done.returncode == 1


def test_it_falls_short_of_survivors_and_of_statements_out_of_reach_until_both_are_explained(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *OUT_OF_SIGHT)
    kata.change("legacy/yatzy.py", "first + second", "PAYS * max(first, second)")
    kata.change("legacy/yatzy.py", "return 0\n", "return [0][first - first]\n")
    done = kata.dojo("verify", "legacy")
    assert done.returncode == 1
    assert "legacy/yatzy.py (module): PAYS = 2" in done.stdout
    kata.write("approved_files/out_of_reach.approved.txt", "Tested.\n\n    legacy/yatzy.py (module): PAYS = 2\n")
    blocks = [block for block in done.stdout.split("\n\n") if "Why:" in block]
    entries = ["\n".join(block.rstrip().splitlines()[-4:]) + " because" for block in blocks]
    kata.write("approved_files/survivors.approved.txt", "\n\n".join(entries) + "\n")
    again = kata.dojo("verify", "legacy")
    assert again.returncode == 0, again.stdout


def test_the_verdict_is_the_same_on_one_worker_and_on_two_with_and_without_a_warm_session(kata: SmallKata) -> None:
    kata.change("legacy/yatzy.py", *MORE_THAN_IT_NEEDS)
    on_one = verdict_of(kata, "--workers", "1")
    kata.change("pyproject.toml", '"--warm", ', "")
    on_two = verdict_of(kata, "--workers", "2")
    kata.change("pyproject.toml", '"-p", "tests.warm_session", ', "")
    assert on_one == on_two == verdict_of(kata, "--workers", "2")
    assert set(on_one.values()) == {SURVIVED, KILLED}


def verdict_of(kata: SmallKata, *options: str) -> dict[str, str]:
    kata.dojo("verify", *options)
    return {name: OUTCOMES[code] for name, code in kata.exit_codes().items() if code is not None}
