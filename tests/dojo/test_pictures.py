"""Pictures of screens: as the commands print today, small, and without links."""

import re
from pathlib import Path

import pytest

from tests.dojo.pictures import SESSION, VERDICT, picture_of_session, picture_of_text

TESTS = Path(__file__).resolve().parents[1]
PICTURES = [*sorted(TESTS.glob("*/approved/*.approved.svg")), SESSION, VERDICT]


def texts_in(svg: str) -> list[str]:
    """Return the texts of a picture, without durations, which are of another length each time."""
    return [re.sub(r"[\d.]+(&#160;| )s$", "N s", text) for text in re.findall(r">([^<\n]+)<", svg)]


@pytest.mark.usefixtures("compiled")
def test_the_picture_of_a_session_is_up_to_date():
    assert texts_in(picture_of_session()) == texts_in(SESSION.read_text(encoding="utf-8"))


def test_text_has_its_color():
    plain = picture_of_text("Fails.", "dojo verify")
    red = picture_of_text("\x1b[31mFails.", "dojo verify")
    assert ">Fails.<" in red
    assert plain != red


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_small_picture_loads_nothing(path: Path):
    svg = path.read_text(encoding="utf-8")
    loaded = set(re.findall(r"https?://[^\"' ]+|@font-face|url\([^#]|<image", svg))
    assert loaded - {"http://www.w3.org/2000/svg", "https://www.textualize.io"} == set()
    assert path.stat().st_size <= 80 * 1024
