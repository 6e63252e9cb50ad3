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
LEAST = dict.fromkeys(TEXTS, 4.5) | dict.fromkeys(DICE, 3)


def test_black_on_white_has_the_most_contrast_there_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", [NIGHT, DAY], ids=lambda theme: theme.name)
def test_a_text_is_read_and_a_die_is_seen_on_its_ground(theme: Theme) -> None:
    colours = theme.to_color_system().generate() | theme.variables
    contrasts = {pair: contrast(*(colours[name] for name in pair)) for pair in LEAST}
    assert [pair for pair in LEAST if contrasts[pair] < LEAST[pair]] == []


def test_what_one_theme_paints_the_other_paints_too() -> None:
    assert NIGHT.variables.keys() == DAY.variables.keys()
