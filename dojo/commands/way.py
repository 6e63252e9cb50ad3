"""`dojo way`: the worked way, from the tangle to the clean code, step by step."""

import json
import textwrap
from collections.abc import Iterator
from itertools import combinations, groupby, pairwise
from operator import attrgetter
from pathlib import Path

import click
import pygit2
from rich.text import Text

from dojo.commands import next_step
from dojo.commands.cli import as_json_instead_of, diff_lines, kata_practice, page_option, show, waiting
from dojo.kata.way import SPECIALS, Special, Step, states, worked_steps
from dojo.kata.workspace import LAST, LEVELS, find_workspace, tangle
from dojo.pages import refuse_page, render, write_page
from dojo.practice.model import HOME, NAME
from dojo.progress.measures import MEASURES, Measures, measure
from dojo.progress.page import Band, Chart, Curve, FileChange, change_of
from dojo.text import WIDTH, WrongUsageError, counted

NAMES = 8  # characters, of the lines of a lesson
MARGIN = 6  # of what stands to the left of a title in the list
COMMAND = "dojo way"  # in the mark of its pages
TOGETHER = {("STEP", "--json"), ("--level", "--json"), ("--level", "--html")}
COMPLEXITY = MEASURES[:2]  # the worst, and the mean
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
    if (workspace / NAME / HOME).is_dir():
        kata_practice("a worked way")
    steps = worked_steps(workspace)
    chosen = choose(steps, which, level)
    if as_json:
        about = [_as_json(step, workspace) for step in chosen]
        click.echo(json.dumps({"steps": about}))
    elif file is not None:
        write(file, workspace, steps, chosen)
    elif which is not None and which.isdecimal():
        step = chosen[0]
        show(shown(step, len(steps)))
        next_step.tell(next_step.after_worked_step(step.number, len(steps), is_red=step.is_red))
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
    count = counted(len(chosen), "step")
    with waiting(f"measuring the code after each of {count}"):
        at_first = {"yatzy.py": tangle(workspace, LAST)}
        walked = list(states(at_first, steps))
        before, after = chosen[0].number - 1, chosen[-1].number
        measured = measure(walked[before : after + 1])
    write_page(file, worked_page(chosen, measured, len(steps)), COMMAND)
    click.echo(f"{file}: {count}. Open it in a browser; the arrow keys walk.")


def worked_page(steps: list[Step], measured: list[Measures], last: int) -> str:
    """Return the steps as HTML, of `last` in all, with a chart of what was measured before the first and after each."""
    complexity = [_became(before, after) for before, after in pairwise(measured)]
    changes = [changes_in(step.diff) for step in steps]
    return render(
        "way.html",
        chart=_chart(steps, measured),
        measures=COMPLEXITY,
        measured=list(enumerate(measured, start=steps[0].number - 1)),
        levels={level: _level(level) for level in sorted({step.level for step in steps})},
        lessons=list(zip(steps, complexity, changes, strict=True)),
        first=steps[0].number,
        last_here=steps[-1].number,
        last=last,
    )


def changes_in(diff: str) -> list[FileChange]:
    """Return what a diff changes, as git writes one."""
    return [change_of(patch) for patch in pygit2.Diff.parse_diff(diff) if patch]


def _became(before: Measures, after: Measures) -> str:
    """Say what became of the complexity."""
    figures = [list(dict.fromkeys([each.show(before), each.show(after)])) for each in COMPLEXITY]
    worst, mean = (" → ".join(each) for each in figures)
    return f"worst {worst}, mean {mean}"


def _chart(steps: list[Step], measured: list[Measures]) -> Chart:
    """Return the measures after so many steps, where they are red, and where a level begins."""
    curves = [
        Curve(each.name, [(at, float(each.show(found))) for at, found in enumerate(measured)]) for each in COMPLEXITY
    ]
    red = [Band(number, number + 1) for number, step in enumerate(steps, start=1) if step.is_red]
    begins = {step.level: number for number, step in reversed(list(enumerate(steps)))}
    levels: dict[float, str] = {number: str(level) for level, number in sorted(begins.items())}
    before = steps[0].number - 1
    return Chart(curves, red, f"steps after step {before}" if before else "steps", levels, "level")


def listed(steps: list[Step]) -> list[Text]:
    """Return the steps as lines, by level, a sign and a word for what is special about one."""
    meanings = "  ".join(map(_meaning, SPECIALS))
    lines = [Text(meanings, "dim")]
    for level, of_level in groupby(steps, attrgetter("level")):
        lines += [Text(), Text(_level(level), "bold")]
        for step in of_level:
            lines += _row(step)
    lines.append(Text())
    return lines


def _row(step: Step) -> Iterator[Text]:
    """Yield a step as a line, as two when it is long; a revert is told by the number of what it reverts."""
    sign, words = " ", step.title
    if step.special is not None:
        sign = step.special.sign
        words += f" ({step.special.word})"
    if step.is_revert:
        words = f"Revert of {step.number - 1}"
    margin = f"{step.number:3} {sign} "
    style = _style_of(step.special)
    for line in _wrapped(words, WIDTH - MARGIN):
        yield Text(margin.ljust(MARGIN) + line, style)
        margin = ""


def shown(step: Step, last: int) -> list[Text]:
    """Return a step as lines: what it is about, its diff, and what to see in it."""
    heading = f"{_level(step.level)}: step {step.number} of {last}"
    if step.special is not None:
        heading += f", {_meaning(step.special)}"
    lines = [Text(heading, _style_of(step.special))]
    lines += [Text(line, "bold") for line in _wrapped(step.title, WIDTH)]
    lines += [Text(), *_lesson(step.question), Text()]
    lines += diff_lines(step.diff)
    lines += [Text(), *_lesson(step.answer), Text()]
    return lines


def _meaning(special: Special) -> str:
    return f"{special.sign} {special.word}: {special.does}"


def _style_of(special: Special | None) -> str:
    return STYLES[special.word] if special else ""


def _lesson(lesson: dict[str, str]) -> Iterator[Text]:
    for name, words in lesson.items():
        margin = f"{name}:"
        for line in _wrapped(words, WIDTH - NAMES):
            yield Text.assemble(margin.ljust(NAMES), line)
            margin = ""


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)


def _level(number: int) -> str:
    return f"Level {number}, {LEVELS[number].title}"


def _as_json(step: Step, workspace: Path) -> dict[str, object]:
    """Return what a program may want to know of a step; its diff is in the file."""
    lesson = step.lesson
    path = step.path.relative_to(workspace)
    return {
        "number": step.number,
        "level": step.level,
        "refactoring": step.refactoring,
        "title": step.title,
        "smell": step.smell,
        "methods": step.methods,
        "why": lesson["Why"],
        "look": lesson.get("Look"),
        "not": lesson.get("Not"),
        "mutant": step.mutant and step.mutant._asdict(),
        "file": path.as_posix(),
    }
