"""Documents that people read and approve. A document is a name and a text.

call list: calls, each with its result.
story: scenes that are read from top to bottom, such as the transcript of a game.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dojo.documents.differences import (
    ARROW,
    FURTHER,
    INDENT,
    Difference,
    of_calls,
    of_lines,
    or_lines,
)

MAX_WIDTH = 120  # characters; in a section with a wider line, results stand below their calls


@dataclass(frozen=True)
class Document:
    """The behaviour of an implementation. `differences` takes the approved text first."""

    name: str
    text: str
    differences: Callable[[str, str], Iterator[Difference]]


# Compare a document with approved_files/NAME.approved.txt.
Verify = Callable[[Document], None]


def call_list(name: str, heading: str, sections: dict[str, dict[str, str]]) -> Document:
    """Lay out calls and their results, with a title above each section."""
    lines = [heading]
    for title, section in sections.items():
        calls = {call: result.replace("\n", f"\n{FURTHER}") for call, result in section.items()}
        lines += ["", "", title, "-" * len(title)]
        width = max(map(len, calls))
        if width + len(ARROW) + max(map(len, calls.values())) <= MAX_WIDTH:
            lines.append("")
            lines += [call.ljust(width) + ARROW + result for call, result in calls.items()]
        else:
            for call, result in calls.items():
                lines += ["", call, INDENT + result]
    return Document(name, "\n".join(lines) + "\n", or_lines(of_calls))


def story(name: str, heading: str, scenes: dict[str, list[str]]) -> Document:
    """Lay out scenes, with a title above each."""
    lines = [heading]
    for title, scene in scenes.items():
        lines += ["", "", title, "-" * len(title), "", *scene]
    return Document(name, "\n".join(lines) + "\n", of_lines)
