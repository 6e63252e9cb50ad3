"""Rules of the tests that a recording is written as."""

import ast
from pathlib import Path

import pytest

from dojo.record.program import Program, RecordedCall, RecordedStory, Recording
from dojo.record.rendering import RecordedTest, make_tests, write_tests
from tests.dojo.record.recordings import call

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


def test_a_test_creates_the_object_before_its_calls(tmp_path: Path):
    text = written(tmp_path, call("instance.leave", "2"), creation=call("shop.Ticket", "1"))
    assert "    instance = shop.Ticket(1)\n    lines = [" in text


@pytest.mark.parametrize("word", ["random", "Keyboard", "hide_dates", "asyncio"])
def test_a_plain_test_has_nothing_that_it_does_not_need(word: str, tmp_path: Path):
    assert word not in written(tmp_path, call("shop.fee"))


def test_any_text_can_be_an_argument(tmp_path: Path):
    text = repr("{{ x }} {% if %} \n \x1b ' \" \\ é \u2028")
    ast.parse(written(tmp_path, call("shop.fee", text)))
