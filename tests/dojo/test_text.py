"""Text of others, fit to be shown."""

import pytest

from dojo.text import MOST_MARKS, printable, printable_name

ACUTE = "\u0301"


@pytest.mark.parametrize("unseen", [*"\u034f\u115f\u1160\u2800\u3164\uffa0", "\u200b", "\u202e", "\x1b"])
def test_a_letter_that_shows_as_nothing_is_an_escape(unseen: str) -> None:
    assert printable(f"Ann{unseen}") == f"Ann{ascii(unseen)[1:-1]}"


def test_of_the_marks_on_a_letter_those_that_reach_further_are_escapes() -> None:
    assert printable("a" + 6 * ACUTE) == "a" + MOST_MARKS * ACUTE + r"\u0301\u0301"


@pytest.mark.parametrize("text", ["Äöü", "नमस्ते", "大熊猫", "A" + ACUTE, "\u2764\ufe0f", "▁▂▃"])
def test_what_can_be_seen_is_as_it_was(text: str) -> None:
    assert printable(text) == text


def test_in_a_name_nothing_chooses_how_a_letter_looks() -> None:
    assert printable_name("Ann\ufe0f") == r"Ann\ufe0f"
