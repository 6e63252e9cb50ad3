"""Each promise of the documents is tried by chaos, and chaos tries nothing that nobody promised."""

import ast
import re

from tests.dojo.small_kata import WORKSPACE

MARK = re.compile(r"<!-- promise: ([\w-]+) -->")


def promised() -> set[str]:
    """Return the names of all promises."""
    documents = [WORKSPACE / "README.md", WORKSPACE / "KATA.md", *(WORKSPACE / "docs").glob("*.md")]
    return {name for document in documents for name in MARK.findall(document.read_text(encoding="utf-8"))}


def tried() -> set[str]:
    """Return the names that cases give to what they try."""
    trees = [ast.parse(path.read_bytes()) for path in (WORKSPACE / "tests" / "chaos").glob("test_*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = [call.args for call in calls if isinstance(call.func, ast.Name) and call.func.id == "promise"]
    return {each.value for arguments in names for each in arguments if isinstance(each, ast.Constant)}


def cases_without_a_promise() -> list[str]:
    """Return the cases that name no promise, by their names."""
    trees = [ast.parse(path.read_bytes()) for path in (WORKSPACE / "tests" / "chaos").glob("test_*.py")]
    cases = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [
        case.name
        for case in cases
        if case.name.startswith("test_") and not any("promise(" in ast.unparse(each) for each in case.decorator_list)
    ]


def test_every_promise_has_a_case() -> None:
    assert promised() - tried() == set()


def test_every_case_tries_what_is_promised() -> None:
    assert tried() - promised() == set()


def test_every_case_names_its_promise() -> None:
    assert cases_without_a_promise() == []
