"""Text for a terminal: the grade of a practice, why a mutant survived, the verdicts."""

import re
from collections.abc import Iterable, Mapping
from itertools import groupby

import click

from dojo.diffs import paint_lines
from dojo.inside.jobs import MEMORY_LIMIT
from dojo.inside.swap import split_lines
from dojo.mutation.equivalent import entry_text
from dojo.mutation.grade import Grade, GradeReport, Verdict
from dojo.mutation.kept import Kept
from dojo.mutation.regions import regions_of, text_of
from dojo.mutation.results import NOT_COVERED, Mutant, Why, shared_ends
from dojo.text import INDENT, cut, fill, printable, quantity

MAX_SURVIVORS = 3
MAX_TESTS = 2
MAX_PYTEST_LINES = 40
MAX_SHOWN = 300  # characters of a description
SAME_BEFORE = 40  # characters shown before the first difference
MAX_CALLERS = 5
FEW_CALLS = 20  # fewer are no evidence
SURVIVOR_INDENT = " " * 5
UNMUTATED = (
    "No mutant changes {}, because mutmut has no change for them, as for `return total`. Mistakes"
    " in them do not change the score. `dojo mutants --open` marks them in your code."
)
NEW_NUMBERS = "The numbers of survivors are new; those of the last list count no more."
LEFT_OUT = "Left out, because they fail without a mutant when each runs alone, in a copy:"
ASK = "`dojo mutants NUMBER` says why a mutant survived, and --why does so for all."
NO_REASONS = "Why mutants survived is left out, because the dojo needs fork to find that out."
MARK = 'If no test can kill a mutant, mark it: dojo mutants --equivalent NUMBER "why"'
ALL_KILLED = "Every mutant that needs a test is killed."
ESTIMATE = (
    "This is an estimate: {} of before the last changes may be different now."
    " `dojo mutants --no-cache` tests all mutants again."
)
FIND = """\
Which call is it, and what would a test have to look at? Think first; `dojo mutants {number} --call`
shows the smallest one."""
FIND_VARIED = """\
Which arguments would show it? Think first; `dojo mutants {number} --call` shows the smallest call
that was found."""
PARTIAL = "The other calls of the tests were left out, at a limit of time or number."
FEW = "These are few calls: first write a test with other arguments, or a call in another state."
EVIDENCE = """\
This is evidence that no test can kill the mutant, and no proof: other calls may differ. If the code
is not needed, simplify it. If you know why the change makes no difference, say so:"""
RUNS_AT_IMPORT = """\
The change runs at import, and only calls of functions in this file were compared. What tests read
or call of the module itself, such as a table, a lambda or a decorated function, was not, and
neither were functions of other files that use it: look there first."""
MARK_NUMBER = 'dojo mutants --equivalent {number} "why"'


def grade_lines(grade: Grade, document: str, *, every: bool, slips: bool) -> list[str]:
    """Return the report of a grade.

    `document`: where the person marks equivalent mutants. `every`: show all survivors. `slips`:
    `dojo slips` can grade the same tests.
    """
    lines = _warnings(grade)
    lines += [_headline(grade), "", *_counts(grade, every=every)]
    was_covered = True
    for _, group in groupby(grade.to_kill, key=_place_of):
        survivors = list(group)
        is_covered = every or bool(survivors[0].tests)
        if is_covered or was_covered:
            lines.append("")
        was_covered = is_covered
        if is_covered:
            lines += _method(survivors, every=every)
        else:
            about = f"{quantity(len(survivors), 'mutant')}, {survivors[0].place}"
            lines.append(f"{survivors[0].function}: no test runs it ({about})")
    if grade.stale:
        lines += ["", f"Delete these entries in {document}; they match no survivor:"]
        for place, *diff in grade.stale:
            lines += [f"  {place}", *paint_lines(diff, SURVIVOR_INDENT)]
    if grade.unmutated:
        statements = quantity(len(grade.unmutated), "statement")
        lines += ["", fill(UNMUTATED.format(statements))]
    if every and grade.equivalent:
        lines += ["", *_equivalent(grade.equivalent)]
    bound = "The score is an upper bound: mutmut does not make all mistakes that people make."
    if slips:
        bound = "The score is an upper bound: `dojo slips` tries mistakes that mutmut does not."
    return [*lines, "", *_conclusion(grade), bound]


def _warnings(grade: Grade) -> list[str]:
    """Warn of estimates, and of tests that did not run."""
    lines: list[str] = []
    if grade.report.estimate:
        lines += [fill(ESTIMATE.format(quantity(grade.run.estimates, "result"))), ""]
    if grade.run.left_out:
        lines.append(LEFT_OUT)
        for test, error in grade.run.left_out.items():
            lines.append(f"{INDENT}{test}\n{INDENT}{INDENT}{error.splitlines()[-1]}")
        lines.append("")
    return lines


def interrupted_lines(grade: Grade | None) -> list[str]:
    """Return the report of an interrupted run. `grade`: that of the mutants, if they are made."""
    if grade is None or not grade.tested:
        return ["Interrupted before a mutant was tested."]
    report = grade.report
    return [
        "Interrupted.",
        f"{report.killed} of {quantity(grade.tested, 'tested mutant')} killed.",
        f"{quantity(report.pending, 'mutant')} not tested yet.",
        f"So the score is between {grade.score} % and {grade.highest_score} %.",
    ]


def _headline(grade: Grade) -> str:
    """Return the score in a sentence, in bold. A part that was chosen is named in it."""
    report = grade.report
    killable = quantity(report.made - report.equivalent, "mutant")
    text = f"score {report.score} %: {report.killed} of {killable} killed"
    if grade.part:
        text = f"score of {grade.part} {report.score} %: {report.killed} of {killable} killed"
    if grade.to_kill:
        text += f", {len(grade.to_kill)} survived"
    return click.style(f"{text}.", bold=True)


def _counts(grade: Grade, *, every: bool) -> list[str]:
    """Return how the mutants add up to the score, a row for each number that is not 0.

    `every`: also show all survivors below.
    """
    report = grade.report
    rows = [
        (report.made, _made(grade)),
        (report.killed, _killed(report)),
        (report.equivalent, _marked(grade, every=every)),
        (len(grade.to_kill) - report.not_covered, "survived in functions that tests run"),
        (report.not_covered, "survived in functions that no test runs"),
        (report.pending, "pending, without a result; run the command again"),
    ]
    lines: list[str] = []
    for number, text in rows:
        if number:
            lines.append(fill(text, f"{number:6}  ", " " * 8))
    return lines


def _made(grade: Grade) -> str:
    """Say how many results are new, how many were kept, and why none was kept, if so."""
    report = grade.report
    if report.cached and grade.run.since:
        kept = f"{report.cached} kept from {grade.run.since:%H:%M}"
        return f"made: {report.tested} tested, {kept}; --no-cache tests all again"
    text = f"made: {report.made} tested now"
    if grade.run.changed:
        text += f", because {grade.run.changed} changed"
    return text


def _killed(report: GradeReport) -> str:
    """Say by which ways mutants were killed, and how many crashes the memory limit caused."""
    by_crash = f"{report.killed_by_crash} by a crash"
    text = f"killed: {report.killed_by_assertion} by an assertion, {by_crash}"
    if report.timed_out:
        text += f", {report.timed_out} by a timeout"
    if report.out_of_memory:
        limit = f"{MEMORY_LIMIT // 1024**3} GB"
        text += f"; {report.out_of_memory} of the crashes at the memory limit of {limit}"
    return text


def _marked(grade: Grade, *, every: bool) -> str:
    """Say whose reasons equivalent mutants have, and the score if they counted."""
    marked = sum(mutant.marked for mutant in grade.equivalent)
    reasons = "reasons in the kata"
    if marked == len(grade.equivalent):
        reasons = "reasons that you wrote"
    elif marked:
        reasons += f" and, for {marked}, reasons that you wrote"
    text = f"equivalent: no test is needed, for {reasons}"
    score = f"if they counted, the score would be {grade.report.score_of_all} %"
    if every:
        return f"{text}; {score}"
    return f"{text}; {score}; --all shows why"


def _place_of(mutant: Mutant) -> tuple[str, str, bool, str]:
    """Return the function of a mutant, whether tests only import it, and why it survived."""
    at_import = mutant.at_import and bool(mutant.tests)
    return mutant.path, mutant.function, at_import, mutant.kind


def _method(survivors: list[Mutant], *, every: bool) -> list[str]:
    """Show the survivors of a method, and the tests that run it."""
    first = survivors[0]
    lines = [f"{first.function}: {quantity(len(survivors), 'mutant')} survived"]
    tests = first.test_names
    if first.at_import and tests:
        lines.append("  runs when the module is imported, before any test")
    elif tests:
        text = f"run by {', '.join(tests[:MAX_TESTS])}"
        if len(tests) > MAX_TESTS:
            text += f" and {quantity(len(tests) - MAX_TESTS, 'more test')}"
        lines.append(fill(text, "  "))
    else:
        lines.append("  no test runs it")
    shown = survivors if every else survivors[:MAX_SURVIVORS]
    for survivor in shown:
        lines += [
            f"  {survivor.number}. {survivor.place}",
            *paint_lines(survivor.diff, SURVIVOR_INDENT),
        ]
        if survivor.remark:
            lines.append(fill(survivor.remark, SURVIVOR_INDENT))
    more = len(survivors) - len(shown)
    if more:
        last = survivors[-1].number
        lines.append(f"  ... and {more} more, up to number {last}; --all shows them")
    return lines


def _equivalent(survivors: list[Mutant]) -> list[str]:
    """Show equivalent mutants with their diffs, each with its reason and the author of that."""
    number = quantity(len(survivors), "equivalent mutant")
    lines = [f"{number}, each with the reason why it needs no test:"]
    for survivor in survivors:
        lines.append(f"  {survivor.number}. {survivor.place} {survivor.function}")
        lines += paint_lines(survivor.diff, SURVIVOR_INDENT)
        author = "you" if survivor.marked else "the kata"
        lines.append(fill(f"{author}: {survivor.reason}", SURVIVOR_INDENT))
    return lines


def _conclusion(grade: Grade) -> list[str]:
    """Say which command helps next, unless the row of pending mutants says it."""
    report = grade.report
    if grade.to_kill:
        numbers = [NEW_NUMBERS] if grade.is_renumbered else []
        # To find out why survivors survived needs fork.
        return [*numbers, ASK if grade.run.forks else NO_REASONS, MARK]
    if report.pending:
        return []
    return [ALL_KILLED]


def why_lines(mutant: Mutant, kept: Kept) -> list[str]:
    """Return the explanation of a survivor, without the call that differs."""
    why = mutant.why
    lines = [f"{mutant.number}. {mutant.place} {mutant.function}", *paint_lines(mutant.diff, "  ")]
    lines += ["", fill(mutant.why_survived)]
    if mutant.status == NOT_COVERED or why is None:
        return [*lines, *_caller_lines(mutant, kept)]
    lines += _how_many(mutant, why)
    if why.example is not None:
        question = FIND_VARIED if why.example.variation else FIND
        lines.append(fill(question.format(number=mutant.number)))
    elif mutant.at_import and why.found.compared:
        lines += [fill(RUNS_AT_IMPORT), MARK_NUMBER.format(number=mutant.number)]
    elif 0 < why.found.compared + why.found.varied < FEW_CALLS:
        lines.append(fill(FEW))
    elif why.found.compared:
        lines += [fill(EVIDENCE), MARK_NUMBER.format(number=mutant.number)]
    return lines


def _how_many(mutant: Mutant, why: Why) -> list[str]:
    """Say how many calls or variations differ or were compared, and why others were not."""
    found = why.found
    tests = f"in {why.tests_run} of {quantity(len(mutant.tests), 'test')}"
    lines: list[str] = []
    if why.example is None and found.compared:
        lines.append(f"Compared {tests}.")
    elif why.example is not None and why.example.variation:
        lines.append(f"Variations that differ: {found.differing} of {found.varied}.")
    elif why.example is not None:
        lines.append(f"Calls that differ: {found.differing} of {found.compared}, {tests}.")
    if found.is_partial:
        lines.append(PARTIAL)
    if found.not_compared:
        names = [f"{name} ({count})" for name, count in found.not_compared.items()]
        lines.append(fill(f"Not compared: {', '.join(names)}."))
    return lines


def _caller_lines(mutant: Mutant, kept: Kept) -> list[str]:
    """Say which functions call the one that no test runs."""
    callers = callers_of(mutant.function.rpartition(".")[2], kept.sources)
    ran: set[str] = set()
    for test in kept.tests.values():
        ran |= test.reached
    lines: list[str] = []
    for region, name in list(callers.items())[:MAX_CALLERS]:
        about = "tests run it, but not up to this call" if region in ran else "no test runs it"
        lines.append(f"  {name} calls it; {about}.")
    return lines or ["  No function of your code calls it by its name."]


def callers_of(name: str, sources: Mapping[str, str]) -> dict[str, str]:
    """Return the regions that call a function by its name, with the names of their functions."""
    call = re.compile(rf"\b{name}\(")
    found: dict[str, str] = {}
    for path, text in sources.items():
        lines = split_lines(text)
        for region in regions_of(text):
            if region.names[-1:] != (name,) and call.search(text_of(lines, region)):
                found[f"{path}::{region.key}"] = region.name
    return found


def call_lines(mutant: Mutant) -> list[str]:
    """Return the smallest call that differs, or say that none is known."""
    why = mutant.why
    if why is None or why.example is None:
        return [fill(f"{mutant.why_survived} No call is known that differs.")]
    example = why.example
    lines = [printable(cut_call(example.call, why.found.place[2]))]
    lines += difference_lines(example.before, example.after, ("now", "with the change"))
    if not example.variation:
        return [*lines, printable(f"  in {example.test}")]
    lines.append(printable(f"  a variation of a call in {example.test}"))
    return [*lines, "  Nobody may ever call it like this: choose arguments that make sense."]


def cut_call(call: str, function: str) -> str:
    """Shorten a long call. The object of a method is cut by itself, so the method is shown."""
    name = function.rpartition(".")[2]
    instance, method, arguments = call.partition(f".{name}(")
    shown = cut(instance, MAX_SHOWN)
    if method and shown != instance:
        shown += ")"
    return f"{shown}{method}{cut(arguments, MAX_SHOWN)}"


def difference_lines(
    before: Mapping[str, str], after: Mapping[str, str], names: tuple[str, str]
) -> list[str]:
    """Show the differing parts of a call in two versions with these names."""
    width = max(map(len, names))
    lines: list[str] = []
    for part, text in before.items():
        for name, shown in zip(names, excerpts(text, after[part]), strict=True):
            lead = f"{part}: "
            if part == "result":
                lead = "" if shown.startswith(("raises ", "yields ")) else "=> "
            lines.append(printable(f"  {name:{width}}  {lead}{shown}"))
    return lines


def excerpts(one: str, other: str) -> tuple[str, str]:
    """Shorten two long texts. The excerpts begin a bit before their first difference."""
    start = 0
    if max(len(one), len(other)) > MAX_SHOWN:
        start = max(0, shared_ends([*one], [*other])[0] - SAME_BEFORE)
    lead = "..." if start else ""
    return (
        lead + cut(one[start:], MAX_SHOWN) or "nothing",
        lead + cut(other[start:], MAX_SHOWN) or "nothing",
    )


def verdict_lines(verdicts: list[Verdict], *, equivalent: bool) -> list[str]:
    """Return how mutants were killed, and why verdicts fail.

    `equivalent`: show the equivalent mutants, too.
    """
    lines: list[str] = []
    for verdict in verdicts:
        if verdict.mutants:
            lines += ["", *_how_killed(verdict)]
    changed = ", ".join(verdicts[0].changed)
    if changed:
        text = f"Files changed meanwhile; the verdict is for the old files: {changed}."
        lines += ["", click.style(text, bold=True)]
    for verdict in verdicts:
        if equivalent and verdict.equivalent:
            lines += ["", *_why_equivalent(verdict)]
    for verdict in verdicts:
        if verdict.run.left_out:
            lines += ["", *_warnings(verdict)[:-1]]
        lines += _failures(verdict)
    return lines


def _how_killed(verdict: Verdict) -> list[str]:
    """Return how the mutants of an implementation were killed, and how many cannot be."""
    report = verdict.report
    ways = [f"{report.killed_by_assertion} killed by an assertion"]
    ways.append(f"{report.killed_by_crash} by a crash")
    if report.timed_out:
        ways.append(f"{report.timed_out} by a timeout")
    lines = [f"{verdict.name}: {', '.join(ways)}."]
    if verdict.equivalent:
        number = quantity(len(verdict.equivalent), "equivalent mutant")
        lines.append(f"{number}, which no scenario can kill. --equivalent shows why.")
    return lines


def _why_equivalent(verdict: Verdict) -> list[str]:
    """Show the equivalent mutants of a verdict, with the kata's reasons and the calls compared."""
    lines = [f"Equivalent mutants of {verdict.name}, by {verdict.kata.survivors}:"]
    for survivor in verdict.equivalent:
        lines += ["", f"  {survivor.place} {survivor.function}"]
        lines += paint_lines(survivor.diff, INDENT)
        lines.append(f"{INDENT}Why: {survivor.reason}")
        lines.append(f"{INDENT}{survivor.why_survived}".rstrip())
    return lines


def _failures(verdict: Verdict) -> list[str]:
    """Return each reason why the verdict fails, with the mutants or statements that it is about."""
    name = verdict.name
    lines: list[str] = []
    if not verdict.golden_master.passed:
        printed = verdict.golden_master.report.splitlines()
        text = f"{name} fails the golden master, so no mutants were made."
        lines += _failure(text, printed[:MAX_PYTEST_LINES])
    pending = verdict.report.pending
    if pending:
        lines += _failure(f"{name}: {pending} mutants have no result. Run the command again.")
    if verdict.to_kill:
        advice = f"Add a scenario, or explain in {verdict.kata.survivors} why they are equivalent:"
        lines += _failure(f"{name}: the golden master does not notice these mutants. {advice}")
        for survivor in verdict.to_kill:
            lines += [f"In line {survivor.line}:", entry_text(survivor), ""]
    if verdict.stale:
        entries = ["\n".join(entry) for entry in verdict.stale]
        text = f"{name}: delete these entries in {verdict.kata.survivors}; they do not survive now:"
        lines += _failure(text, entries)
    if verdict.unlisted:
        advice = f"explain in {verdict.kata.unmutated} why they are harmless"
        text = f"{name}: no mutant changes these. Move them into a plain function, or {advice}:"
        lines += _failure(text, [f"{INDENT}{statement}" for statement in verdict.unlisted])
    if verdict.obsolete:
        text = f"{name}: delete these lines in {verdict.kata.unmutated}; the code has changed:"
        lines += _failure(text, verdict.obsolete)
    return lines


def _failure(text: str, lines: Iterable[str] = ()) -> list[str]:
    """Return a reason in bold, after a blank line, and the lines that it is about."""
    return ["", click.style(fill(text), fg="red", bold=True), *lines]
