"""What `dojo progress 12` says of a step, above what it changed."""

import textwrap

from rich.text import Text

from dojo.commands.timeline_rows import changes_of, score_of
from dojo.progress import DATE_AND_TIME, MEASURES, TIME, Measures, Step
from dojo.text import STATUS_STYLES, WIDTH


def described(step: Step, before: Measures | None, last: int) -> list[Text]:
    """Return what is known of a step: when, how it went, what it is called, what failed, and what changed."""
    entry = step.entry
    guard = f"level {entry.level}{', blind' if entry.blind else ''}"
    head = f"Step {step.number} of {last}, {step.start:{DATE_AND_TIME}}, {guard}: "
    more = f" (and {entry.findings - 1:,} more)" if entry.findings > 1 else ""
    reverted = f"TCR reverted it at {step.reverted:{TIME}}." if step.reverted else ""
    changed = ", ".join([*score_of(step), *changes_of(MEASURES, before, step.measures)])
    return [
        Text.assemble(head, (entry.status, f"bold {STATUS_STYLES[entry.status]}"), f", {entry.seconds:.1f} s"),
        *(Text(line, "bold") for line in textwrap.wrap(step.name, WIDTH)),
        *(Text(line) for words in (entry.message + more, reverted, changed) for line in textwrap.wrap(words, WIDTH)),
    ]


def without_diff(step: Step) -> str:
    """Say why there is no diff."""
    if step.entry.tree is None:
        return "No files were kept."
    return "No file changed." if step.entry.tree == step.entry.base else "The files are lost."
