"""The sources of a page: what came of the mutants of each line, and what a line says when it is opened.

That is data for the page's script, which draws it when somebody asks: drawn at once, it would be most of the page.
"""

import json
from collections import Counter
from html import escape

from dojo.report.highlight import highlighted
from dojo.report.parts import SHOWN, line_id, place_of, sign_of
from dojo.report.report import Report, by_path, killer_of, name_of

NUMBERS = {status: number for number, status in enumerate(SHOWN)}


def source(report: Report, path: str) -> str:
    """Return a source, line by line."""
    of_line: dict[int, list[str]] = {}
    for each in by_path(report.results).get(path, []):
        of_line.setdefault(each.mutant.line, []).append(each.status)
    never = {each.line: sign_of(each) for each in report.unmutated if each.path == path}
    lines = highlighted(report.sources[path].rstrip("\n"))
    rows = "\n".join(
        f'<li id="{line_id(path, number)}">{_marks(number, of_line.get(number, []), never.get(number, ""))}'
        f"<code>{line}</code></li>"
        for number, line in enumerate(lines, start=1)
    )
    name = escape(path)
    heading = f'<h2 id="{name}">{name}</h2>'
    return f'<section class="file">\n{heading}\n<ol data-path="{name}">\n{rows}\n</ol>\n</section>'


def _marks(number: int, statuses: list[str], never: str) -> str:
    """Return what stands beside a line: a button that opens its mutants, or a sign that there is none."""
    if not statuses:
        return f'<span title="mutmut never changes this">{never}</span>' if never else "<span></span>"
    counts = Counter(statuses)
    found = [status for status in SHOWN if counts[status]]
    signs = " ".join(
        f'<b class="{status}">{SHOWN[status].sign}{counts[status]}<span> {SHOWN[status].word}</span></b>'
        for status in found
    )
    words = ", ".join(f"{counts[status]} {SHOWN[status].word}" for status in found)
    return (
        f'<button type="button" data-status="{" ".join(found)}" aria-expanded="false" title="{words}">'
        f"<span>line {number}: </span>{signs}</button>"
    )


def data(report: Report) -> str:
    """Return what lines say when they are opened, as JSON that can stand in a page."""
    tests = {test: number for number, test in enumerate(report.tests)}
    files: dict[str, list[list[object]]] = {}
    for result in report.results:
        mutant = result.mutant
        files.setdefault(mutant.path, []).append(
            [
                mutant.line,
                NUMBERS[result.status],
                mutant.function,
                result.mutator.name,
                "\n".join(mutant.removed),
                "\n".join(mutant.added),
                tests.get(killer_of(mutant), -1),
                report.reason(result),
            ]
        )
    functions = {" ".join(place_of(each)): [tests[test] for test in each.mutant.tests] for each in report.results}
    shown = [[status, *SHOWN[status]] for status in SHOWN]
    content = {"shown": shown, "tests": list(map(name_of, tests)), "functions": functions, "files": files}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")
