"""Call the code of the start and the current code, and compare the results.

The calls are those of recorded tests whose arguments are literals, and variations of them: a number
one higher or lower, an empty value, None, two arguments swapped.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

from dojo import inside
from dojo.errors import WorkspaceError
from dojo.files import read_json, temporary_folder
from dojo.practice.code import own_tests
from dojo.practice.history import History
from dojo.practice.model import Practice
from dojo.practice.own_code import import_folder_of
from dojo.practice.snapshots import Repository
from dojo.processes import project_environment, run_with_timeout

CALLER = Path(inside.__file__).with_name("caller.py")
RECORDED_TESTS = "test_recorded*.py"
OBJECT = "instance"  # its name in the recorded tests
MAX_CALLS_OF_A_FUNCTION = 200
TIMEOUT = 120.0  # seconds; one version of the code makes all calls in it


@dataclass(frozen=True)
class Call:
    """A call of a function with a dotted name."""

    target: str
    positional: tuple[Any, ...]
    named: dict[str, Any]

    @property
    def literal(self) -> str:
        return repr((self.target, list(self.positional), self.named))

    def __str__(self) -> str:
        arguments = [repr(value) for value in self.positional]
        arguments += [f"{name}={value!r}" for name, value in self.named.items()]
        return f"{self.target}({', '.join(arguments)})"


@dataclass(frozen=True)
class Difference:
    """A call with another result than at the start."""

    call: Call
    before: str
    now: str


@dataclass(frozen=True)
class Comparison:
    """The number of calls and of functions that were compared, and the calls that differ.

    `unstable`: how many calls of a function came out differently twice, on the code of the start.
    `not_compared`: functions without a call that can be made; those of objects begin with a dot.
    """

    calls: int
    functions: int
    unstable: dict[str, int]
    differences: list[Difference]
    not_compared: list[str]


def compare_behaviour(practice: Practice, history: History, python: str) -> Comparison:
    """Compare the results of the start and of now. Raises WorkspaceError.

    `python`: the interpreter that makes the calls.
    """
    text = text_of_tests(practice)
    calls = calls_of(text)
    if not calls:
        raise WorkspaceError(
            "There is no recorded call with literal arguments to compare by.\n"
            "Run `dojo record -- PROGRAM` first, with a program that uses your code."
        )
    around = practice.folder.resolve().parent
    import_folder = import_folder_of(practice).resolve().relative_to(around)
    with temporary_folder("start") as folder:
        # The folder has the same name, because code may use the name of its folder.
        write_tree(Repository(practice.folder), history.first_tree, folder / practice.folder.name)
        before = results_of(calls, folder, import_folder, python)
        again = results_of(calls, folder, import_folder, python)
    current = results_of(calls, around, import_folder, python)
    compared: list[Call] = []
    differences: list[Difference] = []
    unstable = Counter[str]()
    for call, first, second, last in zip(calls, before, again, current, strict=True):
        if first != second:
            unstable[call.target] += 1
            continue
        compared.append(call)
        if first != last:
            differences.append(Difference(call, first, last))
    functions = {call.target for call in compared}
    targets = {call.target for call in calls}
    not_compared = {target_of(node) for node in call_nodes(text)} - targets
    return Comparison(
        len(compared), len(functions), dict(unstable), differences, sorted(not_compared)
    )


def calls_of(text: str) -> list[Call]:
    """Return the calls in recorded tests and their variations, each once."""
    recorded = list(recorded_calls(text))
    found = {call.literal: call for call in recorded}
    counts = Counter(call.target for call in found.values())
    for call in recorded:
        for variation in variations(call):
            is_new = variation.literal not in found
            if is_new and counts[call.target] < MAX_CALLS_OF_A_FUNCTION:
                found[variation.literal] = variation
                counts[call.target] += 1
    return list(found.values())


def text_of_tests(practice: Practice) -> str:
    files = [file for file in own_tests(practice) if file.match(RECORDED_TESTS)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def recorded_calls(text: str) -> Iterator[Call]:
    """Yield the calls in recorded tests, except on objects, and with other than literals."""
    for node in call_nodes(text):
        target = target_of(node)
        if target.startswith("."):
            continue
        try:
            positional = [ast.literal_eval(argument) for argument in node.args[1:]]
            named = {str(each.arg): ast.literal_eval(each.value) for each in node.keywords}
        except ValueError:  # an argument is no literal
            continue
        yield Call(target, tuple(positional), named)


def call_nodes(text: str) -> Iterator[ast.Call]:
    """Yield the calls in recorded tests as syntax, as in `call(shop.total, [1, 2])`."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name("call"), args=[_, *_]):
                yield node


def target_of(node: ast.Call) -> str:
    """Return the function. For a call on an object, it begins with a dot."""
    return ast.unparse(node.args[0]).removeprefix(OBJECT)


def variations(call: Call) -> Iterator[Call]:
    """Yield calls that differ in one argument, or in the order of two."""
    for index, value in enumerate(call.positional):
        for other in other_values(value):
            changed = (*call.positional[:index], other, *call.positional[index + 1 :])
            yield Call(call.target, changed, call.named)
    for name, value in call.named.items():
        for other in other_values(value):
            yield Call(call.target, call.positional, {**call.named, name: other})
    for index in range(len(call.positional) - 1):
        first, second = call.positional[index : index + 2]
        swapped = (*call.positional[:index], second, first, *call.positional[index + 2 :])
        yield Call(call.target, swapped, call.named)


def other_values(value: object) -> Iterator[object]:
    """Yield values near one, and the empty ones."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1, 0)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, int | float):
                yield [*value[:index], item + 1, *value[index + 1 :]]
        yield from (value[1:], [])
    elif isinstance(value, str):
        yield from (value[1:], "")
    elif isinstance(value, tuple | dict | set | frozenset):
        yield type(value)()
    yield None


def results_of(calls: Sequence[Call], around: Path, import_folder: Path, python: str) -> list[str]:
    """Make calls in a process of its own, in an empty folder. Raises WorkspaceError.

    `around`: the folder that the practice is in. It is not shown in results.
    """
    with temporary_folder("calls") as folder:
        calls_file = folder / "calls.txt"
        results_file = folder / "results.json"
        calls_file.write_text("\n".join(call.literal for call in calls), encoding="utf-8")
        empty_folder = folder / "empty"
        empty_folder.mkdir()
        paths = [around.resolve() / import_folder, calls_file, results_file, empty_folder]
        command = [python, str(CALLER), *map(str, paths)]
        environment = project_environment(python)
        environment["PYTHONHASHSEED"] = "0"
        environment["PYTHONPYCACHEPREFIX"] = str(folder)
        try:
            _, printed = run_with_timeout(command, environment, TIMEOUT, at_terminal=False)
        except TimeoutExpired:
            raise WorkspaceError(f"The calls took more than {TIMEOUT:g} s.") from None
        if not results_file.exists():
            raise WorkspaceError("\n".join(["A call ended Python.", *printed.splitlines()[-3:]]))
        results = read_json(results_file, list[str])
    return [result.replace(str(around.resolve()), "") for result in results]


def write_tree(repository: Repository, tree: str, folder: Path) -> None:
    for path, blob in repository.blobs(tree).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(repository.content(blob))
