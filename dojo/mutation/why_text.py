"""Why a mutant survived, in words: first which kind it is, and then the call that differs."""

import ast
from collections.abc import Mapping

from dojo.diffs import paint_lines
from dojo.mutation.kept import Kept
from dojo.mutation.regions import regions_of
from dojo.mutation.results import NOT_COVERED, Mutant, Why
from dojo.source import parse_source
from dojo.text import fill, printable, quantity, shorten

MAX_SHOWN = 300  # characters of a description
SAME_BEFORE = 40  # that are shown before the first difference
MAX_CALLERS = 5
ORDER = ("a difference that no test looks at", "", "not run", "not compared", "no difference")

DIFFERENCE = "A difference that no test looks at."
VARIED = "No difference in the calls of the tests, but in a variation of one."
SAME = "No difference in {calls}."
NOT_REACHED = "Tests run {function}, but no call of them reaches this line."
NOT_RUN = "No test runs {function}."
NOT_COMPARED = "Its calls could not be compared{reason}."
FIND = """\
Which call is it, and what would a test have to look at? Think first; `dojo mutants {number} --call`
shows the smallest one."""
FIND_VARIED = """\
No test makes such a call. Which arguments are missing? Think first; `dojo mutants {number} --call`
shows the smallest one."""
EVIDENCE = """\
This is evidence that no test can kill the mutant, and no proof: other calls may differ. If the code
is not needed, simplify it. If you know why the change makes no difference, say so:"""
MARK = 'dojo mutants --equivalent {number} "why"'
WRITE = "`dojo mutants {number} --write` writes a test of this call, for you to read and approve."


def kind_of(mutant: Mutant) -> str:
    """Return the kind of a survivor, one of ORDER. It is empty if nobody asked why."""
    why = mutant.why
    if mutant.status == NOT_COVERED or (why is not None and not why.reaches_change):
        return "not run"
    if why is None:
        return ""
    if why.example is not None:
        return "a difference that no test looks at"
    return "no difference" if why.compared else "not compared"


def summary(mutant: Mutant) -> str:
    """Say why a mutant survived, in a sentence. Returns an empty string if nobody asked."""
    why = mutant.why
    if mutant.status == NOT_COVERED:
        return NOT_RUN.format(function=mutant.function)
    if why is None:
        return ""
    if not why.reaches_change:
        return NOT_REACHED.format(function=mutant.function)
    if why.example is not None:
        return DIFFERENCE if why.varied is None else VARIED
    if not why.compared:
        names = ", ".join(why.not_compared)
        return NOT_COMPARED.format(reason=f": {names}" if names else "")
    calls = quantity(why.compared, "call")
    if why.variations:
        calls += f" and {quantity(why.variations, 'variation')} of them"
    return SAME.format(calls=calls)


def doubt_about(mutant: Mutant) -> str:
    """Say what is known about a survivor: its reason in the tangle, or why it survived."""
    if mutant.earlier_reason:
        return f"It was equivalent in the tangle: {mutant.earlier_reason}"
    return "" if mutant.status == NOT_COVERED else summary(mutant)


def why_lines(mutant: Mutant, kept: Kept) -> list[str]:
    """Return the explanation of a survivor, without the call that differs."""
    why = mutant.why
    lines = [f"{mutant.number}. {mutant.place} {mutant.function}", *paint_lines(mutant.diff, "  ")]
    lines += ["", fill(summary(mutant))]
    if mutant.status == NOT_COVERED or why is None:
        return [*lines, *_caller_lines(mutant, kept)]
    lines += _how_many(mutant, why)
    number = mutant.number
    if why.varied is not None and why.varied.example is not None:
        lines.append(fill(FIND_VARIED.format(number=number)))
    elif why.example is not None:
        lines.append(fill(FIND.format(number=number)))
    elif why.compared:
        lines += [fill(EVIDENCE), MARK.format(number=number)]
    return lines


def _how_many(mutant: Mutant, why: Why) -> list[str]:
    twin = why.at_calls
    if twin is None:
        return []
    tests = quantity(len(mutant.tests), "test")
    text = f"Compared: {quantity(twin.compared, 'call')} in {why.tests_run} of {tests}"
    if twin.differing:
        text += f", of which {twin.differing} {'differs' if twin.differing == 1 else 'differ'}"
    if why.variations:
        text += f", and {quantity(why.variations, 'variation')} of them"
    lines = [fill(f"{text}.")]
    if twin.not_compared and twin.compared:
        names = ", ".join(f"{name} ({count})" for name, count in twin.not_compared.items())
        lines.append(fill(f"Not compared: {names}."))
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
    found: dict[str, str] = {}
    for path, text in sources.items():
        lines = _lines_that_call(name, text)
        for region in regions_of(text):
            if region.names[-1:] != (name,) and lines & set(range(region.first, region.last + 1)):
                found[f"{path}::{region.key}"] = region.name
    return found


def _lines_that_call(name: str, text: str) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(parse_source(text)):
        match node:
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called == name:
                lines.add(node.lineno)
    return lines


def call_lines(mutant: Mutant) -> list[str]:
    """Return the smallest call that differs, or say that none is known."""
    example = mutant.why.example if mutant.why is not None else None
    if example is None:
        return ["No call is known that differs."]
    lines = [printable(shorten(example.call, MAX_SHOWN))]
    lines += difference_lines(example.before, example.after, ("now", "with the change"))
    where = "a variation of a call in" if example.variation else "in"
    return [*lines, f"  {where} {example.test}", "", fill(WRITE.format(number=mutant.number))]


def difference_lines(
    before: Mapping[str, str], after: Mapping[str, str], names: tuple[str, str]
) -> list[str]:
    """Show what differs between two versions with these names, two lines for each part."""
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
    """Shorten two texts to what is around their first difference."""
    same = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        same += 1
    start = max(0, same - SAME_BEFORE)
    if max(len(one), len(other)) <= MAX_SHOWN:
        start = 0
    lead = "..." if start else ""
    return (
        lead + shorten(one[start:], MAX_SHOWN) or "nothing",
        lead + shorten(other[start:], MAX_SHOWN) or "nothing",
    )
