"""Large letters for the last row."""

import pytest

from dojo.board.large import HEIGHT, LETTERS, large


@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_is_a_block(letter: str) -> None:
    lines = large(letter)
    assert (len(lines), len({len(line) for line in lines})) == (HEIGHT, 1)


def test_no_two_digits_look_the_same() -> None:
    assert len({tuple(large(digit)) for digit in "0123456789"}) == 10


def test_letters_stand_apart() -> None:
    assert large("1I") == ["  ██    ██", "████    ██", "  ██    ██", "  ██    ██", "██████  ██"]


@pytest.mark.parametrize("text", ["1440:00", "TIME IS UP"])
def test_what_is_shown_fits_a_small_terminal(text: str) -> None:
    assert len(large(text)[0]) <= 78
