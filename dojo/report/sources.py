"""The sources of a page: what came of the mutants of each line, and what a line says when it is opened.

That is data for the page's script, which draws it when somebody asks: drawn at once, it would be most of the page.
"""

import json
from collections import Counter, defaultdict
from html import escape

from dojo.report.highlight import highlighted
from dojo.report.parts import SHOWN, line_id, place_of, sign_of
from dojo.report.report import Report, Result, killer_of, name_of

NUMBERS = {status: number for number, status in enumerate(SHOWN)}
ESCAPES = {"&": r"\u0026", "<": r"\u003c", ">": r"\u003e"}  # with them, nothing in a JSON string ends a script


def source(report: Report, path: str) -> str:
    """Return a source, line by line."""
    counts = _counts_by_line(report, path)
    never = {each.line: sign_of(each) for each in report.unmutated if each.path == path}
    lines = highlighted(report.sources[path].rstrip("\n"))
    rows = []
    for number, line in enumerate(lines, start=1):
        if number in counts:
            beside = _button(number, counts[number])
        elif number in never:
            beside = f'<span title="mutmut never changes this">{never[number]}</span>'
        else:
            beside = "<span></span>"
        rows.append(f'<li id="{line_id(path, number)}">{beside}<code>{line}</code></li>')
    name = escape(path)
    heading = f'<h2 id="{name}">{name}</h2>'
    items = "\n".join(rows)
    return f'<section class="file">\n{heading}\n<ol data-path="{name}">\n{items}\n</ol>\n</section>'


def _counts_by_line(report: Report, path: str) -> dict[int, Counter[str]]:
    """Return, for each line that has mutants, how many of them came to which status."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for result in report.results:
        if result.mutant.path == path:
            counts[result.mutant.line][result.status] += 1
    return counts


def _button(number: int, counts: Counter[str]) -> str:
    """Return the button that opens the mutants of a line."""
    found = [status for status in SHOWN if status in counts]
    signs, words = [], []
    for status in found:
        count = counts[status]
        shown = SHOWN[status]
        signs.append(f'<b class="{status}">{shown.sign}{count}<span> {shown.word}</span></b>')
        words.append(f"{count} {shown.word}")
    statuses, title = " ".join(found), ", ".join(words)
    label = f"<span>line {number}: </span>{' '.join(signs)}"
    return f'<button type="button" data-status="{statuses}" aria-expanded="false" title="{title}">{label}</button>'


def data(report: Report) -> str:
    """Return what lines say when they are opened, as JSON that can stand in a page."""
    tests = {test: number for number, test in enumerate(report.tests)}
    functions: dict[str, list[int]] = {}
    files: dict[str, list[list[object]]] = {}
    for result in report.results:
        mutant = result.mutant
        function = " ".join(place_of(result))
        functions[function] = [tests[test] for test in mutant.tests]
        killer = tests.get(killer_of(mutant), -1)
        entry = _entry(result, killer, report.reason(result))
        files.setdefault(mutant.path, []).append(entry)
    shown = [[status, *shown] for status, shown in SHOWN.items()]
    content = {"shown": shown, "tests": list(map(name_of, tests)), "functions": functions, "files": files}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in ESCAPES.items():
        text = text.replace(character, escaped)
    return text


def _entry(result: Result, killer: int, reason: str) -> list[object]:
    """Return what a line says of a mutant, in the order in which the page's script reads it."""
    mutant = result.mutant
    removed, added = "\n".join(mutant.removed), "\n".join(mutant.added)
    return [mutant.line, NUMBERS[result.status], mutant.function, result.mutator.name, removed, added, killer, reason]
