"""Rules of the recorder: which calls it keeps, and how it writes them."""

import asyncio
import random
import threading
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dojo.record import recorder
from tests.dojo.record.recordings import Use, calls_of, recorded

FEE = """
def fee(minutes, lost=False, *, double=False):
    if lost:
        return 2000
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

def same(value):
    return 1
"""


def kept(folder: Path, code: str, use: Use, most: int = 20, answers: str = "") -> list[str]:
    return calls_of(recorded(folder, code, use, most, answers))


def skipped(folder: Path, code: str, use: Use, most: int = 20) -> dict[tuple[str, str], int]:
    return dict(recorded(folder, code, use, most).skipped)


# Which calls are kept.


def test_a_call_is_kept_if_it_runs_a_new_line(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        for minutes in (3, 4, 20, 21):
            shop.fee(minutes)

    assert kept(tmp_path, FEE, use) == ["shop.fee(3) => 0", "shop.fee(20) => 250"]


def test_a_call_is_kept_if_it_takes_a_new_branch(tmp_path: Path) -> None:
    code = "def fee(minutes):\n    if minutes:\n        pass\n    return 1\n"

    def use(shop: ModuleType) -> None:
        for minutes in (1, 2, 0):
            shop.fee(minutes)

    assert kept(tmp_path, code, use) == ["shop.fee(1) => 1", "shop.fee(0) => 1"]


def test_at_most_so_many_calls_of_a_function_are_kept(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        shop.fee(1)
        shop.fee(20)

    assert kept(tmp_path, FEE, use, most=1) == ["shop.fee(1) => 0"]


def test_each_different_call_is_kept_without_a_limit(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        for minutes in (3, 4, 4):
            shop.fee(minutes)

    assert kept(tmp_path, FEE, use, most=0) == ["shop.fee(3) => 0", "shop.fee(4) => 0"]


def test_ever_fewer_calls_are_looked_at_while_nothing_new_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recorder, "PATIENCE", 2)
    monkeypatch.setattr(recorder, "BURST", 1)
    pace = recorder.Pace()
    due = ["yes" if pace.is_due() else "no" for _ in range(10)]
    assert " ".join(due) == "yes yes yes yes no yes yes no no yes"


def test_a_private_function_is_not_recorded(tmp_path: Path) -> None:
    code = "def _fee():\n    return 1\n\ndef fee():\n    return _fee()\n"
    assert kept(tmp_path, code, lambda shop: shop.fee()) == ["shop.fee() => 1"]


def test_calls_in_threads_are_recorded(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        thread = threading.Thread(target=shop.fee, args=(3,))
        thread.start()
        thread.join()

    assert kept(tmp_path, FEE, use) == ["shop.fee(3) => 0"]


def test_a_call_that_calls_itself_is_recorded_from_the_inside(tmp_path: Path) -> None:
    code = "def fact(n):\n    if n < 2:\n        return 1\n    return n * fact(n - 1)\n"
    expected = ["shop.fact(1) => 1", "shop.fact(2) => 2"]
    assert kept(tmp_path, code, lambda shop: shop.fact(5)) == expected


def test_a_call_that_is_interrupted_is_skipped(tmp_path: Path) -> None:
    code = "def stop():\n    raise KeyboardInterrupt\n"

    def use(shop: ModuleType) -> None:
        with suppress(KeyboardInterrupt):
            shop.stop()

    expected = {("the call was interrupted", "shop.stop"): 1}
    assert skipped(tmp_path, code, use) == expected


def test_a_repr_that_fails_does_not_reach_the_program(tmp_path: Path) -> None:
    code = """
class Bad:
    def __repr__(self):
        return 1 / 0

def make():
    return Bad()
"""
    expected = {("a value cannot be shown: ZeroDivisionError", "shop.make"): 1}
    assert skipped(tmp_path, code, lambda shop: shop.make()) == expected


# How values are written.


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ([1, "a", None], "[1, 'a', None]"),
        ((1,), "(1,)"),
        ({"a": (1, 2)}, "{'a': (1, 2)}"),
        ({2, 1}, "set([1, 2])"),
        (frozenset(), "frozenset([])"),
        (float("nan"), 'float("nan")'),
        (range(3), "range(0, 3)"),
        (len, "len"),
        (int, "int"),
    ],
)
def test_values_of_python_are_written(value: object, written: str, tmp_path: Path) -> None:
    found = kept(tmp_path, VALUES, lambda shop: shop.same(value))
    assert found == [f"shop.same({written}) => 1"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("Kind.CAR", "shop.Kind.CAR"),
        ("Money(5)", "shop.Money(cents=5)"),
        ("Place(1)", "shop.Place(row=1)"),
        ("same", "shop.same"),
    ],
)
def test_values_of_the_practice_are_written(value: str, written: str, tmp_path: Path) -> None:
    code = f"{VALUES}\nVALUE = {value}\n"
    assert kept(tmp_path, code, lambda shop: shop.same(shop.VALUE)) == [
        f"shop.same({written}) => 1"
    ]


@pytest.mark.parametrize(
    ("value", "written"),
    [("date(2024, 5, 1)", "datetime.date(2024, 5, 1)"), ("Decimal(1)", "decimal.Decimal('1')")],
)
def test_values_of_the_standard_library_are_written(
    value: str, written: str, tmp_path: Path
) -> None:
    imports = "from datetime import date\nfrom decimal import Decimal\n"
    code = f"{imports}{VALUES}\nVALUE = {value}\n"
    assert kept(tmp_path, code, lambda shop: shop.same(shop.VALUE)) == [
        f"shop.same({written}) => 1"
    ]


def test_an_object_is_written_as_it_was_created(tmp_path: Path) -> None:
    found = kept(tmp_path, VALUES, lambda shop: shop.same(shop.Ticket(7)))
    assert "shop.same(shop.Ticket(7)) => 1" in found


@pytest.mark.parametrize(
    ("value", "detail"),
    [
        (object(), "object"),
        (lambda: 1, "tests.dojo.record.test_recorder.<lambda>"),
        ("x" * 5000, "a long value"),
        (list(range(5000)), "a long value"),
    ],
)
def test_a_call_with_another_argument_is_skipped(
    value: object, detail: str, tmp_path: Path
) -> None:
    found = skipped(tmp_path, VALUES, lambda shop: shop.same(value))
    assert found == {(recorder.UNWRITABLE, detail): 1}


def test_arguments_are_written_as_they_were_before_the_call(tmp_path: Path) -> None:
    code = "def add(lines):\n    lines.append(1)\n"
    assert kept(tmp_path, code, lambda shop: shop.add([])) == ["shop.add([]) => None"]


@pytest.mark.parametrize(
    ("parameters", "arguments", "written"),
    [
        ("a, b=2", (1,), "1"),
        ("a=1, b=2", (), ""),
        ("a, b=2, *, c=3", (1, 5), "1, 5"),
        ("a, b=2, *rest", (1, 2, 3), "1, 2, 3"),
        ("a=1, b=2, /", (1, 5), "1, 5"),
    ],
)
def test_defaults_are_not_written(
    parameters: str, arguments: tuple[int, ...], written: str, tmp_path: Path
) -> None:
    code = f"def take({parameters}):\n    return 0\n"
    found = kept(tmp_path, code, lambda shop: shop.take(*arguments))
    assert found == [f"shop.take({written}) => 0"]


@pytest.mark.parametrize(
    ("parameters", "options", "written"),
    [
        ("a=1, b=2", {"b": 3}, "b=3"),
        ("*, a", {"a": 1}, "a=1"),
        ("**options", {"a": 1}, "a=1"),
    ],
)
def test_named_arguments_are_written_with_names(
    parameters: str, options: dict[str, int], written: str, tmp_path: Path
) -> None:
    code = f"def take({parameters}):\n    return 0\n"
    found = kept(tmp_path, code, lambda shop: shop.take(**options))
    assert found == [f"shop.take({written}) => 0"]


# How a call ends.


def test_an_exception_is_recorded_with_its_message(tmp_path: Path) -> None:
    code = "def fail():\n    raise ValueError('no')\n"

    def use(shop: ModuleType) -> None:
        with suppress(ValueError):
            shop.fail()

    assert kept(tmp_path, code, use) == ["shop.fail() raises ValueError: no"]


def test_an_exception_that_is_handled_is_no_outcome(tmp_path: Path) -> None:
    code = """
def fee(rates):
    try:
        return rates["a"]
    except KeyError:
        return None
"""
    assert kept(tmp_path, code, lambda shop: shop.fee({})) == ["shop.fee({}) => None"]


def test_a_loop_at_the_end_is_no_exception(tmp_path: Path) -> None:
    code = "def run(items):\n    for _ in items:\n        pass\n"
    assert kept(tmp_path, code, lambda shop: shop.run([1])) == ["shop.run([1]) => None"]


def test_addresses_are_not_recorded(tmp_path: Path) -> None:
    code = "class Thing:\n    pass\n\ndef make():\n    return Thing()\n"
    assert kept(tmp_path, code, lambda shop: shop.make()) == ["shop.make() => <shop.Thing object>"]


COUNT = "def count(most):\n    for number in range(most):\n        yield number\n"


def test_the_first_items_of_a_generator_are_recorded(tmp_path: Path) -> None:
    found = kept(tmp_path, COUNT, lambda shop: list(shop.count(20)))
    assert found == ["shop.count(20) yields 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"]


def test_a_generator_that_is_not_finished_is_open(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        numbers = shop.count(20)
        next(numbers)
        numbers.close()

    story: Any = recorded(tmp_path, COUNT, use).kept[0]
    assert (story["calls"][0].outcome, story["calls"][0].is_open) == ("yields 0", True)


def test_the_result_of_a_coroutine_is_recorded(tmp_path: Path) -> None:
    code = "import asyncio\n\nasync def later(n):\n    await asyncio.sleep(0)\n    return n + 1\n"
    found = kept(tmp_path, code, lambda shop: asyncio.run(shop.later(1)))
    assert found == ["shop.later(1) => 2"]


def test_an_asynchronous_generator_is_skipped(tmp_path: Path) -> None:
    code = "async def count():\n    yield 1\n"

    async def use(shop: ModuleType) -> list[int]:
        return [each async for each in shop.count()]

    found = skipped(tmp_path, code, lambda shop: asyncio.run(use(shop)))
    assert ("the function is an asynchronous generator", "shop.count") in found


# Objects.


def test_calls_on_an_object_stand_behind_its_creation(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        ticket = shop.Ticket(3)
        ticket.stamp("a")
        _ = ticket.count

    expected = "shop.Ticket(3): instance.stamp('a') => None; getattr(instance, 'count') => 1"
    assert kept(tmp_path, TICKET, use) == [expected]


def test_an_object_that_calls_itself_makes_one_call(tmp_path: Path) -> None:
    found = kept(tmp_path, TICKET, lambda shop: shop.Ticket(3).leave(5))
    assert found == ["shop.Ticket(3): instance.leave(5) => 2"]


def test_calls_after_the_last_new_one_are_not_kept(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        ticket = shop.Ticket(3)
        ticket.stamp("a")
        ticket.stamp("b")

    assert kept(tmp_path, TICKET, use) == ["shop.Ticket(3): instance.stamp('a') => None"]


def test_another_object_without_anything_new_is_not_kept(tmp_path: Path) -> None:
    found = kept(tmp_path, TICKET, lambda shop: [shop.Ticket(3), shop.Ticket(4)])
    assert found == ["shop.Ticket(3): "]


def test_a_class_creates_its_objects_not_its_base(tmp_path: Path) -> None:
    code = f"""{TICKET}
class Special(Ticket):
    def __init__(self, name):
        super().__init__(1)
"""
    assert kept(tmp_path, code, lambda shop: shop.Special("x")) == ["shop.Special('x'): "]


def test_a_base_class_creates_nothing(tmp_path: Path) -> None:
    code = f"""{TICKET}
class Special(Ticket):
    def __init__(self, name):
        super().__init__(1)
"""
    assert kept(tmp_path, code, lambda shop: shop.Special(object())) == []


def test_an_object_from_before_a_pause_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "PATIENCE", 1)
    monkeypatch.setattr(recorder, "BURST", 1)

    def use(shop: ModuleType) -> None:
        ticket = shop.Ticket(1)
        for _ in range(9):
            ticket.stamp("a")

    reason = "passed over, after many calls that ran nothing new"
    assert (reason, "shop.Ticket.stamp") in skipped(tmp_path, TICKET, use)


def test_a_class_without_init_is_created_without_arguments(tmp_path: Path) -> None:
    code = "class Clock:\n    def tick(self):\n        return 1\n"
    found = kept(tmp_path, code, lambda shop: shop.Clock().tick())
    assert found == ["shop.Clock(): instance.tick() => 1"]


def test_a_creation_by_new_is_recorded(tmp_path: Path) -> None:
    code = """
class Ratio:
    def __new__(cls, a):
        self = super().__new__(cls)
        self.a = a
        return self
    def double(self):
        return self.a * 2
"""
    found = kept(tmp_path, code, lambda shop: shop.Ratio(2).double())
    assert found == ["shop.Ratio(2): instance.double() => 4"]


def test_a_creation_that_fails_is_a_call(tmp_path: Path) -> None:
    code = "class Ticket:\n    def __init__(self, start):\n        raise ValueError('no')\n"

    def use(shop: ModuleType) -> None:
        with suppress(ValueError):
            shop.Ticket(1)

    assert kept(tmp_path, code, use) == ["shop.Ticket(1) raises ValueError: no"]


def test_an_object_that_cannot_be_created_again_is_skipped(tmp_path: Path) -> None:
    found = skipped(tmp_path, VALUES, lambda shop: shop.Ticket(object()))
    assert found == {(recorder.UNWRITABLE, "object"): 1}


def test_a_method_without_an_object_is_called_on_its_class(tmp_path: Path) -> None:
    found = kept(
        tmp_path, TICKET, lambda shop: [shop.Ticket.is_number("x"), shop.Ticket.parse("1")]
    )
    assert "shop.Ticket.is_number('x') => False" in found
    assert "shop.Ticket.parse('1') => <shop.Ticket object>" in found


def test_a_method_of_a_value_is_called_with_the_value(tmp_path: Path) -> None:
    found = kept(tmp_path, VALUES, lambda shop: shop.Money(1).plus(shop.Money(2)))
    assert found == ["shop.Money.plus(shop.Money(cents=1), shop.Money(cents=2)) => Money(cents=3)"]


def test_a_public_method_of_a_private_base_is_recorded(tmp_path: Path) -> None:
    code = "class _Base:\n    def tick(self):\n        return 1\n\nclass Clock(_Base):\n    pass\n"
    found = kept(tmp_path, code, lambda shop: shop.Clock().tick())
    assert found == ["shop.Clock(): instance.tick() => 1"]


# What the program reads and seeds.


def test_the_lines_that_a_call_reads_are_recorded(tmp_path: Path) -> None:
    code = "def ask():\n    return input()\n"

    def use(shop: ModuleType) -> None:
        input()
        shop.ask()

    story: Any = recorded(tmp_path, code, use, answers="first\nAnn\nlast\n").kept[0]
    assert story["calls"][0].answers == "Ann\n"


THROW = (
    "import random\n\ndef throw():\n    return random.randint(1, 6)\n\ndef six():\n    return 6\n"
)


@pytest.mark.parametrize(("function", "seed"), [("throw", "5"), ("six", "")])
def test_the_seed_of_a_call_that_uses_chance_is_recorded(
    function: str, seed: str, tmp_path: Path
) -> None:
    def use(shop: ModuleType) -> None:
        random.seed(5)
        getattr(shop, function)()

    story: Any = recorded(tmp_path, THROW, use).kept[0]
    assert story["calls"][0].seed == seed


def test_a_seed_that_was_used_up_is_not_recorded(tmp_path: Path) -> None:
    def use(shop: ModuleType) -> None:
        random.seed(5)
        random.random()
        shop.throw()

    story: Any = recorded(tmp_path, THROW, use).kept[0]
    assert story["calls"][0].seed == ""
