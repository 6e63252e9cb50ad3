"""Rules of replaying: calls with other results are removed, the others stay."""

from collections import Counter
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.practice.model import silent
from dojo.record import replay
from dojo.record.program import Code, Program, RecordedCall
from dojo.record.rendering import RecordedTest
from dojo.record.replay import (
    DIFFERS,
    NO_RESULT,
    OTHER_RESULT,
    Skipped,
    remove_broken_modules,
    settle,
)
from tests.dojo.practising import write_files
from tests.dojo.record.recordings import importable

SHOP = """
import random

RATES = []

def fee(minutes):
    return minutes * 2

def rates():
    return RATES

def token():
    return random.random()

def day():
    return f"It is 2026-01-{random.randint(10, 28)}."

def greet(name):
    print("Hello", name)
    with open("log.txt", "w") as file:
        file.write(name)

def add(lines):
    lines.append(1)

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


def call(target: str, *arguments: str, outcome: str = "", is_open: bool = False) -> RecordedCall:
    return RecordedCall(target, target, list(arguments), outcome, is_open)


def code_in(folder: Path) -> Code:
    (folder / "tests").mkdir(exist_ok=True)
    return Code(folder, {str(folder / "shop.py"): "shop"}, folder / "tests")


def settled(folder: Path, *tests: RecordedTest) -> tuple[dict[str, str], Skipped]:
    """Replay tests of module `shop`. Returns their documents, and what was removed."""
    (folder / "shop.py").write_text(SHOP, encoding="utf-8")
    kept = list(tests)
    skipped: Skipped = Counter()
    with importable(folder):
        documents = settle(kept, Program([], ["sell.py"]), code_in(folder), skipped, silent)
    return {test.name: documents[test.name].rstrip("\n") for test in kept}, skipped


def document(folder: Path, *calls: RecordedCall) -> str:
    documents, _ = settled(folder, RecordedTest("test_shop", None, list(calls)))
    return documents.get("test_shop", "")


def removed(folder: Path, *calls: RecordedCall) -> Skipped:
    return settled(folder, RecordedTest("test_shop", None, list(calls)))[1]


# What a document shows of a call.


def test_a_document_has_a_line_for_a_call_with_its_result(tmp_path: Path) -> None:
    calls = [call("shop.fee", "1", outcome="=> 2"), call("shop.fee", "minutes=2")]
    assert document(tmp_path, *calls) == "fee(1) => 2\nfee(minutes=2) => 4"


def test_a_document_has_the_exception_of_a_call(tmp_path: Path) -> None:
    expected = "fee(None) raises TypeError: unsupported operand type(s) for *: 'NoneType' and 'int'"
    assert document(tmp_path, call("shop.fee", "None")) == expected


def test_a_document_has_the_output_of_a_call(tmp_path: Path) -> None:
    expected = "greet('Ann') => None\n    printed: Hello Ann\n    wrote log.txt: Ann"
    assert document(tmp_path, call("shop.greet", "'Ann'")) == expected


def test_a_document_has_arguments_that_a_call_changed(tmp_path: Path) -> None:
    expected = "add([]) => None\n    arguments afterwards: [1]"
    assert document(tmp_path, call("shop.add", "[]")) == expected


def test_a_document_has_the_first_items_of_a_generator(tmp_path: Path) -> None:
    expected = "count(20) yields 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"
    assert document(tmp_path, call("shop.count", "20")) == expected


def test_calls_are_made_with_fixtures_of_the_person(tmp_path: Path) -> None:
    conftest = """
import pytest

@pytest.fixture(autouse=True)
def _rates(monkeypatch):
    import shop
    monkeypatch.setattr(shop, "RATES", [7])
"""
    write_files(tmp_path, {"tests/conftest.py": conftest, "tests/test_old.py": "1 / 0\n"})
    assert document(tmp_path, call("shop.rates")) == "rates() => [7]"


# What is removed.


def test_a_call_that_differs_each_time_is_removed(tmp_path: Path) -> None:
    calls = [call("shop.token"), call("shop.fee", "1")]
    assert document(tmp_path, *calls) == "fee(1) => 2"


@pytest.mark.parametrize(
    ("each", "reason"),
    [
        (call("shop.token"), DIFFERS),
        (call("shop.fee", "1", outcome="=> 3"), OTHER_RESULT),
        (call("shop.Ticket().nothing"), NO_RESULT),
    ],
)
def test_a_call_is_removed_for_a_reason(each: RecordedCall, reason: str, tmp_path: Path) -> None:
    assert removed(tmp_path, each, call("shop.fee", "1"))[reason, each.function] == 1


def test_the_beginning_of_a_generator_is_enough(tmp_path: Path) -> None:
    each = call("shop.count", "3", outcome="yields 0, 1", is_open=True)
    assert not removed(tmp_path, each)


def test_a_call_on_an_object_is_removed_alone(tmp_path: Path) -> None:
    calls = [
        call("instance.stamp", outcome="=> 1"),
        call("instance.token"),
        call("instance.stamp", outcome="=> 2"),
    ]
    documents, _ = settled(tmp_path, RecordedTest("test_ticket", call("shop.Ticket"), calls))
    assert documents == {"test_ticket": "Ticket.stamp() => 1\nTicket.stamp() => 2"}


def test_a_test_without_calls_is_removed(tmp_path: Path) -> None:
    fee = RecordedTest("test_fee", None, [call("shop.fee", "1")])
    token = RecordedTest("test_token", None, [call("shop.token")])
    assert list(settled(tmp_path, fee, token)[0]) == ["test_fee"]


def test_dates_that_differ_are_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_ROUNDS", 20)  # until two random days differ
    assert document(tmp_path, *[call("shop.day")] * 9).startswith("day() => 'It is DATE.'")


# What cannot be imported.


def broken(folder: Path, code: str) -> list[str]:
    """Return why tests of a module are removed."""
    (folder / "shop.py").write_text(code, encoding="utf-8")
    skipped: Skipped = Counter()
    tests = [RecordedTest("test_fee", None, [call("shop.fee", "1")])]
    remove_broken_modules(tests, code_in(folder), skipped)
    return [reason for reason, _ in skipped]


@pytest.mark.parametrize(
    "code", ["raise ValueError('no')", "import sys; sys.exit('ValueError: no')"]
)
def test_tests_of_a_module_that_cannot_be_imported_are_removed(code: str, tmp_path: Path) -> None:
    assert broken(tmp_path, code) == ["the program is needed to import shop: ValueError: no"]


def test_a_module_that_never_ends_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "IMPORT_TIMEOUT", 0.5)
    assert broken(tmp_path, "while True: pass") == [
        "the program is needed to import shop: it does not end in 0.5 s"
    ]


def test_a_module_that_can_be_imported_stays(tmp_path: Path) -> None:
    assert broken(tmp_path, SHOP) == []


def test_tests_that_pytest_cannot_import_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses = "import sys\nif 'pytest' in sys.modules:\n    raise ValueError\n"
    monkeypatch.setattr("tests.dojo.record.test_replay.SHOP", refuses)
    with pytest.raises(WorkspaceError, match="nothing was written"):
        document(tmp_path, call("shop.fee", "1"))
