"""`dojo way`: the worked way, from the tangle to the clean code, step by step."""

import json
import textwrap
from collections.abc import Iterator
from itertools import combinations, groupby
from operator import attrgetter
from pathlib import Path

import click
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.lines import diff_lines, show
from dojo.commands.options import as_json_instead_of, page_option
from dojo.commands.waiting import Waiting
from dojo.errors import WrongUsageError
from dojo.kata import (
    LAST,
    LEVELS,
    SPECIALS,
    Special,
    Step,
    find_workspace,
    refuse_page,
    states,
    tangle,
    worked_steps,
    write_page,
)
from dojo.progress import complexities, worked_page
from dojo.text import WIDTH, counted

NAMES = 8  # characters, of the lines of a lesson
MARGIN = 6  # of what stands to the left of a title in the list
COMMAND = "dojo way"  # in the mark of its pages
TOGETHER = {("STEP", "--json"), ("--level", "--json"), ("--level", "--html")}
STYLES = {"red": "red", "revert": "yellow", "mutant": "magenta"}


@click.command()
@click.argument("which", metavar="[STEP|METHOD]", required=False)
@click.option("--level", type=click.IntRange(min(LEVELS), max(LEVELS)), help="Only the steps of one level.")
@page_option("Write the steps as a page: for a projector, a phone, paper.")
@as_json_instead_of("text")
def way(which: str | None, level: int | None, file: Path | None, *, as_json: bool) -> None:
    """Show the worked way: from the tangle to the clean code.

    One way of many, in commits of one refactoring each. Look when you have tried yourself, not before.

    \b
    dojo way                      list the steps
    dojo way --level 2            list those of a level
    dojo way ones                 list those about a method
    dojo way 17                   show one: what, why, and the diff
    dojo way --html worked.html   write all as a page, with a chart; with
                                  --level, those of a level

    Every step is green, but for a few that fall into a trap: they are red, and the next step reverts them. On the page,
    arrow keys walk; what was not made by this command stays as it is. The files are in worked/, as `git am` takes them.
    """
    refuse({"STEP": which, "--level": level, "--html": file, "--json": as_json})
    workspace = find_workspace()
    steps = worked_steps(workspace)
    chosen = choose(steps, which, level)
    if as_json:
        click.echo(json.dumps({"steps": [_as_json(step, workspace) for step in chosen]}))
    elif file is not None:
        write(file, workspace, steps, chosen)
    elif which is not None and which.isdecimal():
        show(shown(chosen[0], len(steps)))
        next_step.tell(next_step.after_worked_step(chosen[0].number, len(steps), is_red=chosen[0].is_red))
    else:
        show(listed(chosen))
        next_step.tell(next_step.after_list(chosen, level, which))


def refuse(options: dict[str, object]) -> None:
    """Raise WrongUsageError for the first two of these options that were given and do not go together."""
    given = [name for name, value in options.items() if value not in (None, False)]
    for pair in combinations(given, 2):
        if pair not in TOGETHER:
            raise WrongUsageError(f"{pair[0]} and {pair[1]} do not go together: choose one.")


def choose(steps: list[Step], which: str | None, level: int | None) -> list[Step]:
    """Return the step of a number, those about a method, those of a level, or all; WrongUsageError for no step."""
    if which is not None and which.isdecimal():
        chosen = [step for step in steps if step.number == int(which)]
        none = f"There is no step {which}: the worked way has steps 1 to {len(steps)}."
    elif which is not None:
        chosen = [step for step in steps if which in step.methods]
        none = f"No step of the worked way is about `{which}`: `dojo way` lists them all."
    else:
        return [step for step in steps if level in (None, step.level)]
    if not chosen:
        raise WrongUsageError(none)
    return chosen


def write(file: Path, workspace: Path, steps: list[Step], chosen: list[Step]) -> None:
    """Write the page of the chosen steps; the code after each of them is measured for it, which takes seconds."""
    if not chosen:
        raise WrongUsageError("The worked way has no step of this level: `dojo way` lists them all.")
    refuse_page(file, COMMAND)
    with Waiting() as waiting:
        waiting.tell(f"measuring the code after each of {counted(len(chosen), 'step')}")
        walked = list(states({"yatzy.py": tangle(workspace, LAST)}, steps))
        measured = complexities(walked[chosen[0].number - 1 : chosen[-1].number + 1])
    write_page(file, worked_page(chosen, measured, len(steps)), COMMAND)
    click.echo(f"{file}: {counted(len(chosen), 'step')}. Open it in a browser; the arrow keys walk.")


def listed(steps: list[Step]) -> list[Text]:
    """Return the steps as lines, by level, a sign and a word for what is special about one."""
    lines = [Text("  ".join(map(_meaning, SPECIALS)), "dim")]
    for level, of_level in groupby(steps, attrgetter("level")):
        lines += [Text(), Text(_level(level), "bold")]
        lines += [line for step in of_level for line in _row(step)]
    return [*lines, Text()]


def _row(step: Step) -> Iterator[Text]:
    """Yield a step as a line, as two when it is long; a revert is told by the number of what it reverts."""
    sign = step.special.sign if step.special else " "
    title = f"{step.title} ({step.special.word})" if step.special else step.title
    words = f"Revert of {step.number - 1}" if step.is_revert else title
    for place, line in enumerate(textwrap.wrap(words, WIDTH - MARGIN, break_on_hyphens=False)):
        yield Text(("" if place else f"{step.number:3} {sign} ").ljust(MARGIN) + line, _style_of(step.special))


def shown(step: Step, last: int) -> list[Text]:
    """Return a step as lines: what it is about, its diff, and what to see in it."""
    special = f", {_meaning(step.special)}" if step.special else ""
    place = Text(f"{_level(step.level)}: step {step.number} of {last}{special}", _style_of(step.special))
    title = [Text(line, "bold") for line in textwrap.wrap(step.title, WIDTH, break_on_hyphens=False)]
    question, answer = (
        [line for name, words in lines.items() for line in _lesson(name, words)]
        for lines in (step.question, step.answer)
    )
    return [place, *title, Text(), *question, Text(), *diff_lines(step.diff), Text(), *answer, Text()]


def _meaning(special: Special) -> str:
    return f"{special.sign} {special.word}: {special.does}"


def _style_of(special: Special | None) -> str:
    return STYLES[special.word] if special else ""


def _lesson(name: str, words: str) -> Iterator[Text]:
    for place, line in enumerate(textwrap.wrap(words, WIDTH - NAMES, break_on_hyphens=False)):
        yield Text.assemble(("" if place else f"{name}:").ljust(NAMES), line)


def _level(number: int) -> str:
    return f"Level {number}, {LEVELS[number].title}"


def _as_json(step: Step, workspace: Path) -> dict[str, object]:
    """Return what a program may want to know of a step; its diff is in the file."""
    return {
        "number": step.number,
        "level": step.level,
        "refactoring": step.refactoring,
        "title": step.title,
        "smell": step.smell,
        "methods": step.methods,
        "why": step.lesson["Why"],
        "look": step.lesson.get("Look"),
        "not": step.lesson.get("Not"),
        "mutant": step.mutant and step.mutant._asdict(),
        "file": step.path.relative_to(workspace).as_posix(),
    }
