"""Rules of replaying: calls with other results are removed, the others stay."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.model import silent
from dojo.record import replay
from dojo.record.program import Code, Program
from dojo.record.rendering import RecordedTest
from dojo.record.replay import (
    DEPENDS_ON_STATE,
    DIFFERS,
    NO_RESULT,
    OTHER_RESULT,
    Skipped,
    remove_broken_modules,
    settle,
)
from tests.dojo.forked import new_processes
from tests.dojo.practising import write_files
from tests.dojo.record.recordings import call, importable

SHOP = """
import random, time

RATES = []
TIPS = []
VAT = []

def fee(minutes):
    return minutes * 2

def rates():
    return RATES

def tips():
    return TIPS

def vat():
    return VAT

def token():
    return random.random()

def day():
    time.tzset()
    return time.strftime("It is %Y-%m-%d.")

def meter():
    def price():
        return 1
    return price

def greet():
    name = input("Who? ")
    with open("log.txt", "w") as file:
        file.write(name)

def add(lines):
    lines.append(1)

def append(line, lines=[]):
    lines.append(line)
    return lines

IDS = iter(range(99))

def sort(words):
    return [words, {"a": frozenset(words)}, (set(),)]

def next_id():
    return next(IDS)

def set_rate():
    RATES[:] = [7]

def count(most):
    yield from range(most)

class Ticket:
    def __init__(self):
        self.stamps = 0
    def stamp(self):
        self.stamps += 1
        return self.stamps
    def token(self):
        return random.random()
"""
REFUSES_PYTEST = "import sys\nif 'pytest' in sys.modules:\n    raise ValueError\n"
FIXTURE = """
import pytest, shop

@pytest.fixture(autouse=True)
def {name}(monkeypatch):
    monkeypatch.setattr(shop, "{name}", [7])
"""
STAMP = call("instance.stamp")
# Each call is in a test of its own.
DOCUMENTS = {
    "result": (call("shop.fee", "minutes=1", outcome="=> 2"), "fee(minutes=1) => 2\n"),
    "exception": (
        call("shop.fee", "{}"),
        "fee({}) raises TypeError: unsupported operand type(s) for *: 'dict' and 'int'\n",
    ),
    "input_and_output": (
        call("shop.greet", answers="Ann\n"),
        "greet() => None\n    printed: Who? Ann\n    wrote log.txt: Ann\n",
    ),
    "arguments": (call("shop.add", "[]"), "add([]) => None\n    arguments afterwards: [1]\n"),
    "generator": (call("shop.count", "20"), "count(20) yields 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n"),
    "open_generator": (
        call("shop.count", "3", outcome="yields 0, 1", is_open=True),
        "count(3) yields 0, 1, 2\n",
    ),
    "sets": (
        call("shop.sort", "set(['c', 'a', 'b'])"),
        "sort({'a', 'b', 'c'}) => [{'a', 'b', 'c'}, {'a': frozenset({'a', 'b', 'c'})}, (set(),)]\n",
    ),
    "date": (call("shop.day"), "day() => 'It is DATE.'\n"),
    "function": (call("shop.meter"), "meter() => <function price>\n"),
    "fixture": (call("shop.vat"), "vat() => [7]\n"),
    "fixture_of_tests": (call("shop.tips"), "tips() => [7]\n"),
    "set_rate": (call("shop.set_rate"), "set_rate() => None\n"),
}
REMOVED = {
    "differs": (call("shop.token"), DIFFERS),
    "other_result": (call("shop.fee", "1", outcome="=> 3"), OTHER_RESULT),
    "no_result": (call("shop.Ticket().nothing"), NO_RESULT),
    "default_value": (call("shop.append", "1"), DEPENDS_ON_STATE),
    "counter": (call("shop.next_id"), DEPENDS_ON_STATE),
    "earlier_test": (call("shop.rates"), DEPENDS_ON_STATE),
}
Replayed = tuple[dict[str, str], Skipped]


def code_in(folder: Path, shop: str) -> Code:
    write_files(folder, {"shop.py": shop, "tests/test_old.py": "1 / 0\n"})
    return Code(folder, {str(folder / "shop.py"): "shop"}, folder / "tests", sys.executable)


def replayed(folder: Path, tests: list[RecordedTest], shop: str = SHOP) -> Replayed:
    """Replay tests of module `shop`. Returns the documents of those that are left."""
    skipped: Skipped = Counter()
    with importable(folder):
        documents = settle(tests, Program([], ["sell.py"]), code_in(folder, shop), skipped, silent)
    return {test.name: documents[test.name] for test in tests}, skipped


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Replayed:
    """Replay all calls together."""
    folder = tmp_path_factory.mktemp("replay")
    write_files(folder, {"conftest.py": FIXTURE.format(name="VAT")})
    write_files(folder, {"tests/conftest.py": FIXTURE.format(name="TIPS")})
    calls = {name: recorded for name, (recorded, _) in (DOCUMENTS | REMOVED).items()}
    tests = [RecordedTest(f"test_{name}", None, [each]) for name, each in calls.items()]
    stamps = [STAMP, call("instance.token"), STAMP]
    tests.append(RecordedTest("test_stamps", call("shop.Ticket"), stamps))
    with new_processes():  # many small ones
        return replayed(folder, tests)


# What a document shows of a call.


@pytest.mark.parametrize(
    "name",
    [
        "result",
        "exception",
        "input_and_output",
        "arguments",
        "generator",
        "sets",
        "date",
        "function",
    ],
)
def test_a_document_has_the_effects_of_a_call(name: str, settled: Replayed):
    assert settled[0][f"test_{name}"] == DOCUMENTS[name][1]


@pytest.mark.parametrize("name", ["fixture", "fixture_of_tests"])
def test_calls_are_made_with_fixtures_of_the_person(name: str, settled: Replayed):
    assert settled[0][f"test_{name}"] == DOCUMENTS[name][1]


# What is removed.


@pytest.mark.parametrize("name", ["differs", "other_result", "no_result"])
def test_a_call_is_removed_for_a_reason(name: str, settled: Replayed):
    recorded, reason = REMOVED[name]
    assert settled[1][reason, recorded.function] == 1


@pytest.mark.parametrize("name", ["default_value", "counter", "earlier_test"])
def test_a_call_that_depends_on_earlier_ones_is_removed(name: str, settled: Replayed):
    recorded, reason = REMOVED[name]
    assert settled[1][reason, recorded.function] == 1


def test_the_beginning_of_a_generator_is_enough(settled: Replayed):
    assert settled[0]["test_open_generator"] == DOCUMENTS["open_generator"][1]


def test_a_call_is_removed_alone(settled: Replayed):
    documents, skipped = settled
    assert documents["test_stamps"] == "Ticket.stamp() => 1\nTicket.stamp() => 2\n"
    assert skipped.total() == len(REMOVED) + 1


# What cannot be imported.


@pytest.mark.parametrize(
    ("code", "seconds", "error"),
    [
        ("raise ValueError('no')", 60.0, "ValueError: no"),
        ("import sys; sys.exit()", 60.0, "it ends Python with exit code 0"),
        ("import time; time.sleep(60)", 0.2, "it does not end in 0.2 s"),
    ],
)
def test_tests_of_a_module_that_cannot_be_imported_are_removed(
    code: str, seconds: float, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replay, "IMPORT_TIMEOUT", seconds)
    tests = [RecordedTest("test_fee", None, [call("shop.fee", "1")])]
    skipped: Skipped = Counter()
    remove_broken_modules(tests, code_in(tmp_path, code), skipped)
    assert set(skipped) == {(f"the program is needed to import shop: {error}", "shop.fee")}


def test_tests_that_pytest_cannot_import_are_an_error(tmp_path: Path):
    with pytest.raises(WorkspaceError, match="nothing was written"):
        replayed(
            tmp_path, [RecordedTest("test_fee", None, [call("shop.fee", "1")])], REFUSES_PYTEST
        )
