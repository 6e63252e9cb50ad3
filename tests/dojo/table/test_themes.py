"""Whoever sits at the table can read it, by night and by day."""

from itertools import product

import pytest
from textual.theme import Theme

from dojo.table.themes import DAY, NIGHT
from tests.dojo.table.contrast import contrast

TEXTS = (
    ("felt-text", "felt"),
    ("felt-muted", "felt"),
    ("felt-mark", "felt"),
    ("felt-mark-text", "felt-mark"),
    ("felt", "felt-text"),  # the label of a die that keys point at
    ("pip", "die"),
    ("pip-kept", "die-kept"),
    ("sheet-text", "sheet"),
    ("sheet-muted", "sheet"),
    ("mark", "sheet"),
    ("mark-text", "mark"),
    *product(("foreground", "accent", "error", "warning", "success"), ("background", "surface", "panel")),
    ("footer-key-foreground", "footer-background"),
    ("footer-description-foreground", "footer-background"),
)
DICE = (("die", "felt"), ("die-kept", "felt"), ("die-back", "felt"))


def contrast_in(theme: Theme, *names: str) -> float:
    """Return the contrast between two of a theme's colours."""
    colours = theme.to_color_system().generate() | theme.variables
    return contrast(*(colours[name] for name in names))


def test_black_on_white_has_the_most_contrast_there_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_a_text_is_read_on_its_ground(theme: Theme, text: str, ground: str) -> None:
    assert contrast_in(theme, text, ground) >= 4.5


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
@pytest.mark.parametrize(("die", "felt"), DICE)
def test_a_die_is_seen_on_the_felt(theme: Theme, die: str, felt: str) -> None:
    assert contrast_in(theme, die, felt) >= 3


def test_what_one_theme_paints_the_other_paints_too() -> None:
    assert NIGHT.variables.keys() == DAY.variables.keys()
