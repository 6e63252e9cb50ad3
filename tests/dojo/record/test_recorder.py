"""Rules of the recorder: which calls it keeps, and how it writes them."""

from itertools import groupby
from pathlib import Path
from types import CodeType

import pytest

from dojo.inside.recorder import BURST, PATIENCE, UNWRITABLE, Pace, names_in
from tests.dojo.record.recordings import kept, recorded, skipped, stories_of

FEE = """
def fee(minutes):
    if minutes > 15:
        return 250
    return 0
"""
TICKET = """
class Ticket:
    def __init__(self, start):
        self.start = start
        self.reset()
    def reset(self):
        self.stamps = []
    def stamp(self, shop):
        self.stamps.append(shop)
    def leave(self, end):
        self.stamp("gate")
        return end - self.start
    @property
    def count(self):
        return len(self.stamps)
    @staticmethod
    def is_number(text):
        return text.isdigit()
    @classmethod
    def parse(cls, text):
        return cls(int(text))
"""
SPECIAL = f"""{TICKET}
class Special(Ticket):
    def __init__(self, name):
        super().__init__(1)
"""
VALUES = """
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

class Kind(Enum):
    CAR = "car"

@dataclass
class Money:
    cents: int
    def plus(self, other):
        return Money(self.cents + other.cents)

class Place(NamedTuple):
    row: int

class Ticket:
    def __init__(self, start):
        self.start = start

class Gate:
    pass

class Age(int):
    pass

def same(value):
    return 1
"""


NESTED = """
def fee(minutes):
    def half(cents):
        class Rate:
            def total(self):
                return cents
        return Rate().total() // 2
    return half(minutes)

class Ticket:
    class Kind:
        @staticmethod
        def name():
            return "car"
"""


# How functions are named in Python 3.10.


def test_functions_are_named_as_later_versions_name_them(tmp_path: Path):
    file = tmp_path / "shop.py"
    file.write_text(NESTED, encoding="utf-8")
    expected: list[str] = []
    left: list[object] = [compile(NESTED, str(file), "exec")]
    while left:
        code = left.pop()
        if isinstance(code, CodeType):
            left += code.co_consts
            expected.append(code.co_qualname)
    assert sorted(names_in(str(file)).values()) == sorted(expected[1:])


# Which calls are kept.


def test_a_call_is_kept_if_it_runs_a_new_line(tmp_path: Path):
    found = kept(tmp_path, FEE, "for minutes in (3, 4, 20, 21): fee(minutes)")
    assert found == ["shop.fee(3) => 0", "shop.fee(20) => 250"]


def test_a_call_is_kept_if_it_takes_a_new_branch(tmp_path: Path):
    code = "def fee(minutes):\n    if minutes:\n        pass\n    return 1\n"
    found = kept(tmp_path, code, "for minutes in (1, 2, 0): fee(minutes)")
    assert found == ["shop.fee(1) => 1", "shop.fee(0) => 1"]


def test_at_most_so_many_calls_of_a_function_are_kept(tmp_path: Path):
    assert kept(tmp_path, FEE, "fee(1); fee(20)", most=1) == ["shop.fee(1) => 0"]


def test_each_different_call_is_kept_without_a_limit(tmp_path: Path):
    found = kept(tmp_path, FEE, "fee(3); fee(4); fee(4)", most=0)
    assert found == ["shop.fee(3) => 0", "shop.fee(4) => 0"]


def test_the_pauses_between_calls_that_are_looked_at_get_longer():
    pace = Pace()
    is_due = [pace.is_due() for _ in range(PATIENCE + 6 * BURST)]
    pauses = [len(list(calls)) for due, calls in groupby(is_due) if not due]
    assert pauses == [BURST, 2 * BURST]


def test_a_private_function_is_not_recorded(tmp_path: Path):
    code = "def _fee():\n    return 1\n\ndef fee():\n    return _fee()\n"
    assert kept(tmp_path, code, "fee()") == ["shop.fee() => 1"]


def test_calls_in_threads_are_recorded(tmp_path: Path):
    program = "thread = threading.Thread(target=fee, args=(3,)); thread.start(); thread.join()"
    assert kept(tmp_path, FEE, program) == ["shop.fee(3) => 0"]


def test_a_call_that_calls_itself_is_recorded_from_the_inside(tmp_path: Path):
    code = "def fact(n):\n    if n < 2:\n        return 1\n    return n * fact(n - 1)\n"
    assert kept(tmp_path, code, "fact(5)") == ["shop.fact(1) => 1", "shop.fact(2) => 2"]


STOP = "def stop():\n    raise KeyboardInterrupt\n"
BAD = "class Bad:\n    __repr__ = len\n\ndef stop():\n    return Bad()\n"
MANY = "async def stop():\n    yield 1\n"


@pytest.mark.parametrize(
    ("code", "program", "reason"),
    [
        (STOP, "stop()", "the call was interrupted"),
        (BAD, "stop()", "a value cannot be shown: TypeError"),
        (MANY, "asyncio.run(anext(stop()))", "the function is an asynchronous generator"),
    ],
    ids=["interrupted", "no repr", "asynchronous generator"],
)
def test_a_call_without_a_result_to_show_is_skipped(
    code: str, program: str, reason: str, tmp_path: Path
):
    assert set(skipped(tmp_path, code, program)) == {(reason, "shop.stop")}


# How values are written.


@pytest.mark.parametrize(
    "value",
    [
        "[1, 'a', None]",
        "(1,)",
        "{'a': (1, 2)}",
        "set([1, 2])",
        "frozenset([])",
        'float("nan")',
        "range(0, 3)",
        "len",
        "int",
        "datetime.date(2024, 5, 1)",
        "decimal.Decimal('1')",
        "shop.Kind.CAR",
        "shop.Money(cents=5)",
        "shop.Place(row=1)",
        "shop.Ticket(7)",
        "shop.Gate()",
        "shop.same",
        "shop.Age(5)",
        "pathlib.Path('a.txt')",
        "datetime.datetime(2024, 3, 1, 9, 0, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))",
        "ipaddress.IPv4Network('10.0.0.0/8')",
        "uuid.UUID('12345678-1234-5678-1234-567812345678')",
        "fractions.Fraction(1, 2)",
        "http.HTTPStatus.OK",
        "collections.defaultdict(list, {'a': [shop.Kind.CAR]})",
        "collections.deque([1, 2])",
        "collections.Counter({'a': 1})",
    ],
)
def test_a_value_is_written_as_python(value: str, tmp_path: Path):
    assert f"shop.same({value}) => 1" in kept(tmp_path, VALUES, f"same({value})")


def test_a_result_is_recorded_with_sets_in_order(tmp_path: Path):
    code = "def letters(text): return [set(text), (text,)]"
    found = kept(tmp_path, code, "letters('ecadb')")
    assert found == ["shop.letters('ecadb') => [{'a', 'b', 'c', 'd', 'e'}, ('ecadb',)]"]


@pytest.mark.parametrize(
    ("value", "detail"),
    [
        ("object()", "object"),
        ("lambda: 1", "<run_path>.<lambda>"),
        ("'x' * 5000", "a long value"),
        ("[1] * 5000", "a long value"),
        ("Ticket(object())", "object"),
        ("threading.Lock()", "_thread.lock"),
    ],
)
def test_a_call_with_another_argument_is_skipped(value: str, detail: str, tmp_path: Path):
    found = skipped(tmp_path, VALUES, f"same({value})")
    assert (UNWRITABLE, detail) in found


def test_a_call_names_the_modules_that_it_needs(tmp_path: Path):
    value = "datetime.datetime(2024, 3, 1, tzinfo=zoneinfo.ZoneInfo('Europe/Berlin'))"
    [story] = stories_of(recorded(tmp_path, VALUES, f"same({value})"))
    assert [call.modules for call in story.calls] == [["datetime", "shop", "zoneinfo"]]


COUNTED = """
class Meter:
    made = 0
    def __init__(self):
        Meter.made += 1
    def __repr__(self):
        return "Meter()"

def same(meter):
    return 1

def count():
    return Meter.made
"""


def test_writing_a_value_runs_no_code_of_the_practice(tmp_path: Path):
    found = kept(tmp_path, COUNTED, "same(Meter.__new__(Meter)); count()")
    assert found == ["shop.count() => 0"]


def test_arguments_are_written_as_they_were_before_the_call(tmp_path: Path):
    code = "def add(lines):\n    lines.append(1)\n"
    assert kept(tmp_path, code, "add([])") == ["shop.add([]) => None"]


@pytest.mark.parametrize(
    ("parameters", "arguments", "written"),
    [
        ("a, b=2", "1", "1"),
        ("a=1, b=2", "", ""),
        ("a, b=2, *, c=3", "1, 5", "1, 5"),
        ("a, b=2, *rest", "1, 2, 3", "1, 2, 3"),
        ("a=1, b=2, /", "1, 5", "1, 5"),
        ("a=1, b=2", "b=3", "b=3"),
        ("*, a", "a=1", "a=1"),
        ("**options", "a=1", "a=1"),
    ],
)
def test_only_the_arguments_that_are_needed_are_written(
    parameters: str, arguments: str, written: str, tmp_path: Path
):
    found = kept(tmp_path, f"def take({parameters}): return 0", f"take({arguments})")
    assert found == [f"shop.take({written}) => 0"]


# How a call ends.


COUNT = "def count(most):\n    for number in range(most):\n        yield number\n"
FAIL = "def fail():\n    raise ValueError('no')\n"
HANDLE = (
    "def get(rates):\n    try:\n        return rates['a']\n    except KeyError:\n        return\n"
)
LATER = "import asyncio\nasync def later(n):\n    await asyncio.sleep(0)\n    return n + 1\n"
LOOP = "def run(items):\n    for _ in items:\n        pass\n"
MAKE = "class Thing:\n    pass\n\ndef make():\n    return Thing()\n"


@pytest.mark.parametrize(
    ("code", "program", "outcome"),
    [
        (FAIL, "fail()", "shop.fail() raises ValueError: no"),
        (HANDLE, "get({})", "shop.get({}) => None"),
        (LOOP, "run([1])", "shop.run([1]) => None"),
        (MAKE, "make()", "shop.make() => <shop.Thing object>"),
        (COUNT, "list(count(20))", "shop.count(20) yields 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        (LATER, "asyncio.run(later(1))", "shop.later(1) => 2"),
    ],
    ids=["raises", "handles", "ends a loop", "without addresses", "generator", "coroutine"],
)
def test_a_call_is_recorded_with_its_outcome(code: str, program: str, outcome: str, tmp_path: Path):
    assert kept(tmp_path, code, program) == [outcome]


def test_a_generator_that_is_not_finished_is_open(tmp_path: Path):
    [story] = stories_of(recorded(tmp_path, COUNT, "next(count(20))"))
    assert [(call.outcome, call.is_open) for call in story.calls] == [("yields 0", True)]


def test_each_generator_that_is_not_finished_has_its_own_items(tmp_path: Path):
    code = COUNT + COUNT.replace("count", "other")
    found = kept(tmp_path, code, "next(count(20)); next(other(30))")
    assert found == ["shop.count(20) yields 0", "shop.other(30) yields 0"]


# Objects.


@pytest.mark.parametrize(
    ("program", "story"),
    [
        ("t = Ticket(3); t.stamp('a')", "shop.Ticket(3): instance.stamp('a') => None"),
        ("Ticket(3).count", "shop.Ticket(3): getattr(instance, 'count') => 0"),
        ("Ticket(3).leave(5)", "shop.Ticket(3): instance.leave(5) => 2"),
        ("t = Ticket(3); t.leave(5); t.stamp(1)", "shop.Ticket(3): instance.leave(5) => 2"),
        ("Ticket(3); Ticket(4)", "shop.Ticket(3): "),
        ("Ticket.is_number('x')", "shop.Ticket.is_number('x') => False"),
        ("Special('x')", "shop.Special('x'): "),
    ],
    ids=[
        "a call",
        "a property",
        "a call that makes calls",
        "nothing new at the end",
        "nothing new on another object",
        "a static method",
        "a base class",
    ],
)
def test_calls_on_an_object_stand_behind_its_creation(program: str, story: str, tmp_path: Path):
    assert kept(tmp_path, SPECIAL, program) == [story]


def test_a_class_method_is_called_on_its_class(tmp_path: Path):
    found = kept(tmp_path, TICKET, "Ticket.parse('1')")
    assert "shop.Ticket.parse('1') => <shop.Ticket object>" in found


def test_a_base_class_does_not_create_the_object(tmp_path: Path):
    assert kept(tmp_path, SPECIAL, "Special(object())") == []


def test_an_object_from_before_a_pause_is_passed_over(tmp_path: Path):
    program = f"t = Ticket(1)\nfor _ in range({PATIENCE + 3 * BURST}): t.count"
    reason = "passed over, after many calls that ran nothing new"
    assert (reason, "shop.Ticket.count") in skipped(tmp_path, TICKET, program)


NEW = """
class Ratio:
    def __new__(cls, a):
        self = super().__new__(cls)
        self.a = a
        return self
    def double(self):
        return self.a * 2
"""
BASE = "class _Base:\n    def tick(self):\n        return 1\n\nclass Clock(_Base):\n    pass\n"


@pytest.mark.parametrize(
    ("code", "program", "call"),
    [
        (NEW, "Ratio(2).double()", "shop.Ratio(2): instance.double() => 4"),
        (BASE, "Clock().tick()", "shop.Clock(): instance.tick() => 1"),
        (
            VALUES,
            "Money(1).plus(Money(2))",
            "shop.Money.plus(shop.Money(cents=1), shop.Money(cents=2)) => Money(cents=3)",
        ),
    ],
    ids=["by __new__", "without __init__", "a value"],
)
def test_an_object_is_created_as_its_class_demands(
    code: str, program: str, call: str, tmp_path: Path
):
    assert kept(tmp_path, code, program) == [call]


def test_a_creation_that_fails_is_a_call(tmp_path: Path):
    code = "class Ticket:\n    def __init__(self, start):\n        raise ValueError('no')\n"
    assert kept(tmp_path, code, "Ticket(1)") == ["shop.Ticket(1) raises ValueError: no"]


# What the program reads and seeds.


def test_the_lines_that_a_call_reads_are_recorded(tmp_path: Path):
    code = "def ask():\n    return input()\n"
    [story] = stories_of(recorded(tmp_path, code, "input(); ask()", answers="first\nAnn\nlast\n"))
    assert [call.answers for call in story.calls] == ["Ann\n"]


@pytest.mark.parametrize(
    ("program", "seed"),
    [("throw()", "5"), ("six()", ""), ("random.random(); throw()", "")],
    ids=["is used", "is not used", "was used before"],
)
def test_the_seed_of_a_call_that_uses_chance_is_recorded(program: str, seed: str, tmp_path: Path):
    code = "import random\ndef throw(): return random.random()\ndef six(): return 6\n"
    [story] = stories_of(recorded(tmp_path, code, f"random.seed(5); {program}"))
    assert [call.seed for call in story.calls] == [seed]
