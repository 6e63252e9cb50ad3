"""Two versions of a function, called with the same live arguments: which differences count."""

from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from dojo.inside import twins as twins_module
from dojo.inside.twins import NO_TIME, NOT_IMPORTED, NOT_REPLACED, OTHER_ATTRIBUTES, TracedTwin
from tests.dojo.inside.comparing import compare, difference

CART = """
class Cart:
    def __init__(self):
        self.prices = []

    def add(self, price):
        self.prices.append(price)
        return self
"""
PLAIN = """
class Deal:
    def __init__(self, price):
        self.price = price

def deal():
    return Deal(3)
"""
TOTAL = """
TOTAL = 0

def count(number):
    global TOTAL
    TOTAL += number
"""
TABLE = """
class Shop:
    sold = {}

def sell(name):
    Shop.sold[name] = 1
"""
LAST = """
def last(items):
    return items[0] if items else None
"""


@pytest.mark.parametrize(
    ("code", "change", "program", "expected"),
    [
        pytest.param(
            "def pay(a):\n    return a + 1\n",
            ("a + 1", "a - 1"),
            "pay(3)",
            {"result": ("4", "2")},
            id="a result",
        ),
        pytest.param(
            "def half(a):\n    return a / 10\n",
            ("a / 10", "a * 0.1"),
            "half(3)",
            {"result": ("0.3", "0.30000000000000004")},
            id="a float, exactly",
        ),
        pytest.param(
            "def names():\n    return {'b', 'a'}\n",
            ("'a'", "'c'"),
            "names()",
            {"result": ("{'a', 'b'}", "{'b', 'c'}")},
            id="a set, in order",
        ),
        pytest.param(
            "def sort(items):\n    items.sort()\n",
            ("sort()", "reverse()"),
            "sort([2, 1, 3])",
            {"items afterwards": ("[1, 2, 3]", "[3, 1, 2]")},
            id="an argument, changed in place",
        ),
        pytest.param(
            CART,
            ("append(price)", "append(-price)"),
            "Cart().add(1)",
            {
                "result": ("Cart(prices=[1])", "Cart(prices=[-1])"),
                "self afterwards": ("Cart(prices=[1])", "Cart(prices=[-1])"),
            },
            id="self",
        ),
        pytest.param(
            "def pay(a):\n    raise ValueError(f'no {a}')\n",
            ("f'no {a}'", "f'not {a}'"),
            "try: pay(1)\nexcept ValueError: pass",
            {"result": ("raises ValueError: no 1", "raises ValueError: not 1")},
            id="the words of an error",
        ),
        pytest.param(
            "def pay(a):\n    raise ValueError('no') from KeyError(a)\n",
            ("KeyError(a)", "KeyError(-a)"),
            "try: pay(1)\nexcept ValueError: pass",
            {
                "result": (
                    "raises ValueError: no (KeyError: 1)",
                    "raises ValueError: no (KeyError: -1)",
                )
            },
            id="the cause of an error",
        ),
        pytest.param(
            "def pay(a):\n    raise ExceptionGroup('no', [KeyError(a)])\n",
            ("KeyError(a)", "KeyError(-a)"),
            "try: pay(1)\nexcept* KeyError: pass",
            {
                "result": (
                    "raises ExceptionGroup: no (1 sub-exception) (KeyError: 1)",
                    "raises ExceptionGroup: no (1 sub-exception) (KeyError: -1)",
                )
            },
            id="an error in a group",
        ),
        pytest.param(
            "def pay(a):\n    error = KeyError()\n    error.add_note(str(a))\n    raise error\n",
            ("str(a)", "str(-a)"),
            "try: pay(1)\nexcept KeyError: pass",
            {"result": ("raises KeyError:  __notes__=['1']", "raises KeyError:  __notes__=['-1']")},
            id="a note of an error",
        ),
        pytest.param(
            "def pay(a):\n    print('paid', a)\n",
            ("'paid'", "'owed'"),
            "pay(1)",
            {"prints": (r"'paid 1\n'", r"'owed 1\n'")},
            id="printed text",
        ),
        pytest.param(
            "import warnings\n\ndef pay(a):\n    warnings.warn('old')\n",
            ("'old'", "'new'"),
            "pay(1)",
            {"warning 0": ("UserWarning: old", "UserWarning: new")},
            id="a warning",
        ),
        pytest.param(
            "import logging\n\ndef pay(a):\n    logging.warning('paid %s', a)\n",
            ("'paid %s'", "'owed %s'"),
            "pay(1)",
            {"prints": (r"'paid 1\n'", r"'owed 1\n'")},
            id="a log",
        ),
        pytest.param(
            "async def pay(a):\n    return a + 1\n",
            ("a + 1", "a - 1"),
            "import asyncio\nasyncio.run(pay(3))",
            {"result": ("4", "2")},
            id="a coroutine",
        ),
        pytest.param(
            "def steps(a):\n    yield a\n    yield a + 1\n",
            ("a + 1", "a + 2"),
            "list(steps(1))",
            {"result": ("yields 1, 2", "yields 1, 3")},
            id="a generator",
        ),
        pytest.param(
            "async def steps(a):\n    yield a\n    yield a + 1\n",
            ("a + 1", "a + 2"),
            "import asyncio\n"
            "async def main():\n    return [each async for each in steps(1)]\n"
            "asyncio.run(main())",
            {"result": ("yields 1, 2", "yields 1, 3")},
            id="an asynchronous generator",
        ),
        pytest.param(
            PLAIN,
            ("Deal(3)", "Deal(4)"),
            "deal()",
            {"result": ("Deal(price=3)", "Deal(price=4)")},
            id="an object without a repr",
        ),
        pytest.param(
            TOTAL,
            ("+= number", "-= number"),
            "count(2)",
            {"global TOTAL": ("2", "-2")},
            id="a global",
        ),
        pytest.param(
            TABLE,
            ("= 1", "= 2"),
            "sell('tea')",
            {"global Shop.sold": ("{'tea': 1}", "{'tea': 2}")},
            id="an attribute of a class",
        ),
        pytest.param(
            "def save(text, out):\n    with open(out, 'w') as file:\n        file.write(text)\n",
            ("write(text)", "write(text * 2)"),
            "save('ab', 'bill.txt')",
            {"file bill.txt": ("'ab'", "'abab'")},
            id="a file",
        ),
        pytest.param(
            LAST,
            ("items[0]", "items[-1]"),
            "last([]), last([1]), last([1, 2])",
            {"result": ("1", "2")},
            id="only the last call",
        ),
        pytest.param(
            "def rate(a):\n    return lambda b: a * b\n\ndef pay(a):\n    return rate(a)(2)\n",
            ("rate(a)(2)", "rate(a)(3)"),
            "pay(1)",
            {"result": ("2", "3")},
            id="a function that another one creates",
        ),
    ],
)
def test_a_difference_is_found(
    code: str,
    change: tuple[str, str],
    program: str,
    expected: dict[str, tuple[str, str]],
    tmp_path: Path,
):
    with chdir(tmp_path):
        assert difference(tmp_path, code, *change, program) == expected


def found(
    folder: Path, code: str, change: tuple[str, str], program: str, **more: Any
) -> TracedTwin:
    [twin] = compare(folder, code, code.replace(*change), program, **more).values()
    return twin


PAY = "def pay(a):\n    return a + 1\n"


def test_what_is_the_same_is_counted(tmp_path: Path):
    twin = found(tmp_path, PAY, ("a + 1", "1 + a"), "pay(1), pay(2)")
    assert (twin.calls, twin.compared, twin.differing) == (2, 2, 0)


def test_the_smallest_call_that_differs_is_shown(tmp_path: Path):
    twin = found(tmp_path, PAY, ("a + 1", "a + 2"), "pay(1000), pay(10), pay(100)")
    assert twin.example["call"] == "pay(10)"


def test_the_test_goes_on_with_the_code_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    code = "def save(a):\n    with open('a.txt', 'a') as file:\n        file.write(a)\n"
    found(tmp_path, code, ("write(a)", "write('no')"), "save('x'), save('y')")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "xy"


def test_a_removed_file_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    code = "import os\n\ndef forget(a):\n    os.remove(a)\n    return 1\n"
    twin = found(tmp_path, code, ("return 1", "return 1 + 1"), "forget('a.txt')")
    assert twin.example["before"] == {"result": "1"}


def test_a_file_that_moved_between_open_folders_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    (tmp_path / "one" / "a.txt").write_text("x", encoding="utf-8")
    code = (
        "import os\n\ndef move(one, two):\n"
        "    os.rename('a.txt', 'b.txt', src_dir_fd=one, dst_dir_fd=two)\n    return 1\n"
    )
    program = "move(os.open('one', os.O_RDONLY), os.open('two', os.O_RDONLY))"
    twin = found(tmp_path, code, ("return 1", "return 1 + 1"), program)
    assert twin.example["before"] == {"result": "1"}


# The name of the first file is too long, so nobody can say what is in it.
UNREADABLE = """\
def save(a):
    try:
        open("x" * 300, "w")
    except OSError as error:
        failed = error.filename
    with open("a.txt", "w") as file:
        file.write(a)
    return len(failed)
"""


def test_a_file_that_cannot_be_read_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    found = difference(tmp_path, UNREADABLE, "write(a)", "write('no')", "save('x')")
    assert found == {"file a.txt": ("'x'", "'no'")}


def test_the_error_of_a_file_that_cannot_be_read_is_that_of_the_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    found = difference(tmp_path, UNREADABLE, "return len", "return str", "save('x')")
    assert found["result"] == ("300", repr("x" * 300))


# What cannot be compared never counts as the same. The test itself, in process `a`, does nothing.
NOT_COMPARED = {
    "threads": "threading.Thread(target=print).start()",
    "sockets": "socket.socket().connect_ex(('127.0.0.1', 9))",
    "processes": "os.system('true')",
    "iterators": "[iter('ab')]",
    "open files": "open('shop.py')",
    "functions that a call creates": "lambda: a",
    "calls that end Python or never end": "os.getpid() == a or os._exit(3)",
    "calls that take too long or change too much": "os.getpid() == a or time.sleep(9)",
    "what differs each time": "os.urandom(8)",
}


@pytest.mark.parametrize("name", NOT_COMPARED)
def test_what_cannot_be_compared_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    code = f"import os, socket, threading, time\n\ndef pay(a):\n    return {NOT_COMPARED[name]}\n"
    twin = found(tmp_path, code, ("", ""), "import os\npay(os.getpid())")
    assert (twin.compared, name in twin.not_compared) == (0, True)


def test_random_numbers_are_the_same_in_all_forks(tmp_path: Path):
    code = "import random\n\ndef roll():\n    return random.random()\n"
    twin = found(tmp_path, code, ("random()", "random() + 0"), "roll()")
    assert (twin.compared, twin.not_compared) == (1, {})


def test_calls_in_other_threads_are_not_compared(tmp_path: Path):
    twin = found(tmp_path, PAY, ("a + 1", "a + 2"), "pay(1)", in_thread=True)
    assert (twin.calls, dict(twin.not_compared)) == (0, {"calls in other threads": 1})


def test_an_argument_that_cannot_be_described_is_named_and_the_rest_is_compared(tmp_path: Path):
    twin = found(
        tmp_path,
        "def pay(a, b):\n    return a\n",
        ("return a", "return 1 * a"),
        "pay(1, iter('ab'))",
    )
    assert (twin.compared, dict(twin.not_compared)) == (1, {"iterators": 1})


def test_an_argument_that_is_a_default_takes_the_other_default(tmp_path: Path):
    code = "def pay(a, *, b=1, c=5):\n    return a + b + c\n"
    twin = found(tmp_path, code, ("b=1", "b=2"), "pay(1, c=7)", anew=True)
    assert (twin.example["call"], twin.example["after"]) == ("pay(1, c=7)", {"result": "10"})


# Limits.


def test_calls_with_the_same_arguments_are_compared_three_times(tmp_path: Path):
    assert found(tmp_path, PAY, ("a + 1", "1 + a"), "for _ in range(9): pay(1)").calls == 3


def test_a_limit_of_calls_is_kept(tmp_path: Path):
    for limit, is_partial in ((5, True), (9, False)):
        program = "for n in range(9): pay(n)"
        twin = found(tmp_path, PAY, ("a + 1", "1 + a"), program, calls=limit)
        assert (twin.calls, twin.is_partial) == (limit, is_partial)


CALLER = f"{PAY}\ndef call(a):\n    return pay(a)\n"


def test_limits_of_calls_are_kept(tmp_path: Path):
    program = "for n in range(60): call(n)"
    other = CALLER.replace("a + 1", "1 + a")
    twins = compare(tmp_path, CALLER, other, program, calls=50, is_earlier=True)
    assert (twins["call"].calls, twins["call"].not_compared) == (5, {})
    assert (twins["pay"].calls, twins["pay"].not_compared) == (50, {NO_TIME: 10})


def test_some_time_is_left_for_what_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(twins_module, "SHARE_OF_UNCHANGED", -1.0)
    other = CALLER.replace("a + 1", "1 + a")
    twins = compare(tmp_path, CALLER, other, "call(1)", is_earlier=True)
    assert (twins["call"].calls, twins["pay"].calls) == (0, 1)


def test_a_limit_of_seconds_is_kept(tmp_path: Path):
    program = "for n in range(9): pay(n)"
    assert found(tmp_path, PAY, ("a + 1", "1 + a"), program, seconds=0.0).calls == 0


# Variations, if no call differs.

VARIED = {
    "a number one higher": ("def f(a):\n    return a > 3\n", (">", ">="), "f(2)", "f(3)"),
    "zero": ("def f(a):\n    return bool(a)\n", ("bool(a)", "True"), "f(9)", "f(0)"),
    "a negative number": ("def f(a):\n    return abs(a)\n", ("abs(a)", "a"), "f(9)", "f(-9)"),
    "an empty list": (LAST, ("None", "0"), "last([7, 8])", "last([])"),
    "one item less": (
        "def f(a):\n    return len(a) == 2\n",
        ("== 2", "== 1"),
        "f([4, 5, 6])",
        "f([5, 6])",
    ),
    "one item more": (
        "def f(a):\n    return len(a) > 3\n",
        ("> 3", "> 9"),
        "f([4, 5, 6])",
        "f([4, 5, 6, 6])",
    ),
    "other letters": (
        "def f(a):\n    return a.lower()\n",
        ("a.lower()", "a"),
        "f('ab')",
        "f('AB')",
    ),
    "another member": (
        "import enum\nE = enum.Enum('E', 'A B')\ndef f(a):\n    return a is E.B\n",
        ("a is E.B", "False"),
        "f(E.A)",
        "f(E.B)",
    ),
    "a literal of the code": (
        "def f(a):\n    return a == 'tea'\n",
        ("== 'tea'", "== 'xtea'"),
        "f('')",
        "f('tea')",
    ),
    "another value than None": (
        "def f(a, b=None):\n    return a if b is None else a * b\n",
        ("a * b", "a + b"),
        "f(3)",
        "f(3, 1)",
    ),
    "an item of *arguments": (
        "def f(*a):\n    return sum(a) > 4\n",
        ("> 4", "> 5"),
        "f(2, 2)",
        "f(3, 2)",
    ),
    "swapped": (
        "def f(a, b):\n    return (a, b) == ([3, 4], [5, 6])\n",
        ("(a, b) ==", "(a, b) is"),
        "f([5, 6], [3, 4])",
        "f([3, 4], [5, 6])",
    ),
}


@pytest.mark.parametrize("name", VARIED)
def test_a_variation_that_differs_is_found(name: str, tmp_path: Path):
    code, change, program, expected = VARIED[name]
    twin = found(tmp_path, code, change, program, vary=True)
    assert twin.example is not None
    assert (twin.example["call"], bool(twin.example["variation"])) == (expected, True)


def test_variations_that_are_the_same_are_counted(tmp_path: Path):
    twin = found(tmp_path, PAY, ("a + 1", "1 + a"), "pay(1)", vary=True)
    assert (twin.varied, twin.differing) == (6, 0)


def test_a_call_is_varied_as_long_as_there_is_time(tmp_path: Path):
    twin = found(tmp_path, PAY, ("a + 1", "1 + a"), "pay(1)", vary=True, seconds=1e-9)
    assert (twin.calls, twin.varied, twin.not_compared) == (1, 0, {})


def test_a_variation_starts_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    code = "import os\n\ndef f(a):\n    if a == 'ab':\n        os.system('touch b')\n    return 1\n"
    found(tmp_path, code, ("return 1", "return 2"), "f('a')", vary=True)
    assert not (tmp_path / "b").exists()


def test_a_variation_removes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ab").touch()
    code = "import os\n\ndef f(a):\n    if a == 'ab':\n        os.remove(a)\n    return 1\n"
    found(tmp_path, code, ("return 1", "return 2"), "f('a')\nf('b')", vary=True)
    assert (tmp_path / "ab").exists()


# Versions.

SUPER = """
class Base:
    def pay(self):
        return 1

class Shop(Base):
    def pay(self):
        return super().pay() + 1

    @property
    def open(self):
        return True

    @staticmethod
    def rate():
        return 3

    @classmethod
    def make(cls):
        return cls()
"""


@pytest.mark.parametrize(
    ("change", "program", "expected"),
    [
        (("super().pay() + 1", "5"), "Shop().pay()", ("2", "5")),
        (("return super().pay() + 1", "return super().pay() + 2"), "Shop().pay()", ("2", "3")),
        (("return 1", "return 4"), "Base().pay()", ("1", "4")),
        (("True", "False"), "Shop().open", ("True", "False")),
        (("return 3", "return 4"), "Shop.rate()", ("3", "4")),
        (("cls()", "Base()"), "Shop.make()", ("<Shop>", "<Base>")),
    ],
)
def test_a_method_has_another_version(
    change: tuple[str, str], program: str, expected: tuple[str, str], tmp_path: Path
):
    assert difference(tmp_path, SUPER, *change, program) == {"result": expected}


DECORATED = """
import functools
from dataclasses import dataclass

def logged(function):
    def call(*arguments):
        return function(*arguments) + 1
    return call

@logged
def fee(a):
    return a + 20

@logged
def rate(a):
    return a + 300

KEY = lambda a: a + 4000

class Shop:
    @functools.cached_property
    def total(self):
        return 5

@dataclass(slots=True)
class Item:
    price: int

    def double(self):
        return self.price * 2
"""


@pytest.mark.parametrize(
    ("change", "program", "expected"),
    [
        (("+ 1", "+ 2"), "fee(0)", ("21", "22")),
        (("+ 1", "+ 2"), "rate(0)", ("301", "302")),
        (("+ 300", "+ 400"), "rate(0)", ("301", "401")),
        (("+ 4000", "+ 5000"), "KEY(0)", ("4000", "5000")),
        (("return 5", "return 6"), "Shop().total", ("5", "6")),
        (("* 2", "* 3"), "Item(1).double()", ("2", "3")),
    ],
)
def test_a_decorated_function_has_another_version(
    change: tuple[str, str], program: str, expected: tuple[str, str], tmp_path: Path
):
    assert difference(tmp_path, DECORATED, *change, program) == {"result": expected}


def test_a_lambda_is_shown_by_its_name(tmp_path: Path):
    twin = found(tmp_path, "KEY = lambda a: a + 1\n", ("a + 1", "a + 2"), "KEY(3)")
    assert twin.example["call"] == "KEY(3)"


CLOSURE = """
def make(one, two):
    def pay(a):
        return one, two
    return pay

pay = make(1, 2)
"""


def test_a_closure_keeps_its_values_if_a_name_changes(tmp_path: Path):
    other = CLOSURE.replace("one", "zero").replace("1, 2", "1, 1 + 1")
    twin = compare(tmp_path, CLOSURE, other, "pay(3)")["make.<locals>.pay"]
    assert (twin.compared, twin.differing) == (1, 0)


REGISTERED = """
ROUTES = {}

def route(path):
    def register(function):
        if path in ROUTES:
            raise ValueError(path)
        ROUTES[path] = function
        return function
    return register

@route("/pay")
def pay(a):
    return a + 1

class Plugin:
    names = []

    def __init_subclass__(cls):
        if cls.__name__ in Plugin.names:
            raise ValueError(cls.__name__)
        Plugin.names.append(cls.__name__)

    def price(self):
        return 2

class Tea(Plugin):
    def price(self):
        return 3

    def total(self):
        return self.price()
"""
WITHOUT_PRICE = REGISTERED.replace("def price(self):\n        return 3", "pass")
WITH_HELPER = REGISTERED.replace(
    "return self.price()", "return self._double()\n\n    def _double(self):\n        return 6"
)


@pytest.mark.parametrize(
    ("other", "program", "expected"),
    [
        (REGISTERED.replace("a + 1", "a + 2"), "pay(1)", ("2", "3")),
        (REGISTERED.replace("return self", "return -self"), "Tea().total()", ("3", "-3")),
        (WITHOUT_PRICE, "Tea().total()", ("3", "2")),
        (WITH_HELPER, "Tea().total()", ("3", "6")),
    ],
)
def test_code_that_can_register_only_once_has_another_version(
    other: str, program: str, expected: tuple[str, str], tmp_path: Path
):
    assert difference(tmp_path, REGISTERED, REGISTERED, other, program) == {"result": expected}


def test_a_cached_result_of_the_current_version_is_not_used(tmp_path: Path):
    code = "import functools\n\n@functools.cache\ndef rate():\n    return 1\n"
    code += "\ndef pay(a):\n    return a + rate()\n"
    program = "rate()\npay(1)"
    twins = compare(tmp_path, code, code.replace("return 1", "return 2"), program)
    assert twins["pay"].example["after"] == {"result": "3"}


def test_a_weak_reference_to_an_object_is_none_of_its_attributes(tmp_path: Path):
    code = (
        "class A:\n    __slots__ = ('a', '__weakref__')\n\n"
        "def make(a):\n    made = A()\n    made.a = a\n    return made\n"
    )
    expected = {"result": ("A(a=1)", "A(a=2)")}
    assert difference(tmp_path, code, ".a = a", ".a = a + 1", "make(1)") == expected


COUNTER = """
class Counter:
    def __init__(self):
        self._count = 0

    def add(self, number):
        self._count += number
        return self._count

def total(numbers):
    counter = Counter()
    return [counter.add(number) for number in numbers]
"""


@pytest.mark.parametrize("function", ["Counter.__init__", "Counter.add"])
def test_objects_with_other_private_attributes_are_not_compared(function: str, tmp_path: Path):
    other = COUNTER.replace("_count", "_sum")
    twin = compare(tmp_path, COUNTER, other, "Counter().add(1)", is_earlier=True)[function]
    assert (twin.compared, dict(twin.not_compared)) == (0, {OTHER_ATTRIBUTES: 1})


def test_what_is_public_is_compared_if_private_attributes_have_other_names(tmp_path: Path):
    other = COUNTER.replace("_count", "_sum").replace("self._sum = 0", "self._sum = self.a = 0")
    twin = compare(tmp_path, COUNTER, other, "Counter()", is_earlier=True)["Counter.__init__"]
    expected = {"self afterwards": "Counter()"}, {"self afterwards": "Counter(a=0)"}
    assert (twin.example["before"], twin.example["after"]) == expected
    assert twin.not_compared == {}


def test_a_private_attribute_with_another_value_is_a_difference(tmp_path: Path):
    other = COUNTER.replace("_count = 0", "_count = 1")
    twin = compare(tmp_path, COUNTER, other, "Counter()", is_earlier=True)["Counter.__init__"]
    assert twin.differing == 1


def test_functions_that_make_their_own_objects_are_compared(tmp_path: Path):
    other = COUNTER.replace("_count", "_sum")
    twin = compare(tmp_path, COUNTER, other, "total([1, 2])", is_earlier=True)["total"]
    assert (twin.compared, twin.differing) == (1, 0)


def test_a_table_has_another_version(tmp_path: Path):
    code = "RATES = {'a': 1}\n\ndef pay(a):\n    return RATES[a]\n"
    assert difference(tmp_path, code, "1}", "2}", "pay('a')") == {"result": ("1", "2")}


def test_a_helper_that_is_gone_comes_back(tmp_path: Path):
    now = "def pay(a):\n    return 2 * a\n"
    start = "def double(a):\n    return 3 * a\n\ndef pay(a):\n    return double(a)\n"
    twin = compare(tmp_path, now, start, "pay(1)")["pay"]
    assert (twin.example["before"], twin.example["after"]) == ({"result": "2"}, {"result": "3"})


def test_what_the_program_has_changed_stays(tmp_path: Path):
    code = "SOLD = []\n\ndef sell(a):\n    SOLD.append(a)\n    return len(SOLD)\n"
    program = "sell(1), sell(2)"
    assert found(tmp_path, code, ("len(SOLD)", "len(SOLD) + 0"), program).differing == 0


def test_the_calls_of_a_generator_that_reach_a_line_are_known(tmp_path: Path):
    code = "def steps(a):\n    yield 1\n    if a:\n        yield 2\n"
    program = "list(steps(0))\nlist(steps(1))"
    assert found(tmp_path, code, ("", ""), program, lines=[4]).reached == {"test_it": [2]}


def test_calls_in_other_threads_have_no_number(tmp_path: Path):
    code = "def pay(a):\n    return a + 1\n"
    program = (
        "import threading\nt = threading.Thread(target=pay, args=(1,))\nt.start()\nt.join()\npay(2)"
    )
    example = found(tmp_path, code, ("a + 1", "a + 2"), program).example
    assert (example["call"], example["number"]) == ("pay(2)", 1)


def test_a_call_that_reaches_a_line_often_is_noted_once(tmp_path: Path):
    code = "def add(a):\n    for _ in range(9):\n        a += 1\n    return a\n"
    program = "add(1)\nadd(2)"
    assert found(tmp_path, code, ("", ""), program, lines=[3]).reached == {"test_it": [1, 2]}


def test_a_version_that_cannot_be_imported_is_not_compared(tmp_path: Path):
    code = "RATE = 1\n\ndef pay(a):\n    return a + RATE\n"
    twin = found(tmp_path, code, ("RATE = 1", "RATE = 1 / 0"), "pay(1)")
    assert (twin.compared, dict(twin.not_compared)) == (0, {NOT_IMPORTED: 1})


def test_code_that_cannot_be_replaced_is_not_compared(tmp_path: Path):
    changed = CLOSURE.replace("one", "zero")
    twin = compare(tmp_path, CLOSURE, changed, "pay(3)")["make.<locals>.pay"]
    assert (twin.compared, dict(twin.not_compared)) == (0, {NOT_REPLACED: 1})
