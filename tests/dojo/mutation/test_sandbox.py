"""`dojo mutants`: the grade of a safety net, warm on the second run, and never a stale result."""

import json
import sys
from typing import Any

import pytest

from dojo.practice.model import Practice
from tests.dojo.practising import TEST, YATZY
from tests.dojo.small_kata import SmallKata

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.mutation.cache import MANIFEST


def graded(kata: SmallKata, *options: str) -> dict[str, Any]:
    done = kata.dojo("mutants", "--json", *options)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def counts(grade: dict[str, Any]) -> tuple[int, int, int]:
    return grade["killed"], grade["made"], grade["cached"]


def test_a_net_without_holes_gets_the_full_score_and_the_next_step(kata: SmallKata, practice: Practice) -> None:
    done = kata.dojo("mutants")
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[0]) == (0, "score 100.0 %: 3 of 3 mutants killed.")
    assert lines[-3] == "Every mutant that a test can kill is killed."
    assert practice.choices.level == 1


def test_a_survivor_is_shown_with_its_method_line_change_and_the_tests_that_reach_it(
    kata: SmallKata, blind: Practice
) -> None:
    done = kata.dojo("mutants")
    assert (done.returncode, blind.choices.blind) == (1, True)
    assert done.stdout.startswith("score 66.7 %: 2 of 3 mutants killed, 1 survived.\n")
    shown = ["Yatzy.pair: 1 mutant survived", "  reached by test_a_pair_of_sixes", "  1. practice/yatzy.py:11"]
    assert "\n".join([*shown, "     - return 0", "     + return 1", ""]) in done.stdout


def test_a_survivor_that_is_marked_is_left_out_of_the_score(kata: SmallKata, blind: Practice) -> None:
    assert kata.dojo("mutants").returncode == 1
    marked = kata.dojo("mutants", "--equivalent", "1", "Nobody scores dice that differ.")
    assert marked.stdout.splitlines()[0] == "practice/yatzy.py Yatzy.pair"
    grade = graded(kata)
    assert (grade["score"], grade["survivors"][0]["reason"]) == (100.0, "Nobody scores dice that differ.")
    assert blind.folder.is_dir()


def test_the_second_run_keeps_what_did_not_change(kata: SmallKata, practice: Practice) -> None:
    assert counts(graded(kata)) == (3, 3, 0)
    assert counts(graded(kata)) == (3, 3, 3)
    assert counts(graded(kata, "--no-cache")) == (3, 3, 0)
    assert practice.folder.is_dir()


def test_a_method_that_is_new_leaves_no_result_as_it_was(kata: SmallKata, practice: Practice) -> None:
    graded(kata)
    kata.write(YATZY, kata.read(YATZY) + "\n    def other(self):\n        return 7\n")
    assert counts(graded(kata)) == (3, 4, 0)
    assert practice.folder.is_dir()


def test_what_another_method_noticed_is_asked_again_when_that_method_changed(kata: SmallKata, blind: Practice) -> None:
    kata.write(
        "practice/tests/test_yatzy.py", "from yatzy import Yatzy\n\ndef test_it():\n    assert Yatzy.both(1) == 3\n"
    )
    method = "\n    @staticmethod\n    def both(die):\n        return {}\n"
    kata.write(YATZY, kata.read(YATZY) + method.format("die + Yatzy.pair(1, 1)"))
    assert counts(graded(kata))[0] > 1
    kata.change(YATZY, "die + Yatzy.pair(1, 1)", "die + (Yatzy.pair(1, 1) or 2) * 0 + 2")
    survivors = [each for each in graded(kata)["survivors"] if each["method"] == "Yatzy.pair"]
    assert (len(survivors), blind.folder.is_dir()) == (3, True)


def test_a_method_that_no_test_reaches_is_said_to_be_so(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, kata.read(YATZY) + "\n    def other(self):\n        return 7\n")
    told = kata.dojo("mutants").stdout
    assert "Yatzy.other: no test reaches it (1 mutant, practice/yatzy.py:15)" in told
    assert practice.folder.is_dir()


@pytest.mark.parametrize("name", ["test_more.py", "more_test.py"])
def test_a_new_test_is_asked_about_the_survivors_alone(name: str, kata: SmallKata, blind: Practice) -> None:
    assert counts(graded(kata)) == (2, 3, 0)
    kata.write(f"practice/tests/{name}", TEST.replace("6, 6) == 12", "1, 2) == 0"))
    assert counts(graded(kata)) == (3, 3, 2)
    assert blind.folder.is_dir()


SHADOWED = "\n\ndef test_a_pair_of_sixes():\n    assert True\n"


@pytest.mark.parametrize(
    ("path", "text"),
    [("tests/test_yatzy.py", TEST + SHADOWED), ("pytest.ini", "[pytest]\npython_functions = check_*\n")],
)
def test_what_hides_a_test_takes_all_results_with_it(path: str, text: str, kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_more.py", TEST.replace("def test_", "def check_"))
    assert counts(graded(kata)) == (2, 3, 0)
    kata.write(f"practice/{path}", text)
    assert (graded(kata).get("cached", 0), blind.choices.level) == (0, 1)


def test_a_test_that_is_gone_takes_all_results_with_it(kata: SmallKata, blind: Practice) -> None:
    graded(kata)
    kata.write("practice/tests/test_yatzy.py", TEST.replace("6, 6) == 12", "1, 2) == 0"))
    assert counts(graded(kata)) == (2, 3, 0)
    assert blind.folder.is_dir()


def test_a_change_outside_of_all_functions_takes_all_results_with_it(kata: SmallKata, practice: Practice) -> None:
    graded(kata)
    kata.change(YATZY, "class Yatzy:", "MOST = 6\n\n\nclass Yatzy:")
    assert counts(graded(kata)) == (3, 3, 0)
    assert practice.folder.is_dir()


def test_a_run_that_was_stopped_goes_on(kata: SmallKata, practice: Practice) -> None:
    graded(kata)
    [meta] = (practice.home / "mutation").rglob("*.meta")
    results = json.loads(meta.read_text())
    results["exit_code_by_key"] = dict.fromkeys(results["exit_code_by_key"], -9)
    meta.write_text(json.dumps(results))
    assert counts(graded(kata)) == (3, 3, 0)


def test_an_interrupted_run_anew_goes_on_and_a_finished_one_does_not(kata: SmallKata, practice: Practice) -> None:
    manifest = practice.home / "mutation" / "mutants" / MANIFEST
    graded(kata)
    as_interrupted = {**json.loads(manifest.read_text()), "forgotten": True}
    manifest.write_text(json.dumps(as_interrupted))
    assert counts(graded(kata, "--no-cache")) == (3, 3, 3)
    assert counts(graded(kata, "--no-cache")) == (3, 3, 0)


def test_a_red_practice_makes_no_mutants(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "first + second", "first + 1")
    done = kata.dojo("mutants")
    assert done.returncode == 3
    assert done.stdout.startswith("No mutants were made: without any, it is red already.\nred: level 1, scoring")
    assert not (practice.home / "mutation").exists()


def test_a_practice_without_a_test_makes_no_mutants(kata: SmallKata, blind: Practice) -> None:
    (blind.folder / "tests/test_yatzy.py").unlink()
    done = kata.dojo("mutants")
    assert (done.returncode, "practice/tests has no test yet" in done.stdout) == (3, True)


def test_tests_that_reach_nothing_are_said_to_do_so(kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", "def test_nothing():\n    assert True\n")
    done = kata.dojo("mutants", "--json")
    assert done.returncode == 3
    assert "reach none of your code: nobody would miss anything" in json.loads(done.stdout)["error"]
    assert blind.folder.is_dir()


def test_several_modules_are_tested_together(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/src/dice/pairs.py", kata.read(YATZY))
    kata.write("practice/src/dice/__init__.py", "from dice.pairs import Yatzy\n")
    (kata.folder / YATZY).unlink()
    assert counts(graded(kata)) == (3, 3, 0)
    assert practice.folder.is_dir()


def test_the_score_is_noted_for_the_progress(kata: SmallKata, practice: Practice) -> None:
    graded(kata)
    [line] = (practice.home / "scores.jsonl").read_text().splitlines()
    noted = json.loads(line)
    assert (noted["killed"], noted["made"]) == (3, 3)


def test_there_is_nothing_to_browse_before_the_first_run(kata: SmallKata, practice: Practice) -> None:
    done = kata.dojo("mutants", "--open")
    assert (done.returncode, practice.choices.level) == (1, 1)
    assert done.stderr == "Error: There is no finished run yet. `dojo mutants` makes mutants first.\n"


def test_approval_tests_can_be_graded(kata: SmallKata, blind: Practice) -> None:
    test = (
        "from approvaltests import verify\nfrom yatzy import Yatzy\n\n\ndef test_it():\n    verify(Yatzy.pair(6, 6))\n"
    )
    kata.write("practice/tests/test_yatzy.py", test)
    kata.write("practice/tests/test_yatzy.test_it.approved.txt", "12\n")
    assert counts(graded(kata)) == (2, 3, 0)
    assert blind.folder.is_dir()


def test_code_that_mutmut_cannot_change_has_no_score(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, "class Yatzy:\n    pair = staticmethod(lambda one, two: one + two if one == two else 0)\n")
    done = kata.dojo("mutants", "--json")
    assert (done.returncode, "mutmut found nothing to change" in done.stdout) == (3, True)
    assert practice.folder.is_dir()
