"""Old against new, at the calls of the tests: the functions compared, and their differences."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from dojo.commands import compare
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.inside.twins import NOT_REPLACED
from dojo.mutation import behaviour
from dojo.mutation.behaviour import (
    ChangedFunction,
    Comparison,
    behaviour_lines,
    compare_behaviour,
    functions_of_files,
    parameters_of,
)
from dojo.mutation.selection import find_snapshot
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY, checked, copied, started, write_files
from tests.dojo.small_kata import ENDS, RULE, SmallKata

START = """
TABLE = {"a": 1}
KEY = lambda dice: 0
def marked(): return 0
class Line:
    size: int = 1
def hide(function): return lambda *dice: function(*dice)
@hide
def hidden(): return 0
def counted(start):
    def count(): return start
    return count
first = counted(0)
def refactored(first, second):
    def call(): return first + second
    return call()
def extended(first): return first
def changed_later(): return 0
def gone(): return 0

class Yatzy:
    @staticmethod
    def changed(first, second): return 0
    def uncalled(self): return 0
"""
NOW = """
TABLE = {"a": 2}
KEY = lambda dice: 1
@staticmethod
def marked(): return 0
class Line:
    size: int
def hide(function): return lambda *dice: function(*dice)
@hide
def hidden(): return 1
def counted(start):
    begin = start
    def count(): return begin
    return count
first = counted(0)
def refactored(first, second):
    def call(): return total(first, second)
    return call()
def total(first, second): return first + second
def extended(first, second=1): return first
def changed_later(): return 1

class Yatzy:
    @staticmethod
    def changed(first, second): return 1
    def uncalled(self): return 1
"""
TESTS = """
import yatzy

def test_calls():
    yatzy.Yatzy.changed(1, 2)
    yatzy.hidden()
    yatzy.first()
    yatzy.extended(1)

def test_red(): assert yatzy.refactored(1, 2) == 9
def test_later(): yatzy.changed_later()
"""
OTHER = "\n\ndef other():\n    return 0\n"
TWO = "from yatzy import Yatzy, other\n\ndef test_two(): assert [Yatzy.pair(1, 2), other()]\n"
ONE_AFTER_THE_OTHER = """
from yatzy import Yatzy, other

def test_pair(): Yatzy.pair(1, 2)
def test_other(): other()
"""
PAIR = {"tests/test_pair.py": "from yatzy import Yatzy\n\ndef test_pair(): Yatzy.pair(1, 2)\n"}


class Compared(NamedTuple):
    """A practice, what differs since its start, and the exit code of the command."""

    practice: Practice
    found: Comparison
    exit_code: int


@pytest.fixture(scope="module")
def compared(new_kata: Callable[[], SmallKata]) -> Compared:
    kata = new_kata()
    kata.write("legacy/yatzy.py", f"{START}{ENDS}")
    practice = started(kata, blind=True)
    write_files(practice.folder, {"yatzy.py": NOW, "tests/test_yatzy.py": TESTS})
    done = kata.dojo("compare", "--behaviour", "--json")
    return Compared(practice, msgspec.json.decode(done.stdout, type=Comparison), done.returncode)


@pytest.fixture
def found(compared: Compared) -> Comparison:
    return compared.found


def test_a_difference_that_no_test_looks_at_is_found(found: Comparison):
    [_, _, each] = found.differences
    assert (each.call, each.before, each.now) == (
        "Yatzy.changed(1, 2)",
        {"result": "0"},
        {"result": "1"},
    )


def test_tests_after_a_red_one_run(found: Comparison):
    assert found.differences[1].test == "tests/test_yatzy.py::test_later"


def test_a_refactoring_makes_no_difference(found: Comparison):
    names = [each.function for each in found.differences]
    assert names == ["hidden", "changed_later", "Yatzy.changed"]
    assert (found.calls, found.functions) == (4, 4)


def test_a_function_that_cannot_be_replaced_is_named(found: Comparison):
    assert found.unclear == {NOT_REPLACED: 1}


@pytest.mark.parametrize(
    ("reason", "functions"),
    [
        ("new, renamed or moved", ["total"]),
        ("gone, renamed or moved", ["gone"]),
        ("other parameters or defaults", ["extended"]),
        ("changed decorators", ["marked"]),
        ("except where a function uses it", ["TABLE", "Line.size"]),
        ("called at import only", ["counted", "hide"]),
        (f"because of {NOT_REPLACED}", ["counted.<locals>.count"]),
        ("no call in a test's own process", ["KEY.<lambda>", "marked", "Yatzy.uncalled"]),
    ],
)
def test_functions_that_are_not_compared_are_named(
    reason: str, functions: list[str], found: Comparison
):
    assert found.not_compared[reason] == [f"practice/yatzy.py::{name}" for name in functions]


def test_functions_may_have_had_no_time(blind: Practice, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(behaviour, "TOTAL_SECONDS", 0.0)
    write_files(
        blind.folder, {"yatzy.py": RULE + OTHER, "tests/test_yatzy.py": ONE_AFTER_THE_OTHER}
    )
    commit = checked(blind, GREEN).commit
    write_files(blind.folder, {"yatzy.py": RULE + OTHER.replace("0", "2")})
    found = compare_behaviour(blind, commit)
    assert list(found.not_compared.items()) == [
        ("no call in the tests that were run", ["practice/yatzy.py::other"]),
        ("because of lack of time", ["practice/yatzy.py::Yatzy.pair"]),
    ]
    assert found.unclear == {"tests that were not run": 1}


def test_earlier_code_imports_a_module_that_is_gone(blind: Practice):
    code = f"import old\n{RULE.replace('return 0', 'return old.rate()')}"
    write_files(blind.folder, {"yatzy.py": code, "old.py": "def rate(): return 1\n", **PAIR})
    commit = checked(blind, GREEN).commit
    write_files(
        blind.folder, {"yatzy.py": code.replace("old", "new"), "new.py": "def rate(): return 2\n"}
    )
    (blind.folder / "old.py").unlink()
    found = compare_behaviour(blind, commit)
    assert [each.before for each in found.differences] == [{"result": "1"}]


def test_a_comment_is_no_other_code(blind: Practice):
    start = read_history(Repository(blind.folder)).start
    now = RULE.replace("return 0", "return 0  # not alike")
    write_files(blind.folder, {"yatzy.py": now, **PAIR})
    found = compare_behaviour(blind, start)
    assert (found.functions, found.not_compared) == (1, {})


def test_annotations_are_no_parameters():
    [function] = functions_of_files({"a.py": "def f(a: int): pass\n"}).values()
    assert parameters_of(function) == "a"


def test_the_command_fails_if_something_differs(
    kata: SmallKata, compared: Compared, monkeypatch: pytest.MonkeyPatch
):
    copied(compared.practice.folder, kata)
    monkeypatch.setattr(compare, "compare_behaviour", lambda *_: compared.found)
    done = kata.dojo("compare", "--behaviour")
    assert done.returncode == 1
    assert "Yatzy.changed(1, 2)\n  at the start  => 0\n  now           => 1\n" in done.stdout
    assert compared.exit_code == 1, "so does --json"


def test_the_command_compares_with_a_commit(kata: SmallKata, compared: Compared):
    practice = copied(compared.practice.folder, kata)
    commit = checked(practice, GREEN).commit
    assert kata.dojo("compare", "--behaviour", "--since", commit).returncode == 0


def test_a_check_is_found_by_its_number(blind: Practice):
    step = checked(blind, GREEN)
    assert find_snapshot(blind, "1") == step.commit


def test_an_unknown_commit_is_refused(blind: Practice):
    with pytest.raises(WrongUsageError, match="no commit nowhere"):
        find_snapshot(blind, "nowhere")


def test_code_that_is_no_python_is_not_compared(kata: SmallKata, blind: Practice):
    start = read_history(Repository(blind.folder)).start
    kata.change(YATZY, "return 0", "return 0)")
    with pytest.raises(WorkspaceError, match="it is no valid Python"):
        compare_behaviour(blind, start)


def test_a_green_check_compares_with_the_last_one(kata: SmallKata, blind: Practice):
    before = RULE.replace("return 0", "return 1") + OTHER
    now = RULE.replace("return 0", "return 1 + 0") + OTHER.replace("0", "2")
    write_files(blind.folder, {"yatzy.py": before, "tests/test_two.py": TWO})
    checked(blind, GREEN)
    write_files(blind.folder, {"yatzy.py": now})
    shown = kata.dojo("check", "--twins").stdout
    assert "of 2 functions: 1 function differs" in shown
    assert "  before  => 0\n  now     => 2\n" in shown
    assert "compare" not in kata.dojo("check").stdout


SHOWN = Comparison(
    3,
    2,
    [ChangedFunction("f", "f(1)", "tests/test_a.py::test_a", {"prints": "'a'"}, {"prints": "'b'"})],
    {"other parameters": ["a.py::g"]},
    {"threads": 2, "sockets": 1},
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
        "Not compared in calls: sockets (1), threads (2).",
    ]


def test_a_call_that_is_cut_is_shown_with_the_name_of_its_function():
    call = f"Cart({'0, ' * 500}).add(1)"
    long = msgspec.structs.replace(SHOWN.differences[0], function="Cart.add", call=call)
    assert behaviour_lines(Comparison(1, 1, [long], {}, {}), "then")[2].endswith(".add(1)")


def test_only_the_first_differences_are_shown():
    many = Comparison(9, 9, SHOWN.differences * 7, {}, {})
    assert behaviour_lines(many, "then")[-1] == "... and 2 more; --json has all"


def test_nothing_may_be_compared():
    found = Comparison(0, 0, [], {"gone, renamed or moved": ["a.py::f"]}, {})
    assert behaviour_lines(found, "then")[0] == "No call could be compared."


def test_no_code_may_have_changed(practice: Practice):
    found = compare_behaviour(practice, Repository(practice.folder).tree())
    assert behaviour_lines(found, "then") == ["Nothing to compare: no earlier code changed."]


def test_a_new_file_has_no_earlier_version(blind: Practice):
    commit = checked(blind, GREEN).commit
    write_files(blind.folder, {"new.py": OTHER})
    assert behaviour_lines(compare_behaviour(blind, commit), "then") == [
        "Nothing to compare: no earlier code changed.",
        "",
        "Not compared, new, renamed or moved: other.",
    ]


def test_nothing_may_differ():
    assert behaviour_lines(Comparison(2, 1, [], {}, {}), "then") == [
        "2 calls of 1 function: no function differs."
    ]


def test_a_long_list_of_names_is_cut():
    found = Comparison(1, 1, [], {"new": [f"a.py::f{number}" for number in range(25)]}, {})
    assert behaviour_lines(found, "then")[-1].endswith("and 5 more.")
