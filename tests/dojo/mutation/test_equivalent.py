"""Survivors: each one found needs a reason, and each reason a survivor; the kata gives some, a person others."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.mutation.equivalent import (
    DOCUMENT,
    OF_A_PRACTICE,
    Explained,
    entry_of,
    explain,
    explain_by_tangle,
    explain_implementation,
    mark,
    read_document,
    to_explain,
)
from dojo.mutation.results import SURVIVED, Mutant
from dojo.practice.model import Choices, Practice

SURVIVOR = Mutant("legacy/yatzy.py", "Yatzy.pair", 7, ("if a > b:",), ("if a >= b:",), SURVIVED, 0.1)
ENTRY = """legacy/yatzy.py Yatzy.pair
    - if a > b:
    + if a >= b:
    Why: They are never equal.
"""


def listed(workspace: Path, *entries: str) -> Path:
    (workspace / "approved_files").mkdir()
    text = "\n".join(["Survivors, each with its reason.", "", "", *entries])
    (workspace / DOCUMENT).write_text(text, encoding="utf-8")
    return workspace


def test_a_survivor_with_a_reason_is_equivalent(tmp_path: Path) -> None:
    found = explain_implementation(listed(tmp_path, ENTRY), "legacy", [SURVIVOR])
    assert (found.reasons, found.stale) == (["They are never equal."], [])


def test_a_survivor_that_is_not_listed_is_new(tmp_path: Path) -> None:
    assert explain_implementation(listed(tmp_path), "legacy", [SURVIVOR]).reasons == [""]


@pytest.mark.parametrize("reason", ["    Why: ", "    Why:", ""])
def test_a_survivor_listed_without_a_reason_is_new(reason: str, tmp_path: Path) -> None:
    entry = ENTRY.replace("    Why: They are never equal.", reason)
    assert explain_implementation(listed(tmp_path, entry), "legacy", [SURVIVOR]).reasons == [""]


def test_a_reason_without_a_survivor_is_gone(tmp_path: Path) -> None:
    [stale] = explain_implementation(listed(tmp_path, ENTRY), "legacy", []).stale
    assert stale.entry == entry_of(SURVIVOR)


def test_two_survivors_alike_need_two_entries(tmp_path: Path) -> None:
    found = explain_implementation(listed(tmp_path, ENTRY), "legacy", [SURVIVOR, SURVIVOR])
    assert found.reasons == ["They are never equal.", ""]


def test_each_implementation_has_its_own_survivors(tmp_path: Path) -> None:
    assert explain_implementation(listed(tmp_path, ENTRY), "refactored", []).stale == []


def test_without_a_document_every_survivor_is_new(tmp_path: Path) -> None:
    assert explain_implementation(tmp_path, "legacy", [SURVIVOR]).reasons == [""]


def test_the_entry_to_fill_in_is_one_once_it_has_its_reason(tmp_path: Path) -> None:
    entry = to_explain(SURVIVOR) + "Any reason."
    assert explain_implementation(listed(tmp_path, entry), "legacy", [SURVIVOR]).reasons == ["Any reason."]


def test_an_entry_and_a_mutant_obey_no_terminal_and_are_known_by_each_other(tmp_path: Path) -> None:
    strange = replace(SURVIVOR, path="legacy/a\x1b[2J.py", added=("return '\x1b]0;forged\x07'",))
    entry = to_explain(strange) + "It is \x1b[2J a title.\n"
    found = explain_implementation(listed(tmp_path, entry), "legacy", [strange])
    assert (found.reasons, "\x1b" in "".join([*strange.diff, strange.place, *entry_of(strange)])) == (
        ["It is \\x1b[2J a title."],
        False,
    )


# What the kata says of a method of the tangle in a practice.

TANGLE = """class Yatzy:
    def best(self, d):
        best = 0
        for die in d:
            if die > best:
                best = die
        return best
"""
REASON = "When they are equal, the best is replaced by the same number."
BEST = Mutant("practice/yatzy.py", "Yatzy.best", 5, ("if die > best:",), ("if die >= best:",), SURVIVED, 0.1)


def said_by_the_kata(workspace: Path, code: str, mutant: Mutant) -> str:
    listed(workspace, f"legacy/yatzy.py Yatzy.best\n    - if die > best:\n    + if die >= best:\n    Why: {REASON}\n")
    (workspace / "legacy").mkdir()
    (workspace / "legacy/yatzy.py").write_text(TANGLE, encoding="utf-8")
    [said] = explain_by_tangle(workspace, {mutant.path: code}, [mutant])
    return said


def test_an_equivalent_mutant_of_the_tangle_is_known_in_a_practice(tmp_path: Path) -> None:
    assert said_by_the_kata(tmp_path, TANGLE, BEST) == REASON


def test_it_is_known_in_another_file_and_outside_of_a_class(tmp_path: Path) -> None:
    code = "".join(line[4:] for line in TANGLE.splitlines(keepends=True)[1:])
    mutant = replace(BEST, path="practice/dice.py", function="best", line=4)
    assert said_by_the_kata(tmp_path, code, mutant) == REASON


def test_it_is_not_known_once_anything_in_its_method_changed(tmp_path: Path) -> None:
    assert said_by_the_kata(tmp_path, TANGLE.replace("best = 0", "best = 1"), BEST) == ""


def test_another_change_of_the_same_method_is_not_known(tmp_path: Path) -> None:
    mutant = replace(BEST, line=3, removed=("best = 0",), added=("best = 1",))
    assert said_by_the_kata(tmp_path, TANGLE, mutant) == ""


# What a person says.

MARK = """practice/yatzy.py Yatzy.best
    - if die > best:
    + if die >= best:
    Why: The same number again.
"""


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    (tmp_path / "practice").mkdir()
    return Practice(tmp_path, Choices(1, blind=False))


def own(practice: Practice, survivors: list[Mutant]) -> Explained:
    """Return what the person says of some survivors."""
    return explain(survivors, read_document(practice.folder / OF_A_PRACTICE))


def marked(practice: Practice, text: str) -> None:
    (practice.folder / OF_A_PRACTICE).write_text(text, encoding="utf-8")


def test_a_survivor_that_a_person_marked_has_their_reason_in_a_line_or_several(practice: Practice) -> None:
    marked(practice, MARK.replace("same number", "same\n    number"))
    assert own(practice, [BEST]).reasons == ["The same number again."]


def test_one_mark_is_for_one_survivor(practice: Practice) -> None:
    marked(practice, MARK)
    assert own(practice, [BEST, BEST]).reasons == ["The same number again.", ""]


@pytest.mark.parametrize("why", ["", "    Why: \n"])
def test_a_mark_without_a_reason_counts_for_nothing_and_is_told(why: str, practice: Practice) -> None:
    marked(practice, MARK.replace("    Why: The same number again.\n", why))
    found = own(practice, [BEST])
    assert (found.reasons, len(found.without_reason)) == ([""], 1)


def test_a_mark_without_a_survivor_is_stale(practice: Practice) -> None:
    marked(practice, MARK)
    assert [each.entry[0] for each in own(practice, []).stale] == ["practice/yatzy.py Yatzy.best"]


@pytest.mark.parametrize("before", [MARK, MARK.rstrip(), f"{MARK}\n", "A note of mine.\r\n"])
def test_a_mark_leaves_what_stood_there_and_is_found_again(before: str, practice: Practice) -> None:
    document = practice.folder / OF_A_PRACTICE
    document.write_bytes(before.encode())
    mark(practice, BEST, "Because.")
    assert document.read_bytes().startswith(before.rstrip().encode())
    assert own(practice, [BEST] * 2).reasons[-1 if "Yatzy" in before else 0] == "Because."
