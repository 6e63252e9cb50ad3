"""Test which subjects of commits name a refactoring."""

import pytest

from dojo.kata.catalogue import REFACTORINGS, refactoring_named_in


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("Extract Function: pairs", "Extract Function"),
        ("extract METHOD pairs", "Extract Method"),
        ("Replace Type Code with State/Strategy: games", "Replace Type Code with State/Strategy"),
        ("Twos", ""),
        ("Extract Functions: pairs", ""),
        ("First Extract Function: pairs", ""),
    ],
)
def test_a_subject_counts_if_it_begins_with_a_name(subject: str, name: str):
    assert refactoring_named_in(subject) == name


def test_each_name_of_the_catalogue_is_found():
    found = [refactoring_named_in(f"{name.lower()}: pairs") for name in REFACTORINGS]
    assert found == list(REFACTORINGS)
