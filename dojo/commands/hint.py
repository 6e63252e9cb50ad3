"""`dojo hint`: a smell that is still in a practice; asked again, the way out of it, bit by bit."""

import re
from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from keyword import iskeyword
from operator import attrgetter
from pathlib import PurePosixPath
from typing import NamedTuple

import click

from dojo.commands import next_step
from dojo.commands.cli import kata_practice
from dojo.kata.way import Step, clean_code, replay, worked_steps
from dojo.kata.workspace import LAST, read_json, tangle, write_json
from dojo.pages import render_text
from dojo.practice.code import source_files
from dojo.practice.model import Practice
from dojo.progress.measures import PARSE_ERRORS, State, owners_of
from dojo.text import WorkspaceError, WrongUsageError

MOST = 0.6  # of the lines that a step removes
IGNORED_PREFIXES = ("#", "@", "import ", "from ", '"""', "else:", "try:", ")", "]", "}")
TEXT_OR_VARIABLE = re.compile(r"""(["']).*?\1|(?<![.\w])[a-z_]\w*(?![\w(])""")
OWNER = re.compile(r"\b(?:self|cls|[A-Z]\w*)\.")

Places = dict[tuple[str, str], list[int]]  # the lines with a smell, by the function and the file that they are in


class Line(NamedTuple):
    """A line of code that says something, wherever it is indented; and as it reads whatever its variables are called.

    `owner`: the function that it is in, with the classes around that.
    """

    file: str
    owner: str
    number: int
    words: str
    anonymous: str

    @property
    def function(self) -> str:
        return self.owner.rpartition(".")[2]


WORDS, ANONYMOUS = attrgetter("function", "words"), attrgetter("function", "anonymous")  # how lines are compared


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
    functions = {line.function for line in lines_of(code)}
    if method and method not in functions.union(*(step.methods for step in worked_steps(practice.workspace))):
        raise WrongUsageError(f"Neither {practice.name}/ nor the worked way has a method or function {method!r}.")
    file = practice.state_directory / "hint.json"
    asked = read_json(file, Asked) if file.exists() else Asked()
    if skip and asked.about:
        asked = Asked(left_out=[*asked.left_out, asked.about])
    step, places = next_hint(practice, code, asked.left_out, method)
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


def read_code(practice: Practice) -> State:
    """Return the code of the practice; WorkspaceError when some of it cannot be read as Python."""
    code: State = {}
    for path in source_files(practice.folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            owners_of(text)
        except PARSE_ERRORS as error:
            reason = str(error).replace("<unknown>, ", "")
            raise WorkspaceError(f"{practice.display_path(path)}: {reason}. Correct that, then ask again.") from None
        code[path.relative_to(practice.folder).as_posix()] = text
    return code


def lines_of(code: State) -> list[Line]:
    """Return the lines of all files that say something."""
    return [line for file, text in code.items() for line in _lines_in(file, text)]


@lru_cache(maxsize=1000)
def _lines_in(file: str, text: str) -> list[Line]:
    lines: list[Line] = []
    for number, (owner, line) in enumerate(zip(owners_of(text), text.split("\n"), strict=True), start=1):
        words = line.partition("  #")[0].strip()
        if words and not words.startswith(IGNORED_PREFIXES):
            lines.append(Line(file, owner or PurePosixPath(file).stem, number, words, without_names(words)))
    return lines


def without_names(words: str) -> str:
    """Return a line without the names of variables, and without owners: self.total, Yatzy.total and total are one."""

    def anonymous(found: re.Match[str]) -> str:
        return found[0] if found[1] or iskeyword(found[0]) else "_"

    return TEXT_OR_VARIABLE.sub(anonymous, OWNER.sub("", words))


def next_hint(
    practice: Practice, code: State, left_out: Container[str] = (), method: str | None = None
) -> tuple[Step | None, Places]:
    """Return the first step that still applies (to a method), of the practice's level, else below it, and where."""
    level = practice.level.number
    steps = [step for step in worked_steps(practice.workspace) if step.level <= level]
    walked = pairwise(map(lines_of, replay({"yatzy.py": tangle(practice.workspace, LAST)}, steps)))
    own, clean = lines_of(code), lines_of(clean_code(practice.workspace))
    for step, (before, after) in sorted(zip(steps, walked, strict=True), key=lambda each: each[0].level != level):
        if step.title not in left_out and is_hinted(step):
            places = _places(before, after, own, clean)
            if places and method in (None, *step.methods, *(function for function, _ in places)):
                return step, places
    return None, {}


def is_hinted(step: Step) -> bool:
    """Tell whether a step is one to be named: no trap, no way back out of it, and no formatting, which is no smell."""
    return not (step.is_red or step.is_revert or step.refactoring == "Reformat")


def _places(before: list[Line], after: list[Line], own: list[Line], clean: list[Line]) -> Places:
    """Return where most of what a step removes is still there, but for what the clean code has; none if it is not."""
    form = ANONYMOUS if {*map(ANONYMOUS, before)} - {*map(ANONYMOUS, after)} else WORDS
    removed = {*map(form, before)} - {*map(form, after)}
    good = {words for _, words in map(form, clean)}
    smells = {(function, words) for function, words in removed if words not in good} or removed
    there = smells & {*map(form, own)}
    places: Places = defaultdict(list)
    if len(there) >= MOST * len(smells):
        for line in own:
            if form(line) in there:
                places[line.function, line.file].append(line.number)
    return places
