"""The grade of a practice as people read it, in lines of at most 80 columns; code may be wider.

account: how the mutants made come to the score; its rows add up. Survivors have numbers, by which a person marks them.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from textwrap import wrap

import click

from dojo.mutation.equivalent import OF_A_PRACTICE, Explanation
from dojo.mutation.grade import Grade
from dojo.mutation.results import KILLED, TIMED_OUT, Mutant, Survivor
from dojo.mutation.unmutated import Statement
from dojo.practice import Practice
from dojo.text import WIDTH, counted

SHOWN_OF_A_METHOD = 3
SHOWN_TESTS = 2
SHOWN_LINES = 3  # of places that mutmut never changes
UPPER_BOUND = "The score is an upper bound: `dojo slips` tries slips that mutmut never makes."


def render(practice: Practice, grade: Grade, *, every: bool) -> list[str]:
    """Show a grade; `every` shows all survivors and all places, not some."""
    parts = [
        [_headline(grade), "", *_account(grade)],
        _unmutated(grade.unmutated, every=every),
        _equivalent(grade, every=every),
        _idle_marks(practice, grade),
        _impossible(grade),
        *_open(grade, every=every),
        _once_equivalent(grade),
        _end(grade),
    ]
    return [line for part in parts if part for line in ("", *part)][1:]


def _headline(grade: Grade) -> str:
    killable = grade.made - len(grade.equivalent)
    survived = f", {len(grade.open)} survived" if grade.open else ""
    score = f"score {grade.score:.1f} %: {grade.killed} of {counted(killable, 'mutant')} killed{survived}."
    return click.style(score, bold=True)


def _account(grade: Grade) -> list[str]:
    late, marked = grade.outcomes[TIMED_OUT], sum(each.marked for each in grade.equivalent)
    cached = f", {grade.cached} cached (--no-cache tests all)" if grade.cached else ""
    by_time = f", {late} by the time limit" if late else ""
    yours = f", by your word {marked} of them" if marked else ""
    by_assertion = grade.outcomes[KILLED] - grade.by_crash
    all_there_is = f"no test can kill them{yours}; if they counted: {grade.score_of_all:.1f} %"
    rows = [
        (len(grade.equivalent), f"survived, equivalent: {all_there_is}"),
        (len(grade.open) - grade.unreached, "survived, though tests run the functions that they are in"),
        (grade.unreached, "survived, in functions that no test runs"),
        (grade.undecided, "have no result: run the command again"),
    ]
    return [
        *_row(grade.made, f"made: {grade.made - grade.cached} tested now{cached}"),
        *_row(grade.killed, f"killed: {by_assertion} by an assertion, {grade.by_crash} by a crash{by_time}"),
        *(line for number, text in rows if number for line in _row(number, text)),
    ]


def _row(number: int, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=f"{number:6}  ", subsequent_indent=" " * 8)


def _open(grade: Grade, *, every: bool) -> Iterator[list[str]]:
    """Show what nobody would miss, method by method; methods that a line is enough for stand together."""
    methods = groupby(grade.open, key=lambda each: (each.mutant.path, each.mutant.function))
    shown = [_method(method, list(group), every=every) for (_, method), group in methods]
    for in_a_line, parts in groupby(shown, key=lambda lines: len(lines) == 1):
        group = list(parts)
        yield from [list(chain(*group))] if in_a_line else group


def _method(method: str, survived: list[Survivor], *, every: bool) -> list[str]:
    first = survived[0].mutant
    if not any(each.mutant.reached for each in survived) and not every:
        return [f"{method}: no test reaches it ({counted(len(survived), 'mutant')}, {first.line_of_source})"]
    lines = [f"{method}: {counted(len(survived), 'mutant')} survived", *_reached_by(first)]
    shown = survived if every else survived[:SHOWN_OF_A_METHOD]
    for each in shown:
        lines += [f"  {each.number}. {each.mutant.line_of_source}", *_diff(each.mutant.diff)]
    if len(survived) > len(shown):
        lines.append(f"  ... and {len(survived) - len(shown)} more; --all shows them")
    return lines


def _reached_by(mutant: Mutant) -> list[str]:
    """Name the tests that reach a survivor, and notice nothing."""
    if not mutant.reached:
        return ["  no test reaches it"]
    names = list(dict.fromkeys(map(_name, mutant.tests)))
    more = len(names) - SHOWN_TESTS
    if more > 1:
        names[SHOWN_TESTS:] = [f"{more} more tests"]
    named = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
    return _paragraph(f"reached by {named}", "  ") if names else []


def _name(test: str) -> str:
    """Return the name of a test, without its file and its parameters."""
    return re.sub(r"\[.*", "", test.partition("::")[2]).replace("::", ".")


def _diff(lines: Iterable[str]) -> list[str]:
    return [click.style(f"     {line}", fg="red" if line.startswith("-") else "green") for line in lines]


def _equivalent(grade: Grade, *, every: bool) -> list[str]:
    """Show the survivors that no test can kill, each with its reason; with its change when `every` is to be shown."""
    if not grade.equivalent:
        return []
    them = "it" if len(grade.equivalent) == 1 else "them"
    lines = [f"{counted(len(grade.equivalent), 'equivalent mutant')}, and why no test can kill {them}:"]
    for each in grade.equivalent:
        lines.append(f"  {each.number}. {each.mutant.place}")
        lines += _diff(each.mutant.diff) if every else []
        lines += _paragraph(each.reason, "     ")
    return lines


def _once_equivalent(grade: Grade) -> list[str]:
    """Show the survivors that were equivalent before somebody changed their methods, each with the reason it had."""
    lines = ["In the tangle these made no difference; you have changed their methods since:"]
    for each in grade.open:
        if each.once:
            lines += [f"  {each.number}. {each.mutant.place}", *_paragraph(each.once, "     ")]
    return lines if len(lines) > 1 else []


def _paragraph(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def _unmutated(missed: list[Statement], *, every: bool) -> list[str]:
    """Show how many statements mutmut never changes, and where."""
    if not missed:
        return []
    lines = [f"mutmut never changes {counted(len(missed), 'statement')}, so no score tells of a slip there:"]
    hidden, plain = [each for each in missed if not each.plain], [each for each in missed if each.plain]
    if hidden:
        what = "outside of plain functions (tables, class values, properties, cached functions, defaults)"
        lines += [*_row(len(hidden), f"{what}:"), *_places(hidden, every=every)]
    if plain:
        where = ":" if every else "; --all shows where"
        lines += _row(len(plain), f"in plain functions, such as a bare loop or return{where}")
        lines += _places(plain, every=True) if every else []
    return lines


def _places(statements: list[Statement], *, every: bool) -> list[str]:
    by_path = groupby(statements, key=lambda each: each.path)
    places = "; ".join(f"{path}:{spans(each.line for each in group)}" for path, group in by_path)
    lines = _paragraph(places, " " * 8)
    return lines if every or len(lines) <= SHOWN_LINES else [*lines[:SHOWN_LINES], " " * 8 + "...; --all shows all"]


def spans(numbers: Iterable[int]) -> str:
    """Show line numbers, those in a row as a span: 1-3, 7."""
    in_a_row = groupby(enumerate(sorted(set(numbers))), key=lambda each: each[1] - each[0])
    found = [[number for _, number in group] for _, group in in_a_row]
    return ", ".join(str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in found)


def _idle_marks(practice: Practice, grade: Grade) -> list[str]:
    """Show the marks of the person's own that count for nothing, and why."""
    document = practice.shown(practice.folder / OF_A_PRACTICE)
    stale = f"Stale in {document}: no mutant survives that is like it."
    bare = f"Without a reason in {document}, so it counts for nothing:"
    idle = {stale: grade.stale, bare: grade.without_reason}
    return [line for heading, marks in idle.items() if marks for line in (heading, *_entries(marks))]


def _impossible(grade: Grade) -> list[str]:
    """Show what was killed, though no caller could tell it from the code."""
    lines = ["No caller can notice these, but a test that looks inside your code does:"]
    lines += [f"  {kill.place}{f' ({_name(kill.killer)})' if kill.killer else ''}" for kill in grade.impossible]
    return lines if grade.impossible else []


def _entries(marks: list[Explanation]) -> list[str]:
    return [line for (place, *diff), _ in marks for line in (f"  {place}", *_diff(diff))]


def _end(grade: Grade) -> list[str]:
    if grade.open:
        mark = 'A mutant that no test can kill is marked: dojo mutants --equivalent NUMBER "why"'
        return [mark, UPPER_BOUND]
    return [UPPER_BOUND] if grade.undecided else ["Every mutant that a test can kill is killed.", UPPER_BOUND]
