"""Rules of the tests that a recording is written as."""

import ast
import runpy
from pathlib import Path

import pytest

from dojo.record.program import Program, RecordedCall, RecordedStory, Recording
from dojo.record.rendering import RecordedTest, make_tests, write_tests
from tests.dojo.practising import write_files
from tests.dojo.record.recordings import call, importable

MODULES = ["shop", "shop.fees"]


def story(*calls: RecordedCall) -> RecordedStory:
    return RecordedStory(None, list(calls))


def made_of(*stories: RecordedStory) -> list[RecordedTest]:
    return make_tests(Recording(list(stories), [], 0, [], 0, [], is_complete=True), MODULES)


def written(folder: Path, *calls: RecordedCall, creation: RecordedCall | None = None) -> str:
    path = folder / "test_recorded.py"
    test = RecordedTest("test_shop", creation, list(calls))
    write_tests(path, [test], Program([], ["sell.py", "-v"], "sell.py -v"))
    return path.read_text(encoding="utf-8")


def shown(folder: Path, made: RecordedCall, *, shows_attributes: bool = False) -> str:
    """Return the document of a written test of one call."""
    write_files(folder, {"shop.py": VALUES})
    path = folder / "test_survivor.py"
    test = RecordedTest("test_shop", None, [made], shows_attributes=shows_attributes)
    write_tests(path, [test], None)
    documents: list[str] = []
    with importable(folder):
        names = runpy.run_path(str(path))
        names["test_shop"].__globals__["verify"] = documents.append
        names["test_shop"]()
    return documents[0]


@pytest.fixture
def _empty_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))


VALUES = """
class Deal:
    def __init__(self, price):
        self.price = price

class Slot:
    __slots__ = ("price", "gone")
    def __init__(self, price):
        self.price = price

class Secret(Slot):
    __slots__ = ("__key",)
    def __init__(self, price):
        super().__init__(price)
        self.__key = [Deal(price)]
    def __repr__(self):
        return "a secret"

class Loop:
    def __init__(self):
        self.loop = self

async def quote(price):
    return Deal(price)

def doubled(prices):
    return map(lambda price: price * 2, prices)

def add(deal, price):
    deal.price += price
"""
BY_ATTRIBUTES = "Secret(4) => Secret(_Secret__key=[Deal(price=4)], price=4)"


# Which calls are in a test.


def test_calls_of_a_function_are_one_test():
    first = call("shop.fees.fee", "1")
    second = call("shop.fees.fee", "2")
    [test] = made_of(story(first), story(second))
    assert test.calls == [first, second]


def test_calls_on_each_object_are_a_test():
    on_object = RecordedStory(call("shop.Ticket"), [call("instance.leave")])
    assert len(made_of(on_object, on_object)) == 2


def test_an_object_without_calls_is_a_call_of_its_class():
    creation = call("shop.Ticket", "1")
    [test] = made_of(RecordedStory(creation, []))
    assert test.calls == [creation]


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("shop.fees.fee", "test_fee"),
        ("shop.fees.Ticket.parse", "test_ticket_parse"),
        ("shop.ParkingTicket", "test_parking_ticket"),
        ("shop.Money.__add__", "test_money_add"),
        ("sys.modules['shop.fees'].fee", "test_fee"),
    ],
)
def test_a_test_is_named_after_its_function(target: str, name: str):
    assert [test.name for test in made_of(story(call(target)))] == [name]


def test_tests_of_the_same_name_have_numbers():
    tests = made_of(story(call("shop.fee")), story(call("shop.fees.fee")))
    assert [test.name for test in tests] == ["test_fee", "test_fee_2"]


# How a test is written.


@pytest.mark.parametrize(
    ("recorded", "line"),
    [
        (call("shop.fee", modules=["shop", "shop.fees"]), "import shop\nimport shop.fees\n"),
        (call("shop.fee", "1", "kind='car'"), '        call(shop.fee, 1, kind="car"),\n'),
        (call("shop.throw", seed="5"), "    random.seed(5)\n"),
        (call("shop.fee"), 'monkeypatch.setattr("sys.argv", ["sell.py", "-v"])'),
    ],
    ids=["modules", "arguments", "seed", "argv"],
)
def test_a_test_has_a_line_for_each_thing_to_repeat(
    recorded: RecordedCall, line: str, tmp_path: Path
):
    assert line in written(tmp_path, recorded)


@pytest.mark.usefixtures("_empty_folder")
@pytest.mark.parametrize(
    ("made", "document"),
    [
        (call("shop.Deal", "3"), "Deal(3) => Deal(price=3)"),
        (call("shop.Slot", "3"), "Slot(3) => Slot(price=3)"),
        (call("shop.Loop"), "Loop() => Loop(loop=...)"),
        (call("shop.quote", "3", is_coroutine=True), "quote(3) => Deal(price=3)"),
        (call("list", "[shop.Deal(3)]"), "list([Deal(price=3)]) => [Deal(price=3)]"),
        (call("shop.doubled", "[1, 2]"), "doubled([1, 2]) yields 2, 4"),
        (
            call("shop.add", "shop.Slot(1)", "2"),
            "add(Slot(price=1), 2) => None\n    arguments afterwards: Slot(price=3), 2",
        ),
        (call("attributes_of", "shop.Slot(1)"), "attributes_of(Slot(price=1)) => {'price': 1}"),
        (call("shop.Secret", "4"), "Secret(4) => a secret"),
        (call("repr", "2"), "repr(2) => '2'"),
    ],
)
def test_a_written_test_shows_objects_by_their_attributes(
    made: RecordedCall, document: str, tmp_path: Path
):
    assert shown(tmp_path, made) == document


@pytest.mark.usefixtures("_empty_folder")
@pytest.mark.parametrize(
    ("made", "document"),
    [
        (call("shop.Secret", "4"), BY_ATTRIBUTES),
        (call("shop.doubled", "[1, 2]"), "doubled([1, 2]) yields 2, 4"),
    ],
)
def test_a_result_with_a_repr_is_shown_by_its_attributes_if_they_are_looked_at(
    made: RecordedCall, document: str, tmp_path: Path
):
    assert shown(tmp_path, made, shows_attributes=True) == document


def test_a_test_creates_the_object_before_its_calls(tmp_path: Path):
    text = written(tmp_path, call("instance.leave", "2"), creation=call("shop.Ticket", "1"))
    assert "    instance = shop.Ticket(1)\n    lines = [" in text


@pytest.mark.parametrize("word", ["random", "Keyboard", "hide_dates", "asyncio"])
def test_a_plain_test_has_nothing_that_it_does_not_need(word: str, tmp_path: Path):
    assert word not in written(tmp_path, call("shop.fee"))


def test_any_text_can_be_an_argument(tmp_path: Path):
    text = repr("{{ x }} {% if %} \n \x1b ' \" \\ é \u2028")
    ast.parse(written(tmp_path, call("shop.fee", text)))
