"""Why mutants survived: the three kinds, the call that differs, and its test."""

import ast
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dojo.errors import WorkspaceError
from dojo.mutation import why as why_module
from dojo.mutation.kept import Kept, mutants_of
from dojo.mutation.results import NOT_COVERED, SURVIVED, DifferingCall, Mutant, Twin, Why
from dojo.mutation.text import (
    PARTIAL,
    call_lines,
    callers_of,
    excerpts,
    why_lines,
)
from dojo.mutation.why import Explainer, find_why, lines_around, start_again, write_call
from dojo.mutation.workers import Crew
from dojo.practice.find import practice_in
from dojo.practice.snapshots import Repository
from dojo.record.program import RecordedStory
from dojo.record.rendering import test_of_call as make_test
from tests.dojo.inside.projects import project_of, run
from tests.dojo.practising import outcome_of
from tests.dojo.small_kata import RULE, SmallKata

pytestmark = pytest.mark.usefixtures("one_order")

SHOP = """\
RATES = {"tea": 2}

class Cart:
    def __init__(self):
        self.prices = self.first_prices(3)

    def first_prices(self, number):
        return [0, 1][number:]

    def add(self, price, count=1):
        self.prices.append(price * count)

    def fee(self, total):
        return 0 if total > 100 else 5

    def _rate(self, name):
        return RATES.get(name, 0)

    def free(self, day):
        if day == 7:
            return 1
        return 0

    def full_rate(self, name):
        return self._rate(name)

def same(text):
    return text.encode("utf-8")

def late(day):
    if day > 28:
        return 17
    return 0

def never():
    return 3

def caller():
    return never()
"""
TESTS = """\
from shop import Cart, late, same

def test_cart():
    cart = Cart()
    cart.add(1)
    cart.add(3, 4)
    assert cart.fee(50) == 5
    cart.free(3)
    cart.full_rate("tea")

def test_late():
    for day in (3, 4, 29):
        late(day)

def test_same():
    assert same("a") == b"a"
"""
# The package has a function with the name of its module, as many have.
GREET = """\
GREETED = {}

def greet(name, title=None):
    GREETED[name] = 1
    if title is not None:
        GREETED[title] = 60
"""
TEST_GREET = """\
import os, sys
sys.path.append(os.path.dirname(__file__) + "/bin/../lib")
from greet import greet

def test_greet():
    greet("Ann")
"""
# Files that a test loads by names of its own. No name imports the second one.
LOADING = """\
import sys
from importlib.util import module_from_spec, spec_from_file_location

def load(name, path):
    spec = spec_from_file_location(name, path)
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])

load("zoo", "shop.py")
load("sell", "bin/sell.py")

def test_sell():
    sys.modules["sell"].sell(3)
"""
TEST_AWAY = """\
import subprocess, sys, threading
from away import bill, pay

def test_thread():
    pay(3)
    thread = threading.Thread(target=pay, args=(30,))
    thread.start()
    thread.join()

def test_process():
    subprocess.run([sys.executable, "-c", "from away import bill; bill(1)"])
"""
FILES = {
    "shop.py": SHOP,
    "away.py": "def pay(n):\n    if n > 9:\n        return 40\n\ndef bill(n):\n    return n * 21\n",
    "test_away.py": TEST_AWAY,
    "bin/sell.py": "def sell(number):\n    return number * 12\n",
    "test_zoo.py": LOADING,
    "test_shop.py": TESTS,
    "lib/greet/__init__.py": "from greet.greet import greet\n",
    "lib/greet/greet.py": GREET,
    "test_greet.py": TEST_GREET,
}


# What the changed lines of the survivors have that the tests are about.
EXPLAINED = (
    *("price / count", "total >= 100", "count=2", '"tea": 3', "[0, 2]"),
    *("return 2", "return 18", "UTF-8", "GREETED[name] = 2", "number / 12"),
    *("return 41", "n / 21", "GREETED[title] = 61"),
)


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Kept]:
    """Give a project and its results."""
    folder = tmp_path_factory.mktemp("shops") / "shop"
    kept, _ = run(folder, FILES)
    return folder, kept


@pytest.fixture(scope="module")
def started(tested: tuple[Path, Kept]) -> Iterator[tuple[Crew, Path]]:
    """Start one worker for all tests."""
    folder, kept = tested
    with start_again(project_of(folder, FILES), kept, 1) as started:
        yield started


@pytest.fixture(scope="module")
def shop(tested: tuple[Path, Kept], started: tuple[Crew, Path]) -> tuple[Path, Kept]:
    """Give the project and its results, with the reasons of some survivors."""
    folder, kept = tested
    names = [survivor(kept, "", added).name for added in EXPLAINED]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(why_module, "start_again", lambda *_: nullcontext(started))
        find_why(project_of(folder, FILES), kept, names, lambda _done, _of: None)
    return folder, kept


def survivor(kept: Kept, removed: str, added: str) -> Mutant:
    for each in mutants_of(kept):
        if removed in "".join(each.removed) and added in "".join(each.added):
            return each
    raise AssertionError([each.diff for each in mutants_of(kept)])


@pytest.mark.parametrize(
    ("removed", "added", "call"),
    [
        pytest.param("price * count", "price / count", "Cart(prices=[]).add(1, 1)", id="self"),
        pytest.param("total > 100", "total >= 100", "Cart(prices=[1, 12]).fee(100)", id="varied"),
        pytest.param("count=1", "count=2", "Cart(prices=[]).add(1)", id="a default value"),
        pytest.param('"tea": 2', '"tea": 3', "Cart(prices=[1, 12])._rate('tea')", id="a table"),
    ],
)
def test_the_call_that_differs_is_known(
    removed: str, added: str, call: str, shop: tuple[Path, Kept]
):
    why = survivor(shop[1], removed, added).why
    assert why is not None
    assert why.example is not None
    assert why.example.call == call


def test_only_calls_that_reach_the_change_are_compared(shop: tuple[Path, Kept]):
    why = survivor(shop[1], "return 17", "return 18").why
    assert why is not None
    assert why.example is not None
    example = why.example
    assert (example.call, example.number, why.found.compared) == ("late(29)", 3, 1)


@pytest.mark.parametrize(("limit", "is_partial"), [(2, True), (3, False)])
def test_calls_beyond_a_limit_are_noted(
    limit: int,
    is_partial: bool,  # noqa: FBT001
    tested: tuple[Path, Kept],
    started: tuple[Crew, Path],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(why_module, "MAX_CALLS", limit)
    folder, kept = tested
    name = survivor(kept, "day > 28", "day >= 28").name
    patches = chain.from_iterable(kept.patches.values())
    [mutant] = [each for each in patches if each.name == name]
    crew, original = started
    found = Explainer(project_of(folder, FILES), original, kept, crew).explain(mutant).found
    assert (found.compared, found.is_partial) == (limit, is_partial)


@pytest.mark.parametrize(
    ("added", "sentence"),
    [
        ("return 41", "Its calls could not be compared: calls in other threads."),
        ("n / 21", "Its calls could not be compared."),
    ],
    ids=["threads", "processes"],
)
def test_calls_that_are_not_traced_may_reach_the_change(
    added: str, sentence: str, shop: tuple[Path, Kept]
):
    assert survivor(shop[1], "", added).why_survived == sentence


def test_no_difference_counts_calls_and_variations(shop: tuple[Path, Kept]):
    found = [each for each in mutants_of(shop[1]) if each.function == "same" and each.why]
    assert {each.kind for each in found} == {"no difference"}
    twins = [each.why.found for each in found if each.why]
    assert all(twin.compared == 1 and twin.varied > 5 for twin in twins)


def test_results_with_their_reasons_are_kept(shop: tuple[Path, Kept]):
    folder, kept = shop
    assert project_of(folder, FILES).results.read_last().results == kept.results


def test_other_code_than_in_the_last_run_is_refused(shop: tuple[Path, Kept]):
    folder, kept = shop
    project = project_of(folder, {**FILES, "shop.py": SHOP.replace("> 100", "> 99")})
    try:
        with (
            pytest.raises(WorkspaceError, match="changed since the last run"),
            start_again(project, kept, 1),
        ):
            pass
    finally:
        project_of(folder, FILES)


def test_survivors_are_explained_after_a_new_test(shop: tuple[Path, Kept]):
    folder, kept = shop
    project = project_of(folder, {**FILES, "test_more.py": "MORE = 1\n"})
    try:
        with start_again(project, kept, 1) as (_, original):
            assert (original / "test_more.py").exists()
    finally:
        (folder / "test_more.py").unlink()


# The test of the call.


@pytest.fixture
def _one_worker(started: tuple[Crew, Path], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(why_module, "start_again", lambda *_: nullcontext(started))


def written(shop: tuple[Path, Kept], removed: str, added: str) -> list[str]:
    """Return the lines of the calls in the test of a survivor."""
    folder, kept = shop
    why = survivor(kept, removed, added).why
    assert why is not None
    story = msgspec.convert(write_call(project_of(folder, FILES), kept, why), RecordedStory)
    before = why.example.before if why.example else {}
    test = make_test(story, before, before.get("result", ""))
    return [each.source for each in test.all_calls]


@pytest.mark.usefixtures("_one_worker")
@pytest.mark.parametrize(
    ("removed", "added", "calls"),
    [
        pytest.param(
            "price * count",
            "price / count",
            ["shop.Cart()", "instance.add(1)", "attributes_of(instance)"],
            id="self",
        ),
        pytest.param(
            "[0, 1]",
            "[0, 2]",
            ["shop.Cart()", "instance.first_prices(0)"],
            id="while its object is created",
        ),
        pytest.param(
            "total > 100",
            "total >= 100",
            ["shop.Cart()", "instance.add(1)", "instance.add(3, 4)", "instance.fee(100)"],
            id="varied",
        ),
        pytest.param(
            '"tea": 2',
            '"tea": 3',
            [
                "shop.Cart()",
                "instance.add(1)",
                "instance.add(3, 4)",
                "instance.fee(50)",
                "instance.free(3)",
                "instance._rate('tea')",
            ],
            id="inside another call",
        ),
        pytest.param(
            "GREETED[name] = 1",
            "GREETED[name] = 2",
            [
                "sys.modules['greet.greet'].greet('Ann')",
                "vars(sys.modules['greet.greet']).get('GREETED')",
            ],
            id="a function with the name of its module",
        ),
        pytest.param(
            "GREETED[title] = 60",
            "GREETED[title] = 61",
            [
                "sys.modules['greet.greet'].greet('Ann', 60)",
                "vars(sys.modules['greet.greet']).get('GREETED')",
            ],
            id="another value than None",
        ),
    ],
)
def test_a_call_is_written(removed: str, added: str, calls: list[str], shop: tuple[Path, Kept]):
    assert written(shop, removed, added) == calls


@pytest.mark.usefixtures("_one_worker")
def test_a_call_of_a_file_that_no_name_imports_is_not_written(shop: tuple[Path, Kept]):
    with pytest.raises(WorkspaceError, match="no test can import its module by a name"):
        written(shop, "number * 12", "number / 12")


def test_without_a_difference_no_call_is_written(shop: tuple[Path, Kept]):
    folder, kept = shop
    with pytest.raises(WorkspaceError, match="No call is known"):
        write_call(project_of(folder, FILES), kept, Why())


def story(target: str, *arguments: str) -> RecordedStory:
    call = {"function": target, "target": target, "arguments": arguments}
    call["modules"] = [target.rpartition(".")[0]]
    return msgspec.convert({"creation": None, "calls": [call]}, RecordedStory)


def test_the_attributes_of_a_result_are_looked_at():
    test = make_test(story("shop.deal", "3"), ["result"], "Deal(price=3)")
    assert test.shows_attributes


def test_the_attributes_of_a_new_object_are_looked_at():
    created = {"function": "shop.Cart.__init__", "target": "shop.Cart"}
    call = created | {"arguments": [], "modules": ["shop"]}
    found = msgspec.convert({"creation": None, "calls": [call]}, RecordedStory)
    test = make_test(found, ["self afterwards"], "")
    assert test.shows_attributes


def test_a_global_of_a_module_in_a_package_is_looked_at():
    sell = story("shop.cart.sell")
    sell.calls[0].module = "shop.cart"
    test = make_test(sell, ["global Shop.sold"], "")
    assert [each.source for each in test.calls] == [
        "shop.cart.sell()",
        "vars(shop.cart.Shop).get('sold')",
    ]


# The calls that reach a change.

LINES = """\
def f(a):
    if a:
        b = (1 +
             2)
    return b

def g():
    def inner():
        return 1
    return inner

def h():
    yield 1
"""


@pytest.mark.parametrize(
    ("line", "lines"),
    [(2, [2]), (3, [3, 4]), (4, [3, 4]), (5, [5]), (9, []), (10, [10]), (13, [13])],
)
def test_the_lines_of_a_changed_statement_are_known(line: int, lines: list[int]):
    assert list(lines_around(ast.parse(LINES), line, line)) == lines


def test_a_line_that_only_a_variation_reaches_is_named(shop: tuple[Path, Kept]):
    found = survivor(shop[1], "return 1", "return 2")
    assert found.why_survived == "Tests run Cart.free, but no call of them reaches this line."
    assert call_lines(found)[0] == "Cart(prices=[1, 12]).free(7)"


# In words.

EXAMPLE = DifferingCall("t.py::test_a", 1, "f(1)", {"result": "2"}, {"result": "3"})
TWIN = Twin(("a.py", 1, "f", True), compared=3, not_compared={"threads": 1})
DIFFERENT = msgspec.structs.replace(TWIN, differing=1, example=EXAMPLE)
VARIED = msgspec.structs.replace(EXAMPLE, variation={"a": "1"})
ALIVE = Mutant("a", "a.py", "f", 1, ("a",), ("b",), SURVIVED, tests=("t.py::test_a",), number=7)
REASONS = {
    "a difference": (Why(DIFFERENT, 1), "A difference that no test looks at."),
    "in a variation": (
        Why(msgspec.structs.replace(DIFFERENT, example=VARIED), 1),
        "No difference in 3 calls, but in a variation of one.",
    ),
    "no difference": (
        Why(msgspec.structs.replace(TWIN, varied=20), 1),
        "No difference in 3 calls and 20 variations of them.",
    ),
    "not compared": (
        Why(Twin(TWIN.place, not_compared={"threads": 4}), 1),
        "Its calls could not be compared: threads.",
    ),
    "nothing": (None, ""),
}


@pytest.mark.parametrize("name", REASONS)
def test_a_reason_has_a_sentence(name: str):
    why, sentence = REASONS[name]
    assert replace(ALIVE, why=why).why_survived == sentence


def test_a_function_that_no_test_runs_needs_no_comparison():
    assert replace(ALIVE, status=NOT_COVERED).why_survived == "No test runs f."


def test_the_first_stage_does_not_show_the_call(shop: tuple[Path, Kept]):
    lines = why_lines(replace(ALIVE, why=Why(DIFFERENT, 1)), shop[1])
    assert "Calls that differ: 1 of 3, in 1 of 1 test." in lines
    assert "Not compared: threads (1)." in lines
    assert not any("f(1)" in line for line in lines)


def test_calls_that_were_left_out_are_named(shop: tuple[Path, Kept]):
    partial = msgspec.structs.replace(TWIN, varied=20, is_partial=True)
    assert PARTIAL in why_lines(replace(ALIVE, why=Why(partial, 1)), shop[1])
    assert PARTIAL not in why_lines(replace(ALIVE, why=Why(TWIN, 1)), shop[1])


def test_few_calls_are_no_evidence(shop: tuple[Path, Kept]):
    few = why_lines(replace(ALIVE, why=Why(TWIN, 1)), shop[1])
    assert few[-1].startswith("These are few calls")
    many = msgspec.structs.replace(TWIN, varied=20)
    assert why_lines(replace(ALIVE, why=Why(many, 1)), shop[1])[-1].startswith("dojo mutants")


def test_calls_of_functions_are_no_evidence_for_what_runs_at_import(shop: tuple[Path, Kept]):
    many = Why(msgspec.structs.replace(TWIN, varied=20), 1)
    lines = "\n".join(why_lines(replace(ALIVE, why=many, at_import=True), shop[1]))
    assert "look there first" in lines
    assert "evidence" not in lines


def test_the_second_stage_shows_the_call():
    assert call_lines(replace(ALIVE, why=Why(DIFFERENT, 1)))[:4] == [
        "f(1)",
        "  now              => 2",
        "  with the change  => 3",
        "  in t.py::test_a",
    ]


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        (f"f({'1' * 400})", f"f({'1' * 295}..."),
        (f"Cart({'1' * 400}).add(2)", f"Cart({'1' * 292}...).add(2)"),
        (f"Cart(3).add({'1' * 400})", f"Cart(3).add({'1' * 297}..."),
    ],
    ids=["function", "object", "arguments"],
)
def test_the_method_of_a_long_call_is_shown(call: str, shown: str):
    example = msgspec.structs.replace(EXAMPLE, call=call)
    twin = msgspec.structs.replace(DIFFERENT, place=("a.py", 1, "Cart.add", True), example=example)
    assert call_lines(replace(ALIVE, why=Why(twin, 1)))[0] == shown


def test_without_a_difference_there_is_no_call():
    [line] = call_lines(replace(ALIVE, why=Why(TWIN, 1)))
    assert line == "No difference in 3 calls. No call is known that differs."


def test_the_callers_of_a_function_that_no_test_runs_are_named(shop: tuple[Path, Kept]):
    lines = why_lines(survivor(shop[1], "return 3", "return 4"), shop[1])
    assert lines[-1] == "  caller calls it; no test runs it."


def test_callers_are_found_by_name():
    assert callers_of("never", {"a.py": SHOP}) == {"a.py::caller": "caller"}


def test_long_texts_begin_near_their_first_difference():
    one, other = excerpts("a" * 400 + "b", "a" * 400 + "c")
    assert (one, other) == ("..." + "a" * 40 + "b", "..." + "a" * 40 + "c")


# The command.

CHANGE = "return first - second"
Explained = tuple[SmallKata, list[dict[str, Any]]]  # a kata, and its survivors


@pytest.fixture(scope="module")
def graded(new_graded_kata: Callable[[str], SmallKata]) -> SmallKata:
    """Give a kata with a practice whose survivors have numbers. Other fixtures copy it."""
    return new_graded_kata("from yatzy import Yatzy\n\ndef test_it(): Yatzy.pair(6, 6)\n")


@pytest.fixture(scope="module")
def explained(graded: SmallKata, tmp_path_factory: pytest.TempPathFactory) -> Explained:
    """Give a copy of the kata after its survivors were explained, and the survivors."""
    kata = graded.copy_to(tmp_path_factory.mktemp("explained"))
    shown = kata.dojo("mutants", "--why", "--json").stdout
    return kata, msgspec.json.decode(shown)["survivors"]


def number_of(kata: SmallKata, change: str) -> str:
    """Return the number of the survivor with this change."""
    shown = kata.dojo("mutants", "--json").stdout
    [found] = [each for each in msgspec.json.decode(shown)["survivors"] if change in each["added"]]
    return str(found["number"])


def test_a_survivor_is_explained_in_stages(graded: SmallKata, tmp_path: Path):
    kata = graded.copy_to(tmp_path)
    number = number_of(kata, CHANGE)
    first = kata.dojo("mutants", number).stdout
    assert "A difference that no test looks at." in first
    assert "Yatzy.pair(6, 6)" not in first
    second = kata.dojo("mutants", number, "--call").stdout
    assert "Yatzy.pair(6, 6)\n  now              => 12\n" in second


def test_the_written_test_kills_the_mutant(explained: Explained, tmp_path: Path):
    kata = explained[0].copy_to(tmp_path)
    shown = kata.dojo("mutants", number_of(kata, CHANGE), "--write").stdout
    assert "Written: practice/tests/test_survivor.py" in shown
    practice = practice_in(kata.folder / "practice")
    assert not outcome_of(practice).is_green
    received = next((practice.folder / "tests").glob("test_survivor*.received.txt"))
    received.replace(received.with_name(received.name.replace("received", "approved")))
    assert CHANGE not in kata.dojo("mutants", "--all").stdout


def test_all_survivors_are_explained(explained: Explained):
    kinds = [each["kind"] for each in explained[1]]
    assert kinds[0] == "a difference that no test looks at"
    assert None not in kinds


def test_a_call_needs_the_number_of_a_survivor(graded: SmallKata):
    assert "Name a survivor" in graded.dojo("mutants", "--call").stderr
    assert "There is no survivor 99" in graded.dojo("mutants", "99", "--write").stderr


def test_the_practice_is_as_before(graded: SmallKata, explained: Explained):
    before = Repository(graded.folder / "practice").tree()
    assert Repository(explained[0].folder / "practice").tree() == before
    assert RULE in explained[0].read("practice/yatzy.py")
