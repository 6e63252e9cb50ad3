"""The page of a timeline: its items, its escaping, and the contrast of its colours."""

import re
from html import escape

import msgspec
import pytest

from dojo.diffs import file_changes
from dojo.pages import TEMPLATES
from dojo.practice.history import History
from dojo.progress.page import page_of
from dojo.progress.steps import report_steps
from dojo.progress.timeline import timeline_lines
from tests.dojo.contrast import contrast
from tests.dojo.practice.histories import (
    committed,
    green,
    history,
    history_of,
    red,
    swapped,
)
from tests.dojo.progress.timelines import measures, timeline

DIFF = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-one\n+# two\n"
RUDE = '</script>"<b>&amp;\N{RIGHT-TO-LEFT OVERRIDE}\x1b[2J'
ESCAPED = escape('</script>"<b>&amp;', quote=False) + r"\u202e\x1b[2J"


def page(found: History, diff: str = "", *, lead: str = "Level 1", name: str = "") -> str:
    """Return a page on which each step has the same diff."""
    diffs = {step.number: file_changes(diff) for step in found.steps}
    return page_of(lead, timeline(found), diffs, name)


# Texts of other people.


def test_texts_of_others_are_escaped():
    found = history(green(1, "a"), committed(1, "a", RUDE), red(2, finding=RUDE), swapped(3, RUDE))
    shown = page(found, DIFF.replace("two", RUDE), lead=RUDE, name=RUDE)
    assert shown.replace("&#34;", '"').count(ESCAPED) >= 6
    assert "</script>" not in shown
    assert "\x1b" not in shown
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in shown


def test_a_page_loads_nothing():
    shown = page(history_of("green, red"), DIFF)
    assert not re.search(r"https?:|<script|onclick|<link|<img|src=|url\(|@import", shown)


# The JSON.


def test_text_json_and_page_agree():
    scored = history(
        green(0, "a"), red(1, finding="expected 4"), green(3, "b"), red(4), green(5, "c")
    )
    scored.steps[-1].score = 0.914
    found = timeline(scored, {1: measures(lines=31), 3: measures(lines=57), 5: measures(lines=64)})
    text = "\n".join(line.plain for line in timeline_lines(found, "Level 1", every=True))
    html = page(scored)
    report = msgspec.json.decode(msgspec.json.encode(report_steps(found.steps, scored)))
    for step in report["steps"]:
        time = step["moment"][11:16]
        killed = f"mutants killed {100 * step['killed']:.1f} %" if step["killed"] else ""
        for shown in (f"{step['number']}  {time}", step["message"], killed):
            assert shown in text
        assert f'id="{step["number"]}"' in html
        assert step["message"] in html
    assert [step["measures"]["lines"] for step in report["steps"] if step["measures"]] == [
        31,
        57,
        64,
    ]
    assert "lines 31 → 57" in text
    assert "lines 57 → 64" in text


# Colours of all pages.

BASE = (TEMPLATES / "base.html").read_text(encoding="utf-8")
CSS = re.sub("{%.*?%}", "", BASE)
LIGHT, _, DARK = CSS.partition(":has(#dark:checked)")
TEXTS = {
    "paper": "ink soft link red amber green word text number",
    "out-paper": "out word text number soft",
    "in-paper": "in word text number soft",
    "here": "ink soft red amber",
}
SHAPES = {"paper": "band-red band-amber curve", "band-red": "curve", "band-amber": "curve"}


def weakest_contrast(css: str, shapes: dict[str, str]) -> float:
    """Return the least contrast between a colour and the ones that it stands on."""
    colours = dict(re.findall(r"--([\w-]+): (#\w+)", css))
    found: list[float] = []
    for ground, names in shapes.items():
        found += [contrast(colours[name], colours[ground]) for name in names.split()]
    return min(found)


@pytest.mark.parametrize("css", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_can_be_read(css: str):
    assert weakest_contrast(css, TEXTS) >= 4.5


@pytest.mark.parametrize("css", [LIGHT, DARK], ids=["light", "dark"])
def test_shapes_can_be_seen(css: str):
    assert weakest_contrast(css, SHAPES) >= 3
