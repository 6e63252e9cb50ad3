"""Rules of replaying: calls with other results are removed, the others stay."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.model import silent
from dojo.record import replay
from dojo.record.program import Code, Program, RecordedCall
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
from tests.dojo.practising import write_files
from tests.dojo.record.recordings import call, importable

SHOP = """
import random, time

RATES = []

def fee(minutes):
    return minutes * 2

def rates():
    return RATES

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
RATES = """
import pytest, shop

@pytest.fixture(autouse=True)
def _rates(monkeypatch):
    monkeypatch.setattr(shop, "RATES", [7])
"""


def code_in(folder: Path, shop: str) -> Code:
    write_files(folder, {"shop.py": shop, "tests/test_old.py": "1 / 0\n"})
    return Code(folder, {str(folder / "shop.py"): "shop"}, folder / "tests", sys.executable)


def settled(
    folder: Path, *calls: RecordedCall, creation: RecordedCall | None = None, shop: str = SHOP
) -> tuple[str, Skipped]:
    """Replay a test of module `shop`. Returns its document, and the removed calls."""
    documents, skipped = replayed(
        folder, RecordedTest("test_shop", creation, list(calls)), shop=shop
    )
    return documents.get("test_shop", ""), skipped


def replayed(
    folder: Path, *tests: RecordedTest, shop: str = SHOP
) -> tuple[dict[str, str], Skipped]:
    """Replay tests of module `shop`. Returns the documents of those that are left."""
    left = list(tests)
    skipped: Skipped = Counter()
    with importable(folder):
        documents = settle(left, Program([], ["sell.py"]), code_in(folder, shop), skipped, silent)
    return {test.name: documents[test.name] for test in left}, skipped


# What a document shows of a call.


@pytest.mark.parametrize(
    ("recorded", "document"),
    [
        (call("shop.fee", "minutes=1", outcome="=> 2"), "fee(minutes=1) => 2\n"),
        (
            call("shop.fee", "{}"),
            "fee({}) raises TypeError: unsupported operand type(s) for *: 'dict' and 'int'\n",
        ),
        (
            call("shop.greet", answers="Ann\n"),
            "greet() => None\n    printed: Who? Ann\n    wrote log.txt: Ann\n",
        ),
        (call("shop.add", "[]"), "add([]) => None\n    arguments afterwards: [1]\n"),
        (call("shop.count", "20"), "count(20) yields 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n"),
        (call("shop.day"), "day() => 'It is DATE.'\n"),
        (call("shop.meter"), "meter() => <function price>\n"),
    ],
    ids=["result", "exception", "input and output", "arguments", "generator", "date", "function"],
)
def test_a_document_has_the_effects_of_a_call(
    recorded: RecordedCall, document: str, tmp_path: Path
):
    assert settled(tmp_path, recorded)[0] == document


@pytest.mark.parametrize("conftest", ["conftest.py", "tests/conftest.py"])
def test_calls_are_made_with_fixtures_of_the_person(conftest: str, tmp_path: Path):
    write_files(tmp_path, {conftest: RATES})
    assert settled(tmp_path, call("shop.rates"))[0] == "rates() => [7]\n"


# What is removed.


@pytest.mark.parametrize(
    ("recorded", "reason"),
    [
        (call("shop.token"), DIFFERS),
        (call("shop.fee", "1", outcome="=> 3"), OTHER_RESULT),
        (call("shop.Ticket().nothing"), NO_RESULT),
        (call("shop.append", "1"), DEPENDS_ON_STATE),
        (call("shop.next_id"), DEPENDS_ON_STATE),
    ],
)
def test_a_call_is_removed_for_a_reason(recorded: RecordedCall, reason: str, tmp_path: Path):
    assert settled(tmp_path, recorded)[1] == {(reason, recorded.function): 1}


def test_a_call_that_depends_on_an_earlier_test_is_removed(tmp_path: Path):
    set_rate = RecordedTest("test_set_rate", None, [call("shop.set_rate")])
    rates = RecordedTest("test_rates", None, [call("shop.rates")])
    _, skipped = replayed(tmp_path, set_rate, rates)
    assert skipped == {(DEPENDS_ON_STATE, "shop.rates"): 1}


def test_the_beginning_of_a_generator_is_enough(tmp_path: Path):
    recorded = call("shop.count", "3", outcome="yields 0, 1", is_open=True)
    assert not settled(tmp_path, recorded)[1]


def test_a_call_is_removed_alone(tmp_path: Path):
    stamp = call("instance.stamp")
    calls = [stamp, call("instance.token"), stamp]
    document, _ = settled(tmp_path, *calls, creation=call("shop.Ticket"))
    assert document == "Ticket.stamp() => 1\nTicket.stamp() => 2\n"


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
        settled(tmp_path, call("shop.fee", "1"), shop=REFUSES_PYTEST)
