"""Hints: the steps of the worked way with a smell that is still in somebody's code.

A step fits if most of the lines that it removes are still there. Indentation does not matter, and
the names of variables only where the step changes nothing else.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Container
from functools import lru_cache
from itertools import pairwise
from keyword import iskeyword
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from dojo.kata.way import WorkedStep, clean_code, replay, tangle_code, worked_steps
from dojo.source import Sources, owners_of

# Of the lines that a step removes.
MIN_SHARE = 0.6
DUPLICATED_CODE = "Duplicated Code"
IGNORED_PREFIXES = ("#", "@", "import ", "from ", '"""', "else:", "try:", ")", "]", "}")
TEXT_OR_VARIABLE = re.compile(r"""(["']).*?\1|(?<![.\w])[a-z_]\w*(?![\w(])""")
# A statement that is a call, perhaps with its result in a variable.
CALL = re.compile(r"(?:\w+ = )?(?:\w+\.)*(\w+)\(.*\)")
OWNER = re.compile(r"\b(?:self|cls|[A-Z]\w*)\.")

# The numbers of the lines with a smell, by function and file.
Places = dict[tuple[str, str], list[int]]
# A line, or its anonymous form, with the function that it is in.
Key = tuple[str, str]


class CodeLine(NamedTuple):
    """A line of code without its indentation.

    `owner`: the function that it is in, with the classes around it. `anonymous`: without the names
    of variables.
    """

    file: str
    owner: str
    number: int
    text: str
    anonymous: str

    @property
    def function(self) -> str:
        return self.owner.rpartition(".")[2]


CodeLines = list[CodeLine]


def key_with_names(line: CodeLine) -> Key:
    return line.function, line.text


def key_without_names(line: CodeLine) -> Key:
    return line.function, line.anonymous


def code_lines(code: Sources) -> CodeLines:
    """Return the lines of all files, except blank lines, comments, imports and closing brackets."""
    lines: CodeLines = []
    for file, text in code.items():
        lines += _lines_in(file, text)
    return lines


@lru_cache(maxsize=1000)
def _lines_in(file: str, text: str) -> CodeLines:
    """Return the lines of a file that can have a smell. States of the way share files."""
    module = PurePosixPath(file).stem
    lines: CodeLines = []
    owners = owners_of(text)
    for number, line in enumerate(text.split("\n"), start=1):
        code = line.partition("  #")[0].strip()  # a comment, as formatters write it
        if code and not code.startswith(IGNORED_PREFIXES):
            owner = owners[number - 1] or module
            lines.append(CodeLine(file, owner, number, code, without_names(code)))
    return lines


def without_names(code: str) -> str:
    """Replace the names of variables, and drop owners: self.total, Game.total and total match."""

    def replace(found: re.Match[str]) -> str:
        """Keep strings and keywords. Names of functions that are called do not match at all."""
        is_string = found[1] is not None
        if is_string or iskeyword(found[0]):
            return found[0]
        return "_"

    return TEXT_OR_VARIABLE.sub(replace, OWNER.sub("", code))


def next_hint(
    workspace: Path,
    level: int,
    code: Sources,
    skipped: Container[str] = (),
    method: str | None = None,
) -> tuple[WorkedStep | None, Places]:
    """Return the first step that fits the code, and the places. Steps of this level come first.

    `skipped`: titles of steps to pass over. `method`: only steps about this method or function.
    """
    steps = [step for step in worked_steps(workspace) if step.level <= level]
    states = replay(tangle_code(workspace), steps)
    changes = pairwise(code_lines(state) for state in states)
    own = code_lines(code)
    clean = code_lines(clean_code(workspace))
    candidates = list(zip(steps, changes, strict=True))
    candidates.sort(key=lambda candidate: candidate[0].level != level)
    for step, (before, after) in candidates:
        if step.title in skipped or not has_smell(step):
            continue
        places = _find_smell(before, after, own, clean)
        if step.lesson["Smell"] == DUPLICATED_CODE:
            places = _without_shared_calls(places, own)
        functions = {function for function, _ in places}
        if places and (method is None or method in step.methods or method in functions):
            return step, places
    return None, {}


def has_smell(step: WorkedStep) -> bool:
    """Return whether a step removes a smell: traps, reverts and formatting do not."""
    return not (step.is_red or step.is_revert or step.refactoring == "Reformat")


def _find_smell(before: CodeLines, after: CodeLines, own: CodeLines, clean: CodeLines) -> Places:
    """Return the places of the lines that a step removes, if enough of them are still there.

    Lines that the clean code has, too, are no smell, unless the step removes nothing else.
    """
    key: Callable[[CodeLine], Key] = key_without_names
    removed = _keys(before, key) - _keys(after, key)
    if not removed:  # the step only renames
        key = key_with_names
        removed = _keys(before, key) - _keys(after, key)
    clean_texts = {text for _, text in _keys(clean, key)}
    smells = {(function, text) for function, text in removed if text not in clean_texts}
    if not smells:
        smells = removed
    found = smells & _keys(own, key)
    if len(found) < MIN_SHARE * len(smells):
        return {}
    places: Places = defaultdict(list)
    for line in own:
        if key(line) in found:
            places[line.function, line.file].append(line.number)
    return places


def _without_shared_calls(places: Places, own: CodeLines) -> Places:
    """Leave out places where most lines call shared functions: nobody can share these any more."""
    shared = _shared_functions(own)
    kept: Places = {}
    for (function, file), numbers in places.items():
        lines = [line for line in own if line.file == file and line.number in numbers]
        if not _mostly_call(shared, lines):
            kept[function, file] = numbers
    return kept


def _called_function(line: CodeLine) -> str:
    """Return the function that a line calls, and does nothing else, or an empty string."""
    call = CALL.fullmatch(line.text)
    return call[1] if call else ""


def _shared_functions(own: CodeLines) -> set[str]:
    """Return the functions of this code that at least two others call."""
    callers: dict[str, set[str]] = defaultdict(set)
    for line in own:
        callers[_called_function(line)].add(line.owner)
    functions = {line.function for line in own}
    return {name for name in functions if len(callers[name]) > 1}


def _mostly_call(shared: set[str], lines: CodeLines) -> bool:
    """Return whether most of the lines, apart from a signature, call shared functions."""
    body = [line for line in lines if not line.text.startswith("def ")]
    calls = [line for line in body if _called_function(line) in shared]
    return 2 * len(calls) > len(body)


def _keys(lines: CodeLines, key: Callable[[CodeLine], Key]) -> set[Key]:
    return {key(line) for line in lines}
