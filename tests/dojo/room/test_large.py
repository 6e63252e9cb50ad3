"""Large letters for the last row."""

from dojo.room.large import HEIGHT, LETTERS, large


def test_every_letter_is_a_block_like_no_other() -> None:
    assert {len(large(letter)) for letter in LETTERS} == {HEIGHT}
    assert all(len({len(line) for line in large(letter)}) == 1 for letter in LETTERS)
    assert len({tuple(large(letter)) for letter in LETTERS}) == len(LETTERS) - 1  # an S is a 5


def test_what_is_shown_fits_a_small_terminal() -> None:
    assert max(len(large(text)[0]) for text in ("1440:00", "TIME IS UP")) <= 78
