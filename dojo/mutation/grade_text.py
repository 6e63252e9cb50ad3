"""The grade of a practice as people read it, in lines of at most 80 columns; code may be wider.

account: how the mutants made come to the score; its rows add up. Survivors have numbers, by which a person marks them.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from textwrap import wrap

import click

from dojo.mutation.cache import Kept
from dojo.mutation.equivalent import OF_A_PRACTICE, Explanation
from dojo.mutation.grade import Grade
from dojo.mutation.results import KILLED, TIMED_OUT, Mutant, Survivor
from dojo.mutation.unmutated import Statement
from dojo.practice.model import Practice
from dojo.text import DIFF_COLOURS, WIDTH, counted

SHOWN_OF_A_METHOD = 3
SHOWN_TESTS = 2
BELOW_A_ROW = " " * 8
UPPER_BOUND = "The score is an upper bound: people make slips that mutmut never makes."
SLIPS = "The score is an upper bound: `dojo slips` tries slips that mutmut never makes."
ESTIMATE = (
    "Every mutant that a test can kill is killed, by an estimate: {results} kept from before the last changes. "
    "`dojo mutants --no-cache` makes sure."
)


def render(practice: Practice, grade: Grade, *, every: bool, slips: bool) -> list[str]:
    """Show a grade; `every` shows all survivors, the equivalent ones too; `slips`: `dojo slips` can tell more."""
    parts = [
        _account(grade),
        *_open(grade, every=every),
        _idle_marks(practice, grade),
        _unmutated(grade.unmutated),
        _equivalent(grade) if every else [],
        _end(grade, slips=slips),
    ]
    lines = [_headline(grade)]
    for part in parts:
        if part:
            lines += ["", *part]
    return lines


def _headline(grade: Grade) -> str:
    killable = grade.made - len(grade.equivalent)
    survived = f", {len(grade.open)} survived" if grade.open else ""
    score = f"score {grade.score:.1f} %: {grade.killed} of {counted(killable, 'mutant')} killed{survived}."
    return click.style(score, bold=True)


def _account(grade: Grade) -> list[str]:
    made = f"made: {_tested(grade.made, grade.kept)}"
    lines = [*_row(grade.made, made), *_row(grade.killed, _how_killed(grade))]
    reached = len(grade.open) - grade.unreached
    rows = [
        (len(grade.equivalent), _why_equivalent(grade)),
        (reached, "survived, though tests run the functions that they are in"),
        (grade.unreached, "survived, in functions that no test runs"),
        (grade.undecided, "have no result: run the command again"),
    ]
    for number, text in rows:
        if number:
            lines += _row(number, text)
    return lines


def _tested(made: int, kept: Kept) -> str:
    """Say how many were tested, and from when the other results are; or why there are none."""
    if kept.number and kept.since:
        return f"{made - kept.number} tested, {kept.number} kept from {kept.since:%H:%M}; --no-cache tests all"
    return f"{made} tested now" + (f": {kept.why}" if kept.why else "")


def _how_killed(grade: Grade) -> str:
    late = grade.outcomes[TIMED_OUT]
    by_assertion = grade.outcomes[KILLED] - grade.by_crash
    by_time = f", {late} by the time limit" if late else ""
    return f"killed: {by_assertion} by an assertion, {grade.by_crash} by a crash{by_time}"


def _why_equivalent(grade: Grade) -> str:
    marked = sum(each.marked for each in grade.equivalent)
    yours = f", by your word {marked} of them" if marked else ""
    otherwise = f"if they counted: {grade.score_of_all:.1f} %"
    return f"survived, equivalent: no test can kill them{yours}; {otherwise}; --all shows why"


def _row(number: int, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=f"{number:6}  ", subsequent_indent=BELOW_A_ROW)


def _open(grade: Grade, *, every: bool) -> Iterator[list[str]]:
    """Show what nobody would miss, method by method; methods that a line is enough for stand together."""
    methods = groupby(grade.open, key=lambda each: (each.mutant.path, each.mutant.function))
    parts = [_method(method, list(group), every=every) for (_, method), group in methods]
    for in_a_line, group in groupby(parts, key=lambda lines: len(lines) == 1):
        if in_a_line:
            yield list(chain(*group))
        else:
            yield from group


def _method(method: str, survived: list[Survivor], *, every: bool) -> list[str]:
    first = survived[0].mutant
    mutants = counted(len(survived), "mutant")
    reached = any(each.mutant.reached for each in survived)
    if not reached and not every:
        return [f"{method}: no test reaches it ({mutants}, {first.line_of_source})"]
    lines = [f"{method}: {mutants} survived", *_reached_by(first)]
    shown = survived if every else survived[:SHOWN_OF_A_METHOD]
    for each in shown:
        lines += [f"  {each.number}. {each.mutant.line_of_source}", *_diff(each.mutant.diff)]
    more = len(survived) - len(shown)
    if more:
        lines.append(f"  ... and {more} more; --all shows them")
    return lines


def _reached_by(mutant: Mutant) -> list[str]:
    """Name the tests that reach a survivor, and notice nothing."""
    if not mutant.reached:
        return ["  no test reaches it"]
    names = list(dict.fromkeys(map(_name, mutant.tests)))
    if not names:
        return []
    more = len(names) - SHOWN_TESTS
    if more > 1:
        names[SHOWN_TESTS:] = [f"{more} more tests"]
    *others, last = names
    named = f"{', '.join(others)} and {last}" if others else last
    return _paragraph(f"reached by {named}", "  ")


def _name(test: str) -> str:
    """Return the name of a test, without its file and its parameters."""
    in_its_file = test.partition("::")[2]
    return in_its_file.partition("[")[0].replace("::", ".")


def _diff(lines: Iterable[str]) -> list[str]:
    return [click.style(f"     {line}", fg=DIFF_COLOURS[line[0]]) for line in lines]


def _equivalent(grade: Grade) -> list[str]:
    """Show the survivors that no test can kill, each with its change, and its reason."""
    if not grade.equivalent:
        return []
    them = "it" if len(grade.equivalent) == 1 else "them"
    mutants = counted(len(grade.equivalent), "equivalent mutant")
    lines = [f"{mutants}, and why no test can kill {them}:"]
    for each in grade.equivalent:
        lines.append(f"  {each.number}. {each.mutant.place}")
        lines += _diff(each.mutant.diff)
        lines += _paragraph(each.reason, "     ")
    return lines


def _paragraph(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def _unmutated(missed: list[Statement]) -> list[str]:
    """Show how many statements mutmut never changes; the page has them, line by line."""
    if not missed:
        return []
    plain = sum(each.plain for each in missed)
    hidden = "outside of plain functions (tables, class values, properties, cached functions, defaults)"
    rows = [
        (len(missed) - plain, hidden),
        (plain, "in plain functions, such as a bare loop or return"),
    ]
    lines = [f"mutmut never changes {counted(len(missed), 'statement')}, so no score tells of a slip there:"]
    for number, where in rows:
        if number:
            lines += _row(number, where)
    return [*lines, "`dojo mutants --open` shows them in your code."]


def _idle_marks(practice: Practice, grade: Grade) -> list[str]:
    """Show the marks of the person's own that count for nothing, and why."""
    document = practice.shown(practice.folder / OF_A_PRACTICE)
    lines = []
    if grade.stale:
        lines += [f"Stale in {document}: no mutant survives that is like it.", *_entries(grade.stale)]
    if grade.without_reason:
        heading = f"Without a reason in {document}, so it counts for nothing:"
        lines += [heading, *_entries(grade.without_reason)]
    return lines


def _entries(marks: list[Explanation]) -> list[str]:
    lines = []
    for mark in marks:
        place, *diff = mark.entry
        lines += [f"  {place}", *_diff(diff)]
    return lines


def _end(grade: Grade, *, slips: bool) -> list[str]:
    upper_bound = SLIPS if slips else UPPER_BOUND
    if grade.open:
        return ['A mutant that no test can kill is marked: dojo mutants --equivalent NUMBER "why"', upper_bound]
    if grade.undecided:
        return [upper_bound]
    if grade.kept.estimate and grade.kept.number:
        results = counted(grade.kept.number, "result")
        return [*_paragraph(ESTIMATE.format(results=results), ""), upper_bound]
    return ["Every mutant that a test can kill is killed.", upper_bound]
