"""Test the lists of equivalent mutants: entries, reasons, and marks."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.mutation.equivalent import (
    PRACTICE_DOCUMENT,
    entry_of,
    excuse_survivors,
    mark_equivalent,
    read_document,
    read_tangle_reasons,
)
from dojo.mutation.regions import functions_of
from dojo.mutation.results import SURVIVED, Mutant
from dojo.practice.model import Choices, Practice
from tests.dojo.practising import write_files
from tests.yatzy_kata import DESCRIPTION, KATA

TANGLE = """class Yatzy:
    def best(self, d):
        best = 0
        for die in d:
            if die > best:
                best = die
        return best
"""
ALONE = TANGLE.replace("class Yatzy:\n", "").replace("\n    ", "\n")[4:]
CHANGE = (" if die > best:",), (" if die >= best:",)
BEST = Mutant("", "practice/yatzy.py", "Yatzy.best", 5, *CHANGE, SURVIVED)
ENTRY = """{}/yatzy.py Yatzy.best
    - if die > best:
    + if die >= best:
    Why: The same number again.
"""
MARK = ENTRY.format("practice")
REASON = "The same number again."


def explained(folder: Path, code: str, mutant: Mutant = BEST) -> Mutant:
    """Return a survivor in this code, explained by the entry of the tangle."""
    entry = f"Survivors, each with its reason.\n\n\n{ENTRY.format('legacy')}"
    write_files(
        folder, {"kata.toml": DESCRIPTION, "legacy/yatzy.py": TANGLE, KATA.survivors: entry}
    )
    function = functions_of(code)[mutant.function]
    offset = 0
    if mutant.removed[0].strip() in function:
        offset = function.index(mutant.removed[0].strip())
    moved = replace(mutant, path="practice/dice.py", code=function, offset=offset)
    [found], _ = excuse_survivors([moved], [], read_tangle_reasons(folder, KATA))
    return found


@pytest.mark.parametrize("more", ["", "\n    once and again"])
def test_the_reason_of_an_entry_is_read(more: str, tmp_path: Path):
    document = tmp_path / "equivalent.txt"
    document.write_text(f"A note.\n\n{MARK.rstrip()}{more}\n", encoding="utf-8")
    assert read_document(document) == [(entry_of(BEST), REASON + more.replace("\n   ", ""))]


def test_control_characters_are_escaped_in_entries(tmp_path: Path):
    strange = replace(BEST, path="legacy/a\x1b[2J.py", added=("return '\x1b]0;forged\x07'",))
    practice = practice_with(tmp_path, "")
    mark_equivalent(practice, strange, "It is \x1b[2J a title.")
    [marked] = read_document(practice.folder / PRACTICE_DOCUMENT)
    assert marked == (entry_of(strange), "It is \\x1b[2J a title.")
    assert "\x1b" not in "".join([*strange.diff, strange.place, *entry_of(strange)])


@pytest.mark.parametrize(
    "code",
    [
        TANGLE,
        TANGLE.replace("best = 0", "d = list(d)\n        best = 0"),
        TANGLE.replace("best = 0", "best = 0  # nothing yet"),
    ],
)
def test_a_reason_of_the_tangle_holds_between_the_same_lines(code: str, tmp_path: Path):
    found = explained(tmp_path, code)
    assert (found.reason, found.marked) == (REASON, False)


def test_a_reason_of_the_tangle_holds_outside_the_class(tmp_path: Path):
    assert explained(tmp_path, ALONE, replace(BEST, function="best")).reason == REASON


def test_a_reason_does_not_hold_for_another_change(tmp_path: Path):
    other = replace(BEST, removed=("best = 0",), added=("best = 1",))
    assert explained(tmp_path, TANGLE, other).reason == ""


def test_a_survivor_that_was_equivalent_before_says_so(tmp_path: Path):
    found = explained(tmp_path, TANGLE.replace("best = 0", "best = 1"))
    assert found.reason == ""
    assert found.remark == f"It was equivalent in the tangle: {REASON}"


def practice_with(folder: Path, marks: str) -> Practice:
    practice = Practice(folder, Choices(1, blind=False))
    practice.folder.mkdir()
    (practice.folder / PRACTICE_DOCUMENT).write_bytes(marks.encode())
    return practice


@pytest.mark.parametrize("before", [MARK, MARK.rstrip(), f"{MARK}\n", "A note of mine.\r\n"])
def test_a_mark_is_added_at_the_end_of_the_document(before: str, tmp_path: Path):
    practice = practice_with(tmp_path, before)
    document = practice.folder / PRACTICE_DOCUMENT
    mark_equivalent(practice, BEST, "Because.")
    assert document.read_bytes().startswith(before.rstrip().encode())
    assert read_document(document)[-1] == (entry_of(BEST), "Because.")
