"""Pictures of screens: they are small, and ask for nothing else."""

import re
from pathlib import Path

import pytest

from tests.dojo.pictures import CHECK, VERDICT, picture_of_text, shape
from tests.dojo.printed import APPROVED

PICTURES = [*sorted(APPROVED.glob("*.approved.svg")), CHECK, VERDICT]
NO_SHAPES = {*"\u2571\u2572\u2573", *"░▒▓"}  # diagonals and shades, of no screen here


def test_what_draws_has_a_shape_and_text_has_none() -> None:
    drawing = {*map(chr, range(0x2500, 0x25A0))} - NO_SHAPES
    assert [sign for sign in drawing if not shape(sign)] == []
    assert [sign for sign in {*"a1 ●>é", *NO_SHAPES} if shape(sign)] == []


def test_a_picture_of_text_has_its_words_in_their_colours() -> None:
    plain, red = (picture_of_text(f"{code}Fails.", "dojo verify") for code in ("", "\x1b[31m"))
    assert ">Fails.<" in plain
    assert ">Fails.<" in red
    assert plain != red


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small_and_asks_for_nothing_else(path: Path) -> None:
    svg = path.read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^\"' ]+|@font-face|url\(|<image", svg)) == {
        "http://www.w3.org/2000/svg"
    }
    assert set(re.findall(r'font-family="([^"]*)"', svg)) == {"monospace"}
    assert path.stat().st_size <= 60 * 1024
