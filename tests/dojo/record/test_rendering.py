"""Rules of the tests that a recording is written as."""

import ast
from pathlib import Path

import pytest

from dojo.record.program import Code, Program, RecordedCall, RecordedStory, Recording
from dojo.record.rendering import RecordedTest, make_tests, write_tests

MODULES = ["shop", "shop.fees"]


def call(target: str, *arguments: str, **more: str) -> RecordedCall:
    return RecordedCall(target, target, list(arguments), **more)


def on_object(creation: RecordedCall, *calls: RecordedCall) -> RecordedStory:
    return RecordedStory(creation, list(calls))


def without_object(each: RecordedCall) -> RecordedStory:
    return RecordedStory(None, [each])


def made_of(*stories: RecordedStory) -> list[RecordedTest]:
    return make_tests(Recording(list(stories), [], 0, [], 0, [], is_complete=True), MODULES)


def written(folder: Path, *tests: RecordedTest) -> str:
    path = folder / "test_recorded.py"
    code = Code(folder, {name: name for name in MODULES}, folder)
    write_tests(path, list(tests), Program([], ["sell.py", "-v"], "sell.py -v"), code)
    return path.read_text(encoding="utf-8")


# Which calls are in a test.


def test_calls_of_a_function_are_one_test() -> None:
    first = call("shop.fees.fee", "1")
    second = call("shop.fees.fee", "2")
    (test,) = made_of(without_object(first), without_object(second))
    assert test.calls == [first, second]


def test_calls_on_an_object_are_one_test() -> None:
    creation = call("shop.Ticket")
    story = on_object(creation, call("instance.leave"))
    assert len(made_of(story, story)) == 2


def test_an_object_without_calls_is_a_call_of_its_class() -> None:
    creation = call("shop.Ticket", "1")
    (test,) = made_of(on_object(creation))
    assert (test.creation, test.calls) == (None, [creation])


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("shop.fees.fee", "test_fee"),
        ("shop.fees.Ticket.parse", "test_ticket_parse"),
        ("shop.ParkingTicket", "test_parking_ticket"),
        ("shop.Money.__add__", "test_money_add"),
    ],
)
def test_a_test_is_named_after_its_function(target: str, name: str) -> None:
    assert [test.name for test in made_of(without_object(call(target)))] == [name]


def test_make_tests_the_same_name_have_numbers() -> None:
    stories = [without_object(call("shop.fee")), without_object(call("shop.fees.fee"))]
    assert [test.name for test in made_of(*stories)] == ["test_fee", "test_fee_2"]


# How a test is written.


def test_a_test_imports_the_modules_of_its_arguments(tmp_path: Path) -> None:
    text = written(
        tmp_path, RecordedTest("test_fee", None, [call("shop.fee", "shop.fees.Kind(1)")])
    )
    assert "import shop\nimport shop.fees\n" in text


def test_a_test_has_the_calls_as_they_were_recorded(tmp_path: Path) -> None:
    test = RecordedTest("test_fee", None, [call("shop.fee", "1", "kind='car'")])
    assert '        call(shop.fee, 1, kind="car"),\n' in written(tmp_path, test)


def test_a_test_creates_the_object_before_its_calls(tmp_path: Path) -> None:
    test = RecordedTest("test_ticket", call("shop.Ticket", "1"), [call("instance.leave", "2")])
    assert "    instance = shop.Ticket(1)\n    lines = [" in written(tmp_path, test)


def test_a_test_seeds_chance(tmp_path: Path) -> None:
    test = RecordedTest("test_throw", None, [call("shop.throw", seed="5")])
    assert "    random.seed(5)\n" in written(tmp_path, test)


def test_a_test_types_the_answers(tmp_path: Path) -> None:
    test = RecordedTest("test_ask", None, [call("shop.ask", answers="Ann\n")])
    assert 'monkeypatch.setattr("sys.stdin", Keyboard(["Ann"]))' in written(tmp_path, test)


def test_a_test_has_the_arguments_of_the_program(tmp_path: Path) -> None:
    test = RecordedTest("test_fee", None, [call("shop.fee")])
    assert 'monkeypatch.setattr("sys.argv", ["sell.py", "-v"])' in written(tmp_path, test)


@pytest.mark.parametrize("word", ["random", "Keyboard", "hide_dates", "asyncio"])
def test_a_plain_test_has_nothing_that_it_does_not_need(word: str, tmp_path: Path) -> None:
    assert word not in written(tmp_path, RecordedTest("test_fee", None, [call("shop.fee")]))


def test_a_test_parses_whatever_was_recorded(tmp_path: Path) -> None:
    text = repr("{{ x }} {% if %} \n \x1b ' \" \\ é \u2028")
    ast.parse(written(tmp_path, RecordedTest("test_fee", None, [call("shop.fee", text)])))
