"""Old against new: which calls are made, and which results count as different."""

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.inside.caller import result_of, show
from dojo.practice.history import History, read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.record.behaviour import (
    Call,
    Comparison,
    calls_of,
    compare_behaviour,
    recorded_calls,
    results_of,
    text_of_tests,
    variations,
)
from tests.dojo.practising import write_files
from tests.dojo.record.recordings import importable
from tests.dojo.small_kata import SmallKata

RECORDED = """
def test_pair():
    lines = [
        call(yatzy.Yatzy.pair, 6, 6),
        call(yatzy.Yatzy.pair, 1, {}),
    ]


def test_cart():
    instance = shop.Cart()
    lines = [
        call(instance.add, 1),
        call(shop.total, Price(3)),
        call(shop.total, [1, 2], currency="EUR"),
    ]
"""


class _Plain:
    def __init__(self, a: int) -> None:
        self.a = a


@dataclass
class _Holder:
    plain: _Plain


def varied(*positional: object, **named: object) -> list[str]:
    call = Call("f", positional, named)
    return [str(variation) for variation in variations(call)]


def compare(practice: Practice) -> Comparison:
    return compare_behaviour(practice, read_history(Repository(practice.folder)), sys.executable)


@pytest.fixture
def recorded(practice: Practice) -> Practice:
    """Return a practice with a recorded call."""
    test = "def test_pair():\n    lines = [call(yatzy.Yatzy.pair, 6, 6)]\n"
    write_files(practice.folder, {"tests/test_recorded.py": test})
    return practice


def change(practice: Practice, old: str, new: str):
    file = practice.folder / "yatzy.py"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_recorded_calls_with_literal_arguments_are_made():
    assert [str(call) for call in recorded_calls(RECORDED)] == [
        "yatzy.Yatzy.pair(6, 6)",
        "yatzy.Yatzy.pair(1, {})",
        "shop.total([1, 2], currency='EUR')",
    ]


def test_functions_without_a_call_to_compare_are_named(recorded: Practice):
    write_files(recorded.folder, {"tests/test_recorded_2.py": "call(shop.pay, shop.Kind.CAR)\n"})
    found = compare(recorded)
    assert "shop.pay" in found.not_compared
    assert "yatzy.Yatzy.pair" not in found.not_compared


@pytest.mark.parametrize(
    ("value", "others"),
    [
        (3, ["f(4)", "f(2)", "f(0)", "f(None)"]),
        (True, ["f(False)", "f(None)"]),
        ("abc", ["f('bc')", "f('')", "f(None)"]),
        ([5, 6], ["f([6, 6])", "f([5, 7])", "f([6])", "f([])", "f(None)"]),
        ({"a": 1}, ["f({})", "f(None)"]),
        (None, ["f(None)"]),
    ],
)
def test_an_argument_is_varied(value: object, others: list[str]):
    assert varied(value) == others


def test_a_named_argument_is_varied():
    assert varied(name="x") == ["f(name='')", "f(name='')", "f(name=None)"]


def test_neighbours_are_swapped():
    assert varied(1, 2)[-1] == "f(2, 1)"


def test_each_call_is_made_once(recorded: Practice):
    literals = [call.literal for call in calls_of(text_of_tests(recorded))]
    assert len(literals) == len(set(literals))


@pytest.mark.parametrize(
    ("target", "arguments", "result"),
    [
        ("builtins.len", ["abc"], "=> 3"),
        ("builtins.int", ["x"], "raises ValueError: invalid literal for int() with base 10: 'x'"),
        ("builtins.len", [1], "raises TypeError"),
        ("builtins.print", ["hello"], r"=> None, prints 'hello\n'"),
        ("builtins.iter", [[1, 2]], "=> [1, 2]"),
        ("builtins.list.clear", [[1]], "=> None, arguments afterwards: ([[]], {})"),
        ("sys.exit", [3], "raises SystemExit: 3"),
        ("dojo.inside.caller.stop", [14, None], "takes more than 1 s"),
    ],
)
def test_a_call_has_a_result(target: str, arguments: list[object], result: str):
    assert result_of(target, arguments, {}) == result


SHOWN = """
import asyncio
from dataclasses import dataclass

class Deal:
    def __init__(self, price):
        self.price = price

class Slim:
    __slots__ = "price"
    def __init__(self, price):
        self.price = price

@dataclass
class Order:
    deal: Deal

async def quote(price):
    return price + 1

def loop():
    deal = Deal(1)
    deal.price = deal
    return deal
"""


@pytest.mark.parametrize(
    ("target", "arguments", "result"),
    [
        ("Deal", [1], "=> <Deal price=1>"),
        ("Slim", [1], "=> <Slim price=1>"),
        ("Order", [2], "=> Order(deal=2)"),
        ("loop", [], "=> <Deal price=...>"),
        ("quote", [3], "=> 4"),
    ],
)
def test_a_result_without_a_repr_has_its_attributes(
    target: str, arguments: list[object], result: str, tmp_path: Path
):
    (tmp_path / "shop.py").write_text(SHOWN, encoding="utf-8")
    with importable(tmp_path):
        assert result_of(f"shop.{target}", arguments, {}) == result


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([_Plain(1), {"a": _Plain(2)}], "[<_Plain a=1>, {'a': <_Plain a=2>}]"),
        (_Holder(_Plain(1)), "_Holder(plain=<_Plain a=1>)"),
        ((1, {2}), "(1, set(2))"),
    ],
)
def test_a_value_is_shown_with_the_attributes_of_objects_in_it(value: object, shown: str):
    assert show(value) == shown


def test_the_same_code_has_no_differences(recorded: Practice):
    assert compare(recorded).differences == []


PLACE = "import pathlib\n\ndef shop():\n    return pathlib.Path(__file__)\n"
CHANCE = "import random\n\ndef shop():\n    return random.random()\n"


def compare_with_itself(practice: Practice, code: str) -> Comparison:
    """Compare code with the same code at the start."""
    write_files(practice.folder, {"shop.py": code, "tests/test_recorded_2.py": "call(shop.shop)\n"})
    start = History(first_tree=Repository(practice.folder).tree())
    return compare_behaviour(practice, start, sys.executable)


def test_the_place_of_the_code_of_the_start_makes_no_difference(recorded: Practice):
    assert compare_with_itself(recorded, PLACE).differences == []


def test_calls_that_differ_without_a_change_are_counted(recorded: Practice):
    assert compare_with_itself(recorded, CHANCE).unstable == {"shop.shop": 1}


def test_a_result_that_changed_for_a_varied_call_is_found(recorded: Practice):
    change(recorded, "return 0", "return 1")
    [first, *_] = compare(recorded).differences
    assert (str(first.call), first.before, first.now) == (
        "yatzy.Yatzy.pair(7, 6)",
        "=> 0",
        "=> 1",
    )


def test_without_a_recorded_call_nothing_is_compared(practice: Practice):
    with pytest.raises(WorkspaceError, match="no recorded call"):
        compare(practice)


def test_code_that_ends_python_is_told(tmp_path: Path):
    write_files(tmp_path, {"end.py": "import os\n\n\ndef now():\n    os._exit(7)\n"})
    with pytest.raises(WorkspaceError, match="A call ended Python"):
        results_of([Call("end.now", (), {})], tmp_path, Path(), sys.executable)


def test_the_command_fails_if_results_differ(kata: SmallKata, recorded: Practice):
    change(recorded, "return 0", "return 1")
    done = kata.dojo("compare", "--behaviour")
    assert done.returncode == 1
    assert done.stdout.splitlines()[2:5] == [
        "yatzy.Yatzy.pair(7, 6)",
        "  at the start  => 0",
        "  now           => 1",
    ]
    assert kata.dojo("compare", "--behaviour", "--json").returncode == 1
