"""Writing recorded calls as a file of tests."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ruff import find_ruff_bin

from dojo.files import free_name
from dojo.pages import render
from dojo.processes import run
from dojo.record.program import Program, RecordedCall, RecordedStory, Recording

TEMPLATE = "practice/test_recorded.py.txt"
# The description of an object by its attributes, which it may not show itself.
OBJECT = re.compile(r"[A-Za-z_][\w.]*\(\w+=")
FORMAT = (find_ruff_bin(), "format", "--isolated", "--no-cache", "--quiet")


@dataclass
class RecordedTest:
    """A test of calls of one function, or of the calls on one object after its creation."""

    name: str
    creation: RecordedCall | None = None
    calls: list[RecordedCall] = field(default_factory=list)
    hides_dates: bool = False
    shows_attributes: bool = False

    @property
    def all_calls(self) -> list[RecordedCall]:
        if self.creation is None:
            return self.calls
        return [self.creation, *self.calls]

    @property
    def seed(self) -> str:
        """The number that seeds chance, or an empty string."""
        seeds = [call.seed for call in self.all_calls if call.seed]
        return seeds[0] if seeds else ""

    @property
    def answers(self) -> list[str]:
        """The lines that the calls read."""
        return "".join(call.answers for call in self.all_calls).splitlines()

    @property
    def modules(self) -> set[str]:
        """The modules that the test imports."""
        return {module for call in self.all_calls for module in call.modules}


def make_tests(recording: Recording, modules: Iterable[str]) -> list[RecordedTest]:
    """Return a test for each function, and for each object that has calls."""
    tests: dict[str, RecordedTest] = {}
    names: set[str] = set()
    for story in recording.stories:
        call = story.creation or story.calls[0]
        key = call.function if call.is_property else call.target
        name = _test_name(key.removeprefix(f"{find_module(key, modules)}."))
        if story.creation is not None and story.calls:
            key = f"{key} {len(tests)}"
        if key not in tests:
            name = free_name(name, names)
            names.add(name)
            tests[key] = RecordedTest(name)
        if story.creation is None:
            tests[key].calls.append(call)
        elif story.calls:
            tests[key].creation = call
            tests[key].calls = story.calls
        else:
            call.outcome = ""  # __init__ returns None, and the call the object
            tests[key].calls.append(call)
    return list(tests.values())


def test_of_call(story: RecordedStory, parts: Iterable[str], result: str) -> RecordedTest:
    """Return a test of the last call of a story.

    `parts`: what a test has to look at. `result`: the description of the result.
    """
    call = story.calls[-1]
    name = _test_name(call.function.rpartition(".")[2])
    test = RecordedTest(name, story.creation, [*story.calls])
    for each in test.calls:
        each.outcome = ""
    is_creation = call.function.endswith(".__init__")
    if is_creation or ("result" in parts and OBJECT.match(result)):
        test.shows_attributes = True
    for part in parts:
        if part == "self afterwards" and story.creation is not None:
            test.calls.append(RecordedCall("vars", "attributes_of", ["instance"]))
        if part.startswith("global "):
            owner, _, last = f"{call.module}.{part.removeprefix('global ')}".rpartition(".")
            test.calls.append(RecordedCall("vars", f"vars({owner}).get", [repr(last)]))
    return test


def _test_name(name: str) -> str:
    """Return the name of a test of a function or a class."""
    words = re.findall(r"[A-Z]+[a-z0-9]*|[a-z0-9]+", name)
    return "_".join(["test", *words]).lower()


def find_module(name: str, modules: Iterable[str]) -> str:
    """Return the module in which a name is, as `Writer.refer_to` writes it, or an empty string."""
    written = [*modules, *(f"sys.modules[{module!r}]" for module in modules)]
    found = [module for module in written if name.startswith(f"{module}.")]
    return max(found, key=len, default="")


def write_tests(path: Path, tests: list[RecordedTest], program: Program | None) -> None:
    """Write tests to a file, in the format of ruff. `program`: which made the calls, if one did."""
    text = render(
        TEMPLATE,
        program=program,
        modules=sorted({module for test in tests for module in test.modules}),
        tests=tests,
        has_answers=any(test.answers for test in tests),
        has_coroutines=any(each.is_coroutine for test in tests for each in test.calls),
        has_dates=any(test.hides_dates for test in tests),
        has_seed=any(test.seed for test in tests),
        shows_attributes=any(test.shows_attributes for test in tests),
    )
    path.write_text(text, encoding="utf-8", newline="\n")
    run([*FORMAT, str(path)], path.parent)
