"""Each promise of the documents is tried by chaos, and chaos tries nothing that nobody promised."""

import ast
import re
from pathlib import Path

import pytest

from tests.dojo.small_kata import WORKSPACE

MARK = re.compile(r"<!-- promise: ([\w-]+) -->")
DOCUMENTS = [WORKSPACE / "README.md", WORKSPACE / "KATA.md", *sorted((WORKSPACE / "docs").glob("*.md"))]
OF_THE_KEY = "smells.md"  # it speaks of the tangle, which promises nothing
# Words that promise. "Never drop the last part" asks, and does not promise: it begins a sentence.
WORDS = re.compile(
    r"(?<!^)\b(never|always)\b|\bnobody can\b|\b(nobody|nothing) else\b|\bnothing\b.*\blost\b|"
    r"\bstays? as \w+ (is|are)\b|\bis kept\b",
    re.IGNORECASE,
)
CODE = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
NO_SENTENCES = re.compile(r"^(?:\||>|#|\w.* \| ).*$|`[^`]*`|\"[^\"]*\"", re.MULTILINE)
ITEM = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
END_OF_SENTENCE = re.compile(r"(?<=[.?!])\s+(?!<)")


def promised() -> set[str]:
    """Return the names of all promises."""
    return {name for document in DOCUMENTS for name in MARK.findall(document.read_text(encoding="utf-8"))}


def unmarked(text: str) -> list[str]:
    """Return the sentences of a document that promise something and have no mark; not code, tables, quotes."""
    prose = NO_SENTENCES.sub("", CODE.sub("", text))
    parts = (" ".join(part.split()) for part in ITEM.split(prose))
    sentences = (sentence.strip("*_- ") for part in parts for sentence in END_OF_SENTENCE.split(part))
    return [sentence for sentence in sentences if WORDS.search(sentence) and not MARK.search(sentence)]


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


@pytest.mark.parametrize(
    "document", [each for each in DOCUMENTS if each.name != OF_THE_KEY], ids=lambda each: each.name
)
def test_whatever_sounds_like_a_promise_has_a_name(document: Path) -> None:
    assert unmarked(document.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    ["A check never waits.", "1. It stays as it is.", "One. Nothing of it is lost: two.", "It asks nobody else."],
)
def test_a_promise_is_known_by_its_words(text: str) -> None:
    assert (len(unmarked(text)), unmarked(f"{text} <!-- promise: x -->")[1:]) == (1, [])


@pytest.mark.parametrize("text", ["Never drop it.", 'Say: "It never fails."', "| a | never |", "```\nnever\n```"])
def test_what_asks_quotes_or_lists_promises_nothing(text: str) -> None:
    assert unmarked(text) == []
