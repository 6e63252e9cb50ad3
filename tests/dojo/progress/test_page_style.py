"""What all pages look like: who can read them, from where, in what light."""

import re
from pathlib import Path

import pytest

from dojo.pages import TEMPLATES
from tests.dojo.table.contrast import contrast

STYLE, TIMELINE, WAY = (TEMPLATES / name for name in ("base.html", "progress.html", "way.html"))
CSS = STYLE.read_text(encoding="utf-8").replace("{% block night %}", "").replace("{% endblock %}", "")
TEXT_ON = (
    *(("ink", "paper"), ("soft", "paper"), ("link", "paper"), ("red", "paper"), ("amber", "paper")),
    *(("green", "paper"), ("out", "out-paper"), ("in", "in-paper")),
    *((word, paper) for word in ("word", "text", "number") for paper in ("paper", "out-paper", "in-paper")),
    *(("soft", "out-paper"), ("soft", "in-paper")),
    *(("ink", "here"), ("soft", "here"), ("red", "here"), ("amber", "here")),
)
SHAPE_ON = (
    *(("band-red", "paper"), ("band-amber", "paper")),
    *(("curve", "paper"), ("curve", "band-red"), ("curve", "band-amber")),
)


def colours() -> dict[str, dict[str, str]]:
    """Return the colours of the pages in the light, and in the dark."""
    light, dark = CSS.split(":has(#dark:checked)")
    return {
        name: dict(re.findall(r"--([\w-]+): (#\w+)", text)) for name, text in {"light": light, "dark": dark}.items()
    }


def contrast_in(light: str, one: str, other: str) -> float:
    """Return how far two colours stand apart."""
    return contrast(colours()[light][one], colours()[light][other])


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(("text", "paper"), TEXT_ON)
def test_every_text_stands_out_from_its_paper(light: str, text: str, paper: str) -> None:
    assert contrast_in(light, text, paper) >= 4.5


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPE_ON)
def test_bands_stand_out_from_the_paper_and_curves_from_both(light: str, shape: str, ground: str) -> None:
    assert contrast_in(light, shape, ground) >= 3


def test_pages_are_light_unless_the_person_asks() -> None:
    assert ":root { color-scheme: light;" in CSS
    assert [
        page.name for page in (STYLE, WAY, TIMELINE) if "prefers-color-scheme" in page.read_text(encoding="utf-8")
    ] == []


@pytest.mark.parametrize("page", [WAY, TIMELINE], ids=["way", "timeline"])
def test_a_person_can_ask_for_the_dark(page: Path) -> None:
    assert '<input type="checkbox" id="dark">' in page.read_text(encoding="utf-8")


def test_paper_is_light() -> None:
    assert re.findall(r"@media (\w+) \{ :root:has\(#dark:checked\)", CSS) == ["screen"]


def test_letters_grow_when_the_browser_enlarges_the_page() -> None:
    sizes = re.findall(r"font-size: ([^;]*v[hw][^;]*);", CSS)
    assert sizes == ["calc((90% + 0.8vh) * var(--size, 1))"]  # a part of it is no part of the screen


@pytest.mark.parametrize("page", [STYLE, WAY, TIMELINE], ids=["all", "way", "timeline"])
def test_no_letters_are_much_smaller_than_the_text(page: Path) -> None:
    # 90 % + 0.8vh are 2.13 % of 1,080 pixels; a phone and paper are looked at from nearby.
    far, _, _ = page.read_text(encoding="utf-8").partition("@media print")
    sizes = re.findall(r"(?:font-size|font): ([\d.]+)r?em", re.sub(r"@media \(max-width.*", "", far))
    assert [size for size in map(float, sizes) if size < 0.95] == []
