"""The worked way as a page for a browser: one file that needs nothing else, for a projector, a phone and paper.

place: how far from the left of the chart a step stands, in percent of its width. change: what a step does to one file.
"""

import re
from html import escape
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from string import Template
from typing import NamedTuple

from dojo.kata import LEVELS, Step
from dojo.progress.metrics import Complexity
from dojo.progress.picture import WIDTH, Band, Curve, Mark, across, picture

TEMPLATE = Path(__file__).with_name("way_page.html")
AXIS = "steps; shaded where red"
FILE = re.compile(r"^diff --git a/(.+) b/(.+)\n", re.MULTILINE)
ELEMENTS = {"-": "del", "+": "ins", "@": "b"}  # by what a line of a diff begins with
CODE = re.compile(r"`(.+?)`")
HOW = {"new file": "new", "deleted file": "removed"}  # as git says it, and as we do


class Change(NamedTuple):
    """What a step does to one file: its name, and what becomes of it; the lines that differ, with some around them."""

    heading: str
    lines: list[str]


def worked_page(steps: list[Step], measured: list[Complexity]) -> str:
    """Return the steps as HTML, with a chart of what was measured before the first, and after each."""
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        chart=picture(*_chart(steps, measured)),
        figures="\n".join(_cells(number, *figures) for number, figures in enumerate(map(_figures, measured))),
        contents="\n".join(_contents(level, list(of_level)) for level, of_level in groupby(steps, attrgetter("level"))),
        steps="\n".join(_article(step, measured) for step in steps),
    )


def changes_of(diff: str) -> list[Change]:
    """Return what a diff does to each file."""
    _, *parts = FILE.split(diff)
    return [_change(*part) for part in zip(parts[0::3], parts[1::3], parts[2::3], strict=True)]


def _change(before: str, after: str, rest: str) -> Change:
    head, start, lines = rest.partition("@@ ")
    name = before if before == after else f"{before} → {after}"
    how = next((f", {said}" for words, said in HOW.items() if head.startswith(words)), "")
    return Change(name + how, (start + lines).splitlines())


def _chart(steps: list[Step], measured: list[Complexity]) -> tuple[list[Curve], list[Band], str, list[Mark]]:
    """Return what the chart shows: the measures after so many steps, where they are red, where a level begins."""
    curves = [
        Curve("worst complexity", [(number, each.worst) for number, each in enumerate(measured)]),
        Curve("mean complexity", [(number, round(each.mean, 1)) for number, each in enumerate(measured)]),
    ]
    bands = [Band(step.number, step.number + 1) for step in steps if step.is_red]
    firsts = {step.level: step.number - 1 for step in reversed(steps)}
    return curves, bands, AXIS, [Mark(first, f"level {level}") for level, first in sorted(firsts.items())]


def _figures(each: Complexity) -> tuple[str, str]:
    return str(each.worst), f"{each.mean:.1f}"


def _cells(*texts: object) -> str:
    return f"<tr>{''.join(f'<td>{text}</td>' for text in texts)}</tr>"


def _contents(level: int, steps: list[Step]) -> str:
    """Return the steps of a level, each as a link."""
    links = "\n".join(
        f'<li{_class(step)}><a href="#{step.number}"><span>{step.number}</span> {_title(step)}</a></li>'
        for step in steps
    )
    return f"<details open>\n<summary>{_level(level)}</summary>\n<ol>\n{links}\n</ol>\n</details>"


def _article(step: Step, measured: list[Complexity]) -> str:
    """Return a step: its lesson, what it did to the measures, and its diff."""
    last = len(measured) - 1
    does = f", {step.special.does}" if step.special else ""
    lesson = "".join(f"<dt>{escape(name)}</dt><dd>{_words(text)}</dd>" for name, text in step.lesson.items())
    diff = "\n".join(f"<h3>{escape(change.heading)}</h3>\n{_drawn(change)}" for change in changes_of(step.diff))
    return "\n".join(
        [
            f'<article id="{step.number}"{_class(step)} data-place="{100 * across(step.number, last) / WIDTH:.2f}">',
            f'<p>{_level(step.level)}: <a href="#{step.number}">step {step.number}</a> of {last}{does}</p>',
            f"<h2>{_title(step)}</h2>",
            f"<dl>{lesson}<dt>Complexity</dt><dd>{_complexity(*measured[step.number - 1 : step.number + 1])}</dd></dl>",
            diff,
            f"<footer>{_links(step.number, last)}</footer>",
            "</article>",
        ]
    )


def _complexity(before: Complexity, after: Complexity) -> str:
    both = zip(_figures(before), _figures(after), strict=True)
    worst, mean = (old if old == new else f"{old} → {new}" for old, new in both)
    return f"worst {worst}, mean {mean}"


def _title(step: Step) -> str:
    """Return the title of a step, and before it what is special about it."""
    special = f"<strong>{escape(step.special.sign)} {step.special.word}</strong> " if step.special else ""
    return special + escape(step.title)


def _class(step: Step) -> str:
    return ' class="red"' if step.is_red else ""


def _level(number: int) -> str:
    return f"Level {number}, {escape(LEVELS[number].title)}"


def _words(text: str) -> str:
    """Return a text with what stands between backticks as code."""
    return CODE.sub(r"<code>\1</code>", escape(text))


def _drawn(change: Change) -> str:
    """Return the lines of a diff, each marked by its sign and by what it is; nothing of a file that only moves."""
    lines = ((ELEMENTS.get(line[:1], "span"), escape(line, quote=False)) for line in change.lines)
    drawn = "".join(f"<{element}>{line}\n</{element}>" for element, line in lines)
    return f"<pre>{drawn}</pre>" if drawn else ""


def _links(number: int, last: int) -> str:
    places = {"back": number - 1, "next": number + 1}
    links = [f'<a href="#{place}">{words}</a>' for words, place in places.items() if 1 <= place <= last]
    return " ".join([*links, '<a href="#steps">all steps</a>'])
