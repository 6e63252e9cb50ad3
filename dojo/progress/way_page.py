"""The worked way as a page for a browser: one file that needs nothing else, for a projector, a phone and paper.

A page may have only some of the steps, which follow one another.
place: how far from the left of the chart a step stands, in percent of its width.
"""

import re
from html import escape
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from pathlib import Path
from string import Template

from dojo.kata import LEVELS, Step
from dojo.progress.complexity import Complexity
from dojo.progress.drawn_diff import drawn_diff
from dojo.progress.picture import STYLE, Band, Curve, Marks, from_left, picture

TEMPLATE = Path(__file__).with_name("way_page.html")
WHY = "Why"  # the line that is told after the smell
CODE = re.compile(r"`(.+?)`")


def worked_page(steps: list[Step], measured: list[Complexity], last: int) -> str:
    """Return the steps as HTML, of `last` in all, with a chart of what was measured before the first and after each."""
    before = steps[0].number - 1
    pairs = list(pairwise(measured))
    places = [from_left(number, len(steps)) for number in range(1, len(steps) + 1)]
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        style=STYLE.read_text(encoding="utf-8"),
        chart=picture(*_chart(steps, measured)),
        figures="\n".join(_cells(number, *figures) for number, figures in enumerate(map(_figures, measured), before)),
        contents="\n".join(_contents(level, list(of_level)) for level, of_level in groupby(steps, attrgetter("level"))),
        steps="\n".join(
            _article(step, place, _complexity(*pair), _links(step.number, before + 1, steps[-1].number), last)
            for step, place, pair in zip(steps, places, pairs, strict=True)
        ),
    )


def _chart(steps: list[Step], measured: list[Complexity]) -> tuple[list[Curve], list[Band], str, Marks]:
    """Return what the chart shows: the measures after so many steps, where they are red, where a level begins."""
    curves = [
        Curve("worst complexity", [(number, each.worst) for number, each in enumerate(measured)]),
        Curve("mean complexity", [(number, round(each.mean, 1)) for number, each in enumerate(measured)]),
    ]
    bands = [Band(number, number + 1) for number, step in enumerate(steps, start=1) if step.is_red]
    levels = enumerate(step.level for step in steps)
    firsts = [next(of_level) for _, of_level in groupby(levels, itemgetter(1))]
    axis = "steps" if steps[0].number == 1 else f"steps after step {steps[0].number - 1}"
    return curves, bands, axis, Marks("level", firsts)


def _figures(each: Complexity) -> tuple[str, str]:
    return str(each.worst), f"{each.mean:.1f}"


def _cells(*texts: object) -> str:
    return f"<tr>{''.join(f'<td>{text}</td>' for text in texts)}</tr>"


def _contents(level: int, steps: list[Step]) -> str:
    """Return the steps of a level, each as a link."""
    links = "\n".join(
        f'<li id="to-{step.number}"{_class(step)}>'
        f'<a href="#{step.number}"><span>{step.number}</span> {_title(step)}</a></li>'
        for step in steps
    )
    return f"<details open>\n<summary>{_level(level)}</summary>\n<ol>\n{links}\n</ol>\n</details>"


def _article(step: Step, place: float, complexity: str, links: str, last: int) -> str:
    """Return a step as it is told: what is wrong where; what is done and why; the diff; what to see in it."""
    does = f'<span class="told1">, {step.special.does}</span>' if step.special else ""
    why = {name: words for name, words in step.question.items() if name == WHY}
    what = {name: words for name, words in step.question.items() if name != WHY}
    return "\n".join(
        [
            f'<article id="{step.number}"{_class(step)} data-place="{place:.2f}" data-told="0">',
            f"<header>{links}</header>",
            f'<p>{_level(step.level)}: <a href="#{step.number}">step {step.number}</a> of {last}{does}</p>',
            f'<h2 class="told1">{_title(step)}</h2>',
            f"<dl>{_lines(what)}</dl>",
            f'<dl class="told1">{_lines(why)}</dl>',
            f'<div class="told2">\n{drawn_diff(step.diff)}\n</div>',
            f'<dl class="told3">{_lines(step.answer)}<dt>Complexity</dt><dd>{complexity}</dd></dl>',
            f"<footer>{links}</footer>",
            "</article>",
        ]
    )


def _lines(lines: dict[str, str]) -> str:
    return "".join(f"<dt>{escape(name)}</dt><dd>{_words(text)}</dd>" for name, text in lines.items())


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


def _links(number: int, first: int, last: int) -> str:
    """Return the ways from a step to those beside it on the page, and to its place in the list."""
    places = {"back": number - 1, "next": number + 1}
    links = [f'<a href="#{place}">{words}</a>' for words, place in places.items() if first <= place <= last]
    return " ".join([*links, f'<a href="#to-{number}">all steps</a>'])
