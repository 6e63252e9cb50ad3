"""`dojo way`: the worked way, from the tangle to the clean code, step by step."""

import json
import shutil
import sys
import textwrap
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.options import as_json_instead_of
from dojo.commands.waiting import Waiting
from dojo.errors import WrongUsageError
from dojo.kata import LAST, LEVELS, SPECIALS, Special, Step, find_workspace, states, tangle, worked_steps, write_page
from dojo.progress import complexities, worked_page
from dojo.text import DIFF_COLOURS, WIDTH, counted

NAMES = 8  # characters, of the lines of a lesson
MARGIN = 6  # of what stands to the left of a title in the list
HEADS = ("diff ", "--- ", "+++ ")
UNTOLD = "index "  # git's names of the contents, for git alone
STYLES = {"red": "red", "revert": "yellow", "mutant": "magenta"}


@click.command()
@click.argument("number", type=int, required=False)
@click.option("--level", type=click.IntRange(min(LEVELS), max(LEVELS)), help="List the steps of one level.")
@click.option(
    "--html",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all steps as a page: for a projector, a phone, paper.",
)
@as_json_instead_of("text")
def way(number: int | None, level: int | None, file: Path | None, *, as_json: bool) -> None:
    """Show the worked way: from the tangle to the clean code.

    One way of many, in commits of one refactoring each. Look when you have tried yourself, not before.

    \b
    dojo way                      list the steps
    dojo way --level 2            list those of a level
    dojo way 17                   show one: what, why, and the diff
    dojo way --html worked.html   write all as a page, with a chart

    Every step is green, but for a few that fall into a trap: they are red, and the next step reverts them. On the page,
    arrow keys walk; what was not made by this command stays as it is. The files are in worked/, as `git am` takes them.
    """
    if sum(each is not None for each in (number, level, file)) > 1 or (file and as_json):
        raise WrongUsageError("NUMBER shows one step, --level lists some, --html writes all, as no JSON: choose one.")
    workspace = find_workspace()
    steps = worked_steps(workspace)
    chosen = choose(steps, number, level)
    if as_json:
        click.echo(json.dumps({"steps": [_as_json(step, workspace) for step in chosen]}))
    elif file is not None:
        write(file, workspace, steps)
    elif number is not None:
        show(shown(chosen[0], len(steps)))
        next_step.tell(next_step.after_worked_step(number, len(steps), is_red=chosen[0].is_red))
    else:
        show(listed(chosen))
        next_step.tell(next_step.A_STEP_OF_THE_WAY)


def choose(steps: list[Step], number: int | None, level: int | None) -> list[Step]:
    """Return the step of a number, the steps of a level, or all; WrongUsageError when there is none of that number."""
    chosen = [step for step in steps if number in (None, step.number) and level in (None, step.level)]
    if number is not None and not chosen:
        raise WrongUsageError(f"There is no step {number}: the worked way has steps 1 to {len(steps)}.")
    return chosen


def write(file: Path, workspace: Path, steps: list[Step]) -> None:
    """Write the page; the code after each step is measured for it, which takes seconds."""
    with Waiting() as waiting:
        waiting.tell(f"measuring the code after each of {counted(len(steps), 'step')}")
        measured = complexities(list(states({"yatzy.py": tangle(workspace, LAST)}, steps)))
    write_page(file, worked_page(steps, measured), "dojo way")
    click.echo(f"{file}: {counted(len(steps), 'step')}. Open it in a browser; the arrow keys walk.")


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
    """Return a step as lines: its lesson and its diff."""
    special = f", {_meaning(step.special)}" if step.special else ""
    place = Text(f"{_level(step.level)}: step {step.number} of {last}{special}", _style_of(step.special))
    title = [Text(line, "bold") for line in textwrap.wrap(step.title, WIDTH, break_on_hyphens=False)]
    lesson = [line for name, words in step.lesson.items() for line in _lesson(name, words)]
    diff = (Text(line, _style(line)) for line in step.diff.splitlines() if not line.startswith(UNTOLD))
    return [place, *title, Text(), *lesson, Text(), *diff, Text()]


def _meaning(special: Special) -> str:
    return f"{special.sign} {special.word}: {special.does}"


def _style_of(special: Special | None) -> str:
    return STYLES[special.word] if special else ""


def _lesson(name: str, words: str) -> Iterator[Text]:
    for place, line in enumerate(textwrap.wrap(words, WIDTH - NAMES, break_on_hyphens=False)):
        yield Text.assemble(("" if place else f"{name}:").ljust(NAMES), line)


def _style(line: str) -> str:
    return "bold" if line.startswith(HEADS) else DIFF_COLOURS.get(line[:1], "")


def _level(number: int) -> str:
    return f"Level {number}, {LEVELS[number].title}"


def show(lines: list[Text]) -> None:
    """Print; what is longer than the terminal goes through a pager, as git does it; colour only at a terminal."""
    console = Console(highlight=False, soft_wrap=True)
    with console.capture() as captured:
        console.print(*lines, sep="\n")
    columns, rows = shutil.get_terminal_size()
    height = sum(1 + len(line.plain) // columns for line in lines)
    if sys.stdout.isatty() and height >= rows:
        click.echo_via_pager(captured.get())
    else:
        click.echo(captured.get(), nl=False)


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
