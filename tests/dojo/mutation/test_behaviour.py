"""Old against new, at the calls of the tests: the functions compared, and their differences."""

import pytest

from dojo.errors import WrongUsageError
from dojo.inside.twins import NOT_REPLACED
from dojo.mutation.behaviour import (
    ChangedFunction,
    Comparison,
    behaviour_lines,
    compare_behaviour,
    functions_by_name,
)
from dojo.mutation.selection import find_snapshot
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import checked, write_files
from tests.dojo.small_kata import RULE, SmallKata

TWO = "from yatzy import Yatzy\n\ndef test_two(): assert Yatzy.pair(1, 2) is not None\n"
RED = "from yatzy import Yatzy\n\ndef test_red(): assert Yatzy.pair(1, 2) == 9\n"
LATER = "\ndef test_later(): assert Yatzy.pair(5, 6) is not None\n"
HELPER = "\n\ndef total(first, second):\n    return first + second\n"


def compare(practice: Practice, code: str, test: str = TWO) -> Comparison:
    (practice.folder / "tests/test_yatzy.py").unlink()
    start = read_history(Repository(practice.folder)).start
    write_files(practice.folder, {"yatzy.py": code, "tests/test_two.py": test})
    return compare_behaviour(practice, start)


def test_a_difference_that_no_test_looks_at_is_found(blind: Practice):
    found = compare(blind, RULE.replace("return 0", "return 1"))
    assert [(each.call, each.before, each.now) for each in found.differences] == [
        ("Yatzy.pair(1, 2)", {"result": "0"}, {"result": "1"})
    ]


def test_a_refactoring_makes_no_difference(blind: Practice):
    body = "return first + second"
    found = compare(blind, RULE.replace(body, "return total(first, second)") + HELPER)
    assert (found.differences, found.calls, found.functions) == ([], 1, 1)


def test_a_new_function_is_named(blind: Practice):
    found = compare(blind, RULE + HELPER)
    assert found.not_compared["new, renamed or moved"] == ["practice/yatzy.py::total"]


def test_a_function_that_cannot_be_replaced_is_named(blind: Practice):
    code = RULE.replace("@staticmethod\n", "@staticmethod\n    @hide\n")
    found = compare(
        blind, f"def hide(function):\n    return lambda *dice: function(*dice)\n\n{code}"
    )
    assert (found.calls, found.unclear) == (0, {NOT_REPLACED: 1})


def test_a_function_that_is_gone_is_named(blind: Practice):
    found = compare(blind, RULE.replace("def pair", "def two"), "def test_nothing(): pass\n")
    assert found.not_compared["gone, renamed or moved"] == ["practice/yatzy.py::Yatzy.pair"]


def test_other_parameters_are_named(blind: Practice):
    found = compare(blind, RULE.replace("second: int", "second: int = 1"))
    assert found.not_compared["other parameters"] == ["practice/yatzy.py::Yatzy.pair"]


def test_a_function_that_no_test_calls_is_named(blind: Practice):
    code = RULE.replace("return 0", "return 1")
    found = compare(blind, code, "def test_nothing(): pass\n")
    assert found.not_compared["no call in a test"] == ["practice/yatzy.py::Yatzy.pair"]


def test_annotations_are_no_parameters():
    [function] = functions_by_name({"a.py": "def f(a: int): pass\n"}).values()
    assert function.parameters == "a"


def test_tests_after_a_red_one_run(blind: Practice):
    found = compare(blind, RULE.replace("return 0", "return 0 + 0"), RED + LATER)
    assert found.calls == 2


def test_the_command_fails_if_something_differs(kata: SmallKata, blind: Practice):
    compare(blind, RULE.replace("return 0", "return 1"))
    done = kata.dojo("compare", "--behaviour")
    assert done.returncode == 1
    assert done.stdout.splitlines()[2:5] == [
        "Yatzy.pair(1, 2)",
        "  at the start  => 0",
        "  now           => 1",
    ]
    assert kata.dojo("compare", "--behaviour", "--json").returncode == 1


def test_the_command_compares_with_a_commit(kata: SmallKata, blind: Practice):
    compare(blind, RULE.replace("return 0", "return 1"))
    kata.dojo("check")
    commit = read_history(Repository(blind.folder)).steps[-1].commit
    assert kata.dojo("compare", "--behaviour", "--since", commit).returncode == 0


def test_a_check_is_found_by_its_number(blind: Practice):
    step = checked(blind, GREEN)
    assert find_snapshot(blind, "1") == step.commit


def test_an_unknown_commit_is_refused(blind: Practice):
    with pytest.raises(WrongUsageError, match="no commit nowhere"):
        find_snapshot(blind, "nowhere")


def test_a_green_check_compares_with_the_last_one(kata: SmallKata, blind: Practice):
    practice = blind.folder
    write_files(practice, {"tests/test_two.py": TWO})
    kata.dojo("check")
    write_files(practice, {"yatzy.py": RULE.replace("return 0", "return 1")})
    assert "  before  => 0\n  now     => 1\n" in kata.dojo("check", "--twins").stdout
    assert "1 call" not in kata.dojo("check").stdout
    write_files(practice, {"yatzy.py": RULE.replace("return 0", "return 1 + 0")})
    assert "no function differs" in kata.dojo("check", "--twins").stdout


SHOWN = Comparison(
    3,
    2,
    [ChangedFunction("f", "f(1)", "tests/test_a.py::test_a", {"prints": "'a'"}, {"prints": "'b'"})],
    {"other parameters": ["a.py::g"]},
    {"threads": 2},
)


def test_what_differs_and_what_is_not_compared_are_shown():
    assert behaviour_lines(SHOWN, "then") == [
        "3 calls of 2 functions: 1 function differs.",
        "",
        "f(1)",
        "  then  prints: 'a'",
        "  now   prints: 'b'",
        "  in tests/test_a.py::test_a",
        "",
        "Not compared, other parameters: g.",
        "",
        "Not compared in calls: threads (2).",
    ]


def test_only_the_first_differences_are_shown():
    many = Comparison(9, 9, SHOWN.differences * 7, {}, {})
    assert behaviour_lines(many, "then")[-1] == "... and 2 more; --json has all"


def test_nothing_may_be_compared():
    found = Comparison(0, 0, [], {"new": ["a.py::f"]}, {})
    assert behaviour_lines(found, "then")[0] == "No call could be compared."


def test_no_code_may_have_changed(blind: Practice):
    found = compare(blind, RULE)
    assert behaviour_lines(found, "then") == ["Nothing to compare: no code changed."]


def test_nothing_may_differ():
    assert behaviour_lines(Comparison(2, 1, [], {}, {}), "then") == [
        "2 calls of 1 function: no function differs."
    ]


def test_a_long_list_of_names_is_cut():
    found = Comparison(1, 1, [], {"new": [f"a.py::f{number}" for number in range(25)]}, {})
    assert behaviour_lines(found, "then")[-1].endswith("and 5 more.")
