"""A report as a page for a browser: one file that needs nothing else, for a projector, a phone and paper.

First what survived, function by function, each with what to do next; then what no test can kill, and what mutmut never
changes; then figures; then the sources, with what came of the mutants of each line.
"""

from collections import Counter
from html import escape
from pathlib import Path

from dojo.mutation import KILLED, SURVIVED, TIMED_OUT, UNDECIDED
from dojo.pages import filled
from dojo.report import findings
from dojo.report.figures import figures
from dojo.report.parts import SHOWN, place_of, sign, survivors_id
from dojo.report.report import IGNORED, NO_COVERAGE, STATUSES, Report, Result
from dojo.report.sources import data, source
from dojo.text import counted

TEMPLATE = Path(__file__).with_name("page.html")
STANDS = {
    "killed": (STATUSES[KILLED], STATUSES[TIMED_OUT]),
    "survived": (STATUSES[SURVIVED],),
    "in functions that no test runs": (NO_COVERAGE,),
    "equivalent": (IGNORED,),
    "without a result": (STATUSES[UNDECIDED],),
}
BEGINS = (
    (STATUSES[SURVIVED], survivors_id, "{} of it would go unseen."),
    (NO_COVERAGE, lambda *_: "unreached", "no test runs it."),
)


def page_of(report: Report) -> str:
    """Return a report as HTML."""
    of_status: dict[str, list[Result]] = {status: [] for status in SHOWN}
    for each in report.results:
        of_status[each.status].append(each)
    filters = [_filter(status, len(results)) for status, results in of_status.items() if results]
    survived = of_status[STATUSES[SURVIVED]]
    sources = [source(report, path) for path in report.sources]
    return filled(
        TEMPLATE.read_text(encoding="utf-8"),
        title=escape(report.title),
        headline=_headline(report.results),
        filters="\n".join(filters),
        survivors=findings.survivors(report, survived),
        unreached=findings.unreached(report, of_status[NO_COVERAGE]),
        equivalent=findings.equivalent(of_status[IGNORED]),
        never=findings.never_changed(report.unmutated),
        figures=figures(report),
        sources="\n".join(sources),
        data=data(report),
    )


def _headline(results: list[Result]) -> str:
    """Say in a sentence or two how it stands, and where to begin."""
    counts = Counter(each.status for each in results)
    stands = []
    for words, statuses in STANDS.items():
        number = sum(counts[status] for status in statuses)
        if number:
            stands.append(f"{number:,} {words}")
    mutants = counted(len(results), "mutant")
    return f"{mutants}: {', '.join(stands)}. {_begin(results)}"


def _begin(results: list[Result]) -> str:
    """Say where most is to be done, if anything is."""
    for status, id_of, why in BEGINS:
        by_function = Counter(place_of(each) for each in results if each.status == status)
        if by_function:
            (path, function), number = by_function.most_common(1)[0]
            begin = f'<a href="#{id_of(path, function)}">{escape(function)}</a>'
            changes = counted(number, "change")
            return f"Begin with {begin}: {why.format(changes)}"
    return ""


def _filter(status: str, number: int) -> str:
    label = f"{sign(status)} {SHOWN[status].word} {number:,}"
    return f'<label><input type="radio" name="status" value="{status}">{label}</label>'
