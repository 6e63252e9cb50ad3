"""Text of others, fit to be shown."""

import pytest

from dojo.text import printable, shorten


@pytest.mark.parametrize("control", ["\u200b", "\u202e", "\x1b", "\n"])
def test_a_control_character_is_an_escape(control: str):
    assert printable(f"Ann{control}") == f"Ann{ascii(control)[1:-1]}"


@pytest.mark.parametrize("text", ["Äöü", "नमस्ते", "大熊猫", "A\u0301", "\u2764\ufe0f", "▁▂▃"])
def test_what_can_be_seen_is_as_it_was(text: str):
    assert printable(text) == text


def test_what_is_cut_does_not_end_at_a_colon():
    text = (
        "in test_pair() ApprovalException: not as approved approved: "
        "practice/tests/test_yatzy.approved.txt"
    )
    assert [shorten(text, most) for most in (60, 200)] == [text[:49] + "...", text]
