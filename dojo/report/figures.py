"""The figures of a page: what came of how many mutants, by file and by function."""

from collections import Counter
from html import escape

from dojo.report.parts import SHOWN, link, sign
from dojo.report.report import Report, Result, by_path


def figures(report: Report) -> str:
    """Return a table of all files and their functions."""
    found = {each.status for each in report.results}
    statuses = [status for status in SHOWN if status in found]
    heads = ['<th scope="col">in</th>']
    for status in statuses:
        word = SHOWN[status].word
        heads.append(f'<th scope="col">{sign(status)} <span>{word}</span></th>')
    files = by_path(report.results)
    bodies = [_of_a_file(path, results, statuses) for path, results in files.items()]
    head = f"<tr>{''.join(heads)}</tr>"
    body = "\n".join(bodies)
    return f"<table>\n<thead>{head}</thead>\n{body}\n</table>"


def _of_a_file(path: str, results: list[Result], statuses: list[str]) -> str:
    """Return the rows of a file and its functions."""
    name = escape(path)
    functions: dict[str, list[Result]] = {}
    for each in results:
        functions.setdefault(each.mutant.function, []).append(each)
    rows = [_row(f'<a href="#{name}">{name}</a>', results, statuses)]
    for function, group in functions.items():
        head = link(group[0], escape(function))
        rows.append(_row(head, group, statuses))
    return "\n".join(["<tbody>", *rows, "</tbody>"])


def _row(head: str, results: list[Result], statuses: list[str]) -> str:
    counts = Counter(each.status for each in results)
    cells = [f'<th scope="row">{head}</th>']
    for status in statuses:
        if status in counts:
            cells.append(f'<td data-sign="{SHOWN[status].sign}">{counts[status]:,}</td>')
        else:
            cells.append("<td></td>")
    return f"<tr>{''.join(cells)}</tr>"
