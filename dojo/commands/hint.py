"""`dojo hint`: a smell that is still in a practice; asked again, the way out of it, bit by bit."""

import json
import textwrap

import click
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.lines import diff_lines, show
from dojo.commands.options import as_json_instead_of, practice_here
from dojo.errors import WrongUsageError
from dojo.practice import Asked, Practice, read_asked, write_asked
from dojo.progress import (
    Function,
    Hint,
    Place,
    functions_of_practice,
    is_method,
    longest_function,
    next_hint,
    not_in_clean_code,
)
from dojo.text import WIDTH, counted

REFACTORING, DIFF = 2, 3  # how often one has to ask for each; the smell is told at once
LESSON = ("Why", "Look")
SHOWN_PLACES = 5


@click.command()
@click.argument("method", required=False)
@click.option("--skip", is_flag=True, help="Leave out the one shown last, from now on; show another.")
@as_json_instead_of("hint")
def hint(*, method: str | None, skip: bool, as_json: bool) -> None:
    """Show a smell that is still in practice/; asked again, the way out.

    It is the next step of the worked way, as far as that applies to your code: what the step is about is still there,
    whatever you call it, and wherever it stands by now. No file of yours is changed.

    \b
    dojo hint         first: the smell, and where it is
    dojo hint         again: the refactoring by name, and what it is good for
    dojo hint         a third time: the change, as the worked way makes it
    dojo hint --skip  another one, please
    dojo hint METHOD  the next one in a method or function

    When the smell is gone from your code, the next hint begins with a smell again. Where nothing applies any more, it
    names the longest of your methods that is not in the clean code as it is. With --json, it shows what was told by
    now, and does not count as asking. Exit codes: 0, also where nothing applies; 1 where your code does not parse; 2
    for a METHOD that there is not.
    """
    practice = practice_here()
    functions = functions_of_practice(practice)
    if method is not None and not is_method(practice, functions, method):
        raise WrongUsageError(f"Neither {practice.name}/ nor the worked way has a method or function {method!r}.")
    asked = read_asked(practice.home)
    if skip and asked.about:
        asked = asked.without(asked.about)
        write_asked(practice.home, asked)
    found = next_hint(practice, functions, asked.left_out, method)
    skipped = len(asked.left_out) if found is None and next_hint(practice, functions, (), method) else 0
    if found is not None:
        asked = asked.again(found.step.title)
    elif skipped or method is None:  # what was skipped elsewhere stays so
        asked = Asked()
    if as_json:  # a program that looks at it does not ask
        about = _as_json(found, asked.times - 1) if found else _nothing_as_json(practice, functions, skipped)
        click.echo(json.dumps({"level": practice.level.number, **about}, indent=2))
        return
    write_asked(practice.home, asked)
    before = [Text(line) for line in textwrap.wrap(next_step.before_hint(practice), WIDTH)]
    lines = _lines(practice, found, asked.times) if found else _nothing(practice, functions, method, skipped)
    show([*before, *[Text()] * bool(before), *lines])
    if found is not None:
        next_step.tell(next_step.after_hint(practice, found.step, asked.times))
    elif not skipped and method is None:
        next_step.tell(next_step.after_no_hint(practice))


def _as_json(found: Hint, times: int) -> dict[str, object]:
    """Return what is told by now."""
    step = found.step
    told: dict[str, object] = {"step": step.number, "asked": times, "smell": step.smell}
    told["places"] = [each._asdict() for each in found.places]
    if times >= REFACTORING:
        told |= {"refactoring": step.refactoring, "title": step.title}
        told |= {name.lower(): step.lesson[name] for name in LESSON if name in step.lesson}
    return told | ({"diff": step.diff} if times >= DIFF else {})


def _nothing_as_json(practice: Practice, functions: list[Function], skipped: int) -> dict[str, object]:
    longest = longest_function(not_in_clean_code(practice, functions))
    return {"step": None, "skipped": skipped, "longest": longest and longest._asdict()}


def _lines(practice: Practice, found: Hint, times: int) -> list[Text]:
    """Return the smell and where it is; then the refactoring and why; then the diff."""
    step = found.step
    smell = f"{step.smell}: {found.owner}" if found.owner else f"{step.smell}:"
    lines = [f"  {_shown(practice, each)}" for each in found.places[:SHOWN_PLACES]]
    if found.twins:
        lines.append("  like " + ", ".join(f"`{each}`" for each in found.twins[:SHOWN_PLACES]))
    if len(found.places) > SHOWN_PLACES:
        lines.append(f"  and {counted(len(found.places) - SHOWN_PLACES, 'other place')}")
    if times >= REFACTORING:
        lines += ["", *textwrap.wrap(step.title, WIDTH)]
        lines += [line for name in LESSON if name in step.lesson for line in _wrapped(f"{name}: {step.lesson[name]}")]
    told = [Text(smell, "bold"), *map(Text, lines)]
    if times >= DIFF:
        told += [Text(), Text(f"Step {step.number} of the worked way:"), *diff_lines(step.diff)]
    return told


def _shown(practice: Practice, place: Place) -> str:
    """Say where a function is, as a person in the workspace would type it."""
    lines = f"line {place.first}" if place.first == place.last else f"lines {place.first}-{place.last}"
    return f"{place.name} in {practice.name}/{place.file}, {lines}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="     ")


def _nothing(practice: Practice, functions: list[Function], method: str | None, skipped: int) -> list[Text]:
    """Say that no step applies, or only such as were skipped; and where there is most to look at."""
    if skipped:
        return [Text(f"You skipped {skipped}; `dojo hint` begins with them again.")]
    told = [f"No step of the worked way applies to {method or 'this code'} any more, as far as it can be told."]
    longest = None if method else longest_function(not_in_clean_code(practice, functions))
    if longest is not None:
        length = counted(longest.last - longest.first + 1, "line")
        what = "The longest method that the clean code does not have so, from `def` to its end, has"
        told.append(f"{what} {length}: {_shown(practice, longest)}.")
    return [Text(line) for each in told for line in textwrap.wrap(each, WIDTH)]
