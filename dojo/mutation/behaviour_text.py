"""The behaviour of functions, compared with a snapshot, as text."""

from dojo.mutation.behaviour import Comparison
from dojo.mutation.why_text import MAX_SHOWN, difference_lines
from dojo.text import fill, printable, quantity, shorten

MAX_DIFFERENCES = 5
MAX_NAMES = 20
NOT_COMPARED = "No call could be compared."
UNCHANGED = "Nothing to compare: no code changed."


def behaviour_lines(found: Comparison, then: str) -> list[str]:
    """Return the report of a comparison. `then`: a name of the other version."""
    calls = quantity(found.calls, "call")
    number = len(found.differences)
    lines = [NOT_COMPARED if found.not_compared else UNCHANGED]
    if found.calls:
        differ = f"{quantity(number, 'function')} {'differs' if number == 1 else 'differ'}"
        if not number:
            differ = "no function differs"
        lines = [fill(f"{calls} of {quantity(found.functions, 'function')}: {differ}.")]
    for difference in found.differences[:MAX_DIFFERENCES]:
        lines += ["", printable(shorten(difference.call, MAX_SHOWN))]
        lines += difference_lines(difference.before, difference.now, (then, "now"))
        lines.append(printable(f"  in {difference.test}"))
    if number > MAX_DIFFERENCES:
        lines += ["", f"... and {number - MAX_DIFFERENCES} more; --json has all"]
    for reason, names in found.not_compared.items():
        shown = ", ".join(name.partition("::")[2] for name in names[:MAX_NAMES])
        if len(names) > MAX_NAMES:
            shown += f" and {len(names) - MAX_NAMES} more"
        lines += ["", fill(f"Not compared, {reason}: {shown}.")]
    if found.unclear:
        names = [f"{name} ({count})" for name, count in found.unclear.items()]
        lines += ["", fill(f"Not compared in calls: {', '.join(names)}.")]
    return lines
