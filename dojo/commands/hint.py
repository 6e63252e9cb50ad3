"""`dojo hint`: a smell that is still in a practice; asked again, the way out of it, bit by bit."""

import re
from dataclasses import dataclass, field

import click

from dojo import next_step
from dojo.cli import kata_practice
from dojo.errors import WrongUsageError
from dojo.files import read_json, write_json
from dojo.kata.hints import code_lines, next_hint
from dojo.kata.way import worked_steps
from dojo.pages import render_text
from dojo.practice.code import read_code


@dataclass(frozen=True)
class Asked:
    """What the last hint was about, how often it was asked for in a row, and what is left out from now on."""

    about: str = ""
    times: int = 0
    left_out: list[str] = field(default_factory=list)


@click.command()
@click.argument("method", required=False)
@click.option("--skip", is_flag=True, help="Leave the last hint out from now on, and show another.")
def hint(method: str | None, *, skip: bool) -> None:
    """Show a smell in practice/; when you ask again, show the way out.

    A hint is the next step of the worked way that fits your code: most of the lines that it removes are still there,
    perhaps with other names of variables. Steps of your level come first. The command changes none of your files.

    \b
    dojo hint         first: the smell, and where it is
    dojo hint         again: the refactoring by name, and what it is good for
    dojo hint         a third time: the change, as the worked way makes it
    dojo hint --skip  leave this one out, and show another
    dojo hint METHOD  the next hint about a method or function

    When the smell is gone from your code, the next hint begins with another smell. Exit codes: 0 all is well, also if
    no step fits; 1 your code does not parse; 2 there is no such METHOD.
    """
    practice = kata_practice("hints")
    method = method and method.rpartition(".")[2]  # as a check calls it
    code = read_code(practice)
    functions = {line.function for line in code_lines(code)}
    if method and method not in functions.union(*(step.methods for step in worked_steps(practice.workspace))):
        raise WrongUsageError(f"Neither {practice.name}/ nor the worked way has a method or function {method!r}.")
    file = practice.state_directory / "hint.json"
    asked = read_json(file, Asked) if file.exists() else Asked()
    if skip and asked.about:
        asked = Asked(left_out=[*asked.left_out, asked.about])
    step, places = next_hint(practice.workspace, practice.level.number, code, asked.left_out, method)
    times = asked.times + 1 if step and step.title == asked.about else 1
    write_json(file, Asked(step.title, times, asked.left_out) if step else Asked())
    skipped = 0 if step or method else len(asked.left_out)
    text = render_text(
        "hint.txt",
        practice=practice,
        before=next_step.before_hint(practice),
        step=step,
        places=places,
        times=times,
        diff=step and re.sub(r"@@ .* @@", "@@", step.diff),  # its line numbers are not those of the practice
        skipped=skipped,
        method=method,
    )
    click.echo(text, nl=False)
    if step is not None:
        next_step.tell(next_step.after_hint(step, times))
    elif not skipped and method is None:
        next_step.tell(next_step.after_no_hint(practice))
