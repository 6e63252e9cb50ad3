"""Test the lists of equivalent mutants: entries, reasons, and marks."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.mutation.equivalent import (
    KATA_DOCUMENT,
    PRACTICE_DOCUMENT,
    Explanation,
    entry_of,
    entry_text,
    mark_equivalent,
    read_document,
    read_tangle_reasons,
)
from dojo.mutation.grade import explain_survivors
from dojo.mutation.often_equivalent import doubt_about
from dojo.mutation.results import SURVIVED, Mutant, functions_of
from dojo.practice.model import Choices, Practice
from tests.dojo.practising import write_files

TANGLE = """class Yatzy:
    def best(self, d):
        best = 0
        for die in d:
            if die > best:
                best = die
        return best
"""
BEST = Mutant(
    "", "practice/yatzy.py", "Yatzy.best", 5, (" if die > best:",), (" if die >= best:",), SURVIVED
)
ENTRY = """{}/yatzy.py Yatzy.best
    - if die > best:
    + if die >= best:
    Why: The same number again.
"""
MARK = ENTRY.format("practice")
REASON = "The same number again."


def written(document: Path, *entries: str) -> list[Explanation]:
    """Write a document; return what is read from it."""
    document.parent.mkdir(parents=True, exist_ok=True)
    document.write_text(
        "\n".join(["Survivors, each with its reason.", "", "", *entries]), encoding="utf-8"
    )
    return read_document(document)


def in_code(mutant: Mutant, code: str) -> Mutant:
    """Return the mutant as it is in this code of a practice."""
    function = functions_of(code)[mutant.function].code
    offset = 0
    if mutant.removed[0].strip() in function:
        offset = function.index(mutant.removed[0].strip())
    return replace(mutant, path="practice/dice.py", code=function, offset=offset)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (MARK, REASON),
        (
            MARK.replace("number", "number\n    once and"),
            REASON.replace("number", "number once and"),
        ),
    ],
)
def test_the_reason_of_an_entry_is_read(entry: str, reason: str, tmp_path: Path) -> None:
    assert written(tmp_path / KATA_DOCUMENT, entry) == [(entry_of(BEST), reason)]


def test_control_characters_are_escaped_in_entries(tmp_path: Path) -> None:
    strange = replace(BEST, path="legacy/a\x1b[2J.py", added=("return '\x1b]0;forged\x07'",))
    [found], _ = explain_survivors(
        [strange],
        written(tmp_path / KATA_DOCUMENT, entry_text(strange) + "It is \x1b[2J a title.\n"),
        [],
    )
    assert found.reason == "It is \\x1b[2J a title."
    assert "\x1b" not in "".join([*strange.diff, strange.place, *entry_of(strange)])


@pytest.mark.parametrize(
    ("code", "mutant", "reason"),
    [
        (TANGLE, BEST, REASON),
        (
            TANGLE.replace("class Yatzy:\n", "").replace("\n    ", "\n")[4:],
            replace(BEST, function="best"),
            REASON,
        ),
        (TANGLE.replace("best = 0", "d = list(d)\n        best = 0"), BEST, REASON),
        (TANGLE.replace("best = 0", "best = 0  # nothing yet"), BEST, REASON),
        (TANGLE.replace("best = 0", "best = 1"), BEST, ""),  # a line near it is another
        (TANGLE, replace(BEST, removed=("best = 0",), added=("best = 1",)), ""),
    ],
)
def test_a_reason_of_the_tangle_holds_between_the_same_lines(
    code: str, mutant: Mutant, reason: str, tmp_path: Path
) -> None:
    written(tmp_path / KATA_DOCUMENT, ENTRY.format("legacy"))
    (tmp_path / "legacy").mkdir()
    (tmp_path / "legacy/yatzy.py").write_text(TANGLE, encoding="utf-8")
    moved = in_code(mutant, code)
    [found], _ = explain_survivors([moved], [], read_tangle_reasons(tmp_path))
    assert (found.reason, found.marked) == (reason, False)


def test_a_survivor_that_was_equivalent_before_says_so(tmp_path: Path) -> None:
    written(tmp_path / KATA_DOCUMENT, ENTRY.format("legacy"))
    write_files(tmp_path, {"legacy/yatzy.py": TANGLE})
    reasons = read_tangle_reasons(tmp_path)
    changed = in_code(BEST, TANGLE.replace("best = 0", "best = 1"))
    [found], _ = explain_survivors([changed], [], reasons)
    assert doubt_about(found) == f"It was equivalent in the tangle: {REASON}"
    other = replace(changed, function="Yatzy.other", removed=("if die > 1:",))
    [found], _ = explain_survivors([other], [], reasons)
    assert found.earlier_reason == ""


@pytest.mark.parametrize("before", [MARK, MARK.rstrip(), f"{MARK}\n", "A note of mine.\r\n"])
def test_a_mark_is_added_at_the_end_of_the_document(before: str, tmp_path: Path) -> None:
    practice = Practice(tmp_path, Choices(1, blind=False))
    practice.folder.mkdir()
    document = practice.folder / PRACTICE_DOCUMENT
    document.write_bytes(before.encode())
    mark_equivalent(practice, BEST, "Because.")
    assert document.read_bytes().startswith(before.rstrip().encode())
    assert read_document(document)[-1] == (entry_of(BEST), "Because.")
