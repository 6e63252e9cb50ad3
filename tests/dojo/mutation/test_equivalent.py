"""Survivors: each one found needs a reason, and each reason a survivor."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.mutation.equivalent import DOCUMENT, entry_of, explain_implementation, to_explain
from dojo.mutation.results import SURVIVED, Mutant

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
