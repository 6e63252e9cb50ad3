"""Why a mutant survived, in words: first which kind it is, and then the call that differs."""

import re
from collections.abc import Mapping

from dojo.diffs import paint_lines
from dojo.inside.swap import split_lines
from dojo.mutation.kept import Kept
from dojo.mutation.regions import regions_of, text_of
from dojo.mutation.results import NOT_COVERED, Mutant, Why, shared_ends
from dojo.text import fill, printable, quantity, shorten

MAX_SHOWN = 300  # characters of a description
SAME_BEFORE = 40  # characters shown before the first difference
MAX_CALLERS = 5
FEW_CALLS = 20  # fewer are no evidence
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
FEW = "These are few calls: first write a test with other arguments, or a call in another state."
EVIDENCE = """\
This is evidence that no test can kill the mutant, and no proof: other calls may differ. If the code
is not needed, simplify it. If you know why the change makes no difference, say so:"""
MARK = 'dojo mutants --equivalent {number} "why"'


def kind_of(mutant: Mutant) -> str:
    """Return the kind of a survivor, one of ORDER. It is empty if nobody asked why."""
    why = mutant.why
    if mutant.status == NOT_COVERED or (why is not None and not why.reaches_change):
        return "not run"
    if why is None:
        return ""
    if why.example is not None:
        return "a difference that no test looks at"
    return "no difference" if why.found.compared else "not compared"


def why_survived(mutant: Mutant) -> str:
    """Say why a mutant survived, in a sentence. Returns an empty string if nobody asked."""
    why = mutant.why
    if mutant.status == NOT_COVERED:
        return NOT_RUN.format(function=mutant.function)
    if why is None:
        return ""
    if not why.reaches_change:
        return NOT_REACHED.format(function=mutant.function)
    if why.example is not None:
        return VARIED if why.example.variation else DIFFERENCE
    if not why.found.compared:
        names = ", ".join(why.found.not_compared)
        return NOT_COMPARED.format(reason=f": {names}" if names else "")
    calls = quantity(why.found.compared, "call")
    if why.found.varied:
        calls += f" and {quantity(why.found.varied, 'variation')} of them"
    return SAME.format(calls=calls)


def remark_on(mutant: Mutant) -> str:
    """Return the reason that a survivor had in the tangle, or else why it survived."""
    if mutant.earlier_reason:
        return f"It was equivalent in the tangle: {mutant.earlier_reason}"
    return "" if mutant.status == NOT_COVERED else why_survived(mutant)


def why_lines(mutant: Mutant, kept: Kept) -> list[str]:
    """Return the explanation of a survivor, without the call that differs."""
    why = mutant.why
    lines = [f"{mutant.number}. {mutant.place} {mutant.function}", *paint_lines(mutant.diff, "  ")]
    lines += ["", fill(why_survived(mutant))]
    if mutant.status == NOT_COVERED or why is None:
        return [*lines, *_caller_lines(mutant, kept)]
    lines += _how_many(mutant, why)
    if why.example is not None:
        question = FIND_VARIED if why.example.variation else FIND
        lines.append(fill(question.format(number=mutant.number)))
    elif 0 < why.found.compared + why.found.varied < FEW_CALLS:
        lines.append(fill(FEW))
    elif why.found.compared:
        lines += [fill(EVIDENCE), MARK.format(number=mutant.number)]
    return lines


def _how_many(mutant: Mutant, why: Why) -> list[str]:
    found = why.found
    tests = f"in {why.tests_run} of {quantity(len(mutant.tests), 'test')}"
    lines: list[str] = []
    if why.example is None and found.compared:
        lines.append(f"Compared {tests}.")
    elif why.example is not None and why.example.variation:
        lines.append(f"Variations that differ: {found.differing} of {found.varied}.")
    elif why.example is not None:
        lines.append(f"Calls that differ: {found.differing} of {found.compared}, {tests}.")
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
    example = mutant.why.example if mutant.why is not None else None
    if example is None:
        return [fill(f"{why_survived(mutant)} No call is known that differs.")]
    lines = [printable(shorten(example.call, MAX_SHOWN))]
    lines += difference_lines(example.before, example.after, ("now", "with the change"))
    where = "a variation of a call in" if example.variation else "in"
    return [*lines, printable(f"  {where} {example.test}")]


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
        lead + shorten(one[start:], MAX_SHOWN) or "nothing",
        lead + shorten(other[start:], MAX_SHOWN) or "nothing",
    )
