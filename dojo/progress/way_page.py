"""The worked way as a page for a browser: one file that needs nothing else, for a projector, a phone and paper.

A page may have only some of the steps, which follow one another.
place: how far from the left of the chart a step stands, in percent of its width.
"""

import re
from collections.abc import Iterable
from html import escape
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter

from dojo.kata import LEVELS, Step
from dojo.pages import render
from dojo.progress.complexity import Complexity
from dojo.progress.drawn_diff import drawn_diff
from dojo.progress.picture import Band, Curve, Marks, from_left, picture

WHY = "Why"  # the line that is told after the smell
CODE = re.compile(r"`(.+?)`")


def worked_page(steps: list[Step], measured: list[Complexity], last: int) -> str:
    """Return the steps as HTML, of `last` in all, with a chart of what was measured before the first and after each."""
    first, last_here = steps[0].number, steps[-1].number
    figures: list[str] = []
    for number, each in enumerate(measured, start=first - 1):
        worst, mean = _figures(each)
        figures.append(f"<tr><td>{number}</td><td>{worst}</td><td>{mean}</td></tr>")
    contents = [_contents(level, of_level) for level, of_level in groupby(steps, attrgetter("level"))]
    articles: list[str] = []
    for step, (before, after) in zip(steps, pairwise(measured), strict=True):
        number_here = step.number - first + 1
        place = from_left(number_here, len(steps))
        complexity = _complexity(before, after)
        links = _links(step.number, first, last_here)
        articles.append(_article(step, place, complexity, links, last))
    return render(
        "way.html",
        chart=_chart(steps, measured),
        figures="\n".join(figures),
        contents="\n".join(contents),
        steps="\n".join(articles),
    )


def _chart(steps: list[Step], measured: list[Complexity]) -> str:
    """Return the measures after so many steps, where they are red, and where a level begins."""
    worst = Curve("worst complexity", [(number, each.worst) for number, each in enumerate(measured)])
    mean = Curve("mean complexity", [(number, round(each.mean, 1)) for number, each in enumerate(measured)])
    red = [number for number, step in enumerate(steps, start=1) if step.is_red]
    bands = [Band(number, number + 1) for number in red]
    levels = [(number, step.level) for number, step in enumerate(steps)]
    begins = [next(of_level) for _, of_level in groupby(levels, itemgetter(1))]
    before = steps[0].number - 1
    axis = f"steps after step {before}" if before else "steps"
    return picture([worst, mean], bands, axis, Marks("level", begins))


def _figures(each: Complexity) -> tuple[str, str]:
    return str(each.worst), f"{each.mean:.1f}"


def _contents(level: int, steps: Iterable[Step]) -> str:
    """Return the steps of a level, each as a link."""
    items: list[str] = []
    for step in steps:
        number = step.number
        link = f'<a href="#{number}"><span>{number}</span> {_title(step)}</a>'
        items.append(f'<li id="to-{number}"{_class(step)}>{link}</li>')
    links = "\n".join(items)
    return f"<details open>\n<summary>{_level(level)}</summary>\n<ol>\n{links}\n</ol>\n</details>"


def _article(step: Step, place: float, complexity: str, links: str, last: int) -> str:
    """Return a step as it is told: what is wrong where; what is done and why; the diff; what to see in it."""
    number = step.number
    link = f'<a href="#{number}">step {number}</a>'
    does = f'<span class="told1">, {step.special.does}</span>' if step.special else ""
    what = dict(step.question)
    why = {WHY: what.pop(WHY)} if WHY in what else {}
    diff = drawn_diff(step.diff)
    answer = _lines(step.answer)
    parts = [
        f'<article id="{number}"{_class(step)} data-place="{place:.2f}" data-told="0">',
        f"<header>{links}</header>",
        f"<p>{_level(step.level)}: {link} of {last}{does}</p>",
        f'<h2 class="told1">{_title(step)}</h2>',
        f"<dl>{_lines(what)}</dl>",
        f'<dl class="told1">{_lines(why)}</dl>',
        f'<div class="told2">\n{diff}\n</div>',
        f'<dl class="told3">{answer}<dt>Complexity</dt><dd>{complexity}</dd></dl>',
        f"<footer>{links}</footer>",
        "</article>",
    ]
    return "\n".join(parts)


def _lines(lines: dict[str, str]) -> str:
    found: list[str] = []
    for name, text in lines.items():
        words = CODE.sub(r"<code>\1</code>", escape(text))  # what stands between backticks
        found.append(f"<dt>{escape(name)}</dt><dd>{words}</dd>")
    return "".join(found)


def _complexity(before: Complexity, after: Complexity) -> str:
    old_worst, old_mean = _figures(before)
    worst, mean = _figures(after)
    if worst != old_worst:
        worst = f"{old_worst} → {worst}"
    if mean != old_mean:
        mean = f"{old_mean} → {mean}"
    return f"worst {worst}, mean {mean}"


def _title(step: Step) -> str:
    """Return the title of a step, and before it what is special about it."""
    title = escape(step.title)
    if step.special is None:
        return title
    sign = escape(step.special.sign)
    return f"<strong>{sign} {step.special.word}</strong> {title}"


def _class(step: Step) -> str:
    return ' class="red"' if step.is_red else ""


def _level(number: int) -> str:
    title = escape(LEVELS[number].title)
    return f"Level {number}, {title}"


def _links(number: int, first: int, last: int) -> str:
    """Return the ways from a step to those beside it on the page, and to its place in the list."""
    links: list[str] = []
    if number > first:
        links.append(f'<a href="#{number - 1}">back</a>')
    if number < last:
        links.append(f'<a href="#{number + 1}">next</a>')
    links.append(f'<a href="#to-{number}">all steps</a>')
    return " ".join(links)
