"""What the output says of mutants and differences."""

from dojo.mutation.text import MAX_SHOWN, difference_lines

THEN_NOW = ("then", "now")


def test_spaces_that_differ_are_shown():
    lines = difference_lines({"result": "'1  map'"}, {"result": "'1   map'"}, THEN_NOW)
    assert lines == ["  then  => '1  map'", "  now   => '1   map'"]


def test_a_long_text_is_cut():
    lines = difference_lines({"result": "a" * 999}, {"result": "b"}, THEN_NOW)
    assert lines == [f"  then  => {'a' * (MAX_SHOWN - 3)}...", "  now   => b"]
