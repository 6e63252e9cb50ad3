"""`dojo hint`: a smell that is still in a practice; asked again, the way out of it, bit by bit."""

import json
import textwrap

import click
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.lines import diff_lines, show
from dojo.commands.options import as_json_instead_of, practice_here
from dojo.errors import WrongUsageError
from dojo.kata import Step
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
DEAD_CODE = "Dead Code"


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
    skipped = 0
    if found is None and next_hint(practice, functions, (), method) is not None:
        skipped = len(asked.left_out)
    if found is not None:
        asked = asked.again(found.step.title)
    elif skipped or method is None:  # what was skipped elsewhere stays so
        asked = Asked()
    if as_json:  # a program that looks at it does not ask
        about = _as_json(found, asked.times - 1) if found else _nothing_as_json(practice, functions, skipped)
        click.echo(json.dumps({"level": practice.level.number, **about}, indent=2))
        return
    write_asked(practice.home, asked)
    lines = _paragraph(next_step.before_hint(practice))
    if lines:
        lines.append(Text())
    lines += _lines(practice, found, asked.times) if found else _nothing(practice, functions, method, skipped)
    show(lines)
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
        told |= {name.lower(): words for name, words in _lesson(step)}
    if times >= DIFF:
        told["diff"] = step.diff
    return told


def _lesson(step: Step) -> list[tuple[str, str]]:
    """Return what a step is good for: lines of its lesson, each with its name."""
    return [(name, step.lesson[name]) for name in LESSON if name in step.lesson]


def _nothing_as_json(practice: Practice, functions: list[Function], skipped: int) -> dict[str, object]:
    longest = longest_function(not_in_clean_code(practice, functions))
    return {"step": None, "skipped": skipped, "longest": longest and longest._asdict()}


def _lines(practice: Practice, found: Hint, times: int) -> list[Text]:
    """Return the smell and where it is; then the refactoring and why; then the diff."""
    step = found.step
    smell = f"{step.smell}:"
    if found.owner:
        smell += f" {found.owner}"
    told = [Text(smell, "bold")]
    places = found.places[:SHOWN_PLACES]
    if step.smell == DEAD_CODE:
        places = [_narrowed(practice, place, step) for place in places]
    told += [Text(f"  {_shown(practice, place)}") for place in places]
    if found.twins:
        twins = ", ".join(f"`{each}`" for each in found.twins[:SHOWN_PLACES])
        told.append(Text(f"  like {twins}"))
    unshown = len(found.places) - SHOWN_PLACES
    if unshown > 0:
        told.append(Text(f"  and {counted(unshown, 'other place')}"))
    if times >= REFACTORING:
        told.append(Text())
        told += _paragraph(step.title)
        for name, words in _lesson(step):
            told += _paragraph(f"{name}: {words}", indent="     ")
    if times >= DIFF:
        told.append(Text())
        told.append(Text(f"Step {step.number} of the worked way:"))
        told += diff_lines(step.diff)
    return told


def _narrowed(practice: Practice, place: Place, step: Step) -> Place:
    """Return those lines of a function that a step removes, where they are there in one piece; else all of it."""
    removed = {line[1:].strip() for line in step.diff.splitlines() if line.startswith("-")}
    lines = (practice.folder / place.file).read_text(encoding="utf-8", errors="replace").splitlines()
    there = [number for number in range(place.first, place.last + 1) if lines[number - 1].strip() in removed]
    is_one_piece = bool(there) and there[-1] - there[0] + 1 == len(there)
    return place._replace(first=there[0], last=there[-1]) if is_one_piece else place


def _shown(practice: Practice, place: Place) -> str:
    """Say where a function is, as a person in the workspace would type it."""
    where = f"{place.name} in {practice.name}/{place.file}"
    if place.lines == 1:
        return f"{where}, line {place.first}"
    return f"{where}, lines {place.first}-{place.last}"


def _paragraph(text: str, indent: str = "") -> list[Text]:
    return [Text(line) for line in textwrap.wrap(text, WIDTH, subsequent_indent=indent)]


def _nothing(practice: Practice, functions: list[Function], method: str | None, skipped: int) -> list[Text]:
    """Say that no step applies, or only such as were skipped; and where there is most to look at."""
    if skipped:
        return [Text(f"You skipped {skipped}; `dojo hint` begins with them again.")]
    what = method or "this code"
    told = _paragraph(f"No step of the worked way applies to {what} any more, as far as it can be told.")
    longest = None if method else longest_function(not_in_clean_code(practice, functions))
    if longest is not None:
        length = counted(longest.lines, "line")
        place = _shown(practice, longest)
        what = "The longest method that the clean code does not have so, from `def` to its end, has"
        told += _paragraph(f"{what} {length}: {place}.")
    return told
