"""Mutants of every kind of code are made, and a test that looks at the result kills them."""

import pytest

from dojo.mutation import coverage
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, Mutant
from tests.dojo.inside.projects import mutants_by_path

# The code of module `shop`, and an assertion that looks at all of its results.
KINDS = {
    # The first, so that it freezes no function of another one.
    "a function that was frozen for the garbage collector": (
        "import gc\ndef fee(x):\n    return x + 3\ngc.freeze()",
        "shop.fee(1) == 4",
    ),
    "a table": ("RATES = {'small': 3}", "shop.RATES == {'small': 3}"),
    "a decorated function": (
        "def twice(f):\n    return lambda x: f(x) + f(x)\n@twice\ndef fee(x):\n    return x + 3",
        "shop.fee(2) == 10",
    ),
    "a property": (
        "class A:\n    @property\n    def fee(self):\n        return 3",
        "shop.A().fee == 3",
    ),
    "a cached property": (
        (
            "import functools\nclass A:\n    @functools.cached_property\n    def fee(self):\n"
            "        return 3"
        ),
        "shop.A().fee == 3",
    ),
    "a cached function": (
        "import functools\n@functools.cache\ndef fee(x):\n    return x + 3",
        "shop.fee(1) == 4",
    ),
    "a cached function that was called at import": (
        "import functools\n@functools.cache\ndef fee(x):\n    return x + 3\nfee(x=1)",
        "shop.fee(x=1) == 4",
    ),
    "a default": ("def fee(x=3):\n    return x", "shop.fee() == 3"),
    "a default that is a tuple": ("def fee(x=(3, 4)):\n    return x", "shop.fee() == (3, 4)"),
    "a negative default": ("def fee(*, x=-3):\n    return x", "shop.fee() == -3"),
    "a class attribute": ("class A:\n    fee = 3", "shop.A.fee == 3"),
    "a class in a class": (
        "class A:\n    class B:\n        def fee(self):\n            return 3",
        "shop.A.B().fee() == 3",
    ),
    "a default of a dataclass": (
        "import dataclasses\n@dataclasses.dataclass\nclass A:\n    fee: int = 3",
        "shop.A().fee == 3",
    ),
    "a member of an enum": (
        "import enum\nclass A(enum.Enum):\n    FEE = 3",
        "shop.A.FEE.value == 3",
    ),
    "a generator": ("def fees():\n    yield 3\n    yield 4", "list(shop.fees()) == [3, 4]"),
    "a coroutine": (
        "async def fee():\n    return 3",
        "__import__('asyncio').run(shop.fee()) == 3",
    ),
    "a nested function": (
        "def fee(x):\n    def inner(y):\n        return y + 3\n    return inner(x)",
        "shop.fee(1) == 4",
    ),
    "a closure made at import": (
        "def make(x):\n    def fee(y):\n        return x * y + 1\n    return fee\nfee = make(3)",
        "shop.fee(2) == 7",
    ),
    "super()": (
        (
            "class A:\n    def fee(self, x):\n        return x\n"
            "class B(A):\n    def fee(self, x):\n        return super().fee(x) + 3"
        ),
        "shop.B().fee(2) == 5",
    ),
    "the only super()": (
        (
            "class A:\n    def fee(self):\n        return 3\n"
            "class B(A):\n    def fee(self):\n        x = super().fee()\n        return x"
        ),
        "shop.B().fee() == 3",
    ),
    "__init_subclass__": (
        "class A:\n    def __init_subclass__(cls):\n        cls.fee = 3\nclass B(A):\n    pass",
        "shop.B.fee == 3",
    ),
    "a metaclass": (
        (
            "class M(type):\n    def __new__(cls, *rest):\n"
            "        made = super().__new__(cls, *rest)\n"
            "        made.fee = 3\n        return made\n"
            "class A(metaclass=M):\n    pass"
        ),
        "(shop.A.fee, shop.A.__name__, shop.A.__bases__) == (3, 'A', (object,))",
    ),
    "match": (
        (
            "def fee(x):\n    match x:\n        case 1:\n            return 3\n        case _:\n"
            "            return 4"
        ),
        "[shop.fee(1), shop.fee(2)] == [3, 4]",
    ),
    "a function in a condition": (
        (
            "import sys\nif sys.version_info > (3, 0):\n    def fee():\n        return 3\n"
            "else:\n    fee = None"
        ),
        "shop.fee() == 3",
    ),
    "a lambda of the module": ("fee = lambda x: x + 3", "shop.fee(2) == 5"),
    "private names": (
        (
            "class A:\n    def __fee(self):\n        return 3\n    def fee(self):\n"
            "        x = self.__fee()\n        return x"
        ),
        "shop.A().fee() == 3",
    ),
    "a function that is defined twice": (
        "def fee():\n    return 3\nold = fee\ndef fee():\n    return 4",
        "(shop.old(), shop.fee()) == (3, 4)",
    ),
    "threads": (
        (
            "import threading\ndef fee():\n    found = []\n"
            "    def work():\n        found.append(3)\n"
            "    thread = threading.Thread(target=work)\n    thread.start()\n"
            "    thread.join()\n"
            "    return found"
        ),
        "shop.fee() == [3]",
    ),
}
# Mutants of these lines make no difference, or one that the assertion does not see.
OTHERS = ("version_info", "fee = None", "fee(x=1)", "case _", "threading.Thread")
RATES = {
    "imported.py": "RATE = 2\n",
    "script.py": "RATE = 3\n",
    "started.py": "RATE = 4\nprint(RATE)\n",
    "test_rates.py": "import subprocess, sys, imported\ndef test_it():\n"
    "    assert imported.RATE == 2\n"
    "    subprocess.run([sys.executable, 'started.py'], check=True)\n",
}
MODULES = {kind: f"kind_{number:02}" for number, kind in enumerate(KINDS)}


@pytest.fixture(scope="module")
def mutants(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Mutant]]:
    """Test the mutants of all code here, as one project. Returns them by their files."""
    files = {**RATES, "test_kinds.py": ""}
    for kind, (code, assertion) in KINDS.items():
        test = f"import shop\ndef test_shop():\n    assert {assertion}\n"
        files[f"{MODULES[kind]}.py"] = f"{code}\n"
        files["test_kinds.py"] += test.replace("shop", MODULES[kind])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "MAX_SHUFFLES", 1)
        return mutants_by_path(tmp_path_factory.mktemp("kinds") / "project", files)


@pytest.mark.parametrize("kind", MODULES)
def test_mutants_are_killed(kind: str, mutants: dict[str, list[Mutant]]):
    found = mutants[f"{MODULES[kind]}.py"]
    found = [each for each in found if not any(text in "".join(each.removed) for text in OTHERS)]
    assert found
    assert [(each.diff, each.status) for each in found if each.status != KILLED] == []


def test_a_function_that_is_defined_twice_has_mutants_in_both_places(
    mutants: dict[str, list[Mutant]],
):
    found = mutants[f"{MODULES['a function that is defined twice']}.py"]
    assert [(each.line, each.status) for each in found if "return" in each.removed[0]] == [
        (2, KILLED),
        (5, KILLED),
    ]


def test_code_outside_of_functions_is_not_covered_if_no_test_imports_it(
    mutants: dict[str, list[Mutant]],
):
    statuses: dict[str, set[str]] = {}
    for path in ("imported.py", "script.py", "started.py"):
        statuses[path] = {mutant.status for mutant in mutants[path]}
    assert statuses["imported.py"] == {KILLED}
    assert statuses["script.py"] == {NOT_COVERED}
    assert statuses["started.py"] == {SURVIVED}
