"""`dojo hint`: a smell that is still in a practice; asked again, the way out of it, bit by bit."""

import textwrap
from dataclasses import dataclass, field

import click
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.cli import diff_lines, kata_practice, show
from dojo.commands.smells import Hint, Place, State, is_method, longest_function, next_hint, read_code
from dojo.kata.workspace import read_record, write_record
from dojo.practice.model import Practice
from dojo.text import WIDTH, WrongUsageError, counted

REFACTORING, DIFF = 2, 3  # how often one has to ask for each; the smell is told at once
LESSON = ("Why", "Look")
SHOWN_PLACES = 5
ASKED = "hint.json"  # of a practice


@dataclass(frozen=True)
class Asked:
    """What the last hint was about, how often it was asked for in a row, and what is left out from now on."""

    about: str = ""
    times: int = 0
    left_out: list[str] = field(default_factory=list)


@click.command()
@click.argument("method", required=False)
@click.option("--skip", is_flag=True, help="Leave out the one shown last, from now on; show another.")
def hint(method: str | None, *, skip: bool) -> None:
    """Show a smell that is still in practice/; asked again, the way out.

    It is the next step of the worked way, of your level first, as far as that applies to your code: the lines that it
    removes are still there, whatever you call things, and wherever they stand by now. No file of yours is changed.

    \b
    dojo hint         first: the smell, and where it is
    dojo hint         again: the refactoring by name, and what it is good for
    dojo hint         a third time: the change, as the worked way makes it
    dojo hint --skip  another one, please
    dojo hint METHOD  the next one in a method or function

    When the smell is gone from your code, the next hint begins with a smell again. Where nothing applies any more, it
    names the longest of your methods that is not in the clean code as it is. Exit codes: 0, also where nothing
    applies; 1 where your code does not parse; 2 for a METHOD that there is not.
    """
    practice = kata_practice("hints")
    code = read_code(practice)
    if method is not None and not is_method(practice, code, method):
        raise WrongUsageError(f"Neither {practice.name}/ nor the worked way has a method or function {method!r}.")
    file = practice.home / ASKED
    asked = read_record(file, Asked) if file.exists() else Asked()
    if skip and asked.about:
        asked = Asked(left_out=[*asked.left_out, asked.about])
    found = next_hint(practice, code, asked.left_out, method)
    lines = _paragraph(next_step.before_hint(practice))
    if lines:
        lines.append(Text())
    if found is not None:
        again = asked.times + 1 if found.step.title == asked.about else 1
        write_record(file, Asked(found.step.title, again, asked.left_out))
        show([*lines, *_lines(practice, found, again)])
        next_step.tell(next_step.after_hint(practice, found.step, again))
        return
    write_record(file, Asked())
    show([*lines, *_nothing(practice, code, method, len(asked.left_out))])
    if not asked.left_out and method is None:
        next_step.tell(next_step.after_no_hint(practice))


def _lines(practice: Practice, found: Hint, times: int) -> list[Text]:
    """Return the smell and where it is; then the refactoring and why; then the diff."""
    step = found.step
    told = [Text(f"{step.smell}:", "bold")]
    told += [Text(f"  {_shown(practice, place)}") for place in found.places[:SHOWN_PLACES]]
    unshown = len(found.places) - SHOWN_PLACES
    if unshown > 0:
        told.append(Text(f"  and {counted(unshown, 'other place')}"))
    if times >= REFACTORING:
        told += [Text(), *_paragraph(step.title)]
        for name in LESSON:
            if name in step.lesson:
                told += _paragraph(f"{name}: {step.lesson[name]}", indent="     ")
    if times >= DIFF:
        told += [Text(), Text(f"Step {step.number} of the worked way:"), *diff_lines(step.diff)]
    return told


def _shown(practice: Practice, place: Place) -> str:
    """Say where a function is, as a person in the workspace would type it."""
    lines = f"line {place.first}" if place.lines == 1 else f"lines {place.first}-{place.last}"
    return f"{place.name} in {practice.name}/{place.file}, {lines}"


def _paragraph(text: str, indent: str = "") -> list[Text]:
    return [Text(line) for line in textwrap.wrap(text, WIDTH, subsequent_indent=indent)]


def _nothing(practice: Practice, code: State, method: str | None, skipped: int) -> list[Text]:
    """Say that no step applies, or only such as were skipped; and where there is most to look at."""
    if skipped:
        return [Text(f"You skipped {skipped}; `dojo hint` begins with them again.")]
    told = _paragraph(
        f"No step of the worked way applies to {method or 'this code'} any more, as far as it can be told."
    )
    longest = None if method else longest_function(practice, code)
    if longest is not None:
        what = "The longest method that the clean code does not have so, from `def` to its end, has"
        told += _paragraph(f"{what} {counted(longest.lines, 'line')}: {_shown(practice, longest)}.")
    return told
