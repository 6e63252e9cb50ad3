"""The figures of a page: what came of how many mutants, by file and by function."""

from collections import Counter
from html import escape

from dojo.report.parts import SHOWN, link, sign
from dojo.report.report import Report, Result, by_path


def figures(report: Report) -> str:
    """Return a table of all files and their functions."""
    statuses = [status for status in SHOWN if any(each.status == status for each in report.results)]
    heads = "".join(f'<th scope="col">{sign(status)} <span>{SHOWN[status].word}</span></th>' for status in statuses)
    bodies = "\n".join(_of_a_file(path, results, statuses) for path, results in by_path(report.results).items())
    return f'<table>\n<thead><tr><th scope="col">in</th>{heads}</tr></thead>\n{bodies}\n</table>'


def _of_a_file(path: str, results: list[Result], statuses: list[str]) -> str:
    """Return the rows of a file and its functions."""
    rows = [_row(f'<a href="#{escape(path)}">{escape(path)}</a>', results, statuses)]
    functions: dict[str, list[Result]] = {}
    for each in results:
        functions.setdefault(each.mutant.function, []).append(each)
    rows += [_row(link(group[0], escape(function)), group, statuses) for function, group in functions.items()]
    return "<tbody>\n" + "\n".join(rows) + "\n</tbody>"


def _row(head: str, results: list[Result], statuses: list[str]) -> str:
    counts = Counter(each.status for each in results)
    signs = {status: f' data-sign="{SHOWN[status].sign}"' for status in statuses if counts[status]}
    cells = "".join(f"<td{signs.get(each, '')}>{f'{counts[each]:,}' if counts[each] else ''}</td>" for each in statuses)
    return f'<tr><th scope="row">{head}</th>{cells}</tr>'
