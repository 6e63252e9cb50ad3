"""`dojo hint`: show a smell in a practice and, when run again, the refactoring and its diff."""

import re
from dataclasses import dataclass, field

import click

from dojo import next_step
from dojo.cli import kata_practice
from dojo.diffs import paint_diff
from dojo.errors import WrongUsageError
from dojo.files import read_json, write_json
from dojo.kata.hints import Places, code_lines, next_hint
from dojo.kata.way import WorkedStep, worked_steps
from dojo.practice.model import Practice
from dojo.practice.project import read_code
from dojo.source import Sources
from dojo.text import fill, quantity

STATE_FILE = "hint.json"


@dataclass(frozen=True)
class LastHint:
    """The title of the last step hinted at, how often in a row, and the titles to skip."""

    title: str = ""
    times: int = 0
    skipped: list[str] = field(default_factory=list)


@click.command()
@click.argument("method", required=False)
@click.option("--skip", is_flag=True, help="Skip the last hint from now on, and show another.")
def hint(method: str | None, *, skip: bool) -> None:
    """Show a code smell in practice/, then the refactoring for it.

    A hint is the next step of the worked way that fits your code: most of the lines that the step
    removes are still there, perhaps with other variable names. Steps of your level come first. The
    command does not change your files.

    \b
    dojo hint         first: the smell, and where it is
    dojo hint         again: the name of the refactoring, and why it helps
    dojo hint         a third time: the diff of this step in the worked way
    dojo hint --skip  skip this hint, and show another
    dojo hint METHOD  the next hint about a method or function

    When the smell is gone from your code, the next hint is about another smell.

    Exit codes: 0 success, also if no step fits; 1 your code does not parse; 2 there is no such
    METHOD.
    """
    practice = kata_practice("hints")
    code = read_code(practice)
    if method is not None:
        method = method.rpartition(".")[2]  # a check reports methods as CLASS.METHOD
        _refuse_unknown(method, practice, code)
    last = _read_last_hint(practice)
    if skip and last.title:
        last = LastHint(skipped=[*last.skipped, last.title])
    level = max(1, practice.level.number)
    step, places = next_hint(practice.workspace, level, code, last.skipped, method)

    before = next_step.before_hint(practice)
    if before:
        click.echo(f"{fill(before)}\n")
    if step is None:
        _print_no_hint(practice, last, method)
    else:
        _print_hint(practice, last, step, places)


def _refuse_unknown(method: str, practice: Practice, code: Sources) -> None:
    """Raise WrongUsageError for a method that neither the code nor the worked way has."""
    known = {line.function for line in code_lines(code)}
    for step in worked_steps(practice.workspace):
        known.update(step.methods)
    if method not in known:
        where = f"Neither {practice.title}/ nor the worked way"
        raise WrongUsageError(f"{where} has a method or function {method!r}.")


def _read_last_hint(practice: Practice) -> LastHint:
    file = practice.state_directory / STATE_FILE
    if not file.exists():
        return LastHint()
    return read_json(file, LastHint)


def _write_last_hint(practice: Practice, last: LastHint) -> None:
    write_json(practice.state_directory / STATE_FILE, last)


def _print_hint(practice: Practice, last: LastHint, step: WorkedStep, places: Places) -> None:
    """Print a hint, with more in it each time that it is the same as the last one."""
    times = 1
    if step.title == last.title:
        times += last.times
    _write_last_hint(practice, LastHint(step.title, times, last.skipped))
    click.echo("\n".join(hint_lines(practice, step, places, times)))
    next_step.tell(next_step.after_hint(step, times))


def _print_no_hint(practice: Practice, last: LastHint, method: str | None) -> None:
    """Say that no hint is left: no step fits, or the person skipped all that do.

    Without a method, the last hint and the skipped ones are forgotten, so the next call may show
    them. `method`: the hint was to be about this one alone.
    """
    if method is not None:
        _write_last_hint(practice, last)
        click.echo(fill(_no_hint_about(method, last)))
        return
    _write_last_hint(practice, LastHint())
    if last.skipped:
        skipped = quantity(len(last.skipped), "hint")
        click.echo(f"Only the {skipped} that you skipped are left. `dojo hint` shows them again.")
        return
    click.echo("No step of the worked way fits your code any more.")
    next_step.tell(next_step.after_no_hint(practice))


def _no_hint_about(method: str, last: LastHint) -> str:
    text = f"No step of the worked way fits {method} any more"
    if last.skipped:
        text += ", apart from hints that you skipped"
    return f"{text}."


def hint_lines(practice: Practice, step: WorkedStep, places: Places, times: int) -> list[str]:
    """Return the smell; the second time, the refactoring, too; the third time, its diff, too."""
    lines = [click.style(f"{step.lesson['Smell']}:", bold=True)]
    for (function, file), numbers in places.items():
        lines.append(f"  {function} in {practice.title}/{file}, {_line_range(numbers)}")
    if times >= 2:
        lines += ["", fill(step.title)]
        for name in ("Why", "Look"):
            if name in step.lesson:
                lines.append(fill(f"{name}: {step.lesson[name]}", subsequent_indent=" " * 5))
    if times >= 3:
        # The line numbers of the worked way are not those of the practice.
        diff = re.sub(r"@@ .* @@", "@@", step.diff)
        lines += ["", f"Step {step.number} of the worked way:", paint_diff(diff)]
    return lines


def _line_range(numbers: list[int]) -> str:
    first = numbers[0]
    last = numbers[-1]
    if first == last:
        return f"line {first}"
    return f"lines {first}-{last}"
