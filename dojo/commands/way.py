"""`dojo way`: show the worked way, from the tangle to the clean code, step by step."""

from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path

import click
from markupsafe import Markup

from dojo import next_step
from dojo.cli import LevelOption, html_option, progress_bar
from dojo.diffs import FileChange, file_changes, paint_diff
from dojo.errors import WrongUsageError
from dojo.kata.way import STEP_KINDS, StepKind, WorkedStep, replay, tangle_code, worked_steps
from dojo.kata.workspace import find_workspace
from dojo.pages import inline_code, refuse_foreign_file, render, write_page
from dojo.progress.chart import Band, Chart, Curve
from dojo.progress.measures import Measures, measure_states
from dojo.text import fill, quantity

LESSON_INDENT = 8  # columns


@click.command()
@click.argument("which", metavar="[STEP|METHOD]", required=False)
@click.option(
    "--level", cls=LevelOption, type=int, metavar="LEVEL", help="Only the steps of one level."
)
@html_option("Write the steps to a page for a projector, a phone or paper.")
def way(which: str | None, level: int | None, file: Path | None) -> None:
    """Show the worked way: all steps from the tangle to clean code.

    It is one of many good ways. Each step is a commit with one refactoring. Try it yourself before
    you look.

    \b
    dojo way                      list the steps
    dojo way --level 2            list the steps of a level
    dojo way ones                 list the steps about a method
    dojo way 17                   show a step: the smell, the reason, the diff
    dojo way --html worked.html   write all steps to a page with a chart;
                                  with --level, the steps of that level

    Every step is green, except a few that are red on purpose, to show a trap: the next step reverts
    them. The patches are in worked/, and `git am` can apply them.

    On the page, the arrow keys move between the steps, and a chart shows the complexity. The chart
    starts with the whole tangle; a practice has only the code of its level, so its complexity
    starts lower. A file that the dojo did not write is not replaced.
    """
    if which and (level or file):
        raise WrongUsageError("STEP and METHOD do not work with --level and --html.")
    workspace = find_workspace()
    steps = worked_steps(workspace)
    selected = select_steps(steps, which, level)
    if file is not None:
        write_way_page(file, workspace, steps, selected)
        return
    first = selected[0]
    if which is not None and which.isdecimal():
        lines = worked_step_lines(first, len(steps))
        after = next_step.after_worked_step(first, len(steps))
    else:
        lines = worked_way_lines(selected)
        after = next_step.after_worked_steps(first)
    click.echo("\n".join([*lines, ""]))
    next_step.tell(after)


def select_steps(steps: list[WorkedStep], which: str | None, level: int | None) -> list[WorkedStep]:
    """Return the steps with a number, about a method, of a level, or all.

    Raises WrongUsageError if there are none.
    """
    if which is None:
        selected = [step for step in steps if level in (None, step.level)]
    elif which.isdecimal():
        selected = [step for step in steps if step.number == int(which)]
    else:
        selected = [step for step in steps if which in step.methods]
    if not selected:
        missing = repr(which) if which else "of this level"
        problem = f"The worked way has no step {missing}"
        raise WrongUsageError(f"{problem}. `dojo way` lists all {len(steps)} steps.")
    return selected


def worked_way_lines(steps: list[WorkedStep]) -> list[str]:
    lines = ["  ".join(_describe(kind) for kind in STEP_KINDS)]
    for heading, of_level in groupby(steps, key=attrgetter("heading")):
        lines += ["", click.style(heading.capitalize(), bold=True)]
        lines += [_list_entry(step) for step in of_level]
    return lines


def _describe(kind: StepKind) -> str:
    return f"{kind.mark} {kind.name}: {kind.meaning}"


def _list_entry(step: WorkedStep) -> str:
    """Return a step in the list: its number and title and, for a special kind, mark and colour.

    A revert has the number of the step that it undoes, the one before, in place of a title.
    """
    title = step.title
    mark = " "
    colour = None
    if step.kind is not None:
        title = f"{step.title} ({step.kind.name})"
        mark = step.kind.mark
        colour = step.kind.colour
    if step.is_revert:
        title = f"Revert of {step.number - 1}"
    entry = fill(title, f"{step.number:3} {mark} ", " " * 6)
    return click.style(entry, fg=colour)


def worked_step_lines(step: WorkedStep, last: int) -> list[str]:
    """Return a step with its lesson and diff. `last` is the number of the last step of the way."""
    heading = f"{step.heading.capitalize()}: step {step.number} of {last}"
    if step.kind is not None:
        heading += f", {_describe(step.kind)}"
    return [
        heading,
        click.style(fill(step.title), bold=True),
        "",
        *_lesson_lines(step.question),
        "",
        paint_diff(step.diff),
        "",
        *_lesson_lines(step.answer),
    ]


def _lesson_lines(lesson: dict[str, str]) -> list[str]:
    indent = " " * LESSON_INDENT
    return [fill(text, f"{name}:".ljust(LESSON_INDENT), indent) for name, text in lesson.items()]


def write_way_page(
    file: Path,
    workspace: Path,
    steps: list[WorkedStep],
    selected: list[WorkedStep],
) -> None:
    """Write the page of the selected steps. Measuring the code after each of them takes seconds."""
    refuse_foreign_file(file)
    count = quantity(len(selected), "step")
    with progress_bar(f"measuring the code after each of {count}"):
        first = selected[0].number
        last = selected[-1].number
        states = list(replay(tangle_code(workspace), steps[:last]))
        measured = measure_states(states[first - 1 :])
    write_page(file, way_page(selected, measured, len(steps)))
    click.echo(f"{file}: {count}. Open it in a browser; the arrow keys move between steps.")


@dataclass(frozen=True)
class Lesson:
    """A step on the page. Its parts can be shown one by one, in this order."""

    step: WorkedStep
    level: str
    smell: dict[str, Markup]
    reason: dict[str, Markup]
    changes: list[FileChange]
    answer: dict[str, Markup]


def way_page(steps: list[WorkedStep], measured: list[Measures], last: int) -> str:
    """Return the page of these steps.

    `measured`: the code before the first step, and after each. `last`: the number of the last step
    of the whole way.
    """
    levels: dict[str, list[WorkedStep]] = {}
    for heading, of_level in groupby(steps, key=attrgetter("heading")):
        levels[heading.capitalize()] = list(of_level)
    complexities: list[tuple[int, str, str]] = []
    for number, measures in enumerate(measured, start=steps[0].number - 1):
        complexities.append((number, _worst(measures), _total(measures)))
    lessons: list[Lesson] = []
    for step, (before, after) in zip(steps, pairwise(measured), strict=True):
        lessons.append(_lesson(step, before, after))
    return render(
        "way.html",
        chart=_chart(steps, measured),
        complexities=complexities,
        levels=levels,
        lessons=lessons,
        last=last,
    )


def _lesson(step: WorkedStep, before: Measures, after: Measures) -> Lesson:
    """Return a step for the page. `before`, `after`: the measures of the code around it.

    "Why" is shown after the smell, so it is a part of its own. The answer ends with the complexity.
    """
    smell = {name: inline_code(text) for name, text in step.question.items()}
    reason = {"Why": smell.pop("Why")}
    answer = {name: inline_code(text) for name, text in step.answer.items()}
    worst = _change(_worst(before), _worst(after))
    total = _change(_total(before), _total(after))
    answer["Complexity"] = inline_code(f"worst {worst}, total {total}")
    changes = file_changes(step.diff)
    return Lesson(step, step.heading.capitalize(), smell, reason, changes, answer)


def _worst(measures: Measures) -> str:
    return str(measures.worst_complexity)


def _total(measures: Measures) -> str:
    return str(measures.total_complexity)


def _change(before: str, after: str) -> str:
    if before == after:
        return before
    return f"{before} → {after}"


def _chart(steps: list[WorkedStep], measured: list[Measures]) -> Chart:
    """Return the complexity over the steps, with the red steps and the begin of each level."""
    worst: list[tuple[float, float]] = []
    total: list[tuple[float, float]] = []
    for number, measures in enumerate(measured):
        worst.append((number, measures.worst_complexity))
        total.append((number, measures.total_complexity))
    red: list[Band] = []
    level_starts: dict[float, str] = {}
    for number, step in enumerate(steps):
        if step.is_red:
            red.append(Band(number + 1, number + 2))
        if str(step.level) not in level_starts.values():
            level_starts[number] = str(step.level)
    return Chart(
        curves=[Curve("worst complexity", worst), Curve("total complexity", total)],
        bands=red,
        end=len(steps),
        axis=f"steps, from step {steps[0].number} on",
        marks=level_starts,
        marks_name="level",
    )
